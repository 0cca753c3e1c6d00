// Elimination.cpp: exact reduction of a cost network
//
// Bucket elimination (Dechter, "Bucket elimination: a unifying framework for
// reasoning", 1999). To eliminate x, the tables that contain x are replaced by
//   r(neighbours of x) = min over states of x of the sum of these tables.
// The cost is the size of the largest result, so small results go first; among
// equals the oldest goes first, which pairs up a chain of equal layers.
// Products are cached by table numbers, so equal layers are computed once.
// Example: a chain a - b - c with tables f(a, b), g(b, c): eliminating b gives
// r(a, c) = min_b f(a, b) + g(b, c).

#include "sbp/Analysis/CostNetwork/Elimination.h"
#include "Product.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <queue>
#include <set>

using namespace llvm;

namespace sbp {

/// Moves two variables to the end of a scope so that the product is fast:
/// preferably two that no table contains together, with the most states.
static void orderScope(ArrayRef<ProductInput> inputs,
                       SmallVectorImpl<unsigned> &scope,
                       SmallVectorImpl<unsigned> &shape) {
  // Rows shorter than this use vectors badly. Among short rows the longer
  // variable goes outside, because then more states of the eliminated variable
  // are dominated in every row.
  constexpr unsigned kLongRow = 64;
  if (scope.size() < 2)
    return;
  auto haveCommonInput = [&](unsigned a, unsigned b) {
    return any_of(inputs, [&](const ProductInput &input) {
      return is_contained(input.variables, a) &&
             is_contained(input.variables, b);
    });
  };
  std::pair<bool, size_t> best;
  std::pair<unsigned, unsigned> last(0, 1); // Positions, ascending.
  for (unsigned a = 0; a < scope.size(); ++a)
    for (unsigned b = a + 1; b < scope.size(); ++b) {
      std::pair found(!haveCommonInput(scope[a], scope[b]),
                      size_t(shape[a]) * shape[b]);
      if (found > best) {
        best = found;
        last = {a, b};
      }
    }
  auto [a, b] = last;
  bool isLonger = shape[a] > shape[b];
  bool swaps = isLonger != (std::min(shape[a], shape[b]) >= kLongRow);
  for (SmallVectorImpl<unsigned> *list : {&scope, &shape}) {
    std::rotate(list->begin() + b, list->begin() + b + 1, list->end());
    std::rotate(list->begin() + a, list->begin() + a + 1, list->end() - 1);
    if (swaps)
      std::swap(*list->rbegin(), *std::next(list->rbegin()));
  }
}

/// Returns the work of a product over `shape` in table entries. A row costs as
/// much as kRowOverhead entries in addition to its own.
static double getProductWork(double domain, ArrayRef<unsigned> shape) {
  constexpr double kRowOverhead = 64;
  double visited = domain;
  unsigned longest = 1;
  for (unsigned extent : shape) {
    visited *= extent;
    longest = std::max(longest, extent);
  }
  return visited + kRowOverhead * visited / longest;
}

void Elimination::eliminate(unsigned variable) {
  SmallVector<unsigned, 8> bucket(
      ArrayRef<unsigned>(network.getLiveTerms(variable)));
  const std::vector<CostTerm> &terms = network.getTerms();
  llvm::sort(bucket, [&](unsigned a, unsigned b) {
    return std::pair(terms[a].table, a) < std::pair(terms[b].table, b);
  });
  // The key holds table numbers and the pattern of scopes, never variables, so
  // that equal layers have equal keys.
  SmallVector<unsigned, 4> scope, shape;
  TablePool::Product key{network.getDomain(variable)};
  for (unsigned term : bucket) {
    key.push_back(-1 - static_cast<int64_t>(terms[term].table));
    for (unsigned other : terms[term].variables) {
      if (other == variable) {
        key.push_back(0);
        continue;
      }
      auto *position = llvm::find(scope, other);
      key.push_back(position - scope.begin() + 1);
      if (position == scope.end()) {
        scope.push_back(other);
        shape.push_back(network.getDomain(other));
      }
    }
  }
  TablePool &pool = network.getPool();
  SmallVector<ProductInput, 8> inputs;
  for (unsigned term : bucket)
    inputs.push_back({&pool.get(terms[term].table), terms[term].variables});
  orderScope(inputs, scope, shape);
  std::optional<TablePool::Id> product = pool.findProduct(key);
  if (!product) {
    work += getProductWork(network.getDomain(variable), shape);
    product =
        pool.intern(shape, minimiseOver(variable, network.getDomain(variable),
                                        inputs, scope, shape, threads));
    pool.addProduct(std::move(key), *product);
  }
  network.retire(variable, bucket);
  for (unsigned term : bucket)
    liveEntries -= pool.get(terms[term].table).entries.size();
  std::optional<unsigned> result;
  if (!scope.empty()) {
    result = terms.size();
    liveEntries += pool.get(*product).entries.size();
  }
  network.addTerm(*product, scope);
  steps.push_back({variable, std::move(bucket), result});
}

namespace {
/// Queue of the variables that can be eliminated.
///
/// The key is the size of the result rounded down to a power of two, then the
/// age: in a chain of equal layers every second variable is eliminated in one
/// round, so that all pairs but one are cache hits. The ends of a chain go
/// last, because their products with the next layer are equal to no other. But
/// eliminating from the ends alone visits every live table once; an inner
/// product that takes longer than that is not worth its later cache hits.
class EliminationQueue {
public:
  explicit EliminationQueue(unsigned numVariables) : current(numVariables, 0) {}
  /// Inserts or updates a variable. `entries`: size of the result; `visits`:
  /// table entries of the product; `isEnd`: it has a single neighbour.
  void push(unsigned variable, double entries, double visits, bool isEnd) {
    constexpr double kMinProduct = 1 << 16; // Smaller products gain little.
    bool isLarge = visits > kMinProduct;
    double key = isLarge ? std::exp2(std::floor(std::log2(entries))) : entries;
    (isLarge && isEnd ? ends : inner).push({key, ++sequence, variable, visits});
    current[variable] = sequence;
  }
  /// Removes a variable: its result became too large.
  void forget(unsigned variable) { current[variable] = 0; }
  /// Returns the next variable, or nullopt. `liveEntries`: of all live tables.
  std::optional<unsigned> pop(double liveEntries) {
    dropStale(inner);
    dropStale(ends);
    bool isEnd = inner.empty() ||
                 (!ends.empty() &&
                  std::get<3>(inner.top()) > kEndEntryCost * liveEntries);
    Queue &queue = isEnd ? ends : inner;
    if (queue.empty())
      return std::nullopt;
    unsigned variable = std::get<2>(queue.top());
    queue.pop();
    forget(variable);
    return variable;
  }

private:
  /// The cost of an entry at an end relative to an entry of an inner product:
  /// the former is transposed first, the latter are processed eight rows at
  /// once.
  static constexpr double kEndEntryCost = 32;
  /// Key, sequence number, variable, visits. The newest number is current.
  using Entry = std::tuple<double, uint64_t, unsigned, double>;
  using Queue =
      std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>>;
  void dropStale(Queue &queue) const {
    while (!queue.empty() &&
           current[std::get<2>(queue.top())] != std::get<1>(queue.top()))
      queue.pop();
  }

