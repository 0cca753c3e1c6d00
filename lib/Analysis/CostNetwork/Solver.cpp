// Solver.cpp: the exact minimum of a cost network
//
// 1. Eliminate variables exactly while tables stay small (Elimination.h).
// 2. Split the rest into independent subnetworks; equal ones are solved once.
// 3. Bound from below and delete states by reduced cost (DualBound.h), then
//    eliminate again; repeat while states disappear.
// 4. If few states disappear, try elimination with large tables, or branch on a
//    variable: branch and bound with the dual bound.
// Elimination of integer tables proves the optimum; floating point only decides
// deletions. Branches run speculatively in parallel, but results are taken in
// order and recomputed if an earlier branch changed their input, so the
// solution is the same for any number of threads. Example: two variables with 2
// states and one table (0, 3, 1, 2) are eliminated in step 1: cost 0,
// assignment (0, 0), gap 0.

#include "sbp/Analysis/CostNetwork/Solver.h"
#include "DualBound.h"
#include "NeighbourhoodSearch.h"
#include "Symmetry.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace llvm;

namespace sbp {

double Solution::getGap() const {
  if (isOptimal())
    return 0.0;
  return (cost - lowerBound) / std::max(1.0, std::abs(cost));
}

/// Returns the position of every label among the kept states; the last one if
/// it was deleted, which can happen to labels of an infeasible assignment.
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

/// The work that may still be spent. A branch may be solved before the work of
/// earlier branches is known, as if that were zero. Every comparison with the
/// budget records its slack: the decision is the same as long as the earlier
/// branches take less than the slack.
class WorkBudget {
public:
  explicit WorkBudget(double allowed) : allowed(allowed) {}
  void spend(double work) { spent += work; }
  double getSpent() const { return spent; }
  double getLeft() const { return allowed - spent; }
  bool isSpent() {
    if (getLeft() <= 0)
      return true;
    limitSlack(getLeft());
    return false;
  }
  /// Returns true if `work` fits into the budget.
  bool covers(double work) {
    if (work > getLeft())
      return false;
    limitSlack(std::nextafter(getLeft() - work, kInfiniteCost));
    return true;
  }
  /// Returns all that is left. The slack is zero then: any earlier work would
  /// have changed the decision.
  double takeLeft() {
    limitSlack(0);
    return getLeft();
  }
  double getSlack() const { return slack; }
  void limitSlack(double most) { slack = std::min(slack, most); }

private:
  double allowed, spent = 0, slack = kInfiniteCost;
};

/// Solves what elimination leaves: bound, delete, eliminate, repeat; branch
/// when few states are deleted.
class CoreSolver {
public:
  CoreSolver(const SolverOptions &options, SolverThreads &threads, double work,
             bool isSpeculative = false)
      : options(options), threads(threads), budget(work),
        isSpeculative(isSpeculative),
        largestTable(std::max(options.coreTable, options.firstTable)) {}
  /// Sets the live variables of `assignment` and returns a lower bound. A bound
  /// of `cutoff` or more only proves that nothing is cheaper than `cutoff`, the
  /// cost of an assignment known elsewhere.
  double run(CostNetwork &network, ArrayRef<unsigned> known,
             std::vector<unsigned> &assignment, Cost cutoff,
             const DualShifts &shifts);

  const WorkBudget &getBudget() const { return budget; }
  /// Returns true if the solve was stopped early; its results are invalid.
  bool isAbandoned() const {
    return isSpeculative && threads.isSpeculationStopped();
  }

private:
  /// A range of states of one variable, and the result of its solve.
  struct Branch {
    unsigned variable = 0, first = 0, end = 0;
    std::vector<unsigned> states; ///< best assignment of all variables
    double lower = 0;
    double work = 0, slack = 0; ///< work spent, and slack of its budget
    bool isAbandoned = false;
  };
  /// Returns true if the work limit is reached. Speculative solves stop then:
  /// only now is it known how much work was left for them.
  bool isWorkSpent() {
    bool isSpent = budget.isSpent();
    if (isSpent)
      threads.stopSpeculation();
    return isSpent;
  }
  /// Returns the sweeps over `network` that the remaining work allows, at least
  /// ten.
  unsigned takeSweeps(const CostNetwork &network);
  void improve(CostNetwork &network, std::vector<unsigned> &labels);
  /// Returns true if elimination alone, with larger tables, solves `network`.
  bool eliminatesAll(CostNetwork &network);
  double solveRest(CostNetwork &network, std::vector<unsigned> &states,
                   bool deletedLittle, double lower, Cost cutoff,
                   DualShifts shifts);
  double branch(CostNetwork &network, std::vector<unsigned> &states,
                double lower, Cost cutoff, const DualShifts &shifts);
  /// `best`: an assignment of cost `cutoff` or less, or empty.
  void solveBranch(Branch &part, const CostNetwork &network,
                   ArrayRef<unsigned> best, Cost cutoff,
                   const DualShifts &shifts, bool isSpeculative) const;

