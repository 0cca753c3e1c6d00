// MachineFiles.h: the description of the machine that a model is compiled for
#ifndef SBP_LIB_DRIVER_MACHINE_MACHINEFILES_H
#define SBP_LIB_DRIVER_MACHINE_MACHINEFILES_H

#include "Machine/InstalledFiles.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <string>

namespace sbp {

/// Checks that all placements of a rank that name a kind of device name the
/// same. Returns false after an error, which was emitted.
bool checkDevices(mlir::ModuleOp module);

/// Stores the topology file at `path` as an attribute of the module, from which
/// every phase that plans boxings reads it. Every rank of a placement must be
/// in the file. Does nothing if `path` is empty.
llvm::Error attachTopology(mlir::ModuleOp module, const std::string &path);

/// Stores a rates file as an attribute of the module, from which the cost model
/// of the selection reads it. `nameOrPath` is the name of an installed file or
/// a path. Does nothing if it is empty.
llvm::Error attachRates(mlir::ModuleOp module, const std::string &nameOrPath,
                        const InstalledFiles &installed);

/// The path and the text of a file.
struct NamedFile {
  std::string path, text;
};

/// Reads a tuning file, which `nameOrPath` names as for attachRates. Both
/// strings are empty if it is.
llvm::Expected<NamedFile> readTuning(const std::string &nameOrPath,
                                     const InstalledFiles &installed);

} // namespace sbp

#endif // SBP_LIB_DRIVER_MACHINE_MACHINEFILES_H
