// Clones.h: ops of forward that run again in backward
#ifndef SBP_LIB_TRANSFORMS_RECOMPUTATION_CLONES_H
#define SBP_LIB_TRANSFORMS_RECOMPUTATION_CLONES_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Operation.h"
#include <vector>

namespace sbp {

/// Clones `op`, an op of forward, in front of `reader`, an op of a later phase
/// whose phase and layer the clone gets, with a mark that it repeats another
/// op. Operands are replaced as `mapping` says, which receives the results of
/// the clone. Sources that the clone reads are cloned too. All new ops are
/// appended to `added`, sources before their readers. Returns the clone.
mlir::Operation *cloneForBackward(mlir::Operation *op, mlir::Operation *reader,
                                  mlir::IRMapping &mapping,
                                  std::vector<mlir::Operation *> &added);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_RECOMPUTATION_CLONES_H
