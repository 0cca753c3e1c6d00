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
  /// values, or a boxing cannot be planned; the unfinished program then stays
  /// in the module.
  mlir::LogicalResult build(llvm::StringRef name);

private:
  using Placed = std::pair<Placement, bool>; ///< bool: the class belongs to it

  /// Adds the pieces of the entry's arguments and of stored constants as
  /// arguments of the program.
  void addArguments();
  /// Returns true if the class's ranks hold pieces under `distribution`; false
  /// for a null one.
  bool holds(DistributionAttr distribution);
  /// Returns the placement of that name, which the builder keeps.
  const Placement &getPlacement(mlir::FlatSymbolRefAttr symbol);
  /// Returns the type of the class's piece of a global tensor of `type`.
  mlir::RankedTensorType getLocal(DistributionAttr distribution,
                                  mlir::Type type);
  /// Returns the class's piece of `value` under `distribution`. If the class
  /// holds none, or one of another empty shape, an empty tensor of that type.
  mlir::Value getPiece(mlir::Value value, DistributionAttr distribution);
  /// Returns `piece` if it has `type` and elements, otherwise an empty tensor
  /// of `type`. `piece` may be null.
  mlir::Value adapt(mlir::Value piece, mlir::RankedTensorType type,
                    mlir::Location loc);

  /// Builds an op of the entry on local values. It and the functions below emit
  /// an error where they fail.
  mlir::LogicalResult addOp(mlir::Operation &op);
  /// Marks ops after `last` as parts of micro-batches and of their stage if
  /// `op` is one.
  void addSweep(mlir::Operation &op, mlir::Operation *last);
  /// Returns the stage that the class works for in `op`, -1 for none.
  int64_t getStage(mlir::Operation &op);
  /// Builds an op by its interface, if the class belongs to its placement.
  mlir::LogicalResult addCompute(mlir::Operation &op);
  /// Builds the moves of a boxing in which the class takes part.
  mlir::LogicalResult addBoxing(BoxingOp op);
  /// Builds a local step on `piece` and returns its result; null for a step
  /// that communicates.
  mlir::Value addStep(BoxingOp op, const BoxingStep &step, mlir::Value piece);
  /// Returns the position of the piece of `inner` in the piece of `outer`, in
  /// elements by dimension.
  llvm::SmallVector<mlir::OpFoldResult>
  getOffsetsWithin(mlir::Location loc, DistributionAttr outer,
                   DistributionAttr inner, mlir::RankedTensorType global);
  /// Cuts the smaller piece out of `piece`.
  mlir::Value addSlice(BoxingOp op, const BoxingStep &step, mlir::Value piece);
  /// Pads `piece` with identities of the combiner; a class whose ranks keep no
  /// value gets identities alone.
  mlir::Value addFill(BoxingOp op, const BoxingStep &step, mlir::Value piece);
  /// Builds the class's part of a communication. `piece` is null for ranks that
  /// send nothing; returns null for ranks that receive nothing.
  mlir::Value addCommunicate(CommunicationOp communication,
                             DistributionAttr from, DistributionAttr to,
                             mlir::Location loc, mlir::Value piece);
  /// Returns the pieces of the entry's results that the class holds.
  void addReturn(mlir::func::ReturnOp op);
  /// Remaps scalars captured by bodies, erases dead ops and removes signatures,
  /// which do not hold on local values.
  void cleanUp();
  /// Sets type, ports, constants and parameters of the finished program.
  void setAttributes();

  mlir::func::FuncOp entry;
  LocalProgramOp program; ///< null before `build`
  llvm::ArrayRef<int64_t> ranks;
  BoxingPlans &plans;
  const CommunicationTable &communications;
  mlir::OpBuilder builder;
  std::optional<ClassParameters> parameters; ///< set by `build`
  mlir::IRMapping locals; ///< from values of the entry to pieces
  llvm::SmallVector<int64_t> inputs, outputs; ///< numbers of the entry's ports
  llvm::SmallVector<mlir::Attribute> constants; ///< [value, distribution] each
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
