// MemoryPrices.cpp: a constrained network as a plain one, by prices on bytes

#include "MemoryPrices.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

/// The largest finite entry.
static double getLargest(ArrayRef<Cost> entries) {
  double largest = 0;
  for (double entry : entries)
    if (entry != infiniteCost)
      largest = std::max(largest, std::abs(entry));
  return largest;
}

Relaxation::Relaxation(const CostNetwork &network, const MemoryRows &rows,
                       SolverOptions options)
    : network(network), rows(rows), options(std::move(options)) {
  // Prices change often: a bound that is soon there is worth more than a tight
  // one, and what was chosen before is what to improve on.
  this->options.divides = false;
  this->options.tries = 0;
  total = 1 + std::abs(network.getConstant());
  for (const CostTerm &term : network.getTerms())
    if (term.live)
      total += getLargest(network.getPool().get(term.table).entries);
  // Room for prices that outweigh all costs.
  while (total * scale * 4096 < largestExactCost && scale < 1024 * 1024)
    scale *= 2;
  priceScale = total / std::max(1.0, rows.getLimit()) / 64;
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

/// Sums of prices before every point: a term costs the difference.
std::vector<double> Relaxation::getSums(ArrayRef<double> prices) const {
  std::vector<double> sums{0};
  for (double price : prices)
    sums.push_back(sums.back() + price);
  return sums;
}

/// `prices`, all smaller if their total could not be added exactly.
std::vector<double> Relaxation::limit(ArrayRef<double> prices) const {
  std::vector<double> limited = prices.vec(), sums = getSums(prices);
  double paid = 0;
  for (const MemoryTerm &term : rows.getTerms())
    paid += (sums[term.last + 1] - sums[term.first]) *
            getLargest(term.bytes.entries);
  double room = (largestExactCost - 2 * total * scale) / 2 / scale;
  if (paid > room)
    for (double &price : limited)
      price *= room / paid;
  return limited;
}

void Relaxation::addPrices(CostNetwork &priced, ArrayRef<double> prices) const {
  std::vector<double> sums = getSums(prices);
  for (const MemoryTerm &term : rows.getTerms()) {
    double price = (sums[term.last + 1] - sums[term.first]) * scale;
    if (price <= 0)
      continue;
    Costs entries = term.bytes.entries;
    for (Cost &entry : entries) // down: what is proved stays true
      entry = std::floor(price * entry);
    priced.addTerm(term.variables, std::move(entries));
  }
}

void Relaxation::remember(ArrayRef<unsigned> assignment) {
  constexpr size_t most = 8;
  if (any_of(recent, [&](const std::vector<unsigned> &known) {
        return assignment == ArrayRef<unsigned>(known);
      }))
    return;
  if (recent.size() < most)
    recent.emplace_back();
  std::vector<unsigned> &oldest = recent[next++ % most];
  oldest = assignment.vec();
}

/// Prices change little from one relaxation to the next: what was best lately
/// is a good bound from above.
std::vector<unsigned> Relaxation::findKnown(const CostNetwork &priced) const {
  std::vector<unsigned> known;
  Cost least = infiniteCost;
  for (const std::vector<unsigned> &assignment : recent)
    if (Cost cost = priced.evaluate(assignment); cost < least) {
      least = cost;
      known = assignment;
    }
  return known;
}

Relaxed Relaxation::solve(ArrayRef<double> wanted,
                          ArrayRef<Exclusion> excluded) {
  std::vector<double> prices = limit(wanted);
  Relaxed relaxed;
  relaxed.prices = wanted.vec();
  TablePool own(&pool);
  CostNetwork priced(*scaled, own);
  addPrices(priced, prices);
  for (const Exclusion &exclusion : excluded) {
    Costs entries(exclusion.states.size(), 0);
    for (unsigned state : exclusion.states.set_bits())
      entries[state] = infiniteCost;
    priced.addTerm({exclusion.variable}, std::move(entries));
  }
  options.known = findKnown(priced);
  Solution solution = sbp::solve(priced, options);
  work += solution.work + 300.0 * priced.getTerms().size();
  double paid = getSums(prices).back() * rows.getLimit();
  if (solution.cost == infiniteCost)
    relaxed.bound = infiniteCost;
  else // the sum of prices has rounding of its own
    relaxed.bound =
        std::ceil(solution.lowerBound / scale - paid * (1 + 1e-13) - 1e-6);
  if (relaxed.bound > total)
    relaxed.bound = infiniteCost; // no choice costs that much
  relaxed.assignment = std::move(solution.assignment);
  if (solution.cost != infiniteCost) {
    relaxed.cost = network.evaluate(relaxed.assignment);
    remember(relaxed.assignment);
  }
  relaxed.usage = rows.getUsage(relaxed.assignment);
  for (double bytes : relaxed.usage)
    relaxed.peak = std::max(relaxed.peak, bytes);
  return relaxed;
}

double Relaxation::getPeakBound() const {
  std::vector<double> usage(rows.getNumPoints() + 1, 0);
  for (const MemoryTerm &term : rows.getTerms()) {
    double least = *llvm::min_element(term.bytes.entries);
    usage[term.first] += least;
    usage[term.last + 1] -= least;
  }
  double peak = 0, held = 0;
  for (double change : usage)
    peak = std::max(peak, held += change);
  return peak;
}

/// The state that holds least of those that are not `own` and not `out`, else
/// `own`.
static unsigned findSmaller(ArrayRef<double> sum, unsigned own,
                            const BitVector &out) {
  unsigned best = own;
  for (unsigned state = 0; state < sum.size(); ++state)
    if (state != own && (out.empty() || !out[state]) &&
        (best == own || sum[state] < sum[best]))
      best = state;
  return best;
}

/// One of the two states is in the set and the other is not.
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

std::optional<Division> Relaxation::divide(const Relaxed &a, const Relaxed *b,
                                           ArrayRef<double> prices,
                                           ArrayRef<Exclusion> excluded) const {
  std::vector<double> sums = getSums(prices);
  std::vector<BitVector> out(network.getNumVariables());
  for (const Exclusion &exclusion : excluded) {
    out[exclusion.variable].resize(exclusion.states.size());
    out[exclusion.variable] |= exclusion.states;
  }
  // What each state of a variable holds, the others as in `a`; a little where
  // nothing has a price yet, so that something is chosen.
  std::vector<std::vector<double>> held(network.getNumVariables());
  std::vector<unsigned> states = a.assignment;
  for (const MemoryTerm &term : rows.getTerms()) {
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
  Division best;
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
