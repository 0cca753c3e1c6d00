// RepeatPrices.h: what making values of repeated layers again is worth
//
// Each op of a priced part has a price, its predicted work on one rank, and
// frees bytes. A share of 0 makes none of them again, a share of 1 all of them,
// whatever they cost. In between an op is made again where a unit of its price
// frees enough bytes: the ratio of bytes to price falls from level to level.
// Between two levels the first layers are at the higher one. Example, with two
// levels and four layers: at a share of 0.25 two layers make again what frees
// the most bytes for its price, half of all bytes, and the others nothing.
#ifndef SBP_LIB_TRANSFORMS_RECOMPUTATION_REPEATPRICES_H
#define SBP_LIB_TRANSFORMS_RECOMPUTATION_REPEATPRICES_H

#include "CheckpointGroups.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"

namespace sbp {

class RepeatPrices {
public:
  /// Prices the ops in the priced parts of `groups`. `share` is from 0 to 1.
  RepeatPrices(const CheckpointGroups &groups, const CostModel &model,
               double share);

  /// Returns what making the results of `op`, an op in a priced part, again
  /// costs, in bytes of memory that it must free; nullopt if it is not made
  /// again, whatever that frees.
  std::optional<int64_t> getCost(mlir::Operation *op) const;

private:
  struct Entry {
    double price = 0; ///< by the cost model
    unsigned part = 0;
  };
  unsigned getLevel(unsigned part) const;

  double share;
  unsigned numParts = 0;
  llvm::DenseMap<mlir::Operation *, Entry> entries;
  /// The bytes that a unit of price must free, per level; that of level 0 is
  /// not used.
  std::vector<double> rates;
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_RECOMPUTATION_REPEATPRICES_H
