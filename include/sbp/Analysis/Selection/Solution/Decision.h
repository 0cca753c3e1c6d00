// Decision.h: the chosen distribution of every value
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_DECISION_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_DECISION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"

namespace sbp {

/// Prefix of the reason of a boxing that an `sbp.constrain` requires.
inline constexpr llvm::StringLiteral kConstrainReason =
    "sbp.constrain requests it";

/// The result of selection, before the IR is changed. Distributions are held as
/// attributes: they name their placement and compare as pointers.
struct Decision {
  /// Signatures of ops that have one, by op; those of forms that were not
  /// chosen have none.
  llvm::DenseMap<mlir::Operation *, SignatureAttr> signatures;
  /// The chosen form per choice of the alternatives: 0 is the op itself, i + 1
  /// is form i.
  std::vector<unsigned> forms;
  /// Distributions in which arguments are stored.
  llvm::DenseMap<mlir::Value, DistributionAttr> arguments;
  /// Distributions in which each function leaves its results, by function.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<DistributionAttr>>
      results;
  /// The distribution that the uses in a ReaderGroup of a value share, by the
  /// phase of the group; each may box again from it. A use boxes from the
  /// producer instead if there is no entry here, or if that moves nothing.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, DistributionAttr> shared;

  /// Returns the distribution in which `value` is produced or stored, null
  /// where it is not decided.
  DistributionAttr getProduced(mlir::Value value) const;
  /// Returns the distribution in which `use` reads its value, null where it is
  /// not decided.
  DistributionAttr getRequired(mlir::OpOperand &use) const;
};

/// Propagates annotations forwards into `decision` without any choice; sources
/// adopt what their readers require (adoptSources). Succeeds if the annotations
/// determine every other value. Fails with an error at the first argument or op
/// that they leave open, or whose operands no signature accepts; `decision` is
/// incomplete then.
mlir::LogicalResult propagateStrictly(mlir::func::FuncOp function,
                                      Decision &decision);

/// Gives every source (`isSource`) of `function` the signature whose result is
/// what the first use in its use list requires, or its first sound one where it
/// has no such signature. Broadcast is required where there is no use, or where
/// that use is undecided or on another placement.
void adoptSources(mlir::func::FuncOp function, Decision &decision);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_DECISION_H
