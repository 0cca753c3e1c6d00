// Fusion.h: the elementwise ops that one loop nest computes
//
// A fusion group is a root, whose result is stored, and the producers that are
// computed where the root's loops need them. Groups are planned over a whole
// block before any op changes (FusionPlan.cpp), decide what is computed twice
// by its work (FusionWork.cpp), and each becomes one op (FusionBody.cpp).
//
#ifndef SBP_LIB_TARGET_REGION_FUSION_H
#define SBP_LIB_TARGET_REGION_FUSION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace sbp::region {

/// One computation of an op inside of a group's loops. `loops` maps the root's
/// loops to those of the op, which belongs to the block.
struct FusedCopy {
  mlir::linalg::GenericOp op;
  mlir::AffineMap loops;
};

/// A tensor that a group reads, and where: root's loops to its elements.
using FusedRead = std::pair<mlir::Value, mlir::AffineMap>;

/// Ops that become one, in the loops of `root`.
struct FusionGroup {
  mlir::linalg::GenericOp root; ///< its results are stored
  /// Producers, each after all of its readers.
  llvm::SmallVector<FusedCopy> copies;
};

/// Returns the groups of a block that have producers, the last root first. A
/// root is any generic but a marked contraction, a producer is elementwise and
/// may be in several groups. Changes nothing; empty if no ops should be fused.
std::vector<FusionGroup> planFusion(mlir::Block &block);

/// Replaces the root by one op that computes the whole group, and erases the
/// producers that nothing else reads. `group.root` is the new op afterwards;
/// `group.copies` must not be used again.
void buildFusedOp(FusionGroup &group, mlir::IRRewriter &rewriter);

/// Returns where a reader in `loops` reads its operand `use`: the root's loops
/// to the elements of the tensor.
mlir::AffineMap getReadMap(mlir::OpOperand &use, mlir::AffineMap loops);

/// Returns the map from the root's loops to those of the op that makes
/// `produced` in which it computes the elements read at `elements`. The op's
/// indexing map of this result must be a permutation.
mlir::AffineMap getProducerLoops(mlir::OpResult produced,
                                 mlir::AffineMap elements);

/// Returns whether the payload reads the element of `operand`.
bool readsOperand(mlir::linalg::GenericOp op, mlir::OpOperand &operand);

/// Returns the arithmetic of one iteration of `op`, in units of one addition.
int64_t getIterationWork(mlir::linalg::GenericOp op);

/// Returns whether computing `op` once for each of `copies` readers takes less
/// time than storing its results once and loading them for each. False for a
/// body that loops or reads a tensor.
bool isCheaperThanStoring(mlir::linalg::GenericOp op, int64_t copies);

/// Returns how often the loops `loops` of a group with these extents compute
/// each iteration of `op`. Innermost loops that do not change what is computed
/// are not counted: code is hoisted out of them.
double getRepetitions(mlir::linalg::GenericOp op, mlir::AffineMap loops,
                      llvm::ArrayRef<int64_t> extents);

/// Returns whether it takes no longer to compute an op again for each element
/// that is read of it than to store and load it in a nest of its own. `work` is
/// that of a repetition with all that it repeats; each iteration is computed
/// `repetitions` times.
bool mayRepeat(mlir::linalg::GenericOp op, int64_t work, double repetitions);

} // namespace sbp::region

#endif // SBP_LIB_TARGET_REGION_FUSION_H
