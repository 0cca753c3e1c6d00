// ProgramDigest.h: identity of an entry's program, independent of its plan
#ifndef SBP_LIB_DRIVER_PROGRAMDIGEST_H
#define SBP_LIB_DRIVER_PROGRAMDIGEST_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

/// Digests indexed by entry.
using ProgramDigests = llvm::StringMap<std::string>;

/// Returns a digest of every public function as written, including the
/// functions it calls; the caller has removed placements and distributions,
/// which would count. Names of values and locations do not, large constants do.
/// Taken before normalisation, because normal forms may change between
/// compilers and cost a phase.
ProgramDigests digestPrograms(mlir::ModuleOp program);

/// Attaches the digests to the entries of the compiled `model` by name; others
/// stay as they are.
void setProgramDigests(mlir::ModuleOp model, const ProgramDigests &digests);

} // namespace sbp

#endif // SBP_LIB_DRIVER_PROGRAMDIGEST_H
