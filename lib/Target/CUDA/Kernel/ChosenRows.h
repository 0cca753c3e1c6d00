// ChosenRows.h: kernels that read the rows of a table that slots name
//
// A unit of up to 32 lanes reads the slots of one token. Its lanes load the
// rows of as many slots at a time and hand them on by shuffles; then each slot
// is visited in order, all lanes together, with several rows in flight.
#ifndef SBP_LIB_TARGET_CUDA_CHOSENROWS_H
#define SBP_LIB_TARGET_CUDA_CHOSENROWS_H

#include "KernelBuilder.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"

namespace sbp::cuda {

/// The extents of a sum over t, j, w of scores[t, j, c] z[t, e, c, w]
/// table[rows[t, j], c, w], e the segment of the slot. See
/// docs/generated/MemoryLayerOps.md.
struct ChosenRows {
  /// Describe an op; its values must outlive the form.
  ChosenRows(memory_layer::BagOp op);
  ChosenRows(memory_layer::RowDotOp op);
  ChosenRows(memory_layer::AddOuterOp op); ///< the table is `init`
  ChosenRows(memory_layer::UpdateOp op);

  /// Returns whether there is something to sum, and rows fit 31 bits.
  bool isSupported() const;
  /// Returns true where no row has to be tested: nothing is dropped and there
  /// are no segments.
  bool isAlwaysInside() const { return !drops && !segment; }
  /// Returns the elements of a row of the table, over all cores.
  int64_t getColumns() const { return cores * width; }
  /// Returns the bytes of all rows that are read, each as often as it is named.
  double getRowBytes() const;
  /// Returns the bytes of rows, scores, the outside tensor and segments.
  double getOtherBytes() const;
  /// Returns the elements of one access to the table: a power of two that
  /// divides the width of a core, of at most 16 bytes.
  int64_t chooseVectorWidth() const;
  /// Returns the predicted seconds of a kernel that reads all rows, in which
  /// each unit loads `rounds` times one after the other.
  double predictSeconds(const Chip &chip, int64_t rounds) const;
  /// Returns the tensors that the kernel reads, without those that are absent.
  llvm::SmallVector<mlir::Value> getTensors() const;

  mlir::Value table, rows, segment, scores, outside; ///< segment may be null
  bool drops; ///< the op has drop_outside: slots out of bounds are skipped
  int64_t tokens = 1, slots = 1, cores = 1, width, numRows, segments = 1;
  mlir::FloatType sumType; ///< f32, or f64 where a tensor is

private:
  ChosenRows(mlir::Value table, mlir::Value rows, mlir::Value segment,
             mlir::Value scores, mlir::Value outside, bool drops);
};

/// The row and segment of a slot, as i32 within their bounds.
struct SlotPosition {
  mlir::Value row, isInside, segment; ///< segment is null without segments
};
/// Emits the loads of a slot; `at`, in the offset type, counts those of all
/// tokens. `isInside` also covers the bounds that an op without drop_outside
/// does not check.
SlotPosition loadSlotPosition(KernelBuilder &builder, const ChosenRows &form,
                              mlir::Value at);

/// Emits the walk of a unit over slots of its token. All lanes of the warp must
/// execute load() and get() together.
class SlotWalk {
public:
  /// `lane` is the thread's number in its unit of `lanes` lanes, a power of two
  /// up to 32; `lane` and `token` are of the offset type. `kernel` and `form`
  /// must outlive the walk.
  SlotWalk(KernelBuilder &kernel, const ChosenRows &form, mlir::Value token,
           mlir::Value lane, int64_t lanes)
      : builder(kernel), form(form), token(token), lane(lane), lanes(lanes) {}

  /// The slots that the lanes have loaded: one each.
  struct Chunk {
    mlir::Value first;    ///< number of the first slot
    mlir::Value row;      ///< i32, of the lane's slot
    mlir::Value isInside; ///< i1
    mlir::Value segment;  ///< i32; null without segments
    mlir::Value score;    ///< null if not requested
  };
  /// One slot, as all lanes of the unit see it.
  struct Slot {
    mlir::Value row;      ///< in the offset type
    mlir::Value isInside; ///< null: always
    mlir::Value segment;  ///< i32; null without segments
    mlir::Value number;   ///< of the token
    mlir::Value score;    ///< null if not requested
  };
  /// Loads the slots from `first` on, one per lane; lanes beyond the token's
  /// last slot load that one and are not inside. Scores are those of a table
  /// without cores.
  Chunk load(mlir::Value first, bool withScores);
  /// Returns slot `index`, an i32, of the chunk.
  Slot get(const Chunk &chunk, mlir::Value index);
  /// Returns the number of slots from `first` on, at most `lanes`, as an i32.
  mlir::Value countSlots(mlir::Value first);
  /// Returns whether chunks always lie inside of the token's slots.
  bool isWhole() const { return form.slots % lanes == 0; }
  /// Loads elements of the slot's row from `column` on, or zeros for a slot
  /// that is outside, in the type of sums.
  llvm::SmallVector<mlir::Value> loadRow(const Slot &slot, mlir::Value column,
                                         int64_t count);

private:
  KernelBuilder &builder;
  const ChosenRows &form;
  mlir::Value token, lane;
  int64_t lanes;
};

/// Converts a signed integer, or a float that is no wider than `type`, to
/// `type`, the type of sums.
mlir::Value widenTo(KernelBuilder &builder, mlir::Value x,
                    mlir::FloatType type);
/// Rounds a sum to the float type `type`, which is no wider.
mlir::Value narrowTo(KernelBuilder &builder, mlir::Value sum, mlir::Type type);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CHOSENROWS_H
