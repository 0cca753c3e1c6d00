// ConstrainedSolver.cpp: the least cost within a memory limit
//
// Lagrangian relaxation and branch and bound. For prices p >= 0 per byte and
// point of time, min over x of cost(x) + sum p (bytes(x) - limit) is a lower
// bound of the constrained minimum. Prices are found by bisection of a common
// price, then by the volume algorithm (Barahona and Anbil 2000), which follows
// an average subgradient. Every solve also gives an assignment; assignments
// between an infeasible and a feasible one are found by fixing variables. What
// gap is left is branched on, best bound first.
// Example: one variable with states (cost 0, 8 bytes) and (cost 3, 4 bytes) and
// a limit of 4 bytes: at a price of 0.75 per byte both have the same value, the
// bound is 3, and the second state is optimal.

#include "sbp/Analysis/CostNetwork/ConstrainedSolver.h"
#include "MemoryPrices.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>
#include <cmath>
#include <queue>

using namespace llvm;

namespace sbp {

namespace {

/// A node of the search tree: some states of some variables are excluded.
struct Branch {
  std::vector<Exclusion> excluded;
  std::vector<double> prices;
  double bound;
  unsigned number; ///< creation order; the older of equal bounds goes first
};

/// Orders the priority queue: the lowest bound is on top.
struct WorseBound {
  bool operator()(const Branch &a, const Branch &b) const {
    return std::tie(a.bound, a.number) > std::tie(b.bound, b.number);
  }
};

class Search {
public:
  Search(const CostNetwork &network, const MemoryTerms &memory,
         const ConstrainedOptions &options)
      : memory(memory), options(options),
        relaxation(network, memory, options.solver),
        begin(std::chrono::steady_clock::now()) {}
  ConstrainedSolution run();

private:
  /// The result of relaxing a branch at several prices.
  struct Outcome {
    double bound = -kInfiniteCost;     ///< best bound of all prices
    std::vector<double> prices;        ///< the prices of that bound
    std::optional<Relaxed> infeasible; ///< too large, of the best bound
    std::optional<Relaxed> feasible;   ///< within the limit, of the best bound
  };

  bool isExhausted() const;
  Relaxed relax(const Branch &branch, ArrayRef<double> prices,
                Outcome &outcome);
  void consider(const Relaxed &relaxed);
  std::vector<double> findFirstPrices(const Branch &root, Outcome &outcome);
  void improve(const Branch &branch, unsigned steps, Outcome &outcome);
  std::vector<double> step(ArrayRef<double> usage, ArrayRef<double> prices,
                           double distance) const;
  void bisectChoices(const Branch &branch, const Relaxed &infeasible,
                     const Relaxed &feasible);
  void split(const Branch &branch, const Outcome &outcome);
  void visit(Branch branch, unsigned steps);
  /// Returns true if a branch with this bound cannot improve on the best.
  bool isPruned(double bound) const { return bound >= best.solution.cost; }

  const MemoryTerms &memory;
  const ConstrainedOptions &options;
  Relaxation relaxation;
  std::chrono::steady_clock::time_point begin;
  ConstrainedSolution best;
  std::priority_queue<Branch, std::vector<Branch>, WorseBound> open;
  unsigned numParts = 0, numRelaxed = 0;
  /// The least bound of a branch that was given up without an assignment.
  double abandoned = kInfiniteCost;
};

} // namespace

/// Returns true once the limit on work, relaxations or time is reached.
bool Search::isExhausted() const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  return relaxation.getWork() >= options.work ||
         numRelaxed >= options.relaxations ||
         (options.seconds > 0 && spent.count() >= options.seconds);
}

/// Keeps an assignment if it is the best feasible, or the smallest, so far.
void Search::consider(const Relaxed &relaxed) {
  if (relaxed.cost == kInfiniteCost)
    return;
  if (std::pair(relaxed.peak, relaxed.cost) <
      std::pair(best.smallestPeak, best.smallestCost)) {
    best.smallestPeak = relaxed.peak;
    best.smallestCost = relaxed.cost;
    best.smallest = relaxed.assignment;
  }
  if (relaxed.peak > memory.getLimit() || relaxed.cost >= best.solution.cost)
    return;
  best.solution.cost = relaxed.cost;
  best.solution.assignment = relaxed.assignment;
  best.peak = relaxed.peak;
}

/// Relaxes a branch at `prices` and records bound and assignment in `outcome`.
Relaxed Search::relax(const Branch &branch, ArrayRef<double> prices,
                      Outcome &outcome) {
  ++numRelaxed;
  Relaxed relaxed = relaxation.solve(prices, branch.excluded);
  consider(relaxed);
  if (relaxed.bound > outcome.bound || outcome.prices.empty()) {
    outcome.bound = relaxed.bound;
    outcome.prices = prices.vec();
  }
  if (relaxed.cost == kInfiniteCost)
    return relaxed;
  auto &side =
      relaxed.peak > memory.getLimit() ? outcome.infeasible : outcome.feasible;
  if (!side || relaxed.bound > side->bound)
    side = relaxed;
  return relaxed;
}

