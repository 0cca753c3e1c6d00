// ScalarModel.h: a scalar op's derivative from a table of formulas
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SCALARMODEL_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SCALARMODEL_H

#include "ScalarBuilder.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"

namespace sbp {

/// A formula for the product of the cotangent `g` and one partial derivative,
/// by the operands `x` and the result `y` of the op. Null means zero.
using Partial = mlir::Value (*)(ScalarBuilder &builder, mlir::Value g,
                                mlir::OperandRange x, mlir::Value y);

/// The model of `Op`, with one result: one formula per operand, as template
/// arguments, so that a file of models is a table. Builds at the insertion
/// point, at the location of the op.
template <typename Op, Partial... partials>
struct ScalarModel
    : ScalarDerivativeInterface::ExternalModel<ScalarModel<Op, partials...>,
                                               Op> {
  mlir::Value buildPartial(mlir::Operation *op, mlir::OpBuilder &builder,
                           unsigned operand, unsigned /*result*/,
                           mlir::Value cotangent) const {
    static constexpr Partial formulas[] = {partials...};
    ScalarBuilder scalars(builder, op->getLoc());
    Partial formula = formulas[operand];
    return formula ? formula(scalars, cotangent, op->getOperands(),
                             op->getResult(0))
                   : mlir::Value();
  }
};

/// Attaches the formulas to `Op`.
template <typename Op, Partial... partials>
void attachScalar(mlir::MLIRContext *context) {
  Op::template attachInterface<ScalarModel<Op, partials...>>(*context);
}

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SCALARMODEL_H
