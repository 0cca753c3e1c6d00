// MemoryPrices.cpp: Lagrangian relaxation of a memory limit
//
// A memory term that holds its bytes from point a to point b pays the sum of
// the prices of these points, so prices become ordinary cost terms. Costs are
// scaled by a power of two and prices rounded down, so that integer solves stay
// exact and bounds valid. Example: prices (0, 2, 1) and 10 bytes held from
// point 1 to 2 cost 30; the bound subtracts (0 + 2 + 1) * limit.

#include "MemoryPrices.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

/// Returns the largest finite entry in absolute value.
static double getLargest(ArrayRef<Cost> entries) {
  double largest = 0;
  for (double entry : entries)
    if (entry != kInfiniteCost)
      largest = std::max(largest, std::abs(entry));
  return largest;
}

Relaxation::Relaxation(const CostNetwork &network, const MemoryTerms &memory,
                       SolverOptions options)
    : network(network), memory(memory), options(std::move(options)) {
  // Many relaxations at similar prices follow each other: a fast bound is worth
  // more than a tight one, and earlier assignments are good starting points.
  this->options.branches = false;
  this->options.tries = 0;
  total = 1 + std::abs(network.getConstant());
  for (const CostTerm &term : network.getTerms())
    if (term.live)
      total += getLargest(network.getPool().get(term.table).entries);
  // Scale costs up, but leave room for prices that outweigh all costs.
  while (total * scale * 4096 < kLargestExactCost && scale < 1024 * 1024)
    scale *= 2;
  priceScale = total / std::max(1.0, memory.getLimit()) / 64;
  scaled.emplace(pool);
  DenseMap<TablePool::Id, TablePool::Id> ids;
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    scaled->addVariable(network.getDomain(v));
  scaled->addTerm(pool.intern({}, {network.getConstant() * scale}), {});
  for (const CostTerm &term : network.getTerms()) {
    if (!term.live)
      continue;
    auto [it, isNew] = ids.try_emplace(term.table, 0);
    if (isNew) {
      const CostTable &table = network.getPool().get(term.table);
      Costs entries = table.entries;
      for (Cost &entry : entries)
        entry *= scale;
      it->second = pool.intern(table.shape, std::move(entries));
    }
    scaled->addTerm(it->second, term.variables);
  }
}

/// Returns prefix sums: a term pays the difference between its ends.
std::vector<double> Relaxation::getSums(ArrayRef<double> prices) const {
  std::vector<double> sums{0};
  for (double price : prices)
    sums.push_back(sums.back() + price);
  return sums;
}

/// Returns `prices`, scaled down if their total could not be summed exactly.
std::vector<double> Relaxation::limit(ArrayRef<double> prices) const {
  std::vector<double> limited = prices.vec(), sums = getSums(prices);
  double paid = 0;
  for (const MemoryTerm &term : memory.getTerms())
    paid += (sums[term.last + 1] - sums[term.first]) *
            getLargest(term.bytes.entries);
  double room = (kLargestExactCost - 2 * total * scale) / 2 / scale;
  if (paid > room)
    for (double &price : limited)
      price *= room / paid;
  return limited;
}

void Relaxation::addPrices(CostNetwork &priced, ArrayRef<double> prices) const {
  std::vector<double> sums = getSums(prices);
  for (const MemoryTerm &term : memory.getTerms()) {
    double price = (sums[term.last + 1] - sums[term.first]) * scale;
    if (price <= 0)
      continue;
    Costs entries = term.bytes.entries;
    for (Cost &entry : entries) // Rounded down: the bound stays valid.
      entry = std::floor(price * entry);
    priced.addTerm(term.variables, std::move(entries));
  }
}

/// Adds an assignment to the last eight different ones.
void Relaxation::addRecent(ArrayRef<unsigned> assignment) {
  constexpr size_t kMaxRecent = 8;
  if (any_of(recent, [&](const std::vector<unsigned> &known) {
        return assignment == ArrayRef<unsigned>(known);
      }))
    return;
  if (recent.size() < kMaxRecent)
    recent.emplace_back();
  std::vector<unsigned> &oldest = recent[next++ % kMaxRecent];
  oldest = assignment.vec();
}

/// Returns the cheapest recent assignment under the new prices as a start:
/// prices change little from one relaxation to the next. Empty if none is
/// feasible.
std::vector<unsigned> Relaxation::findInitial(const CostNetwork &priced) const {
  std::vector<unsigned> known;
  Cost least = kInfiniteCost;
  for (const std::vector<unsigned> &assignment : recent)
    if (Cost cost = priced.evaluate(assignment); cost < least) {
      least = cost;
      known = assignment;
    }
  return known;
}

