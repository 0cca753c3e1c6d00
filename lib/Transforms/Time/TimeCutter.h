// TimeCutter.h: cuts the ops of an entry into micro-batches
//
// Time is an axis of m positions. Arguments with `sbp.microbatch` are S in it,
// all others B, and the ops' own signatures determine the rest. A value that is
// S exists once per micro-batch; one that is P is accumulated over the
// micro-batches as soon as it is made.
#ifndef SBP_LIB_TRANSFORMS_TIME_TIMECUTTER_H
#define SBP_LIB_TRANSFORMS_TIME_TIMECUTTER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// A value of the uncut entry and what represents it in the cut one.
struct TimedValue {
  Component time;    ///< B, S or P(combiner) on the axis of time
  mlir::Value value; ///< of one micro-batch unless `time` is B; null: the value
                     ///< of the uncut entry itself
  /// Whether the value of the whole step depends on a state, and whether it is
  /// known only when a sweep over all micro-batches is over.
  bool dependsOnState = false, isLate = false;
};

/// Returns the component of a distribution on the axis of time, its only axis.
inline Component getTime(const Distribution &distribution) {
  return distribution.components[0];
}

/// Returns true if `ruled` reads only the shape of operand number `operand`;
/// false for a number that its rule does not list.
inline bool isShapeOnly(const RuledOp &ruled, unsigned operand) {
  return operand < ruled.rule.shapeOnly.size() && ruled.rule.shapeOnly[operand];
}

/// Returns true if `value` has a ranked tensor type; scalars have no time.
inline bool isTensorValue(mlir::Value value) {
  return mlir::isa<mlir::RankedTensorType>(value.getType());
}

/// Returns true if the op that makes `value` exists wherever it is read
/// (sbp::isSource). False for a block argument.
inline bool isMadeBySource(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  return op && isSource(op);
}

/// The shard of micro-batch k: offsets are multiples of its number. Split
/// dimensions are multiples of the number of micro-batches. `axis` must outlive
/// the context.
class TimeShardContext : public ShardContext {
public:
  explicit TimeShardContext(const Placement &axis) : axis(axis) {}

  const Placement &getPlacement() const override { return axis; }
  /// Returns `global` with the split dimension divided by the number of
  /// micro-batches, or `global` where `piece` splits none.
  mlir::RankedTensorType getLocalType(mlir::RankedTensorType global,
                                      const Distribution &piece) override;
  /// Emits the first index of the micro-batch in `dim`, in elements. `dim` is
  /// the dimension that `piece` splits.
  mlir::Value getOffset(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType global,
                        const Distribution &piece, int64_t dim) override;

private:
  const Placement &axis;
};

/// Cuts one entry, which has one block and keeps one. `count` is the number of
/// micro-batches and divides the dimensions of the arguments that are cut.
class TimeCutter {
public:
  /// Changes nothing yet.
  TimeCutter(mlir::func::FuncOp function, int64_t count);
  /// Rewrites the function, orders it by sweeps and replaces `sbp.microbatches`
  /// by kTimeAttr. Called once. Emits an error and fails where a micro-batch
  /// reads a statistic of the whole batch that depends on a state, or an op
  /// cannot be built for one micro-batch; the function is then invalid.
  mlir::LogicalResult run();

private:
  using Axis = llvm::SmallVector<Component>; ///< one component per operand

  /// Enters all arguments in `values`; those with `sbp.microbatch` as a
  /// placeholder of one micro-batch.
  void cutArguments();
  /// Cuts an op of the uncut entry, or keeps it whole. Like all functions that
  /// return a LogicalResult, it fails after it has emitted an error.
  mlir::LogicalResult visit(mlir::Operation *op);
  /// Makes `op` run once a step, on whole values.
  void keepWhole(mlir::Operation *op);
  /// Repeats a constrain in every micro-batch if its value is cut, or if it is
  /// a gradient that is partial in time; keeps it whole otherwise.
  mlir::LogicalResult visitConstrain(ConstrainOp op);
  /// Builds `op` for one micro-batch and enters its results in `values`.
  mlir::LogicalResult cut(mlir::Operation *op, const Signature &signature);
  /// Returns pieces where a result is split in time and no state, whole values
  /// otherwise.
  void visitReturn(mlir::func::ReturnOp op);
  /// Erases dead ops and placeholders, and sets types and attributes of the
  /// function.
  void finish();

