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
/// most forward graphs. Else two are, and the bounds stay strong.
static Solution solveBest(SelectionProblem &problem, unsigned threads) {
  problem.buildEdges(/*triples=*/true);
  CostNetwork reduced = problem.getNetwork();
  SolverOptions options = getSolverOptions(reduced);
  Elimination elimination(reduced);
  if (elimination.run(options.firstTable) > 0)
    problem.buildEdges(/*triples=*/false);
  options.threads = threads;
  Solution solution = solve(problem.getNetwork(), options);
  // What is remembered of the first elimination is not visited again.
  solution.work += elimination.getWork() + problem.getBuildWork();
  return solution;
}

/// The cheapest choice that stays within the limit, else the smallest found.
static Solution solveInMemory(SelectionProblem &problem, double limit,
                              SelectionMemory &memory) {
  problem.buildEdges(/*triples=*/false);
  MemoryRows rows = problem.buildMemory();
  rows.dropDominated();
  rows.setLimit(limit);
  ConstrainedOptions options;
  options.solver = getSolverOptions(problem.getNetwork());
  options.solver.work = options.work / 4;
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
  return std::move(found.solution);
}

/// Builds the nodes of `problem` and solves it without a limit. What its choice
/// holds, by the estimate, goes to `memory`.
static FailureOr<Solution> solveFree(SelectionProblem &problem,
                                     unsigned threads,
                                     std::optional<SelectionMemory> &memory) {
  if (failed(problem.buildNodes()))
    return failure();
  Solution solution = solveBest(problem, threads);
  if (memory && solution.cost < infiniteCost) {
    problem.buildEdges(/*triples=*/false);
    memory->peakBytes = problem.buildMemory().getPeak(solution.assignment);
  }
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

FailureOr<SelectionResult>
selectDistributions(ModuleOp module, CostModel model, Decision &decision,
                    const SelectionOptions &options) {
  const std::optional<MemoryLimit> &limit = options.limit;
  SelectionResult result;
  if (limit)
    result.memory.emplace();
  bool isFree = !limit || !limit->freeBound;
  double boundSeconds = isFree ? 0 : *limit->freeBound;
  FailureOr<Solution> solution = Solution();
  std::optional<SelectionProblem> problem;
  if (isFree) {
    // Other forms of ops stand in the module as long as a problem does.
    OwningOpRef<ModuleOp> untouched;
    if (limit)
      untouched = module.clone();
    problem.emplace(module, model);
    solution = solveFree(*problem, options.threads, result.memory);
    if (failed(solution))
      return failure();
    isFree = !limit || solution->cost == infiniteCost ||
             result.memory->peakBytes <= limit->bytes;
    if (!isFree) {
      boundSeconds = problem->getModel().toSeconds(solution->lowerBound,
                                                   problem->getNumRanks());
      module.getBodyRegion().takeBody(untouched->getBodyRegion());
    }
  }
  if (!isFree) {
    problem.emplace(module, model, /*countsMemory=*/true);
    if (failed(problem->buildNodes()))
      return failure();
    solution = solveInMemory(*problem, limit->bytes, *result.memory);
    // A limit makes nothing cheaper.
    solution->lowerBound =
        std::min(solution->cost, std::max(solution->lowerBound,
                                          toUnits(boundSeconds, *problem)));
  }
  const CostNetwork &network = problem->getNetwork();
  if (solution->cost == infiniteCost)
    return module.emitError()
           << "no choice of distributions satisfies the annotations";
  if (options.explain)
    problem->explain(solution->assignment);
  problem->readDecision(solution->assignment, decision);
  result.cost = solution->cost;
  result.lowerBound = solution->lowerBound;
  result.gap = solution->getGap();
  int64_t ranks = problem->getNumRanks();
  result.costSeconds = problem->getModel().toSeconds(solution->cost, ranks);
  result.lowerBoundSeconds =
      problem->getModel().toSeconds(solution->lowerBound, ranks);
  result.work = solution->work;
  result.numVariables = network.getNumVariables();
  result.numSignatureSets = problem->getNumSignatureSets();
  return result;
}

} // namespace sbp
