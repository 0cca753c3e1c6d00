// ProductFactors.h: the factors of a product and their tiles in a slot
#ifndef SBP_LIB_TARGET_CUDA_PRODUCTFACTORS_H
#define SBP_LIB_TARGET_CUDA_PRODUCTFACTORS_H

#include "FactorPacking.h"
#include "ProductTiling.h"
#include "TileLoads.h"

namespace sbp::cuda {

/// The factors of rows (0) and of columns (1) of a tile, and the partner's B
/// (2) of a pair. A slot has a tile of each: rows, then columns, each with both
/// halves of a pair's B; so again for the second part of split factors.
class ProductFactors {
public:
  /// The tiling outlives the object.
  explicit ProductFactors(const ProductTiling &tiling) : tiling(tiling) {}
  /// Finds the loads of all factors, directly or from packed copies. Fails
  /// where neither is possible, or the halves of a pair's B differ. Must
  /// precede all other calls.
  mlir::LogicalResult analyse();
  /// Return the sums over the factors of predictions of ProductFactor.
  double predictPackingSeconds(const Chip &chip) const;
  int64_t countFixedBytes() const;
  /// Returns the bytes of the second parts of split factors.
  double countSplitBytes() const;
  /// Makes the factors readable by tensor copies, as ProductFactor does.
  mlir::LogicalResult prepare(LaunchPlan &plan);

  /// Returns the number of tensor maps of loads; those of stores follow.
  unsigned countMaps() const { return count() * schedule().countParts(); }
  /// Appends these maps to `maps`, after prepare().
  void listMaps(llvm::SmallVectorImpl<std::pair<mlir::Value, TensorMapShape>>
                    &maps) const;
  /// Returns the bytes of a tile of each factor, and those of one slot of the
  /// ring: such tiles of each part of the factors.
  int64_t getTileBytes() const;
  int64_t getSlotBytes() const {
    return schedule().countParts() * getTileBytes();
  }
  /// Returns the byte offset of a factor's tile in its slot.
  int64_t getOffset(unsigned number) const;
  /// Returns the loads of the factor of rows or columns.
  const TileLoads &getLoads(unsigned number) const { return loads[number]; }
  /// Emits the loads of a slot's tiles at address `to`: rows and columns of the
  /// tile from `row` and `column` on, of k from `firstK` on. `maps` are the
  /// addresses of the tensor maps; the other arguments are those of
  /// TileLoads::emit.
  void load(HopperBuilder &hopper, llvm::ArrayRef<mlir::Value> maps,
            mlir::Value to, mlir::Value row, mlir::Value column,
            mlir::Value firstK, mlir::Value batch, mlir::Value barrier,
            mlir::Value rank) const;

private:
  const Schedule &schedule() const { return tiling.schedule; }
  unsigned count() const { return tiling.isPair() ? 3 : 2; }
  /// Returns whether factor `number` is the B of a product.
  bool isWeight(unsigned number) const {
    return number == 2 || number == (schedule().isTransposed ? 0 : 1);
  }
  /// Returns the operand that is a factor.
  mlir::OpOperand &getOperand(unsigned number) const;
  mlir::LogicalResult analyse(unsigned number);

  const ProductTiling &tiling;
  ProductFactor factors[3];
  TileLoads loads[3];
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCTFACTORS_H