  const SolverOptions &options;
  SolverThreads &threads;
  WorkBudget budget;
  /// The work of earlier branches is not known yet.
  bool isSpeculative;
  double sweepWork = 0;
  double largestTable;
};

unsigned CoreSolver::takeSweeps(const CostNetwork &network) {
  // Every sweep reads and shifts a table once per variable, forward and
  // backward. A small table takes as long as `kMinEntries` entries.
  constexpr double kMinEntries = 500;
  double perSweep = 1;
  for (const CostTerm &term : network.getTerms())
    if (term.live && term.variables.size() > 1)
      perSweep +=
          4.0 * term.variables.size() *
          (kMinEntries + network.getPool().get(term.table).entries.size());
  sweepWork = perSweep;
  if (budget.covers(options.sweeps * perSweep))
    return options.sweeps;
  threads.stopSpeculation();
  return static_cast<unsigned>(std::max(10.0, budget.takeLeft() / perSweep));
}

void CoreSolver::improve(CostNetwork &network, std::vector<unsigned> &labels) {
  if (isWorkSpent())
    return;
  NeighbourhoodSearch search(network, options.neighbourhoodTable);
  // Better assignments save sweeps, so the search may take as much work as
  // they.
  search.improve(labels, options.tries, options.sweeps * sweepWork);
  budget.spend(search.getWork());
}

bool CoreSolver::eliminatesAll(CostNetwork &network) {
  // An entry of a product takes about ten times as long as one of a sweep, and
  // a branch is usually refuted within ten sweeps.
  double work = estimateElimination(network, options.lastTable);
  if (options.branches && work > 10 * sweepWork)
    return false;
  return budget.covers(4 * work);
}

void CoreSolver::solveBranch(Branch &part, const CostNetwork &network,
                             ArrayRef<unsigned> best, Cost cutoff,
                             const DualShifts &shifts,
                             bool isSpeculative) const {
  KeptStates kept = keepAll(network);
  kept[part.variable] = to_vector<0>(seq(part.first, part.end));
  std::vector<unsigned> known;
  if (!best.empty() && best[part.variable] >= part.first &&
      best[part.variable] < part.end) {
    known = best.vec();
    known[part.variable] -= part.first;
  }
  TablePool pool(&network.getPool());
  CostNetwork sliced = sliceStates(network, kept, pool);
  CoreSolver solver(options, threads, budget.getLeft(), isSpeculative);
  part.states.assign(network.getNumVariables(), 0);
  part.lower = solver.run(sliced, known, part.states, cutoff,
                          shifts.slice(network, kept));
  part.states[part.variable] += part.first;
  part.work = solver.budget.getSpent();
  part.slack = solver.budget.getSlack();
  part.isAbandoned = solver.isAbandoned();
}

/// Branches on the variable with the largest neighbourhood. Its states are cut
/// into a few ranges in their order: states with the same first axis are
/// adjacent, and symmetric axes make solutions that differ in nothing else.
/// Branches are solved in parallel from what is known now. If one finds a
/// better assignment, the branches after it are solved again with the better
/// cutoff, as a sequential search would; so are speculative branches if the
/// work limit was reached anywhere, after which nothing is solved
/// speculatively.
double CoreSolver::branch(CostNetwork &network, std::vector<unsigned> &states,
                          double lower, Cost cutoff, const DualShifts &shifts) {
  constexpr unsigned kNumBranches = 3;
  unsigned branchVariable = findLargestNeighbourhood(network, {});
  unsigned domain = network.getDomain(branchVariable);
  SmallVector<Branch, kNumBranches> parts(std::min(kNumBranches, domain));
  for (auto [i, part] : enumerate(parts)) {
    part.variable = branchVariable;
    part.first = i * domain / parts.size();
    part.end = (i + 1) * domain / parts.size();
  }
  Cost best = network.evaluate(states);
  double least = kInfiniteCost;
  MutableArrayRef<Branch> rest = parts;
  while (!rest.empty()) {
    if (isAbandoned())
      return lower;
    unsigned helpers =
        threads.isSpeculationStopped() ? 0 : threads.reserve(rest.size() - 1);
    MutableArrayRef<Branch> solved = helpers == 0 ? rest.take_front(1) : rest;
    threads.parallelFor(solved.size(), helpers, [&](size_t i) {
      solveBranch(solved[i], network,
                  best <= cutoff ? ArrayRef(states) : ArrayRef<unsigned>(),
                  std::min(best, cutoff), shifts, isSpeculative || i > 0);
    });
    double before = 0; // Work of earlier branches since the budget was read.
    for (Branch &part : solved) {
      if (part.isAbandoned || (before > 0 && before >= part.slack))
        break; // It would have decided differently.
      rest = rest.drop_front();
      budget.limitSlack(part.slack - before);
      before += part.work;
      budget.spend(part.work);
      least = std::min(least, part.lower);
      Cost cost = network.evaluate(part.states);
      if (cost >= best)
        continue;
      bool isImprovement = cost < std::min(best, cutoff);
      best = cost;
      states = std::move(part.states);
      if (isImprovement)
        break;
    }
  }
  return std::max(lower, least);
}

/// Eliminates the restricted network; if variables remain, bounds again, or
/// branches if the last bound deleted few states. Returns a lower bound.
double CoreSolver::solveRest(CostNetwork &network,
                             std::vector<unsigned> &states, bool deletedLittle,
                             double lower, Cost cutoff, DualShifts shifts) {
  Elimination elimination(network);
  bool isSolved = elimination.run(largestTable) == 0;
  if (!isSolved && deletedLittle && eliminatesAll(network))
    isSolved = elimination.run(options.lastTable) == 0;
  budget.spend(elimination.getWork());
  shifts.applyElimination(elimination);
  if (isSolved) {
    lower = network.getConstant();
  } else if (isAbandoned() || isWorkSpent()) {
    // The known assignment and bound are the result.
  } else if (!deletedLittle) {
    std::vector<unsigned> labels = states;
    lower = std::max(lower, run(network, labels, states, cutoff, shifts));
  } else if (options.branches) {
    lower = branch(network, states, lower, cutoff, shifts);
  }
  elimination.decode(states);
  return lower;
}

double CoreSolver::run(CostNetwork &network, ArrayRef<unsigned> known,
                       std::vector<unsigned> &assignment, Cost cutoff,
                       const DualShifts &shifts) {
  DualBound bound = computeDualBound(
      network, takeSweeps(network), known, cutoff, shifts,
      [&](std::vector<unsigned> &labels) {
        if (cutoff == kInfiniteCost) // Gains little in branches.
          improve(network, labels);
      });
  budget.spend(bound.sweeps * sweepWork);
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
  CostNetwork sliced = sliceStates(network, bound.kept, network.getPool());
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

/// A connected component: variables that share no term with other variables.
struct Subnetwork {
  explicit Subnetwork(TablePool &pool) : network(pool) {}
  std::vector<unsigned> variables; ///< ascending
  CostNetwork network;
  /// Equal for components that differ in the numbers of variables only.
  std::vector<int64_t> key;
};
} // namespace

/// Returns the connected components of the live variables of `network`.
static std::vector<Subnetwork> splitIndependent(const CostNetwork &network) {
  auto isJoining = [](const CostTerm &term) {
    return term.live && !term.variables.empty();
  };
  IntEqClasses joined(network.getNumVariables());
  for (const CostTerm &term : make_filter_range(network.getTerms(), isJoining))
    for (unsigned other : term.variables)
      joined.join(term.variables.front(), other);
  joined.compress();
  std::vector<Subnetwork> parts;
  DenseMap<unsigned, size_t> partOf; // Indexed by equivalence class.
  std::vector<unsigned> numberOf(network.getNumVariables());
  for (unsigned v = 0; v < network.getNumVariables(); ++v) {
    if (!network.isLive(v))
      continue;
    auto [it, isNew] = partOf.try_emplace(joined[v], parts.size());
    if (isNew)
      parts.emplace_back(network.getPool());
    Subnetwork &part = parts[it->second];
    part.variables.push_back(v);
    part.key.push_back(network.getDomain(v));
    numberOf[v] = part.network.addVariable(network.getDomain(v));
  }
  for (const CostTerm &term :
       make_filter_range(network.getTerms(), isJoining)) {
    Subnetwork &part = parts[partOf.at(joined[term.variables.front()])];
    SmallVector<unsigned, 4> numbers;
    for (unsigned variable : term.variables)
      numbers.push_back(numberOf[variable]);
    part.network.addTerm(term.table, numbers);
    part.key.push_back(-1 - static_cast<int64_t>(term.table));
    append_range(part.key, numbers);
  }
  return parts;
}

/// Solves a component without known bounds, `states` being an assignment that
/// is known or empty. Sets it to the best one and returns a lower bound.
static double solvePart(CoreSolver &core, Subnetwork &part,
                        ArrayRef<StatePermutation> permutations,
                        std::vector<unsigned> &states) {
  CostNetwork &network = part.network;
  auto sufficient = findSufficientStates(
      network, restrictTo(part.variables, permutations), states);
  KeptStates kept = keepAll(network);
  CostNetwork sliced = network;
  if (sufficient) {
    kept[sufficient->variable].assign(sufficient->states.begin(),
                                      sufficient->states.end());
    sliced = sliceStates(network, kept, network.getPool());
    if (!states.empty()) {
      unsigned &state = states[sufficient->variable];
      state = llvm::lower_bound(sufficient->states, state) -
              sufficient->states.begin();
    }
  }
  std::vector<unsigned> known = states;
  states.resize(network.getNumVariables(), 0);
  double lower = core.run(sliced, known, states, kInfiniteCost, {});
  if (sufficient)
    states[sufficient->variable] =
        sufficient->states[states[sufficient->variable]];
  return lower;
}

/// Solves the components, equal ones once. Sets the live variables of
/// `assignment` and returns a lower bound.
static double solveParts(const CostNetwork &network,
                         const SolverOptions &options, SolverThreads &threads,
                         std::vector<unsigned> &assignment, double &work) {
  struct Solved {
    std::vector<unsigned> states;
    double lower = 0;
  };
  std::map<std::vector<int64_t>, Solved> solved;
  double lower = network.getConstant(), spent = 0;
  for (Subnetwork &part : splitIndependent(network)) {
    std::vector<unsigned> known;
    if (!options.known.empty())
      for (unsigned variable : part.variables) {
        known.push_back(options.known[variable]);
        part.key.push_back(known.back());
      }
    auto [it, isNew] = solved.try_emplace(std::move(part.key));
    Solved &result = it->second;
    if (isNew) {
      CoreSolver core(options, threads, std::max(0.0, options.work - spent));
      result.states = known;
      result.lower = solvePart(core, part, options.permutations, result.states);
      spent += core.getBudget().getSpent();
    }
    lower += result.lower;
    for (auto [variable, state] : zip_equal(part.variables, result.states))
      assignment[variable] = state;
  }
  work += spent;
  return lower;
}

Solution solve(const CostNetwork &network, const SolverOptions &options) {
  CostNetwork reduced = network;
  SolverThreads threads(options.threads);
  Elimination elimination(reduced, &threads);
  Solution solution;
  solution.assignment.assign(network.getNumVariables(), 0);
  if (!options.known.empty())
    solution.assignment = options.known;
  elimination.run(options.firstTable);
  solution.work = elimination.getWork();
  double lower =
      solveParts(reduced, options, threads, solution.assignment, solution.work);
  elimination.decode(solution.assignment);
  solution.cost = network.evaluate(solution.assignment);
  solution.lowerBound = std::min(lower, solution.cost);
  return solution;
}

} // namespace sbp
