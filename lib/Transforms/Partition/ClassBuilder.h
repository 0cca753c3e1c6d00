// ClassBuilder.h: the local program of a class of ranks
#ifndef SBP_LIB_TRANSFORMS_PARTITION_CLASSBUILDER_H
#define SBP_LIB_TRANSFORMS_PARTITION_CLASSBUILDER_H

#include "ClassParameters.h"
#include "mlir/IR/IRMapping.h"

namespace sbp {

/// The communications of an entry, by boxing and step.
using CommunicationTable =
    llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, CommunicationOp>;

/// Builds what one class of ranks does in an entry, in program order, from the
/// local values of the class's first rank; what differs between its ranks
/// becomes a parameter.
class ClassBuilder {
public:
  ClassBuilder(mlir::func::FuncOp entry, llvm::ArrayRef<int64_t> ranks,
               BoxingPlans &plans, const CommunicationTable &communications);

  /// Adds the program `name` behind the module's last op.
  mlir::LogicalResult build(llvm::StringRef name);

private:
  using Placed = std::pair<Placement, bool>; ///< and whether the class is in it

  void addArguments();
  bool holds(DistributionAttr distribution);
  const Placement &getPlacement(mlir::FlatSymbolRefAttr symbol);
  mlir::RankedTensorType getLocal(DistributionAttr distribution,
                                  mlir::Type type);
  /// The class's piece of `value` as `distribution` reads it. Nothing held, or
  /// held in another empty shape: an empty tensor of the right type.
  mlir::Value getPiece(mlir::Value value, DistributionAttr distribution);
  mlir::Value adapt(mlir::Value piece, mlir::RankedTensorType type,
                    mlir::Location loc);

  mlir::LogicalResult addOp(mlir::Operation &op);
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
  /// Scalars used inside bodies come from outside; dead ops go; signatures are
  /// no longer true.
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
};

/// The value of a constant that is stored beside the code: larger than 64
/// bytes and not a splat. Null for every other op.
mlir::ElementsAttr getStoredConstant(mlir::Operation &op);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_CLASSBUILDER_H
