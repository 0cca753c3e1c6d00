// CostNetwork.h: variables and interned cost tables
//
// A cost-function network: variables with finite domains and tables of integer
// costs over a few variables each. The sum of all tables is to be minimised.
// selection.md sections 1 and 2.
#ifndef SBP_ANALYSIS_COSTNETWORK_COSTNETWORK_H
#define SBP_ANALYSIS_COSTNETWORK_COSTNETWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sbp {

/// An integer number of cost units, or infinity. Integers below 2^53 held in a
/// double: sums are exact in any order, infinity saturates by itself, and
/// add-min loops vectorise on every CPU.
using Cost = double;
inline constexpr Cost infiniteCost = std::numeric_limits<double>::infinity();
/// Largest total that is exact.
inline constexpr Cost largestExactCost = 9007199254740992.0;

/// Leaves elements that no value is given for as they are: whoever makes a
/// large table writes it once, on the threads that fill it.
template <typename T> struct UninitializedAllocator : std::allocator<T> {
  template <typename U> struct rebind {
    using other = UninitializedAllocator<U>;
  };
  template <typename U> void construct(U *at) { ::new (at) U; }
  template <typename U, typename... Args>
  void construct(U *at, Args &&...args) {
    ::new (at) U(std::forward<Args>(args)...);
  }
};
/// `Costs(n)` are not set yet.
using Costs = std::vector<Cost, UninitializedAllocator<Cost>>;

/// Costs in row-major order over a shape (the last variable is fastest).
struct CostTable {
  llvm::SmallVector<unsigned, 4> shape;
  Costs entries;
};

/// One copy of every distinct table, found by content. Equal layers of a model
/// then have equal table numbers, which makes the memo of the elimination work.
class TablePool {
public:
  using Id = unsigned;
  /// What was eliminated: domain, table numbers, pattern of scopes.
  using Product = std::vector<int64_t>;

  TablePool() = default;
  /// For a while, what is in `base` and more, which goes with this pool. `base`
  /// stays as it is meanwhile, so that several pools may stand on it, each in a
  /// thread of its own.
  explicit TablePool(const TablePool *base)
      : base(base), first(base->getNumTables()) {}

  /// `entries` has the product of `shape` elements.
  Id intern(llvm::ArrayRef<unsigned> shape, Costs entries);
  const CostTable &get(Id id) const {
    return id < first ? base->get(id) : *tables[id - first];
  }
  size_t getNumTables() const { return first + tables.size(); }

  /// The result of an earlier elimination.
  std::optional<Id> findProduct(const Product &product) const;
  void addProduct(Product product, Id result);
  size_t getNumProducts() const {
    return (base ? base->getNumProducts() : 0) + products.size();
  }

private:
  const TablePool *base = nullptr;
  Id first = 0; ///< of `tables`
  std::map<Product, Id> products;
  std::vector<std::unique_ptr<CostTable>> tables;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Id, 1>> byContent;
};

/// A table on the variables it applies to, in the order of its shape.
struct CostTerm {
  TablePool::Id table;
  llvm::SmallVector<unsigned, 4> variables;
  bool live = true;
};

class CostNetwork {
public:
  explicit CostNetwork(TablePool &pool) : pool(&pool) {}
  /// A copy whose new tables go to `pool`, which stands on that of `network`.
  CostNetwork(const CostNetwork &network, TablePool &pool)
      : CostNetwork(network) {
    this->pool = &pool;
  }

  unsigned addVariable(unsigned domain);
  /// Adds table `table` over distinct `variables`. No variables: a constant.
  void addTerm(TablePool::Id table, llvm::ArrayRef<unsigned> variables);
  void addTerm(llvm::ArrayRef<unsigned> variables, Costs entries);

  unsigned getNumVariables() const { return domains.size(); }
  unsigned getDomain(unsigned variable) const { return domains[variable]; }
  bool isLive(unsigned variable) const { return live[variable]; }
  unsigned getNumLive() const;
  Cost getConstant() const { return constant; }
  TablePool &getPool() const { return *pool; }
  const std::vector<CostTerm> &getTerms() const { return terms; }

  /// Numbers of the live terms of a live variable.
  const llvm::SmallVector<unsigned, 4> &getLiveTerms(unsigned variable);
  /// Live variables that share a live term with `variable`, ascending.
  llvm::SmallVector<unsigned, 8> getNeighbours(unsigned variable);
  /// States of all neighbours together, or something above `limit` as soon as
  /// they are more: of a value that everything reads, few terms are looked at.
  double countNeighbourStates(unsigned variable, double limit);
  /// The cost of an assignment of all variables, by the live terms.
  Cost evaluate(llvm::ArrayRef<unsigned> assignment) const;

  /// Drops variables of one state from every scope; the data stays as it is.
  void dropSingleStates();
  /// Marks the terms dead and the variable gone; used by the elimination.
  void retire(unsigned variable, llvm::ArrayRef<unsigned> deadTerms);

private:
  TablePool *pool;
  std::vector<unsigned> domains;
  std::vector<bool> live;
  std::vector<CostTerm> terms;
  std::vector<llvm::SmallVector<unsigned, 4>> termsOf;
  std::vector<unsigned> deadTermsOf; ///< how many of them are dead
  std::vector<unsigned> seenIn;      ///< by variable: the last count it was in
  unsigned numCounts = 0;
  Cost constant = 0;
};

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_COSTNETWORK_H
