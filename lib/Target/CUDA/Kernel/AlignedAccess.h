// AlignedAccess.h: accesses whose address is aligned though no offset is
#ifndef SBP_LIB_TARGET_CUDA_ALIGNEDACCESS_H
#define SBP_LIB_TARGET_CUDA_ALIGNEDACCESS_H

#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// Bytes of a sector, the unit of accesses of global memory.
inline constexpr int64_t kSectorBytes = 32;

/// Returns the address in global memory of the element at `offset` of a tensor
/// of the kernel.
mlir::Value getAddress(KernelBuilder &builder, mlir::Value tensor,
                       mlir::Value offset);
/// Load or store contiguous elements, a power of two, by accesses of up to 16
/// bytes. The address of the first element is a multiple of all their bytes, or
/// of 16; neither `offset` nor the alignment of the buffer has to imply it.
llvm::SmallVector<mlir::Value> loadAligned(KernelBuilder &builder,
                                           mlir::Value tensor,
                                           mlir::Value offset, int64_t count);
void storeAligned(KernelBuilder &builder, llvm::ArrayRef<mlir::Value> values,
                  mlir::Value tensor, mlir::Value offset);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ALIGNEDACCESS_H
