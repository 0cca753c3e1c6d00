// StepPhases.h: the phases of a training step
#ifndef SBP_DIALECT_SBP_IR_STEPPHASES_H
#define SBP_DIALECT_SBP_IR_STEPPHASES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace sbp {

/// The phase of an op, an i64; absent on ops of the forward pass. Derived
/// gradients and expanded optimizers carry it, sbp-assign-phases completes it.
inline constexpr llvm::StringLiteral kPhaseAttr = "sbp.phase";

/// The phases of a step in running order; the numbers are the values of the
/// attribute.
enum class StepPhase : int64_t { Forward = 0, Backward = 1, Update = 2 };

/// Returns the phase of `op`; Forward if it has no attribute.
inline StepPhase getPhaseOf(mlir::Operation *op) {
  auto phase = op->getAttrOfType<mlir::IntegerAttr>(kPhaseAttr);
  return phase ? static_cast<StepPhase>(phase.getInt()) : StepPhase::Forward;
}

/// Sets the phase of `op`; Forward removes the attribute.
inline void setPhase(mlir::Operation *op, StepPhase phase) {
  if (phase == StepPhase::Forward) {
    op->removeAttr(kPhaseAttr);
    return;
  }
  auto type = mlir::IntegerType::get(op->getContext(), 64);
  op->setAttr(kPhaseAttr,
              mlir::IntegerAttr::get(type, static_cast<int64_t>(phase)));
}

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_STEPPHASES_H
