// Passes.h: building blocks of the targets' pass pipelines
#ifndef SBP_TARGET_REGION_PASSES_H
#define SBP_TARGET_REGION_PASSES_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Target/Region/Steps.h"

namespace sbp::region {

/// Registers the dialects and interface models that the steps require.
void registerDialects(mlir::DialectRegistry &registry);

/// A transformation of a module, as a function.
using Step = std::function<mlir::LogicalResult(mlir::ModuleOp)>;
/// Adds a step as a pass. `name` identifies a step that fails without an error.
void addStep(mlir::PassManager &manager, llvm::StringLiteral name, Step step);
/// Adds a step on the module's region, its only public function.
void addRegionStep(mlir::PassManager &manager, llvm::StringLiteral name,
                   std::function<mlir::LogicalResult(mlir::func::FuncOp)> step);
/// Adds canonicalisation and CSE.
void addCleanup(mlir::PassManager &manager);

/// Bufferises the region. Requires makeBoundaryExplicit with the same mode.
void addBufferization(mlir::PassManager &manager, BoundaryMode mode);

/// Lowers loops on buffers to functions of the LLVM dialect on bare pointers.
void addLowering(mlir::PassManager &manager);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_PASSES_H
