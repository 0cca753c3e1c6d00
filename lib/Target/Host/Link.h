// Link.h: links kernels to a shared object
#ifndef SBP_LIB_TARGET_HOST_LINK_H
#define SBP_LIB_TARGET_HOST_LINK_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include <vector>

namespace sbp::host {

/// Returns the shared object of one ELF object, linked by lld within the
/// process. The same object gives the same bytes. Leaves no file after and
/// registers no signal handlers. Not thread-safe: lld and its options are
/// global. Emits an error at `loc` and fails where lld does.
mlir::FailureOr<std::vector<char>> link(llvm::StringRef object,
                                        mlir::Location loc);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_LINK_H
