// DistributedInterpreter.h: level 1 on simulated ranks
//
// Runs a function whose ops carry `sbp.signature`: each op is built for every
// rank through SBPOpInterface and evaluated there; a boxing puts its value
// together and cuts it again. After every op the copies that a distribution
// promises to be equal are compared.
#ifndef SBP_INTERPRETER_DISTRIBUTEDINTERPRETER_H
#define SBP_INTERPRETER_DISTRIBUTEDINTERPRETER_H

#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Interpreter/LocalStates.h"

namespace sbp {

/// Local tensors by world rank.
using Pieces = std::map<int64_t, TensorValue>;

/// A tensor as it lives on the ranks of a placement.
struct PlacedTensor {
  Placement placement;
  Distribution distribution;
  mlir::RankedTensorType type; ///< global
  Pieces pieces;

  /// One per position of the placement.
  std::vector<TensorValue> getStates() const;
  TensorValue reassemble(bool float64 = false) const;
};

/// Evaluates `op` with `signature` on every rank of `placement`, from local
/// operands by position (outer index: operand). Scalar operands and values that
/// regions capture are read from `frame`. Results: outer index result, then
/// position. `verify` also runs the IR verifier on what was built.
llvm::FailureOr<std::vector<std::vector<TensorValue>>>
evaluateLocally(mlir::Operation *op, const Signature &signature,
                const Placement &placement,
                llvm::ArrayRef<std::vector<TensorValue>> operands, Frame &frame,
                bool verify = false);

/// Whether some op of the function carries a signature or is a boxing.
bool isDistributed(mlir::func::FuncOp function);

/// The distribution that a level-1 function declares for an argument (or
/// result), or nothing.
struct DeclaredDistribution {
  Placement placement;
  Distribution distribution;
};
std::optional<DeclaredDistribution>
getArgumentDistribution(mlir::func::FuncOp function, unsigned index);
std::optional<DeclaredDistribution>
getResultDistribution(mlir::func::FuncOp function, unsigned index);

/// Runs a level-1 function on its arguments' pieces (unused arguments may have
/// none). Errors are diagnostics.
llvm::FailureOr<std::vector<PlacedTensor>>
evaluateDistributed(mlir::func::FuncOp function,
                    std::vector<PlacedTensor> arguments,
                    InterpreterOptions options = {});

} // namespace sbp

#endif // SBP_INTERPRETER_DISTRIBUTEDINTERPRETER_H
