// MachineFiles.h: the description of the machine that a model is compiled for
//
// Each function prints what is wrong and returns false then, else true.
#ifndef SBP_TOOLS_SBP_COMPILE_MACHINEFILES_H
#define SBP_TOOLS_SBP_COMPILE_MACHINEFILES_H

#include "Options.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace sbp {

/// Checks that all placements of a rank that name a kind of device name the
/// same.
bool checkDevices(mlir::ModuleOp module);

/// Stores the topology file at `path` as an attribute of the module, from which
/// every phase that plans boxings reads it. Every rank of a placement must be
/// in the file. Does nothing if `path` is empty.
bool attachTopology(mlir::ModuleOp module, const std::string &path);

/// Stores a rates file as an attribute of the module, from which the cost model
/// of the selection reads it. `nameOrPath` is the name of built-in rates or the
/// path of a file. Does nothing if it is empty.
bool attachRates(mlir::ModuleOp module, const std::string &nameOrPath);

/// Reads the file that `options.tuningFile` names into `options.tuning`, and
/// replaces a name by the path. Does nothing if no file is named.
bool readTuning(Options &options);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_MACHINEFILES_H
