// WrittenPieces.cpp: coverage of a tensor that is written piece by piece

#include "WrittenPieces.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sbp;

void WrittenPieces::add(PieceOpInterface op) {
  auto [offsets, sizes, strides] = op.getPieceSlice();
  Piece piece;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
    if (size == extent && stride == 1) // A full dimension has one position.
      offset = 0;
    if (!offset || !size || !stride || *size == 0 || *stride < 1)
      return;
    if (*size == 1)
      stride = 1;
    piece.push_back({*offset, *size, *stride});
  }
  pieces.push_back(std::move(piece));
}

/// A sweep over `dim`: its positions fall into ranges in which the set of
/// pieces is constant; each set must cover the remaining dimensions.
bool WrittenPieces::cover(ArrayRef<const Piece *> candidates,
                          unsigned dim) const {
  if (candidates.empty())
    return false;
  if (dim == shape.size())
    return true;
  SmallVector<int64_t> cuts{0};
  for (const Piece *piece : candidates) {
    const Span &span = (*piece)[dim];
    for (int64_t i = 0; i < (span.stride == 1 ? 1 : span.size); ++i)
      cuts.push_back(span.offset + i * span.stride);
    for (int64_t i = 0; i < (span.stride == 1 ? 0 : span.size); ++i)
      cuts.push_back(span.offset + i * span.stride + 1);
    cuts.push_back(span.getEnd());
  }
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  if (cuts.back() < shape[dim])
    return false;
  // Pieces in order of their begin; those that have ended are removed.
  SmallVector<const Piece *> waiting(candidates), active;
  llvm::stable_sort(waiting, [&](const Piece *a, const Piece *b) {
    return (*a)[dim].offset < (*b)[dim].offset;
  });
  auto next = waiting.begin();
  for (int64_t at : ArrayRef(cuts).drop_back()) {
    for (; next != waiting.end() && (**next)[dim].offset <= at; ++next)
      active.push_back(*next);
    llvm::erase_if(active, [&](const Piece *piece) {
      return (*piece)[dim].getEnd() <= at;
    });
    SmallVector<const Piece *> here =
        llvm::filter_to_vector(active, [&](const Piece *piece) {
          const Span &span = (*piece)[dim];
          return (at - span.offset) % span.stride == 0;
        });
    if (!cover(here, dim + 1))
      return false;
  }
  return true;
}

bool WrittenPieces::coverAll() const {
  SmallVector<const Piece *> all;
  for (const Piece &piece : pieces)
    all.push_back(&piece);
  return cover(all, 0);
}
