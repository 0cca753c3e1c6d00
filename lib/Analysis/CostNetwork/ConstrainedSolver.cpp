// ConstrainedSolver.cpp: the least cost that fits into memory

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

/// A part of the problem: some states of some variables are excluded.
struct Part {
  std::vector<Exclusion> excluded;
  std::vector<double> prices;
  double bound;
  unsigned number; ///< the older of equals goes first
};

struct WorseBound {
  bool operator()(const Part &a, const Part &b) const {
    return std::tie(a.bound, a.number) > std::tie(b.bound, b.number);
  }
};

class Search {
public:
  Search(const CostNetwork &network, const MemoryRows &rows,
         const ConstrainedOptions &options)
      : rows(rows), options(options), relaxation(network, rows, options.solver),
        begin(std::chrono::steady_clock::now()) {}
  ConstrainedSolution run();

private:
  /// What relaxing a part at several prices showed.
  struct Outcome {
    double bound = -infiniteCost; ///< the best of all prices
    std::vector<double> prices;   ///< that gave it
    std::optional<Relaxed> over;  ///< of the best bound among those too large
    std::optional<Relaxed> under; ///< of the best among those that fit
  };

  bool isOver() const;
  Relaxed relax(const Part &part, ArrayRef<double> prices, Outcome &outcome);
  void offer(const Relaxed &relaxed);
  std::vector<double> findFirstPrices(const Part &root, Outcome &outcome);
  void improve(const Part &part, unsigned steps, Outcome &outcome);
  std::vector<double> step(ArrayRef<double> usage, ArrayRef<double> prices,
                           double distance) const;
  void mix(const Part &part, const Relaxed &over, const Relaxed &under);
  void split(const Part &part, const Outcome &outcome);
  void visit(Part part, unsigned steps);
  /// Nothing that costs less than what is known can be there.
  bool isBeaten(double bound) const { return bound >= best.solution.cost; }

  const MemoryRows &rows;
  const ConstrainedOptions &options;
  Relaxation relaxation;
  std::chrono::steady_clock::time_point begin;
  ConstrainedSolution best;
  std::priority_queue<Part, std::vector<Part>, WorseBound> open;
  unsigned numParts = 0, numRelaxed = 0;
};

} // namespace

bool Search::isOver() const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  return relaxation.getWork() >= options.work ||
         numRelaxed >= options.relaxations ||
         (options.seconds > 0 && spent.count() >= options.seconds);
}

void Search::offer(const Relaxed &relaxed) {
  if (relaxed.cost == infiniteCost)
    return;
  if (std::pair(relaxed.peak, relaxed.cost) <
      std::pair(best.smallestPeak, best.smallestCost)) {
    best.smallestPeak = relaxed.peak;
    best.smallestCost = relaxed.cost;
    best.smallest = relaxed.assignment;
  }
  if (relaxed.peak > rows.getLimit() || relaxed.cost >= best.solution.cost)
    return;
  best.solution.cost = relaxed.cost;
  best.solution.assignment = relaxed.assignment;
  best.peak = relaxed.peak;
}

Relaxed Search::relax(const Part &part, ArrayRef<double> prices,
                      Outcome &outcome) {
  ++numRelaxed;
  Relaxed relaxed = relaxation.solve(prices, part.excluded);
  offer(relaxed);
  if (relaxed.bound > outcome.bound || outcome.prices.empty()) {
    outcome.bound = relaxed.bound;
    outcome.prices = prices.vec();
  }
  if (relaxed.cost == infiniteCost)
    return relaxed;
  auto &side = relaxed.peak > rows.getLimit() ? outcome.over : outcome.under;
  if (!side || relaxed.bound > side->bound)
    side = relaxed;
  return relaxed;
}

