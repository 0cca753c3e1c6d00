//===- RegionImport.h - regions in the target's own context -----*- C++ -*-===//
#ifndef SBP_TARGET_REGION_REGIONIMPORT_H
#define SBP_TARGET_REGION_REGIONIMPORT_H

#include "mlir/IR/OwningOpRef.h"
#include "sbp/Target/Target.h"

namespace sbp::region {

/// Diagnostics of the target's context appear in the caller's, at the same
/// place of the user's file, while this object lives.
class DiagnosticForwarder {
public:
  DiagnosticForwarder(mlir::MLIRContext &context, mlir::func::FuncOp region,
                      bool isSilent);
  DiagnosticForwarder(mlir::MLIRContext &context, mlir::Location fallback);

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// Errors for what a region may not hold.
mlir::LogicalResult verifyRegion(mlir::func::FuncOp region);

/// Pairs asked for by kInPlaceAttr, in tensor positions.
llvm::SmallVector<InPlacePair> getInPlacePairs(mlir::func::FuncOp region);

/// Hash of the region's text, 32 hexadecimal digits; its name, locations and
/// attributes of other dialects do not matter.
std::string hashRegion(mlir::func::FuncOp region);

/// A module in `context` with a copy of the region as its only function, public
/// and named `symbol`.
mlir::OwningOpRef<mlir::ModuleOp> importRegion(mlir::func::FuncOp region,
                                               llvm::StringRef symbol,
                                               mlir::MLIRContext &context);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_REGIONIMPORT_H
