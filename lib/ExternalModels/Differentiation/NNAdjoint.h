// NNAdjoint.h: the base of the models of nn ops
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_NNADJOINT_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_NNADJOINT_H

#include "mlir/IR/BuiltinTypes.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

namespace sbp {

/// Builds a tensor of zeros of the type of `like`.
inline mlir::Value buildZeros(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value like) {
  mlir::RankedTensorType type = getTensorType(like);
  return StructuredBuilder(builder, loc)
      .fill(type, builder.getZeroAttr(type.getElementType()));
}

/// The model of an op whose result #0 alone has a cotangent. `Model::build(op,
/// builder, loc, g, needed, result)` gets that cotangent as `g`, not null, and
/// sets entries of `result`, one per operand, at least for the operands in
/// `needed`; null means zero. All entries are null if result #0 has no
/// cotangent. Never fails.
template <typename Model, typename Op>
struct NNAdjoint
    : DifferentiableOpInterface::ExternalModel<NNAdjoint<Model, Op>, Op> {
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  buildAdjoint(mlir::Operation *op, mlir::OpBuilder &builder,
               llvm::ArrayRef<mlir::Value> cotangents,
               const mlir::BitVector &needed) const {
    llvm::SmallVector<mlir::Value> result(op->getNumOperands());
    if (mlir::Value g = cotangents.front())
      Model::build(mlir::cast<Op>(op), builder, getAdjointLoc(op), g, needed,
                   result);
    return result;
  }
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_NNADJOINT_H
