//===- Transfer.h - kernels that move values between ranks ------*- C++ -*-===//
//
// Ranks that share a device reach each other's registers. One launch moves the
// boxes of a table, block y box y, every thread some of its elements:
//
//   Box   { destinations, numDestinations, sources, numSources, extents[4] }
//   Piece { address, strides[4] }   destinations and sources are arrays of them
//
// Words have 64 bits, strides count elements. An element of every destination
// becomes what its elements of the sources combine to, in their order; all of
// them are read before any is written.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_CUDA_TRANSFER_H
#define SBP_LIB_TARGET_CUDA_TRANSFER_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/Target.h"

namespace sbp::cuda {

/// Adds a kernel `sbp_transfer_copy_<bytes>` for 1, 2, 4 and 8 bytes an
/// element, and one for each of `wanted` whose type combines so. Their symbols.
std::vector<std::string> buildTransfers(mlir::ModuleOp kernels,
                                        llvm::ArrayRef<TransferKernel> wanted);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TRANSFER_H
