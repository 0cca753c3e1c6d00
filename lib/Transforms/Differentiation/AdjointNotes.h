// AdjointNotes.h: placement, layer and phase of ops that differentiation makes
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_ADJOINTNOTES_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_ADJOINTNOTES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "llvm/ADT/DenseMap.h"

namespace sbp {

/// Placements of forward ops, by op; empty in a module of one placement.
using ForwardPlacements =
    llvm::DenseMap<mlir::Operation *, mlir::FlatSymbolRefAttr>;

/// Writes notes on the ops that are made for one op or value.
class AdjointNotes {
public:
  /// `placements` grows by the ops that get one, and must outlive the object.
  explicit AdjointNotes(ForwardPlacements &placements)
      : placements(placements) {}
  struct Notes {
    mlir::FlatSymbolRefAttr placement; ///< may be null
    mlir::Attribute layer;             ///< may be null
    StepPhase phase;
  };
  /// Writes `notes` on the ops between `last` (null: the beginning of the
  /// block) and `end`.
  void write(mlir::Operation *last, mlir::Operation *end, const Notes &notes);
  /// Writes layer and placement of `primal`, and `phase`, on such ops.
  void adopt(mlir::Operation *primal, mlir::Operation *last,
             mlir::Operation *end, StepPhase phase);
  /// Returns the placement of a forward value; null if there is only one, or
  /// none is annotated.
  mlir::FlatSymbolRefAttr getPlacement(mlir::Value value) const;

private:
  ForwardPlacements &placements;
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_ADJOINTNOTES_H