/// One price for all points that turn out too full: doubled until everything
/// fits, then bisected.
std::vector<double> Search::findFirstPrices(const Part &root,
                                            Outcome &outcome) {
  std::vector<double> weights(rows.getNumPoints(), 0);
  auto priced = [&](double price) {
    std::vector<double> prices;
    for (double weight : weights)
      prices.push_back(weight * price);
    return prices;
  };
  auto addFull = [&](const Relaxed &relaxed) {
    bool added = false;
    auto fullest = llvm::max_element(relaxed.usage) - relaxed.usage.begin();
    for (auto [point, bytes] : enumerate(relaxed.usage))
      if (bytes > rows.getLimit() && weights[point] == 0 &&
          static_cast<long>(point) == fullest)
        added = weights[point] = 1;
    return added;
  };
  Relaxed free = relax(root, priced(0), outcome);
  best.freeBound = free.bound;
  if (free.cost == infiniteCost || free.peak <= rows.getLimit())
    return priced(0);
  addFull(free);
  double low = 0, high = relaxation.getPriceScale();
  const double dearest = relaxation.getDearestPrice();
  std::vector<double> last = priced(high);
  for (unsigned i = 0; i < 60 && !isOver(); ++i) {
    last = priced(high);
    Relaxed relaxed = relax(root, last, outcome);
    if (relaxed.cost == infiniteCost || relaxed.peak <= rows.getLimit())
      break;
    if (addFull(relaxed))
      continue;
    if (high >= dearest)
      return last;
    low = high;
    high = std::min(4 * high, dearest);
  }
  for (unsigned i = 0; i < 24 && !isOver() && high > low * 1.0001; ++i) {
    double middle = low == 0 ? high / 8 : std::sqrt(low * high);
    if (low == 0 && middle < relaxation.getPriceScale() * 1e-6)
      break;
    Relaxed relaxed = relax(root, priced(middle), outcome);
    if (isBeaten(outcome.bound))
      break;
    (relaxed.peak > rows.getLimit() ? low : high) = middle;
  }
  return outcome.prices;
}

/// Along what is too much or too little at every point, as far as `target`
/// promises.
std::vector<double> Search::step(ArrayRef<double> usage,
                                 ArrayRef<double> prices,
                                 double distance) const {
  std::vector<double> next = prices.vec(), slope(prices.size(), 0);
  double norm = 0;
  for (auto [point, bytes] : enumerate(usage)) {
    slope[point] = bytes - rows.getLimit();
    if (slope[point] < 0 && prices[point] == 0)
      slope[point] = 0;
    norm += slope[point] * slope[point];
  }
  if (norm == 0)
    return next;
  for (auto [price, direction] : zip_equal(next, slope))
    price = std::clamp(price + distance / norm * direction, 0.0,
                       relaxation.getDearestPrice());
  return next;
}

/// The volume algorithm: steps from the best prices known, along the average of
/// what recent choices hold.
void Search::improve(const Part &part, unsigned steps, Outcome &outcome) {
  std::vector<double> prices = part.prices, average;
  double length = 1;
  unsigned failures = 0;
  for (unsigned i = 0; i < steps && !isOver(); ++i) {
    double before = outcome.bound;
    Relaxed relaxed = relax(part, prices, outcome);
    if (relaxed.cost == infiniteCost || isBeaten(outcome.bound))
      return;
    // Fits and pays for nothing it does not use: nothing here is cheaper.
    if (relaxed.peak <= rows.getLimit() && relaxed.bound >= relaxed.cost)
      return;
    if (average.empty())
      average = relaxed.usage;
    for (auto [mean, bytes] : zip_equal(average, relaxed.usage))
      mean += 0.3 * (bytes - mean);
    if (outcome.bound > before) {
      length = std::min(2.0, 1.2 * length);
    } else if (++failures % 3 == 0) {
      length *= 0.6;
    }
    double target = best.solution.cost < infiniteCost
                        ? best.solution.cost
                        : outcome.bound + 0.05 * std::abs(outcome.bound) + 64;
    // What was just too full counts in full while little is known.
    std::vector<double> next =
        step(i < 2 ? relaxed.usage : average, outcome.prices,
             length * std::max(1.0, target - outcome.bound));
    if (next == prices)
      return;
    prices = std::move(next);
  }
}

