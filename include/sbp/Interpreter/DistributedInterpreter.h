// DistributedInterpreter.h: level 1 on simulated ranks
//
// Executes a function whose ops carry `sbp.signature`: each op is built for
// every rank through SBPOpInterface and evaluated there; a boxing reassembles
// its value and splits it again. After every op, copies that must be equal by
// their distribution are compared.
#ifndef SBP_INTERPRETER_DISTRIBUTEDINTERPRETER_H
#define SBP_INTERPRETER_DISTRIBUTEDINTERPRETER_H

#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Interpreter/MicroBatches.h"

namespace sbp {

/// Local tensors indexed by world rank.
using Pieces = std::map<int64_t, TensorValue>;

/// A tensor distributed over the ranks of a placement. If `cut` is there, the
/// distribution is that of each micro-batch, and a piece is the concatenation
/// of a rank's pieces of all micro-batches.
struct PlacedTensor {
  Placement placement;
  Distribution distribution;
  mlir::RankedTensorType type; ///< global
  Pieces pieces;
  std::optional<TimeCut> cut = std::nullopt;

  /// Returns copies of the local tensors, one per position of the placement.
  /// Every rank of it must have a piece.
  std::vector<TensorValue> getStates() const;
  /// Returns the global tensor. With `float64`, sums are not rounded. Every
  /// rank of the placement must have a piece.
  TensorValue reassemble(bool float64 = false) const;
};

/// Evaluates `op`, which implements SBPOpInterface, with `signature` on every
/// rank of `placement`. `operands` are indexed by operand, then by position;
/// scalar operands and values captured by regions are read from `frame`, and
/// lists of scalar and shape-only operands may be empty. Returns results
/// indexed by result, then by position; a scalar is a tensor of rank 0. With
/// `verify`, the IR verifier also checks the built ops. With `onTime`, the
/// positions are micro-batches of equal size, whose offsets are computed from
/// `sbp.micro_batch`. Fails with a diagnostic if the op cannot be built,
/// verified or evaluated.
llvm::FailureOr<std::vector<std::vector<TensorValue>>>
evaluateLocally(mlir::Operation *op, const Signature &signature,
                const Placement &placement,
                llvm::ArrayRef<std::vector<TensorValue>> operands, Frame &frame,
                bool verify = false, bool onTime = false);

/// Returns true if an op inside of the function has a signature or is a boxing;
/// false for a declaration.
bool isDistributed(mlir::func::FuncOp function);

/// A distribution that a level-1 function declares for an argument or result.
struct DeclaredDistribution {
  Placement placement;
  Distribution distribution;
  std::optional<TimeCut> cut; ///< of a port that is cut into micro-batches

  /// Returns the shape of the piece at `position` of the rank list, of a port
  /// whose shape for the whole step is `shape`.
  llvm::SmallVector<int64_t> getPieceShape(llvm::ArrayRef<int64_t> shape,
                                           int64_t position) const;
  /// Returns `value`, the port of the whole step, cut into pieces by rank.
  /// Ranks after the first of a partial group hold the identity.
  PlacedTensor place(const TensorValue &value) const;
};
/// Returns the distribution of `attribute` with its placement, which is looked
/// up from `from`, and no cut; nullopt if the attribute is null or no
/// distribution, or its placement does not exist.
std::optional<DeclaredDistribution>
resolveDistribution(mlir::Operation *from, mlir::Attribute attribute);
/// Returns the distribution that argument `index` declares, with its cut into
/// micro-batches; nullopt if it declares none or its placement does not exist.
std::optional<DeclaredDistribution>
getArgumentDistribution(mlir::func::FuncOp function, unsigned index);
/// Returns the same for result `index`.
std::optional<DeclaredDistribution>
getResultDistribution(mlir::func::FuncOp function, unsigned index);

/// Executes a level-1 function of tensors on the pieces of its arguments, one
/// entry per argument (unused ones may have no pieces), and returns one tensor
/// per result, as declared if the result declares a distribution. Fails with a
/// diagnostic if the body is not one block, a piece is missing or has the wrong
/// shape, replicas differ, or an op fails. Timed ports need their `cut`.
llvm::FailureOr<std::vector<PlacedTensor>>
evaluateDistributed(mlir::func::FuncOp function,
                    std::vector<PlacedTensor> arguments,
                    InterpreterOptions options = {});

} // namespace sbp

#endif // SBP_INTERPRETER_DISTRIBUTEDINTERPRETER_H
