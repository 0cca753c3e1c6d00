// Transfer.h: kernels that move values between ranks on one device
//
// Ranks that share a device access each other's registers directly. One launch
// moves all boxes of a table: the blocks with index y process box y.
//
//   Box   { destinations, numDestinations, sources, numSources, extents[4] }
//   Piece { address, strides[4] }   destinations and sources are arrays of them
//
// Words have 64 bits, strides count elements. Each element of every destination
// becomes the combination of its source elements, in their order. A thread
// reads all sources of an element before it writes a destination.
#ifndef SBP_LIB_TARGET_CUDA_TRANSFER_H
#define SBP_LIB_TARGET_CUDA_TRANSFER_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/Target.h"

namespace sbp::cuda {

/// Adds to `kernels` a kernel `sbp_transfer_copy_<bytes>` for elements of 1, 2,
/// 4 and 8 bytes, and one for each entry of `requested` whose combiner is
/// defined for its type. Others are skipped. An element without sources becomes
/// 0 in a copy, and the combiner's identity otherwise. Returns the symbols of
/// the kernels.
std::vector<std::string>
buildTransfers(mlir::ModuleOp kernels,
               llvm::ArrayRef<TransferKernel> requested);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TRANSFER_H
