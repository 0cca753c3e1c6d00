// Passes.h: building blocks of the targets' pass pipelines
#ifndef SBP_TARGET_REGION_PASSES_H
#define SBP_TARGET_REGION_PASSES_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Target/Region/Steps.h"

namespace sbp::region {

/// Registers the dialects and interface models that the steps require.
void registerDialects(mlir::DialectRegistry &registry);

/// A transformation of a module, as a function. A failure fails the pass
/// pipeline.
using Step = std::function<mlir::LogicalResult(mlir::ModuleOp)>;
/// Adds a step as a pass, which owns it. Objects that the step captures by
/// reference must outlive the manager's run. A step that fails without an error
/// is a bug of the compiler, which a warning with `name` reports.
void addStep(mlir::PassManager &manager, llvm::StringLiteral name, Step step);
/// Adds a step on the module's region, its only public function. The pass fails
/// in a module without one.
void addRegionStep(mlir::PassManager &manager, llvm::StringLiteral name,
                   std::function<mlir::LogicalResult(mlir::func::FuncOp)> step);
/// Runs the passes and then MLIR's verifier. With SBP_VERIFY_STEPS=1 in the
/// environment the verifier also runs after each pass, which takes about a
/// seventh of a compilation and finds the step that wrote invalid IR.
mlir::LogicalResult run(mlir::PassManager &manager, mlir::ModuleOp module);
/// Adds canonicalisation and CSE.
void addCleanup(mlir::PassManager &manager);

/// Adds the bufferisation of the region, after makeBoundaryExplicit with the
/// same mode. Afterwards its values are memrefs.
void addBufferization(mlir::PassManager &manager, BoundaryMode mode);

/// Adds passes that lower loops on buffers to functions of the LLVM dialect,
/// whose buffer arguments are bare pointers. Linalg ops must be gone.
void addLowering(mlir::PassManager &manager);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_PASSES_H
