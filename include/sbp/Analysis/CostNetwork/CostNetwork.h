// CostNetwork.h: variables and interned cost tables
//
// A weighted constraint network (cost function network): variables with finite
// domains, and tables of integer costs over a few variables each. The sum of
// all tables is to be minimised. Infinite entries forbid combinations of
// states. Example: variables a, b with domains 2 and 3, a unary table on a and
// a binary table of 6 entries on (a, b).
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

/// An integer number of cost units, or infinity. Integers below 2^53 are stored
/// in doubles: sums are exact in any order, infinity saturates by itself, and
/// add-min loops vectorise on every CPU.
using Cost = double;
inline constexpr Cost kInfiniteCost = std::numeric_limits<double>::infinity();
/// 2^53 cost units: totals up to it are exact.
inline constexpr Cost kLargestExactCost = 9007199254740992.0;

/// Allocator that leaves elements without a value uninitialised, so that a
/// large table is written once only, by the threads that fill it.
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
/// A vector of costs; `Costs(n)` leaves its elements uninitialised.
using Costs = std::vector<Cost, UninitializedAllocator<Cost>>;

/// Costs in row-major order over a shape (the last variable is fastest).
struct CostTable {
  llvm::SmallVector<unsigned, 4> shape; ///< states per variable
  Costs entries; ///< the product of `shape` many; one for an empty shape
};

/// Interns tables by content and caches eliminations. Equal layers of a model
/// have equal table numbers, so their eliminations are cache hits. Not
/// thread-safe; a pool per thread may share a common base.
class TablePool {
public:
  using Id = unsigned;
  /// The key of an elimination: domain, table numbers, pattern of scopes.
  using Product = std::vector<int64_t>;

  TablePool() = default;
  /// Creates a temporary pool that extends `base`. `base` must outlive it and
  /// must not change meanwhile, so that pools on several threads may extend it.
  explicit TablePool(const TablePool *base)
      : base(base), first(base->getNumTables()) {}

  /// Returns the number of a table: that of an equal table of this pool or its
  /// bases, else a new one. `entries` has the product of `shape` elements, all
  /// set.
  Id intern(llvm::ArrayRef<unsigned> shape, Costs entries);
  /// Returns the table that `intern` numbered `id`. The pool owns it, unchanged
  /// until the end of the pool.
  const CostTable &get(Id id) const {
    return id < first ? base->get(id) : *tables[id - first];
  }
  /// Returns the number of tables, those of the bases included.
  size_t getNumTables() const { return first + tables.size(); }

  /// Returns the cached result of an elimination, or nullopt.
  std::optional<Id> findProduct(const Product &product) const;
  /// Caches the table `result` for a key. A key that this pool already has
  /// keeps its first result.
  void addProduct(Product product, Id result);
  /// Returns the number of cached eliminations, those of the bases included.
  size_t getNumProducts() const {
    return (base ? base->getNumProducts() : 0) + products.size();
  }

private:
  const TablePool *base = nullptr;
  Id first = 0; ///< number of the first table of this pool
  std::map<Product, Id> products;
  std::vector<std::unique_ptr<CostTable>> tables;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Id, 1>> byContent;
};

/// A table applied to variables, which are in the order of its shape.
struct CostTerm {
  TablePool::Id table;
  llvm::SmallVector<unsigned, 4> variables; ///< distinct
  bool live = true; ///< false once eliminated: no part of any cost
};

/// Variables and cost terms. Eliminated variables and replaced terms stay in
/// place but are no longer live, so that numbers never change. Arguments named
/// `variable` are numbers that `addVariable` returned. Threads may call const
/// functions at once; a change excludes all others, also on the same pool.
class CostNetwork {
public:
  /// Creates a network without variables, whose cost is 0. `pool` receives its
  /// tables and must outlive it.
  explicit CostNetwork(TablePool &pool) : pool(&pool) {}
  /// Copies a network. New tables go to `pool`, which must extend the pool of
  /// `network`.
  CostNetwork(const CostNetwork &network, TablePool &pool)
      : CostNetwork(network) {
    this->pool = &pool;
  }

  /// Adds a variable with `domain` states, at least 1, and returns its number.
  /// Numbers count up from 0.
  unsigned addVariable(unsigned domain);
  /// Applies a table of the pool to distinct variables, whose domains are its
  /// shape; without variables, adds its single entry to the constant.
  void addTerm(TablePool::Id table, llvm::ArrayRef<unsigned> variables);
  /// Interns `entries`, row-major over the variables, as a table and applies
  /// it.
  void addTerm(llvm::ArrayRef<unsigned> variables, Costs entries);

  unsigned getNumVariables() const { return domains.size(); }
  /// Returns the number of states of a variable, live or not.
  unsigned getDomain(unsigned variable) const { return domains[variable]; }
  /// Returns true until the variable is eliminated or dropped.
  bool isLive(unsigned variable) const { return live[variable]; }
  /// Returns the number of variables that are not eliminated.
  unsigned getNumLive() const;
  /// Returns the cost that every assignment has; infinite if none is feasible.
  Cost getConstant() const { return constant; }
  TablePool &getPool() const { return *pool; }
  /// Returns all terms, live or not, by number. The reference stays valid; its
  /// elements move when a term is added.
  const std::vector<CostTerm> &getTerms() const { return terms; }

  /// Returns the numbers of the live terms of a live variable, ascending; valid
  /// until the network changes.
  const llvm::SmallVector<unsigned, 4> &getLiveTerms(unsigned variable);
  /// Returns the other variables in live terms of a live variable, ascending
  /// and once each; empty without any.
  llvm::SmallVector<unsigned, 8> getNeighbours(unsigned variable);
  /// Returns the product of the domains of all neighbours, or some number above
  /// `limit` as soon as the product exceeds it: a variable with thousands of
  /// terms is rejected after a few of them.
  double countNeighbourStates(unsigned variable, double limit);
  /// Returns the cost of an assignment: the constant and the live terms.
  /// Infinite if a term forbids it. `assignment` has one state per variable of
  /// the network; those of variables that are not live are not read.
  Cost evaluate(llvm::ArrayRef<unsigned> assignment) const;

  /// Removes variables with one state from every scope and from the live ones;
  /// tables keep their data. Terms that lose all variables join the constant.
  void dropSingleStates();
  /// Marks a variable and the terms `deadTerms`, all its live ones, as
  /// eliminated. Used by Elimination, which then adds the result as a term.
  void retire(unsigned variable, llvm::ArrayRef<unsigned> deadTerms);

private:
  TablePool *pool;
  std::vector<unsigned> domains;
  std::vector<bool> live;
  std::vector<CostTerm> terms;
  std::vector<llvm::SmallVector<unsigned, 4>> termsOf;
  std::vector<unsigned> deadTermsOf; ///< dead terms still listed per variable
  std::vector<unsigned> seenIn; ///< per variable, the last count that saw it
  unsigned numCounts = 0;
  Cost constant = 0;
};

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_COSTNETWORK_H
