// LoopAccess.h: the elements that a loop nest touches
//
// One indexing map of a structured op on loops of known extents: whether what
// it reads exists, whether parallel loops write an element once, whether every
// element is written. Exact where maps are sums of loops, as all but
// hand-written ones are, and where the nest has few iterations; the rest is
// refused.
#ifndef SBP_ANALYSIS_DEFINED_LOOPACCESS_H
#define SBP_ANALYSIS_DEFINED_LOOPACCESS_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace sbp {

class LoopAccess {
public:
  /// `map` takes loops of `extents` to elements of a tensor of `shape`.
  LoopAccess(mlir::AffineMap map, llvm::ArrayRef<int64_t> extents,
             llvm::ArrayRef<int64_t> shape);

  struct Outside {
    unsigned dim;        ///< of the tensor
    int64_t first, last; ///< positions touched there, both included
  };
  /// A dim with positions that the tensor does not have.
  std::optional<Outside> findOutside() const;

  /// A loop of more than one step among `loops` that no element depends on.
  std::optional<unsigned> findAbsent(const llvm::SmallBitVector &loops) const;

  /// No element is touched in two iterations that differ in one of `loops`.
  bool isOnce(const llvm::SmallBitVector &loops) const;

  /// Every element of the tensor is touched.
  bool coversAll() const;

private:
  /// Per result: the loops' coefficients, none where it is no sum of loops.
  using Sum = std::optional<llvm::SmallVector<int64_t>>;
  struct Range {
    int64_t first, last;
  };
  Range getRange(mlir::AffineExpr expression) const;
  bool isEmpty() const { return llvm::is_contained(extents, 0); }
  bool usesLoop(unsigned loop) const;
  bool coversDim(unsigned dim, llvm::SmallBitVector &taken) const;
  /// Calls `visit` with the loops of every iteration, all loops that `results`
  /// do not use at 0; false if there are too many, or `visit` says stop.
  bool enumerate(llvm::ArrayRef<mlir::AffineExpr> results,
                 llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> visit) const;

  mlir::AffineMap map;
  llvm::SmallVector<int64_t> extents, shape;
  llvm::SmallVector<Sum> sums;
};

} // namespace sbp

#endif // SBP_ANALYSIS_DEFINED_LOOPACCESS_H
