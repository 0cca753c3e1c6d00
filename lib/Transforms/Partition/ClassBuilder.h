// ClassBuilder.h: the local program of a class of ranks
#ifndef SBP_LIB_TRANSFORMS_PARTITION_CLASSBUILDER_H
#define SBP_LIB_TRANSFORMS_PARTITION_CLASSBUILDER_H

#include "ClassParameters.h"
#include "EntryStages.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

namespace sbp {

/// The communications of an entry, indexed by boxing and by the index of the
/// step in the boxing's plan.
using CommunicationTable =
    llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, CommunicationOp>;

/// Builds the program of one class of ranks for an entry, in program order,
/// from the local values of the class's first rank. Values that differ between
/// ranks of the class become parameters.
class ClassBuilder {
public:
  /// `ranks` are the world ranks of the class, ascending and not empty. The
  /// array, `plans` and `communications` must outlive the builder.
  ClassBuilder(mlir::func::FuncOp entry, llvm::ArrayRef<int64_t> ranks,
               BoxingPlans &plans, const CommunicationTable &communications);

  /// Appends the program `name` to the entry's module. Called once. Emits an
  /// error and fails where an op has no signature or cannot be built on local
  /// values; the unfinished program then stays in the module.
  mlir::LogicalResult build(llvm::StringRef name);

private:
  using Placed = std::pair<Placement, bool>; ///< bool: the class belongs to it

  void addArguments();
  /// Returns true if the class's ranks hold pieces under `distribution`.
  bool holds(DistributionAttr distribution);
  const Placement &getPlacement(mlir::FlatSymbolRefAttr symbol);
  mlir::RankedTensorType getLocal(DistributionAttr distribution,
                                  mlir::Type type);
  /// Returns the class's piece of `value` under `distribution`. If the class
  /// holds none, or one of another empty shape, an empty tensor of that type.
  mlir::Value getPiece(mlir::Value value, DistributionAttr distribution);
  mlir::Value adapt(mlir::Value piece, mlir::RankedTensorType type,
                    mlir::Location loc);

  mlir::LogicalResult addOp(mlir::Operation &op);
  /// Marks ops behind `last` as parts of micro-batches and of their stage if
  /// `op` is one.
  void addSweep(mlir::Operation &op, mlir::Operation *last);
  /// Returns the stage that the class works for in `op`, -1 for none.
  int64_t getStage(mlir::Operation &op);
  mlir::LogicalResult addCompute(mlir::Operation &op);
  mlir::LogicalResult addBoxing(BoxingOp op);
  mlir::Value addStep(BoxingOp op, const BoxingStep &step, mlir::Value piece);
  llvm::SmallVector<mlir::OpFoldResult>
  getOffsetsWithin(mlir::Location loc, DistributionAttr outer,
                   DistributionAttr inner, mlir::RankedTensorType global);
  mlir::Value addSlice(BoxingOp op, const BoxingStep &step, mlir::Value piece);
  mlir::Value addFill(BoxingOp op, const BoxingStep &step, mlir::Value piece);
  mlir::Value addCommunicate(CommunicationOp communication,
                             DistributionAttr from, DistributionAttr to,
                             mlir::Location loc, mlir::Value piece);
  void addReturn(mlir::func::ReturnOp op);
  /// Remaps scalars captured by bodies, erases dead ops and removes signatures,
  /// which do not hold on local values.
  void cleanUp();
  void setAttributes();

  mlir::func::FuncOp entry;
  LocalProgramOp program;
  llvm::ArrayRef<int64_t> ranks;
  BoxingPlans &plans;
  const CommunicationTable &communications;
  mlir::OpBuilder builder;
  std::optional<ClassParameters> parameters;
  mlir::IRMapping locals;
  llvm::SmallVector<int64_t> inputs, outputs;
  llvm::SmallVector<mlir::Attribute> constants;
  llvm::DenseMap<mlir::Attribute, Placement> placements;
  Sweeps sweeps;
  EntryStages stages;
};

/// Returns the value of a constant that is stored next to the code: larger than
/// 64 bytes and not a splat. Null for every other op. The value lives in the
/// context.
mlir::ElementsAttr getStoredConstant(mlir::Operation &op);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_CLASSBUILDER_H
