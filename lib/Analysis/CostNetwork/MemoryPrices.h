// MemoryPrices.h: a constrained network as a plain one, by prices on bytes
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_MEMORYPRICES_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_MEMORYPRICES_H

#include "sbp/Analysis/CostNetwork/ConstrainedSolver.h"
#include "llvm/ADT/BitVector.h"

namespace sbp {

/// The states of a variable that may not be taken.
struct Exclusion {
  unsigned variable;
  llvm::BitVector states;
};

/// The cheapest assignment at some prices. `bound`: nothing that fits costs
/// less (by the prices' dual); `cost` of the assignment without prices.
struct Relaxed {
  double bound = -infiniteCost;
  Cost cost = infiniteCost;
  double peak = 0;
  std::vector<unsigned> assignment;
  std::vector<double> usage, prices;
};

/// Two sets of states of a variable that together are all it may take.
struct Division {
  unsigned variable;
  llvm::BitVector isLow;
};

class Relaxation {
public:
  Relaxation(const CostNetwork &network, const MemoryRows &rows,
             SolverOptions options);

  /// Costs and, at every point, `prices` for what is held beyond the limit.
  Relaxed solve(llvm::ArrayRef<double> prices,
                llvm::ArrayRef<Exclusion> excluded);
  /// Separates `a` from `b`, else the states of `a` from what holds least.
  /// Nothing where every variable has one state left.
  std::optional<Division> divide(const Relaxed &a, const Relaxed *b,
                                 llvm::ArrayRef<double> prices,
                                 llvm::ArrayRef<Exclusion> excluded) const;

  unsigned getDomain(unsigned variable) const {
    return network.getDomain(variable);
  }
  /// About what a byte is worth; what no byte is worth more than.
  double getPriceScale() const { return priceScale; }
  double getDearestPrice() const { return 1e6 * priceScale; }
  /// What no assignment undercuts at any point; a weak bound.
  double getPeakBound() const;
  double getWork() const { return work; }

private:
  std::vector<double> getSums(llvm::ArrayRef<double> prices) const;
  std::vector<double> limit(llvm::ArrayRef<double> prices) const;
  void addPrices(CostNetwork &priced, llvm::ArrayRef<double> prices) const;

  void remember(llvm::ArrayRef<unsigned> assignment);
  std::vector<unsigned> findKnown(const CostNetwork &priced) const;

  const CostNetwork &network;
  const MemoryRows &rows;
  SolverOptions options;
  std::vector<std::vector<unsigned>> recent;
  size_t next = 0; ///< of `recent`, to be replaced
  TablePool pool;
  std::optional<CostNetwork> scaled;
  double scale = 1; ///< of costs in `scaled`: rounding prices down loses less
  double total = 0; ///< no choice costs more
  double priceScale = 1, work = 0;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_MEMORYPRICES_H
