// Elimination.cpp: exact reduction of a cost network

#include "sbp/Analysis/CostNetwork/Elimination.h"
#include "Product.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <queue>
#include <set>

using namespace llvm;

namespace sbp {

/// Puts the two variables of a scope last with which products are quickest: no
/// table joins them, if there are such two, and many states are between them.
static void orderScope(ArrayRef<ProductInput> inputs,
                       SmallVectorImpl<unsigned> &scope,
                       SmallVectorImpl<unsigned> &shape) {
  // Of shorter rows vectors make little; in shorter rows more states of what
  // is eliminated are seen to win nowhere.
  constexpr unsigned longRow = 64;
  if (scope.size() < 2)
    return;
  auto areJoined = [&](unsigned a, unsigned b) {
    return any_of(inputs, [&](const ProductInput &input) {
      return is_contained(input.variables, a) &&
             is_contained(input.variables, b);
    });
  };
  std::pair<bool, size_t> best;
  std::pair<unsigned, unsigned> last(0, 1); // positions, ascending
  for (unsigned a = 0; a < scope.size(); ++a)
    for (unsigned b = a + 1; b < scope.size(); ++b) {
      std::pair found(!areJoined(scope[a], scope[b]),
                      size_t(shape[a]) * shape[b]);
      if (found > best) {
        best = found;
        last = {a, b};
      }
    }
  auto [a, b] = last;
  bool isLonger = shape[a] > shape[b];
  bool swaps = isLonger != (std::min(shape[a], shape[b]) >= longRow);
  for (SmallVectorImpl<unsigned> *list : {&scope, &shape}) {
    std::rotate(list->begin() + b, list->begin() + b + 1, list->end());
    std::rotate(list->begin() + a, list->begin() + a + 1, list->end() - 1);
    if (swaps)
      std::swap(*list->rbegin(), *std::next(list->rbegin()));
  }
}

/// What a product over `shape` takes, in table entries: a row as long as so
/// many, beside its own.
static double getProductWork(double domain, ArrayRef<unsigned> shape) {
  constexpr double perRow = 64;
  double visited = domain;
  unsigned longest = 1;
  for (unsigned extent : shape) {
    visited *= extent;
    longest = std::max(longest, extent);
  }
  return visited + perRow * visited / longest;
}

void Elimination::eliminate(unsigned variable) {
  SmallVector<unsigned, 8> bucket(
      ArrayRef<unsigned>(network.getLiveTerms(variable)));
  const std::vector<CostTerm> &terms = network.getTerms();
  llvm::sort(bucket, [&](unsigned a, unsigned b) {
    return std::pair(terms[a].table, a) < std::pair(terms[b].table, b);
  });
  // The key holds table numbers and the pattern of scopes, never variables.
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
  std::optional<unsigned> made;
  if (!scope.empty()) {
    made = terms.size();
    liveEntries += pool.get(*product).entries.size();
  }
  network.addTerm(*product, scope);
  steps.push_back({variable, std::move(bucket), made});
}

namespace {
/// Variables that may be eliminated, in the order in which they are.
///
/// Smallest result first, in powers of two, then oldest first: of a chain of
/// equal layers every second variable goes in one round, so that all pairs but
/// one are memo hits. The ends of a chain go last, as what they make of the
/// next layer is equal to no other. But the ends alone, one after the other,
/// visit every live table once: a product that takes longer is not worth what
/// is looked up later.
class EliminationQueue {
public:
  explicit EliminationQueue(unsigned numVariables) : current(numVariables, 0) {}
  /// `entries`: of the result.
  void push(unsigned variable, double entries, double visits, bool isEnd) {
    constexpr double large = 1 << 16; // below, little is won
    bool isLarge = visits > large;
    double key = isLarge ? std::exp2(std::floor(std::log2(entries))) : entries;
    (isLarge && isEnd ? ends : inner).push({key, ++sequence, variable, visits});
    current[variable] = sequence;
  }
  /// It cannot go any more, as it was.
  void forget(unsigned variable) { current[variable] = 0; }
  /// The next one, if any; `liveEntries`: of all tables that are left.
  std::optional<unsigned> pop(double liveEntries) {
    dropStale(inner);
    dropStale(ends);
    bool isEnd =
        inner.empty() ||
        (!ends.empty() && std::get<3>(inner.top()) > entryOfEnd * liveEntries);
    Queue &queue = isEnd ? ends : inner;
    if (queue.empty())
      return std::nullopt;
    unsigned variable = std::get<2>(queue.top());
    queue.pop();
    forget(variable);
    return variable;
  }

private:
  /// Entries of a product that are visited in the time of one of an end: that
  /// one is moved first, those are looked at eight at once.
  static constexpr double entryOfEnd = 32;
  /// Key, sequence number, variable, visits.
  using Entry = std::tuple<double, uint64_t, unsigned, double>;
  using Queue =
      std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>>;
  void dropStale(Queue &queue) const {
    while (!queue.empty() &&
           current[std::get<2>(queue.top())] != std::get<1>(queue.top()))
      queue.pop();
  }

  Queue inner, ends;
  std::vector<uint64_t> current; ///< by variable; 0: none
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
    Cost best = infiniteCost;
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

double estimateElimination(CostNetwork &network, double largestTable) {
  std::map<unsigned, std::set<unsigned>> beside;
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v)) {
      auto neighbours = network.getNeighbours(v);
      beside[v].insert(neighbours.begin(), neighbours.end());
    }
  double work = 0;
  while (!beside.empty()) {
    auto least = beside.end();
    double fewest = infiniteCost;
    for (auto it = beside.begin(); it != beside.end(); ++it) {
      double entries = 1;
      for (unsigned other : it->second)
        entries *= network.getDomain(other);
      if (entries < fewest) {
        fewest = entries;
        least = it;
      }
    }
    if (fewest > largestTable)
      return infiniteCost;
    auto [variable, neighbours] = *least;
    auto shape = map_to_vector<8>(
        neighbours, [&](unsigned other) { return network.getDomain(other); });
    work += getProductWork(network.getDomain(variable), shape);
    beside.erase(least);
    for (unsigned neighbour : neighbours) {
      auto &others = beside[neighbour];
      others.insert(neighbours.begin(), neighbours.end());
      others.erase(variable);
      others.erase(neighbour);
    }
  }
  return work;
}

} // namespace sbp
