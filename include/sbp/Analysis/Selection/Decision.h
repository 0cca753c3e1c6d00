// Decision.h: a distribution for every value
#ifndef SBP_ANALYSIS_SELECTION_DECISION_H
#define SBP_ANALYSIS_SELECTION_DECISION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"

namespace sbp {

/// On which placement an op runs, between sbp-place-operations and level 1.
inline constexpr llvm::StringLiteral kPlacementAttr =
    SBPDialect::kPlacementAttr;

/// How the reason of a boxing begins that a `sbp.constrain` asks for.
inline constexpr llvm::StringLiteral kConstrainReason =
    "sbp.constrain asks for it";

mlir::FlatSymbolRefAttr getPlacementOf(mlir::Operation *op);
/// Returns the placement that stores an argument: the annotated one, else that
/// of its first use.
mlir::FlatSymbolRefAttr getPlacementOf(mlir::BlockArgument argument);
/// Returns the placement in which a use reads its operand; null if it is not
/// specified.
mlir::FlatSymbolRefAttr getPlacementOfUse(mlir::OpOperand &use);
/// The uses of `value` in program order: what is made of them does not depend
/// on the list of uses.
llvm::SmallVector<mlir::OpOperand *> getOrderedUses(mlir::Value value);

/// Whether `op` has a tensor among its operands or results.
bool touchesTensors(mlir::Operation *op);
/// Whether `op` makes a tensor out of nothing that is distributed: it has no
/// tensor operand whose values matter. Such ops adopt what their user needs.
bool isSource(mlir::Operation *op);
/// Per operand of `op`: whether it is a tensor that is not made by a source.
llvm::SmallVector<bool> getLiveOperands(mlir::Operation *op);
/// "argument #1 'w1'", "result of 'linalg.matmul'".
std::string describe(mlir::Value value);

/// The result of selection, before the IR is changed. Distributions are held as
/// attributes: they name their placement and compare as pointers.
struct Decision {
  /// Ops of forms that do not run have none.
  llvm::DenseMap<mlir::Operation *, SignatureAttr> signatures;
  /// Per choice of the alternatives, the form that runs: 0 is the op itself,
  /// i + 1 form i.
  std::vector<unsigned> forms;
  /// How arguments are stored.
  llvm::DenseMap<mlir::Value, DistributionAttr> arguments;
  /// How the results of each function are left.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<DistributionAttr>>
      results;
  /// The distribution in which a ReaderGroup of a value sees it, by the phase
  /// of the group; each reader may box on from there. Where it is absent, or a
  /// use gets the value as it is made without any transfer, it does so from the
  /// producer.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, DistributionAttr> shared;

  /// The distribution in which `value` is produced or stored.
  DistributionAttr getProduced(mlir::Value value) const;
  /// The distribution in which `use` reads its value.
  DistributionAttr getWanted(mlir::OpOperand &use) const;
};

/// Forward propagation without any choice (contract.md "Strict"): succeeds if
/// annotations determine every value, else reports the value that they leave
/// open.
mlir::LogicalResult propagateStrictly(mlir::func::FuncOp function,
                                      Decision &decision);

/// Gives every source op in `function` the signature that yields what its one
/// user reads, or all B where it has no such signature.
mlir::LogicalResult adoptSources(mlir::func::FuncOp function,
                                 Decision &decision);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_DECISION_H
