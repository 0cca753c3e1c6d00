// Port.h: the arguments and results of an entry
//
// Each function that fails has emitted a diagnostic or written an error.
#ifndef SBP_INTERPRETEDRUN_PORT_H
#define SBP_INTERPRETEDRUN_PORT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/InterpretedRun/RunOptions.h"
#include "sbp/Interpreter/DistributedInterpreter.h"

namespace sbp {

/// An argument or a result of the entry.
struct Port {
  std::string name;  ///< `sbp.name`, else the state, else the position
  std::string state; ///< name of the state, or empty
  mlir::RankedTensorType type; ///< the whole tensor in one step
  std::optional<DeclaredDistribution> declared; ///< nullopt: none
};

/// Returns the public function of that name; for an empty name the only one, or
/// `main`. Fails where there is none.
mlir::FailureOr<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                              llvm::StringRef name,
                                              const RunMessages &messages);

/// Return names, types and distributions of an entry's arguments and results.
/// Fail for a type that files cannot hold or a shape that is not static.
mlir::FailureOr<std::vector<Port>> getArguments(mlir::func::FuncOp entry);
mlir::FailureOr<std::vector<Port>> getResults(mlir::func::FuncOp entry);

} // namespace sbp

#endif // SBP_INTERPRETEDRUN_PORT_H
