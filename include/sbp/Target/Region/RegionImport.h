// RegionImport.h: copies regions to a target's own context
#ifndef SBP_TARGET_REGION_REGIONIMPORT_H
#define SBP_TARGET_REGION_REGIONIMPORT_H

#include "mlir/IR/OwningOpRef.h"
#include "sbp/Target/Target.h"

namespace sbp::region {

/// Forwards diagnostics of the target's context (errors, warnings, remarks,
/// with their notes) to the caller's context during the lifetime of this
/// object. Both contexts must outlive it.
class DiagnosticForwarder {
public:
  /// Forwards the diagnostics of `context` to the context of `region`, each
  /// with `prefix` before its text. One without a location in the user's file
  /// gets that of the region. Drops all diagnostics if `isSilent`, for an
  /// attempt that may fail.
  DiagnosticForwarder(mlir::MLIRContext &context, mlir::func::FuncOp region,
                      bool isSilent, std::string prefix = "");
  /// Forwards them to the context of `fallback`, which replaces locations that
  /// name no file.
  DiagnosticForwarder(mlir::MLIRContext &context, mlir::Location fallback);

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// Verifies that the boundary of `region` meets the conditions of Target.h: one
/// block, types that targets support, and in-place pairs of equal types. Fails
/// with an error at the region otherwise. Ops of the body are not examined.
mlir::LogicalResult verifyRegion(mlir::func::FuncOp region);

/// Returns, for each argument, the number of the result whose buffer it is (the
/// value of its kAccumulatorAttr), or nullopt for inputs and parameters.
llvm::SmallVector<std::optional<unsigned>>
getAccumulators(mlir::func::FuncOp region);

/// Returns the pairs that kInPlaceAttr of a verified region requests, as
/// positions among outputs and inputs. Accumulators are no inputs.
llvm::SmallVector<InPlacePair> getInPlacePairs(mlir::func::FuncOp region);

/// Returns a hash of the region's text as 32 hexadecimal digits, without name,
/// locations and prefixed attributes but kInPlaceAttr and kAccumulatorAttr.
std::string hashRegion(mlir::func::FuncOp region);

/// Returns a module in `context` whose only function is a public copy of the
/// region, named `symbol`, without the attributes of other dialects. The caller
/// owns it. Floats of eight bits are bytes in it. Returns null, after an error
/// in `context`, if a dialect of the region is missing there.
mlir::OwningOpRef<mlir::ModuleOp> importRegion(mlir::func::FuncOp region,
                                               llvm::StringRef symbol,
                                               mlir::MLIRContext &context);

/// Gives everything of floats of eight bits in `module` the type i8, and
/// replaces their casts by integer arithmetic. Requires that nothing else
/// computes with them, as --sbp-check-model tests.
void storeFloat8AsBytes(mlir::ModuleOp module);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_REGIONIMPORT_H
