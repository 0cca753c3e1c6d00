// TimeAxis.h: the micro-batches of an entry
//
// A step that is cut over time runs its ops in m micro-batches. A value is
// timed if every micro-batch has its own; all other values exist once a step.
// Most steps run all micro-batches in one sweep. An op that reads a sum over
// all of them in every micro-batch belongs to the next sweep. Ops run in the
// latest sweep that their readers allow.
#ifndef SBP_DIALECT_SBP_IR_TIMEAXIS_H
#define SBP_DIALECT_SBP_IR_TIMEAXIS_H

#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/TensorInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#define GET_OP_CLASSES
#include "sbp/Dialect/SBP/IR/SBPTimeOps.h.inc"

namespace sbp {

/// Attribute of a function that is cut over time: the number of micro-batches.
/// sbp-cut-time puts it in the place of `sbp.microbatches`. Arguments and
/// results with `sbp.microbatch` then have the type of one micro-batch.
inline constexpr llvm::StringLiteral kTimeAttr = "sbp.time";
/// Attribute of an op at level 2 that runs in every micro-batch: its sweep.
inline constexpr llvm::StringLiteral kSweepAttr = "sbp.sweep";
/// Attribute of a communication that takes place in every micro-batch: the
/// number of its executions in a step.
inline constexpr llvm::StringLiteral kExecutionsAttr = "sbp.executions";
/// Argument attribute of a region: `{sbp.accumulator = 1 : i64}` on a tensor
/// means that it is the buffer of result 1, as the last firing of the task left
/// it. The caller hands in the result's buffer only.
inline constexpr llvm::StringLiteral kAccumulatorAttr = "sbp.accumulator";
/// Argument attribute of a region, a unit: no step writes the tensor. It
/// changes between steps only, when the user gives the argument or the state
/// another value.
inline constexpr llvm::StringLiteral kFixedAttr = "sbp.fixed";
/// Parameter of a `task.compute` that is the number of the micro-batch.
inline constexpr int64_t kMicroBatchParameter = -1;

/// Returns the number of micro-batches that `function` is cut into; 1 before
/// sbp-cut-time.
int64_t getMicroBatches(mlir::Operation *function);

/// Returns the number of executions of a communication in a step; 1 without the
/// attribute.
int64_t getExecutions(CommunicationOp communication);

/// Returns the dimension of argument or result `index` along which
/// micro-batches follow each other; nullopt if the port is not timed or the
/// function is not cut.
std::optional<int64_t> getTimeDim(mlir::FunctionOpInterface function,
                                  unsigned index, bool isResult);

/// Returns the type of argument or result `index`, a ranked tensor, for the
/// whole step. The type of a timed port in a function that is cut is that of
/// one micro-batch.
mlir::RankedTensorType getStepType(mlir::FunctionOpInterface function,
                                   unsigned index, bool isResult);

/// Calls `visit` with every operand of `op`, and with every value defined
/// outside of `op` that its regions read; once per use, so values may repeat.
void forEachOperand(mlir::Operation *op,
                    llvm::function_ref<void(mlir::Value)> visit);

/// Returns the offsets of a piece of type `piece` in the whole tensor, whose
/// dimension `dim` the micro-batches cut; `number` is the micro-batch.
llvm::SmallVector<mlir::OpFoldResult>
getMicroBatchOffsets(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value number, mlir::RankedTensorType piece,
                     int64_t dim);

/// Builds `tensor` in micro-batch 0 and the identity of `combiner` in all
/// others, or the reverse if `isFirst` is false. `number` is the micro-batch.
mlir::Value buildTensorOrIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::Value number, mlir::Value tensor,
                                  Combiner combiner, bool isFirst);

/// The sweeps of the ops of a function, in one pass over its block. A snapshot:
/// ops that are added or moved later are not included. Nothing is timed in a
/// function that is not cut or has no body.
class Sweeps {
public:
  /// The first block of the function must list ops after the ones that they
  /// read.
  explicit Sweeps(mlir::FunctionOpInterface function);

  /// Returns the sweep, from 0 on, in which `op` runs in every micro-batch;
  /// nullopt if it runs once a step, is the terminator, or is no op of the
  /// block.
  std::optional<int64_t> get(mlir::Operation *op) const;
  /// Returns true if every micro-batch has its own `value`.
  bool isTimed(mlir::Value value) const;
  /// Returns the number of times that `op` runs in a step.
  int64_t getExecutions(mlir::Operation *op) const {
    return get(op) ? count : 1;
  }
  int64_t getExecutions(mlir::Value value) const {
    return isTimed(value) ? count : 1;
  }
  /// Returns the number of sweeps that end before `op` can run, or the sweep of
  /// an op that runs in every micro-batch; 0 for an op outside of the block.
  int64_t getEndedSweeps(mlir::Operation *op) const;

private:
  struct Place {
    bool isTimed = false;
    int64_t sweep = 0; ///< sweeps that end before
  };
  Place getPlace(mlir::Value value) const;
  /// Sets the sweep of `op` to the earliest that its operands allow.
  void placeEarly(mlir::Operation &op);
  /// Moves ops to the latest sweep that their readers allow.
  void delay(mlir::Block &block);

  int64_t count;
  llvm::DenseMap<mlir::Operation *, Place> ops;
  llvm::DenseMap<mlir::Value, Place> arguments;
};

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_TIMEAXIS_H
