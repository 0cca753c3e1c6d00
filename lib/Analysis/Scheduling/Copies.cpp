// Copies.cpp: copies of registers that a launch list needs
//
// Example: a register of four tokens whose producer a and reader b are launched
// as a0 a1 b0 a2 b1 a3 b2 b3 has two tokens in use at once and needs two
// copies.

#include "sbp/Analysis/Scheduling/Schedule.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace sbp;

/// Returns the register whose storage a register shares.
static unsigned getOwner(const ScheduledGraph &graph, unsigned number) {
  while (graph.registers[number].aliasOf >= 0)
    number = graph.registers[number].aliasOf;
  return number;
}

namespace {
/// The first and the last launch that use the storage of each token.
struct TokenUses {
  std::vector<std::pair<int64_t, int64_t>> tokens;
  bool isMoved = false; ///< a communication writes or reads it
};
} // namespace

/// Returns the uses of the storage of each register of several tokens, under
/// the register that owns it.
static std::vector<TokenUses> findTokenUses(const ScheduledGraph &graph,
                                            const LaunchList &list) {
  std::vector<TokenUses> uses(graph.registers.size());
  auto touch = [&](const ScheduledTask &task, unsigned number, int64_t position,
                   unsigned firing) {
    unsigned owner = getOwner(graph, number);
    int64_t count = graph.registers[owner].tokens;
    if (count == 1 || task.firings % count != 0)
      return;
    uses[owner].tokens.resize(count, {INT64_MAX, -1});
    auto &[first, last] = uses[owner].tokens[firing * count / task.firings];
    first = std::min(first, position);
    last = std::max(last, position);
    uses[owner].isMoved |= task.communication >= 0;
  };
  for (auto [position, launch] : enumerate(list)) {
    const ScheduledTask &task = graph.tasks[launch.task];
    for (unsigned input : task.inputs)
      touch(task, input, position, launch.microBatch);
    for (unsigned output : task.outputs)
      touch(task, output, position, launch.microBatch);
  }
  return uses;
}

/// Token k uses copy k mod c: it may begin only after the last use of token k
/// - c. Tokens are made and used in order, so this is the number in use at
/// once.
std::vector<int64_t> sbp::countCopies(const ScheduledGraph &graph,
                                      const LaunchList &list, bool overlaps) {
  std::vector<int64_t> copies(graph.registers.size(), 1);
  for (auto [number, uses] : enumerate(findTokenUses(graph, list))) {
    int64_t needed = 1, tokens = uses.tokens.size();
    for (int64_t last = 0, k = 0; k < tokens; ++k) {
      while (last < k && uses.tokens[last].second < uses.tokens[k].first)
        ++last;
      needed = std::max(needed, k + 1 - last);
    }
    if (overlaps && uses.isMoved && needed < tokens)
      ++needed;
    copies[number] = needed;
  }
  for (unsigned number = 0; number < copies.size(); ++number)
    copies[number] = copies[getOwner(graph, number)];
  return copies;
}