  Queue inner, ends;
  std::vector<uint64_t> current; ///< per variable its sequence number, or 0
  uint64_t sequence = 0;
};
} // namespace

unsigned Elimination::run(double largestTable, const BitVector &kept) {
  network.dropSingleStates();
  EliminationQueue queue(network.getNumVariables());
  liveEntries = 0;
  for (const CostTerm &term : network.getTerms())
    if (term.live)
      liveEntries += network.getPool().get(term.table).entries.size();
  auto push = [&](unsigned variable) {
    if (!kept.empty() && kept[variable])
      return;
    double entries = network.countNeighbourStates(variable, largestTable);
    if (entries > largestTable)
      return queue.forget(variable);
    queue.push(variable, entries, entries * network.getDomain(variable),
               network.getNeighbours(variable).size() == 1);
  };
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v))
      push(v);
  // The result connects the neighbours, so their keys change.
  while (std::optional<unsigned> variable = queue.pop(liveEntries)) {
    auto neighbours = network.getNeighbours(*variable);
    eliminate(*variable);
    for (unsigned neighbour : neighbours)
      push(neighbour);
  }
  return network.getNumLive();
}

void Elimination::decode(std::vector<unsigned> &assignment) const {
  for (const Step &step : reverse(steps)) {
    Cost best = kInfiniteCost;
    unsigned choice = 0;
    for (unsigned state = 0; state < network.getDomain(step.variable);
         ++state) {
      assignment[step.variable] = state;
      Cost cost = 0;
      for (unsigned number : step.terms) {
        const CostTerm &term = network.getTerms()[number];
        size_t index = 0;
        for (unsigned variable : term.variables)
          index = index * network.getDomain(variable) + assignment[variable];
        cost += network.getPool().get(term.table).entries[index];
      }
      if (cost < best) {
        best = cost;
        choice = state;
      }
    }
    assignment[step.variable] = choice;
  }
}

/// Simulates the elimination on the graph of neighbours (minimum fill of
/// entries) without computing a table.
double estimateElimination(CostNetwork &network, double largestTable) {
  std::map<unsigned, std::set<unsigned>> neighboursOf;
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v)) {
      auto neighbours = network.getNeighbours(v);
      neighboursOf[v].insert(neighbours.begin(), neighbours.end());
    }
  double work = 0;
  while (!neighboursOf.empty()) {
    auto least = neighboursOf.end();
    double fewest = kInfiniteCost;
    for (auto it = neighboursOf.begin(); it != neighboursOf.end(); ++it) {
      double entries = 1;
      for (unsigned other : it->second)
        entries *= network.getDomain(other);
      if (entries < fewest) {
        fewest = entries;
        least = it;
      }
    }
    if (fewest > largestTable)
      return kInfiniteCost;
    auto [variable, neighbours] = *least;
    auto shape = map_to_vector<8>(
        neighbours, [&](unsigned other) { return network.getDomain(other); });
    work += getProductWork(network.getDomain(variable), shape);
    neighboursOf.erase(least);
    for (unsigned neighbour : neighbours) {
      auto &others = neighboursOf[neighbour];
      others.insert(neighbours.begin(), neighbours.end());
      others.erase(variable);
      others.erase(neighbour);
    }
  }
  return work;
}

} // namespace sbp
