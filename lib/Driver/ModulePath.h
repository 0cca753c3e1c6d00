// ModulePath.h: the module of a framework that an op comes from
//
// Exporters write it as the name of an op's location:
// loc("layers.3.mlp"("model.py":182:0)).
#ifndef SBP_DRIVER_MODULEPATH_H
#define SBP_DRIVER_MODULEPATH_H

#include "mlir/IR/Location.h"

namespace sbp {

/// Returns the path, such as "layers.3.mlp", of the first part of `loc` that
/// has one; "" where none has.
llvm::StringRef findModulePath(mlir::Location loc);

/// Returns true if an op in `root` has a place in another file than `name`: the
/// model came with locations, which are lost where it is printed without them.
bool hasPlacesElsewhere(mlir::Operation *root, llvm::StringRef name);

} // namespace sbp

#endif // SBP_DRIVER_MODULEPATH_H
