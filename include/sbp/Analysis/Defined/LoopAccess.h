// LoopAccess.h: the elements that a loop nest accesses
//
// One indexing map of a structured op on loops of known extents: whether its
// accesses lie inside of the tensor, whether parallel loops write an element
// once, whether every element is written. Exact for maps that are sums of
// loops, as all but hand-written ones are, and for nests of few iterations;
// everything else is refused.
#ifndef SBP_ANALYSIS_DEFINED_LOOPACCESS_H
#define SBP_ANALYSIS_DEFINED_LOOPACCESS_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace sbp {

/// Queries on one access. Immutable. Loops are numbered as the dimensions of
/// the map, and sets of loops have one bit per loop.
class LoopAccess {
public:
  /// `map` maps loops with `extents` to elements of a tensor of `shape`. It has
  /// no symbols, a dimension per extent and a result per dimension of the
  /// tensor; all sizes are static. `extents` and `shape` are copied.
  LoopAccess(mlir::AffineMap map, llvm::ArrayRef<int64_t> extents,
             llvm::ArrayRef<int64_t> shape);

  /// A dimension of the tensor that is accessed outside of it.
  struct Outside {
    unsigned dim;
    /// An interval, both ends included, that contains all accessed positions;
    /// the exact one for a sum of loops, -1 and -1 for a divisor that is no
    /// positive constant.
    int64_t first, last;
  };
  /// Returns the first such dimension, or one for which this is not decided;
  /// nullopt if all accesses are inside, or if there are none.
  std::optional<Outside> findOutside() const;

  /// Returns a loop among `loops`, with more than one iteration, that no
  /// accessed element depends on; nullopt without one, or without iterations.
  std::optional<unsigned>
  findUnusedLoop(const llvm::SmallBitVector &loops) const;

  /// Returns true if no element is accessed in two iterations that differ in
  /// one of `loops`; false also where too many iterations would have to be
  /// compared.
  bool writesOnce(const llvm::SmallBitVector &loops) const;

  /// Returns true if every element of the tensor is accessed, as it is for one
  /// without elements; false also where this takes too many iterations to
  /// decide.
  bool coversAll() const;

private:
  /// The coefficients of the loops in a result; nullopt for other expressions.
  using Sum = std::optional<llvm::SmallVector<int64_t>>;
  /// An interval of positions with both ends; clamped to 62 bits.
  struct Range {
    int64_t first, last;
  };
  /// Returns an interval that contains all values of an expression, whose
  /// divisors are constants of at least 1, in a nest that is not empty.
  Range getRange(mlir::AffineExpr expression) const;
  bool isEmpty() const { return llvm::is_contained(extents, 0); }
  /// Returns true if an accessed position depends on `loop`.
  bool usesLoop(unsigned loop) const;
  /// Returns true if loops that are not in `usedLoops` yet reach every position
  /// of `dim`, and adds them there; false for a map that is no sum of loops.
  bool coversDim(unsigned dim, llvm::SmallBitVector &usedLoops) const;
  /// Calls `visit` with every combination of the loops that `results` use
  /// (others are 0). Returns false if there are too many or `visit` returned
  /// false.
  bool enumerate(llvm::ArrayRef<mlir::AffineExpr> results,
                 llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> visit) const;

  mlir::AffineMap map;
  llvm::SmallVector<int64_t> extents, shape;
  llvm::SmallVector<Sum> sums;
};

} // namespace sbp

#endif // SBP_ANALYSIS_DEFINED_LOOPACCESS_H
