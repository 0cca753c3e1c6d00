// Source.h: the values of the arguments of an entry
//
// Each function that fails has emitted a diagnostic or written an error.
#ifndef SBP_INTERPRETEDRUN_SOURCE_H
#define SBP_INTERPRETEDRUN_SOURCE_H

#include "sbp/InterpretedRun/Port.h"

namespace sbp {

/// The values of one argument.
struct Source {
  TensorValue value;            ///< global; has a leading dimension if stepped
  std::optional<Pieces> pieces; ///< of `value`, where shards gave it
  bool stepped = false;
};

/// Returns a value for every argument from, in this order, --input,
/// --input-shards, --weights, sbp.init. Fails where an argument has none or its
/// value does not fit.
mlir::FailureOr<std::vector<Source>> readSources(mlir::func::FuncOp entry,
                                                 llvm::ArrayRef<Port> arguments,
                                                 const RunOptions &options);

} // namespace sbp

#endif // SBP_INTERPRETEDRUN_SOURCE_H
