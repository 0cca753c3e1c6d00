// Regions.h: which ops of a local program are one task
#ifndef SBP_LIB_CONVERSION_LOCALTOTASK_REGIONS_H
#define SBP_LIB_CONVERSION_LOCALTOTASK_REGIONS_H

#include "sbp/Analysis/Scheduling/RegionCuts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/ADT/SetVector.h"

namespace sbp {

/// Ops between two communications or a part of them (RegionCuts.h), in program
/// order, and what crosses.
struct ComputeRegion {
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::SetVector<mlir::Value> inputs;     ///< tensors made elsewhere
  llvm::SetVector<mlir::Value> parameters; ///< index arguments of the program
  llvm::SetVector<mlir::Value> outputs;    ///< tensors read elsewhere
};

/// One entry of the program in order: a communication or a region.
struct ProgramStep {
  CommunicateOp communicate; ///< null: a region
  ComputeRegion region;
};

/// Cuts the body of a local program into steps. Scalars, and tensors made of
/// nothing but constants and parameters (empty tensors, fills, iota), are not
/// registers: every region that reads them contains its own copy.
std::vector<ProgramStep> getProgramSteps(LocalProgramOp program,
                                         llvm::ArrayRef<StateUpdate> updates);

/// The region as a function on its inputs, parameters and outputs, inserted
/// nowhere. The caller owns it.
mlir::func::FuncOp outline(const ComputeRegion &region,
                           mlir::OpBuilder &builder, mlir::Location loc);

} // namespace sbp

#endif // SBP_LIB_CONVERSION_LOCALTOTASK_REGIONS_H
