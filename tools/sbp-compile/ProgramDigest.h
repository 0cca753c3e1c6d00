// ProgramDigest.h: which program an entry is, whatever its plan
#ifndef SBP_TOOLS_SBP_COMPILE_PROGRAMDIGEST_H
#define SBP_TOOLS_SBP_COMPILE_PROGRAMDIGEST_H

#include "mlir/IR/BuiltinOps.h"

namespace sbp {

/// Gives every entry of `model` the digest of the same entry of `program`: a
/// normalised module without placements and distributions. Names of values and
/// places in files do not count, large constants do.
void setProgramDigests(mlir::ModuleOp model, mlir::ModuleOp program);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_PROGRAMDIGEST_H