/// Returns the prices of the best bound at the root. All points that turn out
/// too full have one common price, which is doubled twice until the assignment
/// fits and then bisected on a logarithmic scale.
std::vector<double> Search::findFirstPrices(const Branch &root,
                                            Outcome &outcome) {
  std::vector<double> weights(memory.getNumPoints(), 0);
  auto priced = [&](double price) {
    std::vector<double> prices;
    for (double weight : weights)
      prices.push_back(weight * price);
    return prices;
  };
  auto addFullestPoint = [&](const Relaxed &relaxed) {
    bool added = false;
    auto fullest = llvm::max_element(relaxed.usage) - relaxed.usage.begin();
    for (auto [point, bytes] : enumerate(relaxed.usage))
      if (bytes > memory.getLimit() && weights[point] == 0 &&
          static_cast<long>(point) == fullest)
        added = weights[point] = 1;
    return added;
  };
  // Without prices: the unlimited optimum, which may fit already.
  Relaxed free = relax(root, priced(0), outcome);
  best.freeBound = free.bound;
  if (free.cost == kInfiniteCost || free.peak <= memory.getLimit())
    return priced(0);
  addFullestPoint(free);
  double low = 0, high = relaxation.getPriceScale();
  const double priceLimit = relaxation.getPriceLimit();
  std::vector<double> last = priced(high);
  for (unsigned i = 0; i < 60 && !isExhausted(); ++i) {
    last = priced(high);
    Relaxed relaxed = relax(root, last, outcome);
    if (relaxed.cost == kInfiniteCost || relaxed.peak <= memory.getLimit())
      break;
    if (addFullestPoint(relaxed))
      continue;
    if (high >= priceLimit)
      return last;
    low = high;
    high = std::min(4 * high, priceLimit);
  }
  for (unsigned i = 0; i < 24 && !isExhausted() && high > low * 1.0001; ++i) {
    double middle = low == 0 ? high / 8 : std::sqrt(low * high);
    if (low == 0 && middle < relaxation.getPriceScale() * 1e-6)
      break;
    Relaxed relaxed = relax(root, priced(middle), outcome);
    if (isPruned(outcome.bound))
      break;
    (relaxed.peak > memory.getLimit() ? low : high) = middle;
  }
  return outcome.prices;
}

/// Returns the prices after a step along the subgradient `usage` - limit,
/// scaled so that the bound would rise by `distance` if it were linear
/// (Polyak's rule).
std::vector<double> Search::step(ArrayRef<double> usage,
                                 ArrayRef<double> prices,
                                 double distance) const {
  std::vector<double> next = prices.vec(), slope(prices.size(), 0);
  double norm = 0;
  for (auto [point, bytes] : enumerate(usage)) {
    slope[point] = bytes - memory.getLimit();
    if (slope[point] < 0 && prices[point] == 0)
      slope[point] = 0;
    norm += slope[point] * slope[point];
  }
  if (norm == 0)
    return next;
  for (auto [price, direction] : zip_equal(next, slope))
    price = std::clamp(price + distance / norm * direction, 0.0,
                       relaxation.getPriceLimit());
  return next;
}

/// Raises the bound of a branch by the volume algorithm: steps start from the
/// best prices so far and follow an exponential average of the usage.
void Search::improve(const Branch &branch, unsigned steps, Outcome &outcome) {
  std::vector<double> prices = branch.prices, average;
  double length = 1;
  unsigned failures = 0;
  for (unsigned i = 0; i < steps && !isExhausted(); ++i) {
    double before = outcome.bound;
    Relaxed relaxed = relax(branch, prices, outcome);
    if (relaxed.cost == kInfiniteCost || isPruned(outcome.bound))
      return;
    // Complementary slackness: it fits and pays for no unused byte, so it is
    // the optimum of this branch.
    if (relaxed.peak <= memory.getLimit() && relaxed.bound >= relaxed.cost)
      return;
    if (average.empty())
      average = relaxed.usage;
    for (auto [mean, bytes] : zip_equal(average, relaxed.usage))
      mean += 0.3 * (bytes - mean);
    if (outcome.bound > before) {
      // Longer steps after a success, shorter ones after every third failure.
      length = std::min(2.0, 1.2 * length);
    } else if (++failures % 3 == 0) {
      length *= 0.6;
    }
    double target = best.solution.cost < kInfiniteCost
                        ? best.solution.cost
                        : outcome.bound + 0.05 * std::abs(outcome.bound) + 64;
    // The average is not representative in the first iterations.
    std::vector<double> next =
        step(i < 2 ? relaxed.usage : average, outcome.prices,
             length * std::max(1.0, target - outcome.bound));
    if (next == prices)
      return;
    prices = std::move(next);
  }
}

