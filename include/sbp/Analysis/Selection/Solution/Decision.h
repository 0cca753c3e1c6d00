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

/// Propagates annotations, and arguments that `decision` has, forwards into it
/// without any choice; sources adopt what their readers require (adoptSources),
/// arguments without use or on one rank are broadcast. Fails, with an error and
/// an incomplete decision, at the first argument or op that is left open, or
/// whose operands are on another placement or fit no signature.
mlir::LogicalResult propagateStrictly(mlir::func::FuncOp function,
                                      Decision &decision);

/// Sets or replaces the signature of every source (`isSource`) in the entry
/// block: the one whose first result is what the first use in the use list
/// requires, or broadcast where there is no use, it is undecided or on another
/// placement. Sources without such a signature get the one of B alone.
void adoptSources(mlir::func::FuncOp function, Decision &decision);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_DECISION_H
