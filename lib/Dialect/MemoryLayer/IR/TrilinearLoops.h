// TrilinearLoops.h: bag, row_dot and add_outer as loops that hold no [tokens x
// slots x width]
#ifndef SBP_LIB_DIALECT_MEMORYLAYER_IR_TRILINEARLOOPS_H
#define SBP_LIB_DIALECT_MEMORYLAYER_IR_TRILINEARLOOPS_H

#include "TrilinearForm.h"
#include "sbp/Dialect/NN/IR/Order/Runs.h"

namespace sbp::memory_layer {

/// Builds the innermost code at (builder, loop indices, carried values) and
/// returns the new values of the latter.
using NestBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::ValueRange, mlir::ValueRange)>;

/// Builds a nest of scf loops from 0 over `bounds`, the last one innermost,
/// that carries several values, and returns their last values.
llvm::SmallVector<mlir::Value>
buildCarryingNest(mlir::OpBuilder &builder, mlir::Location loc,
                  llvm::ArrayRef<mlir::OpFoldResult> bounds,
                  mlir::ValueRange carried, NestBody body);

/// Loops of scf over tokens and slots in row-major order; inside, over the
/// columns of one row. Slots that are skipped make loops of no steps.
class TrilinearLoops {
public:
  /// The op of `form` and `builder` must outlive this object. Loops are built
  /// at the insertion point, and the op stays in place.
  TrilinearLoops(TrilinearForm form, mlir::OpBuilder &builder)
      : form(form), builder(builder), loc(form.getOperation()->getLoc()),
        sumType(form.getSumType()) {}

  /// Builds the result of a `bag`; zeros if a tensor of it is empty.
  mlir::Value buildBag();
  /// Builds the result of a `row_dot`, of the type of the scores; zeros if it
  /// has no terms.
  mlir::Value buildRowDot();
  /// Builds the table of an `add_outer` that starts from `init` and returns it;
  /// `init` itself if there are no terms. A table that is narrower than its
  /// sums is rounded once per row.
  mlir::Value buildAddOuter(mlir::Value init);

protected:
  /// The row and the segment of a slot, as index values that are clamped to the
  /// table, and whether both exist (an i1). `segment` is null without segments.
  struct Slot {
    mlir::Value row, segment, isInside;
    llvm::SmallVector<mlir::Value> at; ///< tokens and slots
  };
  /// Builds the code at (builder, loop indices, carried value) and returns the
  /// new value of the latter.
  using Body = llvm::function_ref<mlir::Value(mlir::OpBuilder &,
                                              mlir::ValueRange, mlir::Value)>;

  /// Builds a nest over `shape`, which has no iterations unless the i1
  /// `condition` is true, and returns the last carried values.
  llvm::SmallVector<mlir::Value> loopAllIf(mlir::OpBuilder &builder,
                                           mlir::Value condition,
                                           llvm::ArrayRef<int64_t> shape,
                                           mlir::ValueRange carried,
                                           NestBody body);
  /// Builds a nest over `bounds` that carries one value and returns its last
  /// value.
  mlir::Value loop(mlir::OpBuilder &builder,
                   llvm::ArrayRef<mlir::OpFoldResult> bounds,
                   mlir::Value carried, Body body);
  /// Builds a nest over `shape` that carries one value and has no iterations
  /// unless the i1 `condition` is true.
  mlir::Value loopIf(mlir::OpBuilder &builder, mlir::Value condition,
                     llvm::ArrayRef<int64_t> shape, mlir::Value carried,
                     Body body);
  /// Returns true if a tensor of the form has no elements: there is no term
  /// then, and no loops may access its memory.
  bool isEmpty();
  /// Builds a tensor of zeros.
  mlir::Value fillZero(mlir::RankedTensorType type);
  /// Builds the slot at the indices `at`, tokens first.
  Slot findSlot(mlir::OpBuilder &builder, mlir::ValueRange at);
  /// Builds the element of `positions` at `at` as an index clamped to [0,
  /// extent). If it may be out of range, combines with `isInside` (null for
  /// true) whether it is not.
  mlir::Value findPosition(mlir::OpBuilder &builder, mlir::Value positions,
                           mlir::ValueRange at, int64_t extent,
                           mlir::Value &isInside);
  /// Builds an element of `tensor`, converted to the type of sums.
  mlir::Value read(mlir::OpBuilder &builder, mlir::Value tensor,
                   mlir::ValueRange at);
  /// Builds `sum` rounded to the float type `type`.
  mlir::Value narrow(mlir::OpBuilder &builder, mlir::Value sum,
                     mlir::Type type);
  /// Builds the factors of one column, in the type of sums: `columns` are
  /// (core,) width.
  mlir::Value readTable(mlir::OpBuilder &builder, const Slot &slot,
                        mlir::ValueRange columns);
  mlir::Value readScore(mlir::OpBuilder &builder, const Slot &slot,
                        mlir::ValueRange columns);
  mlir::Value readOutside(mlir::OpBuilder &builder, const Slot &slot,
                          mlir::ValueRange columns);
  /// Builds the product of score and z of one column, the term of a table.
  mlir::Value getOuter(mlir::OpBuilder &builder, const Slot &slot,
                       mlir::ValueRange columns);
  /// Adds the terms of `slot` to `sums`, a buffer that is read from `table` at
  /// the first slot of a row and written to it at the last; returns both.
  llvm::SmallVector<mlir::Value> addToRun(mlir::OpBuilder &builder,
                                          const Slot &slot,
                                          const nn::RunBuilder::Slot &sorted,
                                          mlir::Value table, mlir::Value sums);
  /// Builds `init` with the terms added row by row; the sums of a row are
  /// rounded once.
  mlir::Value buildAddRuns(mlir::Value init);
  /// Adds the terms of all `slots`, which belong to one segment, to `sums`, the
  /// buffer of a token, and returns it; nothing if the first is skipped.
  mlir::Value addRows(mlir::OpBuilder &builder, llvm::ArrayRef<Slot> slots,
                      mlir::Value sums);
  /// Adds `count` times `group` slots, from number `first` on in the last dim
  /// of slots, to `sums`; `front` has the indices of all other dims.
  mlir::Value addSlots(mlir::OpBuilder &builder,
                       llvm::ArrayRef<mlir::Value> front, int64_t first,
                       int64_t count, int64_t group, mlir::Value sums);
  /// Builds the row of the slot at `at` in i64; -1 for one that is skipped.
  mlir::Value findRow(mlir::OpBuilder &builder, mlir::ValueRange at);
  /// Returns the indices of a term in z or the result of a bag; with
  /// `withTokens` false, in a buffer for one token.
  llvm::SmallVector<mlir::Value>
  getOutsidePlace(const Slot &slot, mlir::ValueRange columns, bool withTokens);
  /// Returns the sizes of the token dims, then of the slot dims, then of a row
  /// of the table; views of types that live as long as the context.
  llvm::ArrayRef<int64_t> getTokens();
  llvm::ArrayRef<int64_t> getSlots();
  llvm::ArrayRef<int64_t> getColumns();

  TrilinearForm form;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::FloatType sumType;
};

} // namespace sbp::memory_layer

#endif // SBP_LIB_DIALECT_MEMORYLAYER_IR_TRILINEARLOOPS_H
