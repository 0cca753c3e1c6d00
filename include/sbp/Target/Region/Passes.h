//===- Passes.h - what targets make their pipelines of ----------*- C++ -*-===//
#ifndef SBP_TARGET_REGION_PASSES_H
#define SBP_TARGET_REGION_PASSES_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Target/Region/Steps.h"

namespace sbp::region {

/// Dialects and models that the steps need.
void registerDialects(mlir::DialectRegistry &registry);

/// Adds a step as a pass. `name` stands in the message about a step that fails
/// without an error.
using Step = std::function<mlir::LogicalResult(mlir::ModuleOp)>;
void addStep(mlir::PassManager &manager, llvm::StringLiteral name, Step step);
/// Adds a step on the module's region: its one public function.
void addRegionStep(mlir::PassManager &manager, llvm::StringLiteral name,
                   std::function<mlir::LogicalResult(mlir::func::FuncOp)> step);
/// Adds canonicalisation and CSE.
void addCleanup(mlir::PassManager &manager);

/// Tensors become buffers, after makeBoundaryExplicit with the same mode.
void addBufferization(mlir::PassManager &manager, BoundaryMode mode);

/// Loops on buffers become functions of the LLVM dialect on bare pointers.
void addLowering(mlir::PassManager &manager);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_PASSES_H
