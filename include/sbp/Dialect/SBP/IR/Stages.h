// Stages.h: the stages of a pipeline at level 2
#ifndef SBP_DIALECT_SBP_IR_STAGES_H
#define SBP_DIALECT_SBP_IR_STAGES_H

#include "sbp/Dialect/SBP/IR/StepPhases.h"

namespace sbp {

/// Attribute of an op at level 2 that runs in every micro-batch: the number of
/// its stage. Absent where an entry has one stage.
inline constexpr llvm::StringLiteral kStageAttr = "sbp.stage";

/// Attribute of a backward op at level 2 that no other stage waits for. Present
/// only where the entry's schedule runs such ops apart.
inline constexpr llvm::StringLiteral kWeightWorkAttr = "sbp.weight_work";

/// Returns the number of the stage of `op`, from 0 on; -1 if it has none.
inline int64_t getStageOf(mlir::Operation *op) {
  auto stage = op->getAttrOfType<mlir::IntegerAttr>(kStageAttr);
  return stage ? stage.getInt() : -1;
}

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_STAGES_H
