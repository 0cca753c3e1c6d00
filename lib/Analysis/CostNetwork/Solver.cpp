// Solver.cpp: the exact minimum of a cost network

#include "sbp/Analysis/CostNetwork/Solver.h"
#include "DualBound.h"
#include "PartSearch.h"
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

/// The table entries that may still be visited. A part may be solved before it
/// is known what the parts before it take: all was decided as if these had
/// taken nothing, and is decided alike while they take less than the slack.
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
  bool covers(double work) {
    if (work > getLeft())
      return false;
    limitSlack(std::nextafter(getLeft() - work, infiniteCost));
    return true;
  }
  /// All that is left, and the slack with it.
  double takeLeft() {
    limitSlack(0);
    return getLeft();
  }
  double getSlack() const { return slack; }
  void limitSlack(double most) { slack = std::min(slack, most); }

private:
  double allowed, spent = 0, slack = infiniteCost;
};

/// What is left after elimination: bound, delete, eliminate, repeat; where
/// little is deleted any more, divide.
class CoreSolver {
public:
  CoreSolver(const SolverOptions &options, SolverThreads &threads, double work,
             bool isAhead = false)
      : options(options), threads(threads), budget(work), isAhead(isAhead),
        largestTable(std::max(options.coreTable, options.firstTable)) {}
  /// Sets the live variables of `assignment`; returns a lower bound, which says
  /// nothing more once it is at `cutoff`: an assignment of that cost is known.
  double run(CostNetwork &network, ArrayRef<unsigned> known,
             std::vector<unsigned> &assignment, Cost cutoff,
             const DualShifts &shifts);

  const WorkBudget &getBudget() const { return budget; }
  /// It ended early, and what it says means nothing.
  bool isGivenUp() const { return isAhead && threads.hasEndedAhead(); }

private:
  /// Some states of one variable.
  struct Part {
    unsigned variable = 0, first = 0, end = 0;
    std::vector<unsigned> states; ///< of all variables, the best found
    double lower = 0;
    double work = 0, slack = 0; ///< that it took; of its budget
    bool isGivenUp = false;
  };
  /// Whether the work that is allowed is used up. Whoever works ahead then
  /// works for nothing: it is known only now what was left for it.
  bool isWorkSpent() {
    bool isSpent = budget.isSpent();
    if (isSpent)
      threads.endAhead();
    return isSpent;
  }
  /// Sweeps over `network` that the remaining work pays for, at least ten.
  unsigned takeSweeps(const CostNetwork &network);
  void improve(CostNetwork &network, std::vector<unsigned> &labels);
  /// Whether elimination alone solves `network`, by larger tables.
  bool eliminatesAll(CostNetwork &network);
  double solveRest(CostNetwork &network, std::vector<unsigned> &states,
                   bool deletedLittle, double lower, Cost cutoff,
                   DualShifts shifts);
  double divide(CostNetwork &network, std::vector<unsigned> &states,
                double lower, Cost cutoff, const DualShifts &shifts);
  /// `best`: states of `network` that cost no more than `cutoff`, or empty.
  void solvePart(Part &part, const CostNetwork &network,
                 ArrayRef<unsigned> best, Cost cutoff, const DualShifts &shifts,
                 bool isAhead) const;

  const SolverOptions &options;
  SolverThreads &threads;
  WorkBudget budget;
  /// It is not known yet what the parts before this one take.
  bool isAhead;
  double sweepWork = 0;
  double largestTable;
};

unsigned CoreSolver::takeSweeps(const CostNetwork &network) {
  // Every sweep reads and shifts a table once per variable, twice each way; so
  // many entries are read in the time that a small one takes at least.
  constexpr double least = 500;
  double perSweep = 1;
  for (const CostTerm &term : network.getTerms())
    if (term.live && term.variables.size() > 1)
      perSweep += 4.0 * term.variables.size() *
                  (least + network.getPool().get(term.table).entries.size());
  sweepWork = perSweep;
  if (budget.covers(options.sweeps * perSweep))
    return options.sweeps;
  threads.endAhead();
  return static_cast<unsigned>(std::max(10.0, budget.takeLeft() / perSweep));
}

void CoreSolver::improve(CostNetwork &network, std::vector<unsigned> &labels) {
  if (isWorkSpent())
    return;
  PartSearch search(network, options.partTable);
  // What is found spares sweeps, so it may take as much as they.
  search.improve(labels, options.tries, options.sweeps * sweepWork);
  budget.spend(search.getWork());
}

bool CoreSolver::eliminatesAll(CostNetwork &network) {
  // An entry of a product takes about ten times what one of a sweep does, and
  // a part is mostly refuted in ten sweeps.
  double work = estimateElimination(network, options.lastTable);
  if (options.divides && work > 10 * sweepWork)
    return false;
  return budget.covers(4 * work);
}

