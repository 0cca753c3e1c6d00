// ProgramDigest.h: which program an entry is, whatever its plan
#ifndef SBP_TOOLS_SBP_COMPILE_PROGRAMDIGEST_H
#define SBP_TOOLS_SBP_COMPILE_PROGRAMDIGEST_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

/// A digest by entry.
using ProgramDigests = llvm::StringMap<std::string>;

/// Of every public function of a module as it was written, without placements
/// and distributions, with what it calls. Names of values and places in files
/// do not count, large constants do. As written, not as normalised: normal
/// forms may change from one compiler to the next, and cost a phase.
ProgramDigests digestPrograms(mlir::ModuleOp program);

/// Gives the entries of the compiled `model` their digests.
void setProgramDigests(mlir::ModuleOp model, const ProgramDigests &digests);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_PROGRAMDIGEST_H
