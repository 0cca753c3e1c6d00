//===- Solver.cpp - the exact minimum of a cost network -------------------===//

#include "sbp/Analysis/Selection/Solver.h"
#include "DualBound.h"
#include "PartSearch.h"
#include "sbp/Analysis/Selection/Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

double Solution::getGap() const {
  if (isOptimal())
    return 0.0;
  return (cost - lowerBound) / std::max(1.0, std::abs(cost));
}

/// The position of every label among the states that are kept; the last where
/// it is not, as labels that are impossible together may be.
static std::vector<unsigned> toSliced(const CostNetwork &network,
                                      const DualBound &bound) {
  std::vector<unsigned> labels(network.getNumVariables(), 0);
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v))
      labels[v] = std::min<size_t>(
          llvm::lower_bound(bound.kept[v], bound.labelling[v]) -
              bound.kept[v].begin(),
          bound.kept[v].size() - 1);
  return labels;
}

namespace {

/// What is left after elimination: bound, delete, eliminate, repeat; where
/// little is deleted any more, divide.
class CoreSolver {
public:
  explicit CoreSolver(const SolverOptions &options)
      : options(options),
        largestTable(std::max(options.coreTable, options.firstTable)) {}
  /// Sets the live variables of `assignment`; returns a lower bound, which says
  /// nothing more once it is at `cutoff`: an assignment of that cost is known.
  double run(CostNetwork &network, ArrayRef<unsigned> known,
             std::vector<unsigned> &assignment, Cost cutoff,
             const DualShifts &shifts);

  double getWork() const { return spent; }

private:
  /// Sweeps over `network` that the remaining work pays for, at least ten.
  unsigned takeSweeps(const CostNetwork &network);
  void improve(CostNetwork &network, std::vector<unsigned> &labels);
  /// Whether elimination alone solves `network`, by larger tables.
  bool eliminatesAll(CostNetwork &network) const;
  double solveRest(CostNetwork &network, std::vector<unsigned> &states,
                   bool deletedLittle, double lower, Cost cutoff,
                   DualShifts shifts);
  double divide(CostNetwork &network, std::vector<unsigned> &states,
                double lower, Cost cutoff, const DualShifts &shifts);

