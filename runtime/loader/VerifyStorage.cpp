// VerifyStorage.cpp: (4) live at the same time: not in the same bytes
//
// The unit is a token: one value of a register in one step. It lives from the
// first firing that writes it to the last that reads it. Two tokens whose bytes
// overlap must be ordered by the rank's own event graph (streams, data,
// credits), or meet in one firing that works in place.
#include "PlanVerifier.h"
#include "StreamOrder.h"
#include <algorithm>
#include <map>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// One value of a register while it is needed.
struct Token {
  uint32_t reg;
  uint64_t begin, end; ///< bytes
  Place start;
  std::vector<Place> ends;
  bool fromStart = false, toEnd = false; ///< of the step
};

class StorageVerifier {
public:
  StorageVerifier(const Program &program, uint32_t index)
      : program(program), index(index), graph(*program.plan.templates[index]),
        tasks(graph), order(tasks.events, getStreams(graph)) {}
  Status run();

private:
  void collectTokens(uint32_t reg);
  void collectScratch(const TaskT &task, uint32_t t);
  uint64_t storageOf(const RegisterT &reg) const;
  Status checkOneStream(std::vector<Token> &tokens);
  Status checkManyStreams(std::vector<Token> &tokens);
  bool endsBefore(const Token &a, const Token &b) const;
  bool meetInPlace(const Token &a, const Token &b) const;
  Status overlap(const Token &a, const Token &b) const;

  const Program &program;
  uint32_t index;
  const TemplateT &graph;
  TaskGraph tasks;
  StreamOrder order;
  std::vector<bool> isOutput;
  std::map<uint64_t, std::vector<Token>> storages; ///< arena, or one per state
};
} // namespace

uint64_t StorageVerifier::storageOf(const RegisterT &reg) const {
  return reg.space == Space::arena ? 0 : 1 + uint64_t(reg.index);
}

void StorageVerifier::collectTokens(uint32_t r) {
  const RegisterT &reg = *graph.registers[r];
  int32_t writer = tasks.producer[r];
  bool view = uint32_t(tasks.root[r]) != r;
  bool provided = reg.space == Space::state && writer < 0;
  if (view || reg.bytes == 0 || (writer < 0 && !provided))
    return;
  if (reg.space == Space::constant || reg.space == Space::input)
    return;
  for (uint32_t t = 0; t < reg.tokens; ++t) {
    Token token = {r, 0, 0, {0, -1}, {}, provided, false};
    token.begin = reg.offset + (t % reg.copies) * reg.stride;
    token.end = token.begin + reg.bytes;
    if (writer >= 0) {
      uint32_t per = graph.tasks[writer]->firings / reg.tokens;
      token.start = order.getPlaces(writer)[t * per];
      token.ends.push_back(order.getPlaces(writer)[(t + 1) * per - 1]);
    }
    for (uint32_t reader : tasks.consumers[r]) {
      uint32_t per = graph.tasks[reader]->firings / reg.tokens;
      token.ends.push_back(order.getPlaces(reader)[(t + 1) * per - 1]);
    }
    // An output is read after the step; so is a state that was written.
    token.toEnd = isOutput[r] || (reg.space == Space::state && writer >= 0);
    storages[storageOf(reg)].push_back(std::move(token));
  }
}

void StorageVerifier::collectScratch(const TaskT &task, uint32_t t) {
  if (task.scratch < 0 || graph.registers[task.scratch]->bytes == 0)
    return;
  const RegisterT &reg = *graph.registers[task.scratch];
  for (Place firing : order.getPlaces(t))
    storages[0].push_back({uint32_t(task.scratch),
                           reg.offset,
                           reg.offset + reg.bytes,
                           firing,
                           {firing},
                           false,
                           false});
}

bool StorageVerifier::endsBefore(const Token &a, const Token &b) const {
  if (a.toEnd || b.fromStart)
    return false;
  return std::all_of(a.ends.begin(), a.ends.end(), [&](Place end) {
    return order.happensBefore(end, b.start) ||
           (end == b.start && meetInPlace(a, b));
  });
}