/// Searches between an infeasible and a feasible assignment: binary search for
/// the smallest prefix of the differing variables, in program order, that must
/// take their feasible states. Equal layers switch together when a price rises;
/// this switches some of them only.
void Search::bisectChoices(const Branch &branch, const Relaxed &infeasible,
                           const Relaxed &feasible) {
  SmallVector<unsigned> differing;
  for (unsigned v = 0; v < infeasible.assignment.size(); ++v)
    if (infeasible.assignment[v] != feasible.assignment[v])
      differing.push_back(v);
  size_t tooFew = 0, enough = differing.size();
  while (enough - tooFew > 1 && !isExhausted()) {
    size_t count = (tooFew + enough) / 2;
    std::vector<Exclusion> excluded = branch.excluded;
    for (unsigned v : ArrayRef(differing).take_front(count)) {
      BitVector others(relaxation.getDomain(v), /*t=*/true);
      others.reset(feasible.assignment[v]);
      excluded.push_back({v, std::move(others)});
    }
    ++numRelaxed;
    Relaxed mixed = relaxation.solve(infeasible.prices, excluded);
    consider(mixed);
    bool fits = mixed.cost != kInfiniteCost && mixed.peak <= memory.getLimit();
    (fits ? enough : tooFew) = count;
  }
}

/// Branches on the variable whose states differ most in priced bytes between a
/// feasible and an infeasible assignment.
void Search::split(const Branch &branch, const Outcome &outcome) {
  const Relaxed *infeasible =
      outcome.infeasible ? &*outcome.infeasible : nullptr;
  const Relaxed *feasible = outcome.feasible ? &*outcome.feasible : nullptr;
  if (!infeasible && !feasible) {
    abandoned = std::min(abandoned, outcome.bound);
    return;
  }
  std::optional<Branching> branching = relaxation.branch(
      infeasible ? *infeasible : *feasible, feasible ? feasible : nullptr,
      outcome.prices, branch.excluded);
  if (!branching)
    return;
  for (bool side : {false, true}) {
    Branch half{branch.excluded, outcome.prices, outcome.bound, ++numParts};
    Exclusion excluded{branching->variable, branching->isLow};
    if (side)
      excluded.states.flip();
    half.excluded.push_back(std::move(excluded));
    open.push(std::move(half));
  }
}

/// Bounds a branch and pushes its children, unless it is pruned or solved.
void Search::visit(Branch branch, unsigned steps) {
  Outcome outcome;
  improve(branch, steps, outcome);
  outcome.bound = std::max(outcome.bound, branch.bound);
  if (outcome.prices.empty())
    return open.push(std::move(branch)); // The limits left no time for it.
  bool isSolved = outcome.feasible && !outcome.infeasible &&
                  outcome.feasible->bound >= outcome.feasible->cost;
  if (isPruned(outcome.bound) || isSolved)
    return;
  if (outcome.infeasible && outcome.feasible && branch.excluded.size() % 4 == 0)
    bisectChoices(branch, *outcome.infeasible, *outcome.feasible);
  split(branch, outcome);
}

ConstrainedSolution Search::run() {
  Branch root{
      {}, std::vector<double>(memory.getNumPoints(), 0), -kInfiniteCost, 0};
  Outcome first;
  root.prices = findFirstPrices(root, first);
  root.bound = first.bound;
  if (first.infeasible && first.feasible && !isPruned(root.bound))
    bisectChoices(root, *first.infeasible, *first.feasible);
  best.peakBound = relaxation.getPeakBound();
  if (!isPruned(root.bound))
    visit(std::move(root), 40);
  while (!open.empty() && !isExhausted() && !isPruned(open.top().bound)) {
    Branch branch = open.top();
    open.pop();
    visit(std::move(branch), 8);
  }
  Solution &solution = best.solution;
  solution.work = relaxation.getWork();
  solution.lowerBound = std::min(solution.cost, abandoned);
  if (!open.empty())
    solution.lowerBound = std::min(solution.lowerBound, open.top().bound);
  return std::move(best);
}

ConstrainedSolution solveWithin(const CostNetwork &network,
                                const MemoryTerms &memory,
                                const ConstrainedOptions &options) {
  // Variables without memory terms are eliminated exactly before: no price can
  // change their choice.
  BitVector holds(network.getNumVariables());
  for (const MemoryTerm &term : memory.getTerms())
    for (unsigned variable : term.variables)
      holds.set(variable);
  CostNetwork reduced = network;
  Elimination elimination(reduced);
  if (!holds.all())
    elimination.run(options.solver.firstTable, holds);
  ConstrainedSolution found = Search(reduced, memory, options).run();
  for (auto *assignment : {&found.solution.assignment, &found.smallest})
    if (!assignment->empty())
      elimination.decode(*assignment);
  found.solution.work += elimination.getWork();
  return found;
}

} // namespace sbp
