// Selection.cpp: chooses distributions with and without a memory limit
//
// Without a limit: bucket elimination with branch and bound (Solver.h). With a
// limit: Lagrangian relaxation of the memory terms (ConstrainedSolver.h).

#include "sbp/Analysis/Selection/Solution/Selection.h"
#include "../Memory/SelectionMemory.h"
#include "AxisSwaps.h"
#include "HeldChoices.h"
#include "SelectionSolution.h"
#include "sbp/Analysis/CostNetwork/ConstrainedSolver.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

LogicalResult
visitCostNetwork(ModuleOp module, const Alternatives &alternatives,
                 CostModel model,
                 llvm::function_ref<void(const CostNetwork &)> visit) {
  SelectionPrices prices(module, alternatives, std::move(model),
                         /*countsMemory=*/false);
  SelectionGraph graph(module, alternatives, prices);
  if (failed(graph.build()))
    return failure();
  visit(SelectionEdges(graph, /*joinsTriples=*/false).getNetwork());
  return success();
}

static SolverOptions getSolverOptions(const CostNetwork &network) {
  SolverOptions options;
  // A chain of ops needs tables over two of them, so these must always fit.
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    options.firstTable =
        std::max(options.firstTable, std::pow(network.getDomain(v), 2.0));
  return options;
}

namespace {
/// A network and its solution.
struct SolvedNetwork {
  std::unique_ptr<SelectionEdges> edges;
  Solution solution;
};
} // namespace

/// Joins three variables per read if elimination alone can still solve that,
/// which holds for most forward graphs. Otherwise joins two, which keeps the
/// dual bounds strong.
static SolvedNetwork solveUnlimited(const SelectionGraph &graph,
                                    const SelectionOptions &choice) {
  auto edges = std::make_unique<SelectionEdges>(graph, /*joinsTriples=*/true);
  CostNetwork reduced = edges->getNetwork();
  SolverOptions options = getSolverOptions(reduced);
  SolverThreads shared(choice.threads);
  Elimination elimination(reduced, &shared);
  std::unique_ptr<SelectionEdges> joined;
  if (elimination.run(options.firstTable) != 0) {
    joined = std::move(edges);
    edges = std::make_unique<SelectionEdges>(graph, /*joinsTriples=*/false);
  }
  options.threads = choice.threads;
  options.work = choice.work.value_or(options.work);
  options.permutations = findAxisSwaps(graph, *edges);
  Solution solution = solve(edges->getNetwork(), options);
  // The tables of the first elimination stay memoised, so its work counts once.
  solution.work += elimination.getWork();
  // In the final program a read from the producer is used wherever it is
  // cheaper, also if the search did not consider it.
  if (joined && solution.cost != kInfiniteCost) {
    solution.cost = joined->getNetwork().evaluate(solution.assignment);
    solution.lowerBound = std::min(solution.lowerBound, solution.cost);
  }
  return {std::move(edges), std::move(solution)};
}

/// Converts a bound from seconds to units of `model` for so many ranks.
static Cost toUnits(double seconds, const CostModel &model, int64_t ranks) {
  double units = seconds / model.toSeconds(1, ranks);
  // Below 2^49 the two divisions lose less than half a unit; coarser units are
  // rounded by other amounts, term by term.
  if (units < 5e14 && model.unitShift == CostModel().unitShift)
    return std::nearbyint(units);
  return std::floor(units * (1 - 1e-9));
}

/// Most work of one choice of distributions and repeats, about two seconds.
static constexpr double kWorkWithRepeats = 2.5e9;

/// Returns the cheapest choice within the limit, or the one that holds least if
/// none was found.
static SolvedNetwork solveInMemory(const SelectionGraph &graph,
                                   const SelectionOptions &choice,
                                   SelectionMemory &memory) {
  auto edges = std::make_unique<SelectionEdges>(graph, /*joinsTriples=*/false);
  if (choice.held)
    addHeldChoices(graph, *choice.held, edges->getNetwork());
  MemoryTerms terms = buildMemoryTerms(graph, *edges);
  terms.dropDominated();
  terms.setLimit(choice.limit->bytes);
  ConstrainedOptions options;
  options.solver = getSolverOptions(edges->getNetwork());
  if (choice.repeats)
    options.work = kWorkWithRepeats;
  options.solver.work = options.work / 4;
  options.solver.threads = choice.threads;
  ConstrainedSolution found = solveWithin(edges->getNetwork(), terms, options);
  memory.fits = found.fits();
  memory.peakBytes = found.fits() ? found.peak : found.smallestPeak;
  if (!found.fits()) {
    found.solution.assignment = std::move(found.smallest);
    if (found.smallestPeak < kInfiniteCost)
      found.solution.cost =
          edges->getNetwork().evaluate(found.solution.assignment);
    found.solution.lowerBound = found.freeBound;
  }
  // A bound without the limit is also one with it.
  Cost freeBound =
      toUnits(choice.limit->freeBound, graph.getPrices().getModel(),
              graph.getStates().getNumRanks());
  found.solution.lowerBound = std::min(
      found.solution.cost, std::max(found.solution.lowerBound, freeBound));
  return {std::move(edges), std::move(found.solution)};
}

/// Estimates the peak memory of an unlimited choice on `edges`.
static double estimatePeak(const SelectionGraph &graph,
                           const SelectionEdges &edges,
                           ArrayRef<unsigned> assignment) {
  if (!edges.getJoinsTriples())
    return buildMemoryTerms(graph, edges).getPeak(assignment);
  SelectionEdges pairs(graph, /*joinsTriples=*/false);
  return buildMemoryTerms(graph, pairs).getPeak(assignment);
}

FailureOr<SelectionResult>
selectDistributions(ModuleOp module, const Alternatives &alternatives,
                    CostModel rates, Decision &decision,
                    const SelectionOptions &options) {
  SelectionPrices prices(module, alternatives, std::move(rates),
                         options.limit.has_value());
  SelectionGraph graph(module, alternatives, prices);
  if (failed(graph.build()))
    return failure();
  SelectionResult result;
  if (options.limit || options.estimatesMemory)
    result.memory.emplace();
  auto [edges, solution] = options.limit
                               ? solveInMemory(graph, options, *result.memory)
                               : solveUnlimited(graph, options);
  if (solution.cost == kInfiniteCost)
    return module.emitError()
           << "no choice of distributions satisfies the annotations";
  if (options.estimatesMemory && !options.limit)
    result.memory->peakBytes = estimatePeak(graph, *edges, solution.assignment);
  SelectionSolution chosen(graph, *edges, solution.assignment);
  if (options.explain && (!options.work || solution.isOptimal()))
    chosen.explain();
  decision = chosen.getDecision();
  auto toSeconds = [&](Cost cost) {
    return prices.getModel().toSeconds(cost, graph.getStates().getNumRanks());
  };
  result.cost = solution.cost;
  result.lowerBound = solution.lowerBound;
  result.gap = solution.getGap();
  result.costSeconds = toSeconds(solution.cost);
  result.lowerBoundSeconds = toSeconds(solution.lowerBound);
  result.work = solution.work + prices.getSignatureSets().getWorkDone();
  result.numVariables = edges->getNetwork().getNumVariables();
  result.numSignatureSets = graph.getNumSignatureSets();
  return result;
}

} // namespace sbp
