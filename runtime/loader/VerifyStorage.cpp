// VerifyStorage.cpp: (4) live at the same time: not in the same bytes
//
// The unit is a token: one value of a register in one step. It lives from the
// first firing that writes it to the last that reads it. Two tokens whose bytes
// overlap must be ordered by the rank's own event graph (streams, data,
// credits), or meet in one firing that works in place.
#include "PlanVerifier.h"
#include <algorithm>
#include <map>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// A firing: its stream and its place there.
struct Event {
  uint32_t stream;
  int64_t position; ///< -1: before the step
};

/// One value of a register while it is needed.
struct Token {
  uint32_t reg;
  uint64_t begin, end; ///< bytes
  Event start;
  std::vector<Event> ends;
  bool fromStart = false, toEnd = false; ///< of the step
};

class StorageVerifier {
public:
  StorageVerifier(const Program &program, uint32_t index)
      : program(program), index(index), graph(*program.plan.templates[index]),
        tasks(graph) {}
  Status run();

private:
  void placeFirings();
  void computeClocks();
  void collectTokens(uint32_t reg);
  void collectScratch(const TaskT &task, uint32_t t);
  uint64_t storageOf(const RegisterT &reg) const;
  Status checkOneStream(std::vector<Token> &tokens);
  Status checkManyStreams(std::vector<Token> &tokens);
  bool endsBefore(const Token &a, const Token &b) const;
  bool happensBefore(Event a, Event b) const;
  bool meetInPlace(const Token &a, const Token &b) const;
  Status overlap(const Token &a, const Token &b) const;

  const Program &program;
  uint32_t index;
  const TemplateT &graph;
  TaskGraph tasks;
  std::vector<std::vector<Event>> firings; ///< by task, micro-batch
  /// By stream and position: how many entries of each stream come before.
  std::vector<std::vector<std::vector<int64_t>>> clocks;
  std::vector<bool> isOutput;
  std::map<uint64_t, std::vector<Token>> storages; ///< arena, or one per state
};
} // namespace

void StorageVerifier::placeFirings() {
  firings.resize(graph.tasks.size());
  for (uint32_t s = 0; s < graph.streams.size(); ++s) {
    const auto &entries = graph.streams[s]->entries;
    for (size_t i = 0; i < entries.size(); ++i)
      firings[entries[i].task()].push_back({s, int64_t(i)});
  }
}

/// Clocks by repeated sweeps over the heads; what is never reached stays zero
/// (the liveness proof rejects such plans later).
void StorageVerifier::computeClocks() {
  size_t streams = graph.streams.size();
  std::vector<size_t> head(streams);
  std::vector<uint32_t> fired(graph.tasks.size());
  clocks.resize(streams);
  for (size_t s = 0; s < streams; ++s)
    clocks[s].assign(graph.streams[s]->entries.size(),
                     std::vector<int64_t>(streams));
  for (bool progress = true; progress;) {
    progress = false;
    for (size_t s = 0; s < streams; ++s) {
      const auto &entries = graph.streams[s]->entries;
      while (head[s] < entries.size()) {
        const LaunchEntry &entry = entries[head[s]];
        std::vector<int64_t> &clock = clocks[s][head[s]];
        bool ready = true;
        for (const Wait &wait : tasks.waits[entry.task()]) {
          int64_t needed = wait.needed(entry.micro_batch());
          if (needed > int64_t(fired[wait.task]))
            ready = false;
        }
        if (!ready)
          break;
        if (head[s] > 0)
          clock = clocks[s][head[s] - 1];
        for (const Wait &wait : tasks.waits[entry.task()]) {
          int64_t needed = wait.needed(entry.micro_batch());
          if (needed == 0)
            continue;
          Event cause = firings[wait.task][needed - 1];
          const auto &other = clocks[cause.stream][cause.position];
          for (size_t k = 0; k < streams; ++k)
            clock[k] = std::max(clock[k], other[k]);
        }
        clock[s] = head[s] + 1;
        ++fired[entry.task()];
        ++head[s];
        progress = true;
      }
    }
  }
}

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
      token.start = firings[writer][t * per];
      token.ends.push_back(firings[writer][(t + 1) * per - 1]);
    }
    for (uint32_t reader : tasks.consumers[r]) {
      uint32_t per = graph.tasks[reader]->firings / reg.tokens;
      token.ends.push_back(firings[reader][(t + 1) * per - 1]);
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
  for (Event firing : firings[t])
    storages[0].push_back({uint32_t(task.scratch),
                           reg.offset,
                           reg.offset + reg.bytes,
                           firing,
                           {firing},
                           false,
                           false});
}

bool StorageVerifier::happensBefore(Event a, Event b) const {
  if (b.position < 0)
    return false;
  const std::vector<int64_t> &clock = clocks[b.stream][b.position];
  return a.position < 0 ||
         (clock[a.stream] > a.position &&
          !(a.stream == b.stream && a.position == b.position));
}

bool StorageVerifier::endsBefore(const Token &a, const Token &b) const {
  if (a.toEnd || b.fromStart)
    return false;
  return std::all_of(a.ends.begin(), a.ends.end(), [&](Event end) {
    return happensBefore(end, b.start) ||
           (end.stream == b.start.stream && end.position == b.start.position &&
            meetInPlace(a, b));
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
    for (Event event : token.ends)
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
  placeFirings();
  for (uint32_t r = 0; r < graph.registers.size(); ++r)
    collectTokens(r);
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    collectScratch(*graph.tasks[t], t);
  bool one = graph.streams.size() <= 1;
  if (!one)
    computeClocks();
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
