// ProductConsumer.h: the products of a warpgroup
#ifndef SBP_LIB_TARGET_CUDA_PRODUCTCONSUMER_H
#define SBP_LIB_TARGET_CUDA_PRODUCTCONSUMER_H

#include "ProductBlock.h"

namespace sbp::cuda {

/// Emits the work of one consumer on the tiles of its block.
class ProductConsumer {
public:
  /// `number` is that of the consumer and `thread` that of the thread in it,
  /// both i32. Factors and block outlive the object.
  ProductConsumer(ProductBlock &block, const ProductFactors &factors,
                  mlir::Value number, mlir::Value thread)
      : block(block), factors(factors), schedule(block.schedule),
        kernel(block.kernel), h(block.hopper), number(number), thread(thread) {}

  /// Emits the products of all tiles. `store` receives the number of a tile and
  /// its sums, tileN / 2 registers per 64 rows, or the part of them that this
  /// block stores where blocks split k.
  void
  run(llvm::function_ref<void(mlir::Value, llvm::ArrayRef<mlir::Value>)> store);

private:
  /// Emits the products of one tile and returns its sums. Advances `slot`
  /// after the last slice.
  Registers multiplyTile(Slot &slot);
  /// Emits the products of the slices `first` to below `end` of a tile, at
  /// least one, and returns their sums. Advances `slot` likewise.
  Registers multiplySlices(Slot &slot, mlir::Value first, mlir::Value end);
  /// Issues the products of one slot and returns the sums, one struct per 64
  /// rows. Those before are ignored where `keepsSum` is 0.
  Registers multiplySlice(Slot slot, mlir::ValueRange sums,
                          mlir::Value keepsSum);
  /// Returns a slot to the producers of all blocks that load it.
  void release(mlir::Value slot);
  /// Starts the turn of the other consumer.
  void passTurn();

  ProductBlock &block;
  const ProductFactors &factors;
  const Schedule &schedule;
  KernelBuilder &kernel;
  FragmentBuilder &h;
  mlir::Value number, thread;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCTCONSUMER_H