  /// Returns the signature that reads cut operands as they are and slices the
  /// fewest others; nullopt if there is none.
  std::optional<Signature> choose(mlir::Operation *op);
  /// Returns the cost of reading operand `index` of `op` as `required`: 0 if it
  /// is free, nullopt if it is not possible.
  std::optional<unsigned> getReadCost(mlir::Operation *op, unsigned index,
                                      const Component &required,
                                      bool keepsPartials);
  /// Returns true if `op` adds two or more partial values, each with no other
  /// reader, and reads nothing else.
  bool sumsPartials(mlir::Operation *op);
  /// Returns true if `count` divides all dimensions that the signature splits,
  /// and none of them has windows.
  bool isDivided(mlir::Operation *op, const Signature &signature);
  /// Returns true if the form of `op` for one micro-batch can be built and
  /// distributed. Builds it for the test and erases it.
  bool hasRules(mlir::Operation *op, const Signature &signature);

  /// Returns `value` of the whole step, accumulated or collected if need be.
  mlir::Value getWhole(mlir::Value value);
  /// Returns `value` as `reader` reads it in every micro-batch; null after an
  /// error.
  mlir::Value getPiece(mlir::Value value, const Component &required,
                       mlir::Operation *reader);
  /// Returns the `sbp.enter_time` of a whole value, one per placement and
  /// component.
  mlir::Value enter(mlir::Value whole, const Component &required,
                    mlir::Operation *reader);
  /// Builds the producer of a whole `value` for one micro-batch, if it is
  /// placed where `reader` is and reads only whole values for that. Null
  /// otherwise.
  mlir::Value buildPieceOf(mlir::Value value, const Component &required,
                           mlir::Operation *reader);
  /// Emits reportBatchStatistic and fails if `reader` needs the whole `value`
  /// in every micro-batch, but it depends on a state and on a finished sweep.
  mlir::LogicalResult checkKnown(mlir::Value value, mlir::Operation *reader);
  /// Builds `op` with `signature` on `operands`, before `before`.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  build(mlir::Operation *op, const Signature &signature,
        mlir::ValueRange operands, mlir::Operation *before);
  /// Returns the entry of a value of the uncut entry, a new one if need be.
  TimedValue &getState(mlir::Value value) { return values[value]; }
  /// Sets `dependsOnState` and `isLate` of the results of `op` from its
  /// operands.
  void setFacts(mlir::Operation *op, bool isLate);

  mlir::func::FuncOp function;
  int64_t count;  ///< micro-batches
  Placement axis; ///< one axis of `count` positions
  llvm::DenseMap<mlir::Value, TimedValue> values;  ///< by uncut value
  llvm::DenseMap<mlir::Value, mlir::Value> wholes; ///< results of leave_time
  /// Whole value, placement, split dimension or -1, combiner or -1.
  using Entered = std::tuple<mlir::Value, mlir::Attribute, int64_t, int64_t>;
  llvm::DenseMap<Entered, mlir::Value> entered;
  llvm::SmallVector<mlir::Operation *> originals;    ///< ops of the uncut entry
  llvm::SmallVector<mlir::Operation *> placeholders; ///< of cut arguments
};

/// Orders the ops of a cut entry by sweeps: first what runs once before them,
/// then the micro-batches of each sweep and what runs once after it. Ops of
/// equal rank keep their order; constants stand before their first reader.
void orderBySweeps(mlir::func::FuncOp function);

/// Emits the error that `reader` needs the whole of `value` in every
/// micro-batch although it depends on a state. Up to six notes name the path
/// from the state. The caller may add more before the diagnostic ends.
mlir::InFlightDiagnostic reportBatchStatistic(mlir::Value value,
                                              mlir::Operation *reader);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_TIME_TIMECUTTER_H
