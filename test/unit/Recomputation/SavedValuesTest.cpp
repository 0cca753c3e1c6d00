// SavedValuesTest.cpp: the choice of kept values against exhaustive search

#include "sbp/Analysis/Recomputation/SavedValues.h"
#include "gtest/gtest.h"
#include <random>

using namespace sbp;

namespace {

/// The cost of a choice: bytes first, then the number of repeated values.
using Cost = std::pair<int64_t, unsigned>;

} // namespace

/// Returns which values must be made again if exactly `kept` are held; nullopt
/// if some value that is needed cannot be.
static std::optional<std::vector<bool>> repeatRest(const SavingGraph &graph,
                                                   unsigned kept) {
  std::vector<bool> needed(graph.values.size()), repeated(graph.values.size());
  for (unsigned value = graph.values.size(); value-- > 0;) {
    const SavingGraph::Value &node = graph.values[value];
    if ((!needed[value] && !node.isRead) || (kept >> value & 1))
      continue;
    if (!node.canBeRepeated)
      return std::nullopt;
    repeated[value] = true;
    for (unsigned operand : node.operands)
      needed[operand] = true;
  }
  return repeated;
}

static Cost searchAll(const SavingGraph &graph) {
  Cost best = {std::numeric_limits<int64_t>::max(), 0};
  for (unsigned kept = 0; kept < 1u << graph.values.size(); ++kept)
    if (auto repeated = repeatRest(graph, kept)) {
      Cost cost;
      for (unsigned value = 0; value < graph.values.size(); ++value) {
        if (kept >> value & 1)
          cost.first += graph.values[value].bytes;
        if ((*repeated)[value])
          cost.first += graph.values[value].repeatCost;
        cost.second += (*repeated)[value];
      }
      best = std::min(best, cost);
    }
  return best;
}

/// Up to eleven values of few different sizes, so that many choices are tied.
static SavingGraph draw(std::mt19937 &random) {
  SavingGraph graph;
  unsigned count = 3 + random() % 9;
  for (unsigned value = 0; value < count; ++value) {
    SavingGraph::Value &node = graph.values.emplace_back();
    node.bytes = random() % 4;
    node.canBeRepeated = random() % 3 != 0;
    node.repeatCost = random() % 2 * (random() % 4);
    node.isRead = random() % 3 == 0;
    for (unsigned i = 0, operands = random() % 4; value && i < operands; ++i)
      node.operands.push_back(random() % value);
  }
  return graph;
}

TEST(SavedValues, EqualsExhaustiveSearch) {
  unsigned seed = 1;
  std::mt19937 random(seed);
  for (unsigned number = 0; number < 400; ++number) {
    SavingGraph graph = draw(random);
    SavedValues found = chooseSavedValues(graph);
    unsigned kept = 0;
    for (unsigned value = 0; value < graph.values.size(); ++value)
      kept |= unsigned(found.kept[value]) << value;
    auto repeated = repeatRest(graph, kept);
    ASSERT_TRUE(repeated) << "graph " << number << " of seed " << seed;
    EXPECT_EQ(*repeated, found.repeated) << "graph " << number;
    int64_t total = found.bytes;
    for (unsigned value = 0; value < graph.values.size(); ++value)
      if (found.repeated[value])
        total += graph.values[value].repeatCost;
    EXPECT_EQ(total, found.bound);
    Cost cost = {total, std::count(repeated->begin(), repeated->end(), true)};
    EXPECT_EQ(cost, searchAll(graph)) << "graph " << number;
  }
}
