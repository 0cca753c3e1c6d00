// ScoreMask.h: the keys that the queries of a fragment see
#ifndef SBP_LIB_TARGET_CUDA_SCOREMASK_H
#define SBP_LIB_TARGET_CUDA_SCOREMASK_H

#include "AttentionForm.h"
#include "Hopper/FragmentBuilder.h"

namespace sbp::cuda {

/// Scales scores, adds the mask of the op to them, and replaces those beyond
/// the last key, after the query or outside of the window by -inf. Indices are
/// i32. Of a transposed form rows belong to keys and columns to queries, and
/// every name of a query and a key here means the other one; scores beyond the
/// last column are kept where no window ends before them.
class ScoreMask {
public:
  /// Emits values that all queries of the kernel share, at the insertion point.
  /// `hidesAll` is true if hideAll may be called. Kernel, fragments and form
  /// must outlive this object.
  ScoreMask(KernelBuilder &kernel, FragmentBuilder &fragments,
            const AttentionForm &form, bool hidesAll);

  /// The two rows of scores that a thread holds.
  struct Rows {
    mlir::Value query[2];
    mlir::Value begin[2], end[2];     ///< of the keys that they see
    mlir::Value groupBegin, groupEnd; ///< of keys that the warpgroup's rows see
    mlir::Value batch, head;
  };
  /// Returns the rows of a thread of a warpgroup whose first row is `first`;
  /// `row` is the thread's first one in the warpgroup.
  Rows getRows(mlir::Value first, mlir::Value row, mlir::Value batch,
               mlir::Value head);
  /// Return the first key that `query` sees, and the one after its last, both
  /// from 0 to the number of keys. A range that ends where it begins, or
  /// before, is empty.
  mlir::Value getBegin(mlir::Value query);
  mlir::Value getEnd(mlir::Value query);

  /// Hides all keys of `rows` where `condition` holds.
  void hideAll(Rows &rows, mlir::Value condition);
  /// Returns scores of `tileKeys` keys from `firstKey` on as they enter the
  /// softmax; `column` is the thread's first column. Where the form does not
  /// scale late, they are scaled.
  Registers apply(const Registers &scores, const Rows &rows,
                  mlir::Value firstKey, mlir::Value column, int64_t tileKeys);
  /// Returns the same scores as if their rows saw all keys.
  Registers scale(const Registers &scores, const Rows &rows,
                  mlir::Value firstKey, mlir::Value column, int64_t tileKeys);
  /// Returns `values` of the same scores with `hidden` for keys that their row
  /// does not see.
  Registers hide(const Registers &values, const Rows &rows,
                 mlir::Value firstKey, mlir::Value column, int64_t tileKeys,
                 float hidden);
  /// Returns the score of row `half` and one key as it enters the softmax.
  mlir::Value applyOne(mlir::Value score, const Rows &rows, size_t half,
                       mlir::Value key);

private:
  /// Return the dimension of the mask in which the rows of the scores differ,
  /// and that in which their columns do.
  unsigned getRowDimension() const { return form.isTransposed ? 3 : 2; }
  unsigned getColumnDimension() const { return form.isTransposed ? 2 : 3; }
  /// Returns the offset in the mask of the row of query `half`.
  mlir::Value findMaskRow(const Rows &rows, size_t half);
  /// Returns `width` elements of a row of the mask from `key` on, as f32.
  Registers loadMask(mlir::Value row, mlir::Value key, int64_t width);
  /// Returns the key at the query's position plus `by`, limited to 0 and the
  /// number of keys.
  mlir::Value clampPosition(mlir::Value query, int64_t by);
  /// Returns scaled scores, plus the mask if there is one.
  Registers addMask(const Registers &scores, const Rows &rows, mlir::Value key,
                    int64_t tileKeys);
  /// Returns `values` with `hidden` for keys that their row does not see, by
  /// comparisons of each; the thread's first one belongs to `key`.
  Registers compareAll(const Registers &values, const Rows &rows,
                       mlir::Value key, int64_t tileKeys, float hidden);
  /// Whether a row may end before the last column of a tile.
  bool hasEnd() const;

  KernelBuilder &kernel;
  FragmentBuilder &h;
  const AttentionForm &form;
  bool isComplete;    ///< rows see all keys
  mlir::Value offset; ///< of query 0 to key 0, an i64; null without a window
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SCOREMASK_H
