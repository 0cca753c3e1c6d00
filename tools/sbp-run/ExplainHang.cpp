// ExplainHang.cpp: finds the ranks that hold up a run, from flight records
//
// A rank that waits in a communication waits for each member that has not
// arrived at the same instance. A missing member that itself waits elsewhere is
// a victim; one that does not wait is a culprit. If all missing members wait,
// they form a cycle. Example: ranks 0 and 1 wait in all_reduce #3 for rank 2,
// which is in a computation: rank 2 holds them up.
#include "Runner.h"
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

using namespace sbp;
using namespace sbp::run;
using Json = nlohmann::json;

namespace {
/// The position of a stream of a rank.
struct Head {
  int64_t step = 0, launch = 0, microBatch = 0;
  std::string state, task;
  std::vector<uint32_t> members; ///< of a communication
  double seconds = -1;           ///< time in this state, -1 if unknown

  bool waits() const { return state == "waits in"; }
  bool isSameInstance(const Head &other) const {
    return step == other.step && task == other.task &&
           microBatch == other.microBatch;
  }
};
using Heads = std::map<uint32_t, std::vector<Head>>; ///< by rank
} // namespace

static Head readHead(const Json &stream, int64_t step) {
  Head head;
  head.step = step;
  head.launch = stream.at("launch");
  head.microBatch = stream.at("micro_batch");
  head.state = stream.at("state");
  head.task = stream.at("task");
  if (auto found = stream.find("members"); found != stream.end())
    head.members = found->get<std::vector<uint32_t>>();
  head.seconds = stream.value("seconds", -1.0);
  return head;
}

static Status readRecord(const std::string &path, Heads &heads) {
  std::ifstream file(path);
  if (!file)
    return userError("--explain-hang: cannot open ", path);
  try {
    Json record = Json::parse(file);
    for (const Json &rank : record.at("ranks")) {
      std::vector<Head> &list = heads[rank.at("rank").get<uint32_t>()];
      list.clear();
      for (const Json &stream : rank.at("streams"))
        if (stream.at("state") != "finished")
          list.push_back(readHead(stream, record.at("step")));
    }
  } catch (const Json::exception &) {
    return userError("--explain-hang: ", path,
                     " is not a flight record of this runner");
  }
  return {};
}

static std::string describe(const Head &head) {
  std::string verb =
      head.state == "never started" ? "has not begun" : head.state;
  std::string text =
      textOf(verb, " ", head.task, " (step ", head.step, ", launch ",
             head.launch, ", micro-batch ", head.microBatch, ")");
  return head.seconds < 0 ? text
                          : textOf(text, " for ", int64_t(head.seconds), " s");
}

static std::string describe(const Heads &heads, uint32_t rank) {
  auto found = heads.find(rank);
  if (found == heads.end())
    return "which no flight record covers";
  std::string text;
  for (const Head &head : found->second)
    text += (text.empty() ? "which " : " and ") + describe(head);
  return text.empty() ? "which has finished its step" : text;
}

/// Returns the members that have not arrived at the instance of `head`. A
/// member all of whose streams are in later steps has passed it.
static std::vector<uint32_t> findMissing(const Heads &heads, const Head &head) {
  std::vector<uint32_t> missing;
  for (uint32_t member : head.members) {
    bool isThere = false;
    if (auto found = heads.find(member); found != heads.end()) {
      isThere = !found->second.empty();
      for (const Head &other : found->second)
        isThere &= other.step > head.step;
      for (const Head &other : found->second)
        isThere |= other.waits() && other.isSameInstance(head);
    }
    if (!isThere)
      missing.push_back(member);
  }
  return missing;
}

static bool waits(const Heads &heads, uint32_t rank) {
  auto found = heads.find(rank);
  if (found != heads.end())
    for (const Head &head : found->second)
      if (head.waits())
        return true;
  return false;
}

Status run::explainHang(const std::vector<std::string> &paths) {
  Heads heads;
  for (const std::string &path : paths)
    SBP_RETURN_IF_FAILED(readRecord(path, heads));
  std::map<uint32_t, bool> culprits;
  bool isAnyWaiting = false;
  for (const auto &[rank, list] : heads) {
    if (list.empty())
      std::printf("rank %u has finished its step\n", rank);
    for (const Head &head : list) {
      std::string text = describe(head);
      if (head.waits()) {
        isAnyWaiting = true;
        std::string others;
        for (uint32_t missing : findMissing(heads, head)) {
          others += textOf(others.empty() ? ", for rank " : ", rank ", missing);
          culprits[missing] |= !waits(heads, missing);
        }
        text +=
            others.empty() ? ", where all participants have arrived" : others;
      }
      std::printf("rank %u %s\n", rank, text.c_str());
    }
  }
  bool isFound = false;
  for (const auto &[rank, isCulprit] : culprits)
    if (isCulprit) {
      isFound = true;
      std::printf("held up by rank %u, %s\n", rank,
                  describe(heads, rank).c_str());
    }
  if (isAnyWaiting && !isFound)
    std::printf(
        "no rank is behind: %s\n",
        culprits.empty()
            ? "all participants have arrived; their values are in transit"
            : "ranks wait for each other in a cycle");
  return {};
}