Relaxed Relaxation::solve(ArrayRef<double> requested,
                          ArrayRef<Exclusion> excluded) {
  std::vector<double> prices = limit(requested);
  Relaxed relaxed;
  relaxed.prices = requested.vec();
  TablePool own(&pool);
  CostNetwork priced(*scaled, own);
  addPrices(priced, prices);
  for (const Exclusion &exclusion : excluded) {
    Costs entries(exclusion.states.size(), 0);
    for (unsigned state : exclusion.states.set_bits())
      entries[state] = kInfiniteCost;
    priced.addTerm({exclusion.variable}, std::move(entries));
  }
  options.known = findInitial(priced);
  Solution solution = sbp::solve(priced, options);
  work += solution.work + 300.0 * priced.getTerms().size();
  double paid = getSums(prices).back() * memory.getLimit();
  if (solution.lowerBound == kInfiniteCost) // Nothing is feasible.
    relaxed.bound = kInfiniteCost;
  else // Prefix sums of prices have a rounding error of their own.
    relaxed.bound =
        std::ceil(solution.lowerBound / scale - paid * (1 + 1e-13) - 1e-6);
  if (relaxed.bound > total)
    relaxed.bound = kInfiniteCost; // No assignment costs that much.
  relaxed.assignment = std::move(solution.assignment);
  if (solution.cost != kInfiniteCost) {
    relaxed.cost = network.evaluate(relaxed.assignment);
    addRecent(relaxed.assignment);
  }
  relaxed.usage = memory.getUsage(relaxed.assignment);
  for (double bytes : relaxed.usage)
    relaxed.peak = std::max(relaxed.peak, bytes);
  return relaxed;
}

double Relaxation::getPeakBound() const {
  std::vector<double> usage(memory.getNumPoints() + 1, 0);
  for (const MemoryTerm &term : memory.getTerms()) {
    double least = *llvm::min_element(term.bytes.entries);
    usage[term.first] += least;
    usage[term.last + 1] -= least;
  }
  double peak = 0, held = 0;
  for (double change : usage)
    peak = std::max(peak, held += change);
  return peak;
}

/// Returns the state with the fewest bytes other than `own` and outside of
/// `out`; `own` if there is no other.
static unsigned findSmaller(ArrayRef<double> sum, unsigned own,
                            const BitVector &out) {
  unsigned best = own;
  for (unsigned state = 0; state < sum.size(); ++state)
    if (state != own && (out.empty() || !out[state]) &&
        (best == own || sum[state] < sum[best]))
      best = state;
  return best;
}

/// Returns a set of states that contains exactly one of the two states.
static BitVector separate(ArrayRef<double> sum, unsigned own, unsigned other) {
  BitVector isLow(sum.size());
  if (sum[own] == sum[other]) {
    isLow.set(own);
    return isLow;
  }
  double least = std::min(sum[own], sum[other]);
  for (unsigned state = 0; state < sum.size(); ++state)
    if (sum[state] <= least)
      isLow.set(state);
  return isLow;
}

std::optional<Branching>
Relaxation::branch(const Relaxed &a, const Relaxed *b, ArrayRef<double> prices,
                   ArrayRef<Exclusion> excluded) const {
  std::vector<double> sums = getSums(prices);
  std::vector<BitVector> out(network.getNumVariables());
  for (const Exclusion &exclusion : excluded) {
    out[exclusion.variable].resize(exclusion.states.size());
    out[exclusion.variable] |= exclusion.states;
  }
  // The priced bytes of each state of a variable while the others are as in
  // `a`. A tiny price everywhere makes a choice possible before points have
  // prices.
  std::vector<std::vector<double>> held(network.getNumVariables());
  std::vector<unsigned> states = a.assignment;
  for (const MemoryTerm &term : memory.getTerms()) {
    double price = sums[term.last + 1] - sums[term.first] + 1e-9 * priceScale;
    for (unsigned variable : term.variables) {
      auto &sum = held[variable];
      sum.resize(network.getDomain(variable), 0);
      unsigned own = states[variable];
      for (states[variable] = 0; states[variable] < sum.size();
           ++states[variable])
        sum[states[variable]] += price * getBytes(term, states);
      states[variable] = own;
    }
  }
  double most = -1;
  Branching best;
  for (unsigned v = 0; v < network.getNumVariables(); ++v) {
    std::vector<double> &sum = held[v];
    sum.resize(network.getDomain(v), 0);
    unsigned own = a.assignment[v];
    unsigned other = b ? b->assignment[v] : findSmaller(sum, own, out[v]);
    double difference = std::abs(sum[own] - sum[other]);
    if (other == own || difference <= most)
      continue;
    most = difference;
    best = {v, separate(sum, own, other)};
  }
  if (most < 0)
    return std::nullopt;
  return best;
}

} // namespace sbp
