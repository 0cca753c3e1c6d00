// RankLists.cpp: lists of ranks in the report, per rank or per class of ranks
//
// Above 64 ranks lists would dominate the report, so equal ranks are grouped. A
// set of ranks is a list of arithmetic progressions [first, last, step]:
// {0, 2, 4, 6, 9} is [[0, 6, 2], [9, 9, 1]].

#include "Report/RankLists.h"

using namespace llvm;
using namespace sbp;

static constexpr int64_t kMaxListedRanks = 64;

RankLists::RankLists(int64_t ranks, bool perRank)
    : ranks(ranks), perClass(!perRank && ranks > kMaxListedRanks) {}

json::Array sbp::toArray(ArrayRef<int64_t> values) {
  json::Array array;
  for (int64_t value : values)
    array.push_back(value);
  return array;
}

json::Array sbp::toRankSet(ArrayRef<int64_t> ranks) {
  json::Array set;
  while (!ranks.empty()) {
    int64_t step = ranks.size() > 1 ? ranks[1] - ranks[0] : 1;
    size_t count = 1;
    while (count < ranks.size() && ranks[count] - ranks[count - 1] == step)
      ++count;
    // Two ranks are not taken as a progression if more follow: the second may
    // begin a longer one.
    if (count == 2 && ranks.size() > 2 && step > 1)
      count = 1;
    set.push_back(toArray({ranks[0], ranks[count - 1], count > 1 ? step : 1}));
    ranks = ranks.drop_front(count);
  }
  return set;
}

json::Value RankLists::getValues(ArrayRef<int64_t> byRank) const {
  SmallVector<int64_t> list(byRank);
  list.resize(std::max<size_t>(ranks, list.size()));
  if (!perClass)
    return toArray(list);
  std::map<int64_t, SmallVector<int64_t>> classes;
  for (auto [rank, value] : enumerate(list))
    classes[value].push_back(rank);
  json::Array array;
  for (auto &[value, members] : classes)
    array.push_back(
        json::Object{{"ranks", toRankSet(members)}, {"value", value}});
  return array;
}

static json::Value toPayload(ArrayRef<int64_t> payloads) {
  if (!payloads.empty() && all_equal(payloads))
    return payloads.front();
  return toArray(payloads);
}

void RankLists::addGroups(json::Object &object,
                          ArrayRef<SmallVector<int64_t>> groups,
                          ArrayRef<int64_t> payloads) const {
  json::Array list;
  if (!perClass) {
    for (ArrayRef<int64_t> group : groups)
      list.push_back(toArray(group));
    object["groups"] = std::move(list);
    if (!payloads.empty())
      object["payload_bytes"] = toPayload(payloads);
    return;
  }
  struct Class {
    SmallVector<int64_t> ranks, shifts;
    int64_t payload;
  };
  // Groups form a class if their payloads and the ranks' distances from their
  // first rank are equal; a class is then one group and the shifts of the
  // others.
  std::map<std::vector<int64_t>, size_t> numbers;
  std::vector<Class> classes;
  for (auto [i, group] : enumerate(groups)) {
    int64_t payload = payloads.empty() ? 0 : payloads[i];
    std::vector<int64_t> key{payload};
    for (int64_t rank : group)
      key.push_back(rank - group.front());
    auto [number, isNew] = numbers.try_emplace(key, classes.size());
    if (isNew)
      classes.push_back({group, {}, payload});
    Class &found = classes[number->second];
    found.shifts.push_back(group.front() - found.ranks.front());
  }
  SmallVector<int64_t> byClass;
  for (const Class &members : classes) {
    list.push_back(json::Object{{"ranks", toRankSet(members.ranks)},
                                {"shifts", toRankSet(members.shifts)}});
    byClass.push_back(members.payload);
  }
  object["groups"] = std::move(list);
  if (!payloads.empty())
    object["payload_bytes"] = toPayload(byClass);
}

/// Messages that a rank sends [0] and receives [1]: bytes -> number of
/// messages.
using Traffic = std::array<std::map<int64_t, int64_t>, 2>;

static json::Array toCounts(const std::map<int64_t, int64_t> &counts) {
  json::Array array;
  for (auto [bytes, count] : counts)
    array.push_back(json::Object{{"bytes", bytes}, {"count", count}});
  return array;
}

json::Array RankLists::getMessageClasses(ArrayRef<BoxingMessage> messages,
                                         int64_t elementBytes) const {
  std::vector<Traffic> byRank(ranks);
  for (const BoxingMessage &message : messages) {
    ++byRank[message.from][0][message.elements * elementBytes];
    ++byRank[message.to][1][message.elements * elementBytes];
  }
  std::map<Traffic, SmallVector<int64_t>> classes;
  for (auto [rank, traffic] : enumerate(byRank))
    if (traffic != Traffic())
      classes[traffic].push_back(rank);
  json::Array array;
  for (auto &[traffic, members] : classes)
    array.push_back(json::Object{{"ranks", toRankSet(members)},
                                 {"sends", toCounts(traffic[0])},
                                 {"receives", toCounts(traffic[1])}});
  return array;
}
