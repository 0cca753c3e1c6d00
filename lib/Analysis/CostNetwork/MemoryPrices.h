// MemoryPrices.h: Lagrangian relaxation of a memory limit
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_MEMORYPRICES_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_MEMORYPRICES_H

#include "sbp/Analysis/CostNetwork/ConstrainedSolver.h"
#include "llvm/ADT/BitVector.h"

namespace sbp {

/// States that a variable must not take in a branch.
struct Exclusion {
  unsigned variable;
  llvm::BitVector states; ///< one bit per state of the variable
};

/// The cheapest assignment at given prices. `bound` is a lower bound for all
/// feasible assignments (the Lagrangian dual), infinite where it is proved that
/// there are none. `cost` is that of the assignment without prices, infinite if
/// the solver found none. `peak` and `usage` are its bytes, the latter per
/// point. `prices`, per point, are the requested costs per byte.
struct Relaxed {
  double bound = -kInfiniteCost;
  Cost cost = kInfiniteCost;
  double peak = 0;
  std::vector<unsigned> assignment;
  std::vector<double> usage, prices;
};

/// A branching: two complementary sets of states of a variable.
struct Branching {
  unsigned variable;
  llvm::BitVector isLow; ///< one of the sets: a bit per state
};

/// Solves the network plus prices on bytes, and chooses branchings. Prices are
/// in cost units per byte, one per point of the memory terms, at least 0; an
/// excluded variable may occur in several exclusions. Not thread-safe.
class Relaxation {
public:
  /// Scales the costs of `network`. It and `memory` must outlive this object.
  /// Whatever `options` have, relaxations neither branch nor search
  /// neighbourhoods, and start from their own latest assignments.
  Relaxation(const CostNetwork &network, const MemoryTerms &memory,
             SolverOptions options);

  /// Minimises costs plus, at every point, price times bytes above the limit,
  /// over the assignments without excluded states. Lowers all prices by one
  /// factor if totals would not be exact.
  Relaxed solve(llvm::ArrayRef<double> prices,
                llvm::ArrayRef<Exclusion> excluded);
  /// Returns a branching that separates `a` from `b`, if not null, whose
  /// assignments are set; else the states of `a` from the smallest other ones.
  /// Nullopt if both are equal or, without `b`, no other state is left.
  std::optional<Branching> branch(const Relaxed &a, const Relaxed *b,
                                  llvm::ArrayRef<double> prices,
                                  llvm::ArrayRef<Exclusion> excluded) const;

  unsigned getDomain(unsigned variable) const {
    return network.getDomain(variable);
  }
  /// Returns the approximate worth of a byte in cost units, above 0.
  double getPriceScale() const { return priceScale; }
  /// Returns a price that no byte is worth.
  double getPriceLimit() const { return 1e6 * priceScale; }
  /// Returns a peak in bytes that no assignment undercuts; a weak bound.
  double getPeakBound() const;
  /// Returns the work of all solves so far, about their visited table entries.
  double getWork() const { return work; }

private:
  /// Returns the prefix sums of prices per point, beginning with 0: one more
  /// entry.
  std::vector<double> getSums(llvm::ArrayRef<double> prices) const;
  /// Returns `prices`, all lowered by one factor if totals would not be exact.
  std::vector<double> limit(llvm::ArrayRef<double> prices) const;
  /// Adds the memory terms to `priced`, a scaled network, as costs at `prices`.
  void addPrices(CostNetwork &priced, llvm::ArrayRef<double> prices) const;

  /// Records an assignment in `recent` unless it is there.
  void addRecent(llvm::ArrayRef<unsigned> assignment);
  /// Returns the recent assignment that is cheapest in `priced`; empty if there
  /// is none or all cost infinitely much.
  std::vector<unsigned> findInitial(const CostNetwork &priced) const;

  const CostNetwork &network;
  const MemoryTerms &memory;
  SolverOptions options;
  std::vector<std::vector<unsigned>> recent; ///< latest assignments
  size_t next = 0; ///< index in `recent` to replace next
  TablePool pool;
  std::optional<CostNetwork> scaled;
  double scale = 1; ///< factor of costs in `scaled`, so that prices round less
  double total = 0; ///< upper limit on the cost of any assignment
  double priceScale = 1, work = 0;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_MEMORYPRICES_H
