// TensorProductBuilder.h: the kernel of one product of warps
#ifndef SBP_LIB_TARGET_CUDA_TENSORPRODUCTBUILDER_H
#define SBP_LIB_TARGET_CUDA_TENSORPRODUCTBUILDER_H

#include "Generators/HopperProduct/FactorPacking.h"
#include "Generators/Product/MatmulKernel.h"
#include "SliceLoop.h"

namespace sbp::cuda {

/// Builds the kernel of a product by one schedule. The block owns one tile.
class TensorProductBuilder : MatmulKernel {
public:
  /// Describes `op` and its epilogue, which is null for none. Both and the
  /// schedule outlive the builder.
  TensorProductBuilder(mlir::linalg::GenericOp op,
                       mlir::linalg::GenericOp epilogue,
                       const WarpSchedule &schedule)
      : MatmulKernel(op, epilogue), schedule(schedule) {}
  /// Computes both products and the epilogue: a half of the columns of each
  /// tile belongs to the first product, the other half to the second one.
  TensorProductBuilder(const ProductPair &pair, const WarpSchedule &schedule)
      : TensorProductBuilder(pair.first, pair.epilogue, schedule) {
    partner = pair.second;
  }
  /// Fails where the op is no marked product in f32 of two factors of the
  /// schedule's type, or an extent is 0. Must precede all other calls.
  mlir::LogicalResult analyse();
  /// Returns the predicted duration, copies of factors that each step makes
  /// included.
  double predictSeconds(const Chip &chip);
  /// Returns the bytes of copies of factors that are made once.
  int64_t countFixedBytes();
  /// Makes the factors readable by copies of 16 bytes: adds launches to `plan`
  /// that copy those which are not. Fails with a diagnostic if a copy cannot be
  /// built.
  mlir::LogicalResult prepare(LaunchPlan &plan);
  /// Builds the kernel and appends its launch to `plan`, and that of the kernel
  /// which joins the parts of k. Requires prepare().
  void build(LaunchPlan &plan);

private:
  /// A factor and its tiles.
  struct Factor {
    std::optional<StagedTile> tile;
    ProductFactor source;
  };

  /// Returns the factors: A, B, and the partner's B of a pair.
  llvm::MutableArrayRef<Factor> getFactors() {
    return llvm::MutableArrayRef<Factor>(factors).take_front(partner ? 3 : 2);
  }
  /// Returns the operand of `op` or the partner that factor `number` is.
  mlir::OpOperand &getOperand(unsigned number);
  mlir::LogicalResult analyseFactor(unsigned number);
  /// Return the products, and the columns of each in a tile and of a warp.
  int64_t countProducts() const { return partner ? 2 : 1; }
  int64_t getColumns() const { return schedule.tileN / countProducts(); }
  int64_t getWarpColumns() const {
    return schedule.getWarpN() / countProducts();
  }
  int64_t countSlices() const {
    return llvm::divideCeil(k.size, schedule.getSliceK());
  }
  /// Returns the largest offset of an element that the kernel computes.
  int64_t getLargestOffset();
  /// Returns whether the loop over slices is unrolled by the stages of the
  /// ring, whose places are then constants.
  bool isUnrolled() const {
    return schedule.countParts() == 1 && schedule.splits == 1 &&
           countSlices() % schedule.stages == 0;
  }
  /// Returns the slices of a part of k.
  int64_t countPartSlices() const {
    return llvm::divideCeil(countSlices(), schedule.splits);
  }
  /// Emits the loop over k and returns the sums of the thread.
  llvm::SmallVector<mlir::Value> multiplyTile(const WarpPlace &warp);
  /// Emits the stores of the thread's sums, without those beyond the edges.
  void storeTile(mlir::ValueRange sums, const WarpPlace &warp);
  /// Returns the part of the sums of 16 rows that storeFragments asks for.
  llvm::SmallVector<mlir::Value> getSums(mlir::ValueRange sums, int64_t group,
                                         int64_t first, int64_t count) const;

  // Split k (SplitSums.cpp). The sums of each part of k are a tensor of parts x
  // products x batch x m x n.
  /// Returns how many neighbours along n one access of the parts has.
  int64_t getPartWidth() const;
  /// Returns the offset of the sum of (atM, atN) of a part and product.
  mlir::Value getPartOffset(mlir::Value part, int64_t product, mlir::Value atM,
                            mlir::Value atN);
  /// Emits the stores of the thread's sums to the tensor of parts.
  void storeParts(mlir::ValueRange sums, const WarpPlace &warp);
  /// Appends the kernel that adds the parts and applies the epilogue.
  void joinParts(LaunchPlan &plan);

  const WarpSchedule &schedule;
  Factor factors[3];
  std::optional<TensorCoreBuilder> core;
  mlir::Value base;                  ///< pointer to shared memory
  mlir::Value thread, product;       ///< of the block and of the batch, i32
  mlir::Value firstRow, firstColumn; ///< of the block's tile, i32
  mlir::Value part, parts; ///< of k, i32; the tensor of parts, or null
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORPRODUCTBUILDER_H