void CoreSolver::solvePart(Part &part, const CostNetwork &network,
                           ArrayRef<unsigned> best, Cost cutoff,
                           const DualShifts &shifts, bool isAhead) const {
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
  CoreSolver solver(options, threads, budget.getLeft(), isAhead);
  part.states.assign(network.getNumVariables(), 0);
  part.lower = solver.run(sliced, known, part.states, cutoff,
                          shifts.slice(network, kept));
  part.states[part.variable] += part.first;
  part.work = solver.budget.getSpent();
  part.slack = solver.budget.getSlack();
  part.isGivenUp = solver.isGivenUp();
}

/// A few pieces of the states of the variable beside which most is open, in
/// their order: states that agree on the first axis are neighbours, and equal
/// axes make solutions that differ in nothing else. Pieces are solved beside
/// each other from what is known now. What is found in one is known to those
/// after it, which are solved again then: threads change no result. So are
/// those that worked ahead when somewhere the work that is allowed was used up;
/// from then on nobody does.
double CoreSolver::divide(CostNetwork &network, std::vector<unsigned> &states,
                          double lower, Cost cutoff, const DualShifts &shifts) {
  constexpr unsigned pieces = 3;
  unsigned divided = findMostOpen(network, {});
  unsigned domain = network.getDomain(divided);
  SmallVector<Part, pieces> parts(std::min(pieces, domain));
  for (auto [i, part] : enumerate(parts)) {
    part.variable = divided;
    part.first = i * domain / parts.size();
    part.end = (i + 1) * domain / parts.size();
  }
  Cost best = network.evaluate(states);
  double least = infiniteCost;
  MutableArrayRef<Part> rest = parts;
  while (!rest.empty()) {
    if (isGivenUp())
      return lower;
    unsigned helpers =
        threads.hasEndedAhead() ? 0 : threads.reserve(rest.size() - 1);
    MutableArrayRef<Part> solved = helpers == 0 ? rest.take_front(1) : rest;
    threads.share(solved.size(), helpers, [&](size_t i) {
      solvePart(solved[i], network,
                best <= cutoff ? ArrayRef(states) : ArrayRef<unsigned>(),
                std::min(best, cutoff), shifts, isAhead || i > 0);
    });
    double before = 0; // what was taken since their budget was what it is
    for (Part &part : solved) {
      if (part.isGivenUp || (before > 0 && before >= part.slack))
        break; // it would have decided otherwise
      rest = rest.drop_front();
      budget.limitSlack(part.slack - before);
      before += part.work;
      budget.spend(part.work);
      least = std::min(least, part.lower);
      Cost cost = network.evaluate(part.states);
      if (cost >= best)
        continue;
      bool isNews = cost < std::min(best, cutoff);
      best = cost;
      states = std::move(part.states);
      if (isNews)
        break;
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
  budget.spend(elimination.getWork());
  shifts.follow(elimination);
  if (isSolved) {
    lower = network.getConstant();
  } else if (isGivenUp() || isWorkSpent()) {
    // What is known is all there is.
  } else if (!deletedLittle) {
    std::vector<unsigned> labels = states;
    lower = std::max(lower, run(network, labels, states, cutoff, shifts));
  } else if (options.divides) {
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

/// Variables that no term joins with others, as a network of their own.
struct Subnetwork {
  explicit Subnetwork(TablePool &pool) : network(pool) {}
  std::vector<unsigned> variables; ///< ascending
  CostNetwork network;
  /// Equal for those that differ in the numbers of variables alone.
  std::vector<int64_t> key;
};
} // namespace

/// All live variables of `network`.
static std::vector<Subnetwork> takeApart(const CostNetwork &network) {
  auto isJoining = [](const CostTerm &term) {
    return term.live && !term.variables.empty();
  };
  IntEqClasses joined(network.getNumVariables());
  for (const CostTerm &term : make_filter_range(network.getTerms(), isJoining))
    for (unsigned other : term.variables)
      joined.join(term.variables.front(), other);
  joined.compress();
  std::vector<Subnetwork> parts;
  DenseMap<unsigned, size_t> partOf; // by class
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

/// What is left after elimination, by what no term joins: equal ones once.
/// Sets the live variables of `assignment`; returns a lower bound.
static double solveParts(const CostNetwork &network,
                         const SolverOptions &options, SolverThreads &threads,
                         std::vector<unsigned> &assignment, double &work) {
  struct Solved {
    std::vector<unsigned> states;
    double lower = 0;
  };
  std::map<std::vector<int64_t>, Solved> solved;
  double lower = network.getConstant(), spent = 0;
  for (Subnetwork &part : takeApart(network)) {
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
      result.states.resize(part.variables.size(), 0);
      result.lower =
          core.run(part.network, known, result.states, infiniteCost, {});
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
