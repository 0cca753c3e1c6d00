// VerifyStorage.cpp: verification (4) that live values do not overlap
//
// The unit is a token: one value of a register in one step. It is live from the
// first firing that writes it to the last one that reads it. Two tokens whose
// bytes overlap must be ordered by the rank's event graph (streams, data,
// credits), or a firing that works in place turns one into the other.
//
// One stream: a sweep over positions keeps the live tokens sorted by their
// first byte, so each token is compared with its neighbours only, O(n log n).
// Several streams: all pairs with overlapping bytes are compared by vector
// clocks (StreamOrder.h). Example: A in bytes [0, 64) written at 0 and read at
// 2, B in [32, 96) written at 1 overlap; B written at 3 does not.
#include "PlanVerifier.h"
#include "StreamOrder.h"
#include <algorithm>
#include <map>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// One value of a register and its lifetime.
struct Token {
  uint32_t reg;
  uint64_t begin, end; ///< byte range in its storage
  LaunchPosition start;
  std::vector<LaunchPosition> ends;
  bool fromStart = false,
       toEnd = false; ///< live from the start, or to the end, of the step
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
  bool reuseInPlace(const Token &a, const Token &b) const;
  Status overlap(const Token &a, const Token &b) const;

  const Program &program;
  uint32_t index;
  const TemplateT &graph;
  TaskGraph tasks;
  StreamOrder order;
  std::vector<bool> isOutput;
  std::map<uint64_t, std::vector<Token>>
      storages; ///< key 0 is the arena, 1 + s state s
};
} // namespace

/// Returns the key of a register's storage.
uint64_t StorageVerifier::storageOf(const RegisterT &reg) const {
  return reg.space == Space::arena ? 0 : 1 + uint64_t(reg.index);
}

/// Collects the tokens of a register with their lifetimes. Views have none of
/// their own; constants and inputs are never overwritten.
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
      token.start = order.getPositions(writer)[t * per];
      token.ends.push_back(order.getPositions(writer)[(t + 1) * per - 1]);
    }
    for (uint32_t reader : tasks.consumers[r]) {
      uint32_t per = graph.tasks[reader]->firings / reg.tokens;
      token.ends.push_back(order.getPositions(reader)[(t + 1) * per - 1]);
    }
    // Outputs are read after the step, and a written state lives on.
    token.toEnd = isOutput[r] || (reg.space == Space::state && writer >= 0);
    storages[storageOf(reg)].push_back(std::move(token));
  }
}

/// Collects the scratch of a task: it is live during each of its firings.
void StorageVerifier::collectScratch(const TaskT &task, uint32_t t) {
  if (task.scratch < 0 || graph.registers[task.scratch]->bytes == 0)
    return;
  const RegisterT &reg = *graph.registers[task.scratch];
  for (LaunchPosition firing : order.getPositions(t))
    storages[0].push_back({uint32_t(task.scratch),
                           reg.offset,
                           reg.offset + reg.bytes,
                           firing,
                           {firing},
                           false,
                           false});
}

/// Returns true where `a` is dead, or reused in place, when `b` begins.
bool StorageVerifier::endsBefore(const Token &a, const Token &b) const {
  if (a.toEnd || b.fromStart)
    return false;
  return std::all_of(a.ends.begin(), a.ends.end(), [&](LaunchPosition end) {
    return order.happensBefore(end, b.start) ||
           (end == b.start && reuseInPlace(a, b));
  });
}

/// Returns true where the firing that starts b works in place on a, its input.
bool StorageVerifier::reuseInPlace(const Token &a, const Token &b) const {
  int32_t writer = tasks.producer[b.reg];
  if (writer < 0 || a.begin != b.begin)
    return false;
  const TaskT &task = *graph.tasks[writer];
  if (task.kind == TaskKind::communicate)
    // verification (5) checks that the transfers allow it.
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

/// Checks the tokens of one stream by a sweep in the order of their start.
Status StorageVerifier::checkOneStream(std::vector<Token> &tokens) {
  auto startOf = [](const Token &token) {
    return token.fromStart ? -1 : token.start.position;
  };
  auto endOf = [](const Token &token) {
    int64_t end = token.fromStart ? -1 : token.start.position;
    for (LaunchPosition event : token.ends)
      end = std::max(end, event.position);
    return token.toEnd ? INT64_MAX : end;
  };
  std::sort(tokens.begin(), tokens.end(),
            [&](auto &a, auto &b) { return startOf(a) < startOf(b); });
  std::map<uint64_t, const Token *> live;
  std::multimap<int64_t, uint64_t>
      expiry; // first byte of the live tokens by their end
  std::vector<const Token *>
      expired; // tokens that ended at this position, in place
  int64_t now = -2;
  for (const Token &token : tokens) {
    if (startOf(token) != now)
      expired.clear();
    now = startOf(token);
    while (!expiry.empty() && expiry.begin()->first < now) {
      live.erase(expiry.begin()->second);
      expiry.erase(expiry.begin());
    }
    for (const Token *other : expired)
      if (other->begin < token.end && token.begin < other->end &&
          !reuseInPlace(*other, token))
        return overlap(*other, token);
    auto at = live.lower_bound(token.begin);
    if (at != live.begin() && std::prev(at)->second->end > token.begin)
      --at;
    while (at != live.end() && at->first < token.end) {
      const Token *other = at->second;
      if (endOf(*other) != now || !reuseInPlace(*other, token))
        return overlap(*other, token);
      expired.push_back(other);
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

/// Checks all pairs of tokens whose bytes overlap, by vector clocks.
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