  const SolverOptions &options;
  double spent = 0, sweepWork = 0;
  double largestTable;
};

unsigned CoreSolver::takeSweeps(const CostNetwork &network) {
  // Every sweep reads and shifts a table once per variable, twice each way.
  double perSweep = 1;
  for (const CostTerm &term : network.getTerms())
    if (term.live && term.variables.size() > 1)
      perSweep += 4.0 * term.variables.size() *
                  network.getPool().get(term.table).entries.size();
  double affordable = std::max(0.0, options.work - spent) / perSweep;
  auto taken = static_cast<unsigned>(
      std::max(10.0, std::min<double>(options.sweeps, affordable)));
  sweepWork = perSweep;
  return taken;
}

void CoreSolver::improve(CostNetwork &network, std::vector<unsigned> &labels) {
  if (spent >= options.work)
    return;
  PartSearch search(network, options.partTable);
  // What is found spares sweeps, so it may take as much as they.
  search.improve(labels, options.tries, options.sweeps * sweepWork);
  spent += search.getWork();
}

bool CoreSolver::eliminatesAll(CostNetwork &network) const {
  // An entry of a product takes about ten times what one of a sweep does, and
  // a part is mostly refuted in ten sweeps.
  double limit = std::max(0.0, options.work - spent) / 4;
  if (options.divides)
    limit = std::min(limit, 10 * sweepWork);
  return estimateElimination(network, options.lastTable) <= limit;
}

/// A few pieces of the states of the variable beside which most is open, in
/// their order: states that agree on the first axis are neighbours, and equal
/// axes make solutions that differ in nothing else.
double CoreSolver::divide(CostNetwork &network, std::vector<unsigned> &states,
                          double lower, Cost cutoff, const DualShifts &shifts) {
  constexpr size_t pieces = 3;
  unsigned divided = findMostOpen(network, {});
  KeptStates kept = keepAll(network);
  size_t domain = kept[divided].size(), tables = network.getPool().size();
  Cost best = network.evaluate(states);
  double least = infiniteCost;
  for (size_t i = 0; i < std::min(pieces, domain); ++i) {
    unsigned first = i * domain / std::min(pieces, domain),
             end = (i + 1) * domain / std::min(pieces, domain);
    kept[divided] = to_vector<0>(seq(first, end));
    std::vector<unsigned> found(states.size(), 0), known;
    if (states[divided] >= first && states[divided] < end) {
      known = states;
      known[divided] -= first;
    }
    {
      CostNetwork part = sliceStates(network, kept);
      least = std::min(least, run(part, known, found, std::min(best, cutoff),
                                  shifts.slice(network, kept)));
    }
    network.getPool().shrink(tables);
    found[divided] += first;
    if (Cost cost = network.evaluate(found); cost < best) {
      best = cost;
      states = std::move(found);
    }
  }
  return std::max(lower, least);
}

double CoreSolver::solveRest(CostNetwork &network,
                             std::vector<unsigned> &states, bool deletedLittle,
                             double lower, Cost cutoff, DualShifts shifts) {
  Elimination elimination(network);
  bool isSolved = elimination.run(largestTable) == 0;
  if (!isSolved && deletedLittle && eliminatesAll(network))
    isSolved = elimination.run(options.lastTable) == 0;
  spent += elimination.getWork();
  shifts.follow(elimination);
  if (isSolved) {
    lower = network.getConstant();
  } else if (spent < options.work && !deletedLittle) {
    std::vector<unsigned> labels = states;
    lower = std::max(lower, run(network, labels, states, cutoff, shifts));
  } else if (spent < options.work && options.divides) {
    lower = divide(network, states, lower, cutoff, shifts);
  }
  elimination.decode(states);
  return lower;
}

double CoreSolver::run(CostNetwork &network, ArrayRef<unsigned> known,
                       std::vector<unsigned> &assignment, Cost cutoff,
                       const DualShifts &shifts) {
  DualBound bound =
      boundFromBelow(network, takeSweeps(network), known, cutoff, shifts,
                     [&](std::vector<unsigned> &labels) {
                       if (cutoff == infiniteCost) // later on it gains little
                         improve(network, labels);
                     });
  spent += bound.sweeps * sweepWork;
  double lower = std::min(getSafeBound(bound.lowerBound), bound.upperBound);
  auto accept = [&](ArrayRef<unsigned> states) {
    for (unsigned v = 0; v < network.getNumVariables(); ++v)
      if (network.isLive(v))
        assignment[v] = states[v];
  };
  if (bound.isRefuted || lower >= std::min(bound.upperBound, cutoff)) {
    if (!bound.labelling.empty())
      accept(bound.labelling);
    return bound.isRefuted ? cutoff : lower;
  }
  CostNetwork sliced = sliceStates(network, bound.kept);
  std::vector<unsigned> states = toSliced(network, bound);
  lower =
      solveRest(sliced, states, bound.statesAfter > 0.8 * bound.statesBefore,
                lower, std::min(cutoff, bound.upperBound),
                bound.shifts.slice(network, bound.kept));
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v))
      states[v] = bound.kept[v][states[v]];
  accept(states);
  return lower;
}

} // namespace

Solution solve(const CostNetwork &network, const SolverOptions &options) {
  CostNetwork reduced = network;
  Elimination elimination(reduced);
  Solution solution;
  solution.assignment.assign(network.getNumVariables(), 0);
  if (!options.known.empty())
    solution.assignment = options.known;
  double lower;
  bool isSolved = elimination.run(options.firstTable) == 0;
  solution.work = elimination.getWork();
  if (isSolved) {
    lower = reduced.getConstant();
  } else {
    std::vector<unsigned> known = options.known;
    CoreSolver core(options);
    lower = core.run(reduced, known, solution.assignment, infiniteCost, {});
    solution.work += core.getWork();
  }
  elimination.decode(solution.assignment);
  solution.cost = network.evaluate(solution.assignment);
  solution.lowerBound = std::min(lower, solution.cost);
  return solution;
}

} // namespace sbp
