// StageCutTest.cpp: the cut against exhaustive search

#include "sbp/Analysis/Placement/StageCut.h"
#include "gtest/gtest.h"
#include <random>

using namespace sbp;

namespace {

/// The least bytes over all assignments, and per node its latest stage in any
/// assignment that reaches them.
struct Best {
  int64_t bytes = std::numeric_limits<int64_t>::max();
  std::vector<unsigned> latest;
};

} // namespace

static Best searchAll(const CrossingGraph &graph, unsigned numStages) {
  Best best;
  std::vector<unsigned> stages;
  for (std::optional<unsigned> stage : graph.stages)
    stages.push_back(stage.value_or(0));
  for (bool more = true; more;) {
    int64_t bytes = countCrossingBytes(graph, stages);
    if (bytes < best.bytes)
      best = {bytes, stages};
    else if (bytes == best.bytes)
      for (size_t i = 0; i < stages.size(); ++i)
        best.latest[i] = std::max(best.latest[i], stages[i]);
    more = false;
    for (size_t i = 0; i < stages.size() && !more; ++i) {
      if (graph.stages[i])
        continue;
      more = ++stages[i] < numStages;
      if (!more)
        stages[i] = 0;
    }
  }
  return best;
}

/// Five to seven open nodes and up to six fixed ones; few different sizes, so
/// that many assignments are tied.
static CrossingGraph draw(std::mt19937 &random, unsigned numStages) {
  CrossingGraph graph;
  unsigned numOpen = 5 + random() % 3, numFixed = 2 + random() % 5;
  for (unsigned i = 0; i < numOpen + numFixed; ++i)
    graph.stages.push_back(i < numOpen ? std::nullopt
                                       : std::optional(random() % numStages));
  unsigned numNodes = graph.stages.size();
  for (unsigned i = 0; i < numNodes; ++i) {
    CrossingGraph::Value &value = graph.values.emplace_back();
    value.producer = random() % numNodes;
    value.bytes = 1 + random() % 4;
    for (unsigned reader = 0, count = 1 + random() % 3; reader < count;
         ++reader)
      value.readers.push_back(random() % numNodes);
  }
  return graph;
}

TEST(StageCut, EqualsExhaustiveSearch) {
  std::mt19937 random(31);
  for (unsigned number = 0; number < 200; ++number) {
    unsigned numStages = 2 + number % 3;
    CrossingGraph graph = draw(random, numStages);
    std::vector<unsigned> stages = assignStages(graph, numStages);
    for (size_t i = 0; i < stages.size(); ++i)
      if (graph.stages[i])
        EXPECT_EQ(stages[i], *graph.stages[i]) << "graph " << number;
    Best best = searchAll(graph, numStages);
    EXPECT_EQ(countCrossingBytes(graph, stages), best.bytes)
        << "graph " << number;
    EXPECT_EQ(stages, best.latest) << "graph " << number;
  }
}

// A value crosses a boundary once, however many ops read it after it.
TEST(StageCut, ReadersShareACrossing) {
  CrossingGraph graph;
  graph.stages = {0, 2, 2, 1};
  graph.values = {{0, 10, {1, 2, 3}}};
  EXPECT_EQ(countCrossingBytes(graph, {{0, 2, 2, 1}}), 20);
}

// An op between a small and a large value runs next to the large one; one that
// nothing fixes runs on the last stage.
TEST(StageCut, TiesGoToTheLaterStage) {
  CrossingGraph graph;
  graph.stages = {0, std::nullopt, 1, std::nullopt};
  graph.values = {{0, 8, {1}}, {1, 2, {2}}};
  EXPECT_EQ(assignStages(graph, 2), (std::vector<unsigned>{0, 0, 1, 1}));
  graph.values[1].bytes = 8;
  EXPECT_EQ(assignStages(graph, 2), (std::vector<unsigned>{0, 1, 1, 1}));
}
