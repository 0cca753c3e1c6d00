// LocalProgram.h: attributes that entries carry from level 1 on
#ifndef SBP_DIALECT_SBP_IR_LOCALPROGRAM_H
#define SBP_DIALECT_SBP_IR_LOCALPROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Attribute of an entry from level 1 on: a dictionary of the seconds of the
/// predicted step by the parts that add up to it, the `idle` seconds among
/// them, and the seconds of boxing by class of `links` ("any" without a
/// topology). Absent without measured rates.
inline constexpr llvm::StringLiteral kPredictionAttr = "sbp.prediction";
/// Keys of the parts that add up to the predicted step.
inline constexpr llvm::StringLiteral kPredictionParts[] = {"compute", "memory",
                                                           "boxing", "rest"};
/// Attribute of an entry: the digest of its computation, whatever its plan.
inline constexpr llvm::StringLiteral kProgramAttr = "sbp.program";

/// Attributes of the declaration of an entry and of the entry of a reference
/// from level 2 on; the programs are `sbp.local_program`.
struct LocalProgram {
  /// On the declaration: per argument the size of the table whose positions its
  /// values are, or -1.
  static constexpr llvm::StringLiteral kIndexBoundsAttr = "sbp.index_bounds";
  /// Attribute of a result: exclusive bound of the positions in it.
  static constexpr llvm::StringLiteral kIndexBoundAttr = "sbp.index_bound";
  /// Attribute of a reference's result: the coarsest float type on its way.
  static constexpr llvm::StringLiteral kPrecisionAttr = "sbp.precision";
};

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_LOCALPROGRAM_H
