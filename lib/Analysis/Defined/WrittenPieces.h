// WrittenPieces.h: coverage of a tensor that is written piece by piece
#ifndef SBP_LIB_ANALYSIS_DEFINED_WRITTENPIECES_H
#define SBP_LIB_ANALYSIS_DEFINED_WRITTENPIECES_H

#include "sbp/Interfaces/TensorInterfaces.h"

namespace sbp {

/// Slices and elements that are inserted into a tensor at constant positions.
class WrittenPieces {
public:
  /// Starts without pieces of a tensor of the static `shape`, which is copied.
  explicit WrittenPieces(llvm::ArrayRef<int64_t> shape) : shape(shape) {}

  /// Adds the elements of an insertion into a tensor of this shape; ignores it
  /// if an offset (but of a full dimension), size or stride is not constant, a
  /// size 0 or a stride below 1.
  void add(PieceOpInterface piece);
  /// Returns true if the pieces together cover the tensor; false without
  /// pieces.
  bool coverAll() const;

private:
  /// One dimension of a piece: `size` positions from `offset` in steps of
  /// `stride`.
  struct Span {
    int64_t offset, size, stride;
    int64_t getEnd() const { return offset + (size - 1) * stride + 1; }
  };
  using Piece = llvm::SmallVector<Span, 4>;
  /// Returns true if `candidates` cover the dimensions from `dim` on.
  bool cover(llvm::ArrayRef<const Piece *> candidates, unsigned dim) const;

  llvm::SmallVector<int64_t> shape;
  std::vector<Piece> pieces;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_DEFINED_WRITTENPIECES_H
