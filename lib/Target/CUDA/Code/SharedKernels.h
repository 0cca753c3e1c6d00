// SharedKernels.h: kernels that are equal in the code of several chips
#ifndef SBP_LIB_TARGET_CUDA_SHAREDKERNELS_H
#define SBP_LIB_TARGET_CUDA_SHAREDKERNELS_H

#include "sbp/Target/Target.h"

namespace sbp::cuda {

/// Makes the text of a kernel independent of its position in the PTX module:
/// the numbers of functions in the names of labels and of local memory, which
/// are known inside of a function alone, become 0.
std::string numberFunctionsAlike(llvm::StringRef ptx);

/// Stores each kernel once that several of the PTX texts in `codes` have:
/// takes it out of the bytes of the later ones, whose pieces then state how
/// the text is put together. The codes are those of one artifact in their
/// order, and texts are numbered alike.
void shareKernels(llvm::MutableArrayRef<CodeBlob> codes);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SHAREDKERNELS_H
