// Selection.cpp: the choice of all distributions, with and without a limit

#include "sbp/Analysis/Selection/Selection.h"
#include "SelectionProblem.h"
#include "sbp/Analysis/CostNetwork/ConstrainedSolver.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

LogicalResult
visitCostNetwork(ModuleOp module, CostModel model,
                 llvm::function_ref<void(const CostNetwork &)> visit) {
  SelectionProblem problem(module, model);
  if (failed(problem.buildNodes()))
    return failure();
  problem.buildEdges(/*triples=*/false);
  visit(problem.getNetwork());
  return success();
}

static SolverOptions getSolverOptions(const CostNetwork &network) {
  SolverOptions options;
  // Pairs of signatures of the largest op, so that chains always go.
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    options.firstTable =
        std::max(options.firstTable, std::pow(network.getDomain(v), 2.0));
  return options;
}

/// Three variables are joined where elimination alone can still solve that:
/// most forward graphs. Else two are, and the bounds stay strong: `triples`
/// says which.
static Solution solveBest(SelectionProblem &problem, unsigned threads,
                          bool &triples) {
  problem.buildEdges(/*triples=*/true);
  CostNetwork reduced = problem.getNetwork();
  SolverOptions options = getSolverOptions(reduced);
  Elimination elimination(reduced);
  triples = elimination.run(options.firstTable) == 0;
  if (!triples)
    problem.buildEdges(/*triples=*/false);
  options.threads = threads;
  Solution solution = solve(problem.getNetwork(), options);
  // What is remembered of the first elimination is not visited again.
  solution.work += elimination.getWork() + problem.getBuildWork();
  return solution;
}

/// A bound that was told in seconds, in units of `problem`.
static Cost toUnits(double seconds, const SelectionProblem &problem) {
  const CostModel &model = problem.getModel();
  double units = seconds / model.toSeconds(1, problem.getNumRanks());
  // Below 2^49 the two divisions lose less than half a unit; coarser units are
  // rounded by other amounts, term by term.
  if (units < 5e14 && model.unitShift == CostModel().unitShift)
    return std::nearbyint(units);
  return std::floor(units * (1 - 1e-9));
}

/// The cheapest choice that stays within the limit, else the smallest found.
static Solution solveInMemory(SelectionProblem &problem,
                              const SelectionOptions &choice,
                              SelectionMemory &memory) {
  problem.buildEdges(/*triples=*/false);
  MemoryRows rows = problem.buildMemory();
  rows.dropDominated();
  rows.setLimit(choice.limit->bytes);
  ConstrainedOptions options;
  options.solver = getSolverOptions(problem.getNetwork());
  options.solver.work = options.work / 4;
  options.solver.threads = choice.threads;
  ConstrainedSolution found = solveWithin(problem.getNetwork(), rows, options);
  memory.fits = found.fits();
  memory.peakBytes = found.fits() ? found.peak : found.smallestPeak;
  if (!found.fits()) {
    found.solution.assignment = std::move(found.smallest);
    if (found.smallestPeak < infiniteCost)
      found.solution.cost =
          problem.getNetwork().evaluate(found.solution.assignment);
    found.solution.lowerBound = found.freeBound;
  }
  found.solution.work += problem.getBuildWork();
  // A limit makes nothing cheaper.
  found.solution.lowerBound = std::min(
      found.solution.cost, std::max(found.solution.lowerBound,
                                    toUnits(choice.limit->freeBound, problem)));
  return std::move(found.solution);
}

/// What `assignment` of a free choice holds; `triples`: how edges were built,
/// which explanations go by.
static double estimatePeak(SelectionProblem &problem, bool triples,
                           ArrayRef<unsigned> assignment) {
  problem.buildEdges(/*triples=*/false);
  double peak = problem.buildMemory().getPeak(assignment);
  problem.buildEdges(triples);
  return peak;
}

FailureOr<SelectionResult>
selectDistributions(ModuleOp module, CostModel model, Decision &decision,
                    const SelectionOptions &options) {
  SelectionProblem problem(module, model, options.limit.has_value());
  if (failed(problem.buildNodes()))
    return failure();
  SelectionResult result;
  if (options.limit || options.estimatesMemory)
    result.memory.emplace();
  bool triples = !options.limit;
  Solution solution = options.limit
                          ? solveInMemory(problem, options, *result.memory)
                          : solveBest(problem, options.threads, triples);
  if (solution.cost == infiniteCost)
    return module.emitError()
           << "no choice of distributions satisfies the annotations";
  if (options.estimatesMemory && !options.limit)
    result.memory->peakBytes =
        estimatePeak(problem, triples, solution.assignment);
  const CostNetwork &network = problem.getNetwork();
  if (options.explain)
    problem.explain(solution.assignment);
  problem.readDecision(solution.assignment, decision);
  result.cost = solution.cost;
  result.lowerBound = solution.lowerBound;
  result.gap = solution.getGap();
  int64_t ranks = problem.getNumRanks();
  result.costSeconds = problem.getModel().toSeconds(solution.cost, ranks);
  result.lowerBoundSeconds =
      problem.getModel().toSeconds(solution.lowerBound, ranks);
  result.work = solution.work;
  result.numVariables = network.getNumVariables();
  result.numSignatureSets = problem.getNumSignatureSets();
  return result;
}

} // namespace sbp
