// PartialSlices.h: slices that take a part of a split dimension, on one rank
#ifndef SBP_LIB_EXTERNALMODELS_LOWERING_PARTIALSLICES_H
#define SBP_LIB_EXTERNALMODELS_LOWERING_PARTIALSLICES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace sbp {

/// One dimension of the large tensor of a slice (the source of an extraction,
/// the destination of an insertion), on one rank.
struct SlicedDim {
  /// Position of the slice's first element in the rank's piece. Where `isPart`
  /// it may lie before the piece or after it.
  mlir::OpFoldResult start;
  int64_t size = 1;       ///< elements of the slice
  int64_t stride = 1;     ///< distance between two of them in the large tensor
  int64_t held = 1;       ///< elements of the rank's piece of the large tensor
  bool isPart = false;    ///< the piece may hold all, some or none of the slice
  bool isDropped = false; ///< the small tensor lacks this dimension
};

/// Builds slices whose elements partly belong to other ranks, at the insertion
/// point of a builder.
class PartialSliceBuilder {
public:
  /// `dims` has one entry per dimension of the large tensor, with `isPart` in
  /// one at least, and is copied. `builder` must outlive this object.
  PartialSliceBuilder(mlir::OpBuilder &builder, mlir::Location loc,
                      llvm::ArrayRef<SlicedDim> dims)
      : builder(builder), loc(loc), dims(dims.begin(), dims.end()) {}

  /// Returns a tensor of `type`, the small tensor, with the elements of the
  /// slice that `piece` holds, and `identity`, of its element type, in place of
  /// all others.
  mlir::Value extract(mlir::Value piece, mlir::RankedTensorType type,
                      mlir::TypedAttr identity);
  /// Returns `piece` with those elements of `slice` that lie inside of it;
  /// `piece` itself if it or the slice is empty. Only a window of `piece`, not
  /// larger than the span of the slice, is read and written.
  mlir::Value insert(mlir::Value slice, mlir::Value piece);

private:
  /// Contiguous positions of one dimension of the piece that contain all
  /// elements of the slice which the piece holds.
  struct Window {
    mlir::OpFoldResult start;
    int64_t size = 1;
    int64_t stride = 1;
  };
  /// Returns the window of one dimension, which is clamped to the piece.
  Window findWindow(const SlicedDim &dim);
  /// Builds the element of `piece` at the loop indices inside of `windows`.
  mlir::Value getOld(mlir::OpBuilder &builder, mlir::Value piece,
                     llvm::ArrayRef<Window> windows);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<SlicedDim> dims;
};

/// Builds the position in [0, last] that is nearest to `index`, both of index
/// type.
mlir::Value clampPosition(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value index, int64_t last);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_LOWERING_PARTIALSLICES_H
