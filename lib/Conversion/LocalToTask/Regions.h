// Regions.h: the regions of a local program
#ifndef SBP_LIB_CONVERSION_LOCALTOTASK_REGIONS_H
#define SBP_LIB_CONVERSION_LOCALTOTASK_REGIONS_H

#include "sbp/Analysis/Scheduling/RegionCuts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "llvm/ADT/SetVector.h"

namespace sbp {

/// Ops between two communications, or a part of them (RegionCuts.h), in program
/// order, with the values that cross the boundary.
struct ComputeRegion {
  llvm::SmallVector<mlir::Operation *> ops; ///< never empty in a region's step
  llvm::SetVector<mlir::Value> inputs;      ///< tensors defined outside
  llvm::SetVector<mlir::Value> parameters;  ///< index arguments of the program
  llvm::SetVector<mlir::Value> outputs;     ///< tensors read outside
  /// The kernel takes the number of the micro-batch, after `parameters`.
  bool readsMicroBatch = false;

  /// Returns true if the region runs in every micro-batch.
  bool isTimed() const { return ops.front()->hasAttr(kSweepAttr); }
};

/// One step of the program: a communication or a region.
struct ProgramStep {
  CommunicateOp communicate; ///< null for a region
  ComputeRegion region;
};

/// Splits the body of a local program into steps, in program order but for
/// weight work, which follows the other ops of its sweep up to the next
/// communication. Scalars, and tensors that depend on constants and parameters
/// only (empty tensors, fills, iota), are registers only where a communication
/// or the return reads them: every other region that reads them contains its
/// own copy. Steps refer to ops of `program`, which stays as it is and must
/// outlive them; `updates` are the updates of its states (RegionCuts.h). The
/// terminator is no step.
std::vector<ProgramStep> getProgramSteps(LocalProgramOp program,
                                         llvm::ArrayRef<StateUpdate> updates);

/// Returns the region as a detached function "kernel" from its inputs and
/// parameters (and the number of the micro-batch) to its outputs. The caller
/// owns it; the region's ops are cloned. A value that leaves time gets one more
/// tensor argument, with kAccumulatorAttr: its buffer as the last firing left
/// it.
mlir::func::FuncOp outline(const ComputeRegion &region,
                           mlir::OpBuilder &builder, mlir::Location loc);

} // namespace sbp

#endif // SBP_LIB_CONVERSION_LOCALTOTASK_REGIONS_H