/// The firing that starts b may write over a, its own input.
bool StorageVerifier::meetInPlace(const Token &a, const Token &b) const {
  int32_t writer = tasks.producer[b.reg];
  if (writer < 0 || a.begin != b.begin)
    return false;
  const TaskT &task = *graph.tasks[writer];
  if (task.kind == TaskKind::communicate)
    // Which transfers allow it is checked with the communication.
    return task.inputs.size() == 1 &&
           tasks.root[task.inputs[0]] == int32_t(a.reg) &&
           graph.registers[b.reg]->bytes == graph.registers[a.reg]->bytes;
  for (const InPlacePair &pair : task.in_place)
    if (tasks.root[task.inputs[pair.input()]] == int32_t(a.reg) &&
        task.outputs[pair.output()] == b.reg)
      return true;
  return false;
}

Status StorageVerifier::overlap(const Token &a, const Token &b) const {
  return userError("plan: ", program.nameRegister(index, a.reg), " (bytes ",
                   a.begin, " to ", a.end, ") and ",
                   program.nameRegister(index, b.reg), " (bytes ", b.begin,
                   " to ", b.end, ") are live at the same time");
}

/// One stream: time is the position. Tokens enter in the order of their start;
/// those that live are kept by their first byte.
Status StorageVerifier::checkOneStream(std::vector<Token> &tokens) {
  auto startOf = [](const Token &token) {
    return token.fromStart ? -1 : token.start.position;
  };
  auto endOf = [](const Token &token) {
    int64_t end = token.fromStart ? -1 : token.start.position;
    for (Place event : token.ends)
      end = std::max(end, event.position);
    return token.toEnd ? INT64_MAX : end;
  };
  std::sort(tokens.begin(), tokens.end(),
            [&](auto &a, auto &b) { return startOf(a) < startOf(b); });
  std::map<uint64_t, const Token *> live;
  std::multimap<int64_t, uint64_t> expiry; // end -> first byte
  std::vector<const Token *> meeting; // left at this very position, in place
  int64_t now = -2;
  for (const Token &token : tokens) {
    if (startOf(token) != now)
      meeting.clear();
    now = startOf(token);
    while (!expiry.empty() && expiry.begin()->first < now) {
      live.erase(expiry.begin()->second);
      expiry.erase(expiry.begin());
    }
    for (const Token *other : meeting)
      if (other->begin < token.end && token.begin < other->end &&
          !meetInPlace(*other, token))
        return overlap(*other, token);
    auto at = live.lower_bound(token.begin);
    if (at != live.begin() && std::prev(at)->second->end > token.begin)
      --at;
    while (at != live.end() && at->first < token.end) {
      const Token *other = at->second;
      if (endOf(*other) != now || !meetInPlace(*other, token))
        return overlap(*other, token);
      meeting.push_back(other);
      auto range = expiry.equal_range(now);
      for (auto it = range.first; it != range.second; ++it)
        if (it->second == at->first) {
          expiry.erase(it);
          break;
        }
      at = live.erase(at);
    }
    live[token.begin] = &token;
    if (endOf(token) != INT64_MAX)
      expiry.emplace(endOf(token), token.begin);
  }
  return {};
}

Status StorageVerifier::checkManyStreams(std::vector<Token> &tokens) {
  std::sort(tokens.begin(), tokens.end(),
            [](const Token &a, const Token &b) { return a.begin < b.begin; });
  for (size_t i = 0; i < tokens.size(); ++i)
    for (size_t j = i + 1; j < tokens.size() && tokens[j].begin < tokens[i].end;
         ++j)
      if (!endsBefore(tokens[i], tokens[j]) &&
          !endsBefore(tokens[j], tokens[i]))
        return overlap(tokens[i], tokens[j]);
  return {};
}

Status StorageVerifier::run() {
  isOutput.assign(graph.registers.size(), false);
  for (const PortRegister &output : graph.outputs)
    isOutput[tasks.root[output.register_()]] = true;
  for (uint32_t r = 0; r < graph.registers.size(); ++r)
    collectTokens(r);
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    collectScratch(*graph.tasks[t], t);
  bool one = graph.streams.size() <= 1;
  for (auto &[storage, tokens] : storages)
    SBP_RETURN_IF_FAILED(one ? checkOneStream(tokens)
                             : checkManyStreams(tokens));
  return {};
}

Status sbp::verifyStorage(const Program &program) {
  for (uint32_t t = 0; t < program.plan.templates.size(); ++t)
    SBP_RETURN_IF_FAILED(StorageVerifier(program, t).run());
  return {};
}