/// Between a choice that is too large and one that fits: as few variables as
/// possible, in program order, as in the latter. Equal layers switch all at
/// once when a price rises; this switches some of them.
void Search::mix(const Part &part, const Relaxed &over, const Relaxed &under) {
  SmallVector<unsigned> differing;
  for (unsigned v = 0; v < over.assignment.size(); ++v)
    if (over.assignment[v] != under.assignment[v])
      differing.push_back(v);
  size_t tooFew = 0, enough = differing.size();
  while (enough - tooFew > 1 && !isOver()) {
    size_t count = (tooFew + enough) / 2;
    std::vector<Exclusion> excluded = part.excluded;
    for (unsigned v : ArrayRef(differing).take_front(count)) {
      BitVector others(relaxation.getDomain(v), true);
      others.reset(under.assignment[v]);
      excluded.push_back({v, std::move(others)});
    }
    ++numRelaxed;
    Relaxed mixed = relaxation.solve(over.prices, excluded);
    offer(mixed);
    bool fits = mixed.cost != infiniteCost && mixed.peak <= rows.getLimit();
    (fits ? enough : tooFew) = count;
  }
}

/// On the variable whose states differ most in what they hold where it is
/// short, between a choice that fits and one that does not.
void Search::split(const Part &part, const Outcome &outcome) {
  const Relaxed *over = outcome.over ? &*outcome.over : nullptr;
  const Relaxed *under = outcome.under ? &*outcome.under : nullptr;
  if (!over && !under)
    return;
  std::optional<Division> division =
      relaxation.divide(over ? *over : *under, under ? under : nullptr,
                        outcome.prices, part.excluded);
  if (!division)
    return;
  for (bool side : {false, true}) {
    Part half{part.excluded, outcome.prices, outcome.bound, ++numParts};
    Exclusion excluded{division->variable, division->isLow};
    if (side)
      excluded.states.flip();
    half.excluded.push_back(std::move(excluded));
    open.push(std::move(half));
  }
}

void Search::visit(Part part, unsigned steps) {
  Outcome outcome;
  improve(part, steps, outcome);
  outcome.bound = std::max(outcome.bound, part.bound);
  if (outcome.prices.empty())
    return open.push(std::move(part)); // there was no time to look at it
  bool isSolved = outcome.under && !outcome.over &&
                  outcome.under->bound >= outcome.under->cost;
  if (isBeaten(outcome.bound) || isSolved)
    return;
  if (outcome.over && outcome.under && part.excluded.size() % 4 == 0)
    mix(part, *outcome.over, *outcome.under);
  split(part, outcome);
}

ConstrainedSolution Search::run() {
  Part root{{}, std::vector<double>(rows.getNumPoints(), 0), -infiniteCost, 0};
  Outcome first;
  root.prices = findFirstPrices(root, first);
  root.bound = first.bound;
  if (first.over && first.under && !isBeaten(root.bound))
    mix(root, *first.over, *first.under);
  best.peakBound = relaxation.getPeakBound();
  if (!isBeaten(root.bound))
    visit(std::move(root), 40);
  while (!open.empty() && !isOver() && !isBeaten(open.top().bound)) {
    Part part = open.top();
    open.pop();
    visit(std::move(part), 8);
  }
  Solution &solution = best.solution;
  solution.work = relaxation.getWork();
  solution.lowerBound =
      open.empty() ? solution.cost : std::min(solution.cost, open.top().bound);
  return std::move(best);
}

ConstrainedSolution solveWithin(const CostNetwork &network,
                                const MemoryRows &rows,
                                const ConstrainedOptions &options) {
  // What holds nothing is decided by the rest, whatever bytes cost.
  BitVector holds(network.getNumVariables());
  for (const MemoryTerm &term : rows.getTerms())
    for (unsigned variable : term.variables)
      holds.set(variable);
  CostNetwork reduced = network;
  Elimination elimination(reduced);
  if (!holds.all())
    elimination.run(options.solver.firstTable, holds);
  ConstrainedSolution found = Search(reduced, rows, options).run();
  for (auto *assignment : {&found.solution.assignment, &found.smallest})
    if (!assignment->empty())
      elimination.decode(*assignment);
  found.solution.work += elimination.getWork();
  return found;
}

} // namespace sbp
