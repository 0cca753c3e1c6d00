// TrilinearForm.h: the common form of bag, row_dot and add_outer
#ifndef SBP_LIB_DIALECT_MEMORYLAYER_IR_TRILINEARFORM_H
#define SBP_LIB_DIALECT_MEMORYLAYER_IR_TRILINEARFORM_H

#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Interfaces/TensorTypes.h"

namespace sbp::memory_layer {

/// One of the five tensors: an operand, or the result. The value is borrowed
/// from the op.
struct Member {
  mlir::Value value;               ///< null: the op has none
  std::optional<unsigned> operand; ///< nothing: the result
};

/// The tensors of sum over t, j, w of scores[t, j] z[t, w] table[rows[t, j], w]
/// and their dims. The result of `bag` is `outside` (else z), that of `row_dot`
/// is `scores`; of the others, `table` is the operand that they add to. A view:
/// the op must outlive it.
class TrilinearForm {
public:
  TrilinearForm(BagOp op);
  TrilinearForm(RowDotOp op);
  TrilinearForm(AddOuterOp op);
  TrilinearForm(UpdateOp op); ///< of add_outer, whose table is never stored

  /// Verifies that shapes and counts fit: (C1) to (C4) of the ops. Emits an
  /// error at the op otherwise. All other functions require a verified op of
  /// static shapes.
  mlir::LogicalResult verify() const;

  /// Returns the rule over tokens, slots, rows, width, cores, segments, in this
  /// order: a factor that the result lacks is summed over, and so is `init`
  /// then.
  Rule getRule() const;
  /// Returns the work of one execution: 2 operations per term, and one access
  /// to a row per slot.
  OpWork getWork() const;
  /// Builds the op on `locals`, one per operand, at the insertion point and
  /// returns its results. A shard of rows or segments skips the slots of
  /// others: positions are shifted, and slots outside are dropped.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  buildLocal(mlir::OpBuilder &builder, const Signature &signature,
             mlir::ValueRange locals, ShardContext &context) const;
  /// Returns the tensors of rows and segments with their bounds, nullopt where
  /// slots outside are dropped.
  llvm::SmallVector<IndexedPositions> getPositions() const;

  mlir::Operation *getOperation() const { return op; }
  mlir::Value getTable() const { return table.value; }
  mlir::Value getRows() const { return rows.value; }
  /// Returns the segments of the slots; null if the op has none.
  mlir::Value getSegment() const { return segment.value; }
  mlir::Value getScores() const { return scores.value; }
  mlir::Value getOutside() const { return outside.value; }
  /// Returns the number of leading dimensions of `rows` that are tokens; the
  /// others are slots.
  int64_t getNumTokenDims() const { return tokenDims; }
  int64_t getNumSlotDims() const;
  int64_t getNumRows() const {
    return getTensorType(table.value).getDimSize(0);
  }
  int64_t getNumSegments() const; ///< 1 without segments
  bool hasCores() const { return getTensorType(table.value).getRank() == 3; }
  bool hasSegments() const { return segment.value != nullptr; }
  /// Returns true if slots whose row or segment is out of range are skipped;
  /// else the nearest one is taken.
  bool dropsOutside() const { return drops; }
  /// Returns the type that terms are summed in: f32, or f64 if a tensor has it.
  mlir::FloatType getSumType() const;

private:
  TrilinearForm(mlir::Operation *op, Member table, Member rows, Member segment,
                Member scores, Member outside, bool drops);
  using Dims = llvm::ArrayRef<std::pair<Member, int64_t>>;
  /// Returns true if the result is a table that starts from operand #0.
  bool addsToTable() const;
  /// Appends the factor that splits `dims`, pairs of a tensor and a dimension
  /// of it. One that the result lacks is a reduction by sum.
  void addFactor(Rule &rule, int64_t extent, Dims dims, bool needsOffset) const;
  /// Appends an additive set for each float operand, with `init` if it is
  /// added.
  void addAdditivity(Rule &rule) const;
  /// Returns the global index of the first element of `dim` that a shard holds
  /// of `member`; null if no axis splits it.
  mlir::Value getOffset(mlir::OpBuilder &builder, const Signature &signature,
                        const Member &member, int64_t dim,
                        ShardContext &context) const;
  /// Builds `positions`, in i64, relative to `offset`, where a shard begins;
  /// `extent` is the size of the whole dimension. Positions outside of the
  /// whole are clamped first unless slots are dropped.
  mlir::Value shift(mlir::OpBuilder &builder, mlir::Value positions,
                    mlir::Value offset, int64_t extent) const;

  mlir::Operation *op;
  Member table, rows, segment, scores, outside;
  bool drops;
  int64_t tokenDims;
};

} // namespace sbp::memory_layer

#endif // SBP_LIB_DIALECT_MEMORYLAYER_IR_TRILINEARFORM_H
