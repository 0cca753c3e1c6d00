// SumExchange.h: sums of the blocks that split the k of a tile
#ifndef SBP_LIB_TARGET_CUDA_SUMEXCHANGE_H
#define SBP_LIB_TARGET_CUDA_SUMEXCHANGE_H

#include "ProductBlock.h"

namespace sbp::cuda {

/// Sends to each block that splits k its columns of a tile's partial sums, and
/// returns the sums of all blocks, in their order, for the columns of this
/// block: getStoredColumns() / 2 registers per 64 rows. `consumer` is the
/// number of the warpgroup and `thread` that of the thread in it.
Registers exchangeSums(ProductBlock &block, llvm::ArrayRef<mlir::Value> sums,
                       mlir::Value consumer, mlir::Value thread);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SUMEXCHANGE_H
