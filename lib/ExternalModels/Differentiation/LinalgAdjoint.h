// LinalgAdjoint.h: the cotangents of the operands of one structured op
//
// For y[Y(i)] (+)= f(a_1[A_1(i)], ..), the cotangent of operand a_j is one
// generic over the same loops i:
//   da_j[A_j(i)] += g[Y(i)] * df/da_j
// A loop is parallel where A_j has it, else it is reduced. Example, a matrix
// product c[m, n] += a[m, k] * b[k, n]: da[m, k] += g[m, n] * b[k, n], with m
// and k parallel and n reduced.
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_LINALGADJOINT_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_LINALGADJOINT_H

#include "AdjointGeneric.h"
#include "BodyGradient.h"
#include "ScalarBuilder.h"
#include "sbp/ExternalModels/LinalgRule.h"

namespace sbp {

/// Builds the cotangents of one op at the insertion point of a builder: analyse
/// once, then build per operand.
class LinalgAdjoint {
public:
  /// `op` and `builder` must outlive this object; `op` stays in place.
  LinalgAdjoint(mlir::linalg::LinalgOp op, mlir::OpBuilder &builder)
      : op(op), builder(builder), loc(getAdjointLoc(op)) {}

  /// Finds how every result with a cotangent depends on the inputs, and builds
  /// the tensors that its extrema and products need. `cotangents` has one value
  /// per result, null where it is zero. Reports an error and fails if the op is
  /// not on tensors, or a result is neither elementwise nor a reduction with a
  /// derivative.
  mlir::LogicalResult analyse(llvm::ArrayRef<mlir::Value> cotangents);
  /// Builds the cotangent of `operand`, an input or an init, in its type; null
  /// if it is zero. Inputs that read the same elements share one cotangent: all
  /// but the first of them get null. Reports an error and fails if an op of the
  /// body has no derivative.
  mlir::FailureOr<mlir::Value> build(mlir::OpOperand &operand);

private:
  /// A result that has a cotangent.
  struct Output {
    unsigned index = 0;
    mlir::Value cotangent;
    mlir::AffineMap map;
    /// The combiner of a reduction; none where the op is elementwise.
    std::optional<Combiner> combiner;
    /// The value that an extremum or a product combines with its init, in the
    /// body.
    mlir::Value term;
    /// For an extremum the number of elements that equal it; for a product the
    /// number of zeros, and the product of the other elements. All have the
    /// shape of the result, and the init counts as an element.
    /// A product that is differentiated again has no count: `others` holds, for
    /// each iteration, the product of the terms of all others and of the init.
    mlir::Value count, others;
    mlir::AffineMap othersMap;
    /// False, an i1, where the cotangent is zero because a branch is not
    /// selected; null if it always counts.
    mlir::Value guard;
  };
  /// The block arguments of a generic of the adjoint for one output.
  struct OutputArguments {
    mlir::Value cotangent, result, guard, count, others;
  };

  /// Returns true if several iterations combine in an element of result
  /// `index`.
  bool isReduced(unsigned index);
  /// Finds the combiner of a reduced result and builds what its derivative
  /// needs. Reports an error and fails if it has none.
  mlir::LogicalResult analyseReduction(Output &output);
  /// Builds the number of terms, per element of the result, that equal it, or
  /// that are zero if `countsZeros`, in the compute type of the result.
  mlir::Value countTerms(const Output &output, bool countsZeros);
  /// Adds the init of an extremum to the count of the elements that equal it.
  void countInit(Output &output);
  /// Builds the product, per element of the result, of its terms, or of those
  /// other than zero if `skipsZeros`.
  mlir::Value multiplyTerms(const Output &output, bool skipsZeros);
  /// Multiplies the init of a product into the others, or counts its zeros.
  void multiplyInit(Output &output);
  /// Builds, per iteration, the product of the terms of all others that combine
  /// in the same element of the result, and of the init.
  mlir::Value multiplyEachOther(const Output &output);
  /// Builds the share of the cotangent of `term`, an element that an extremum
  /// or a product combines.
  mlir::Value buildShare(ScalarBuilder &s, const Output &output,
                         const OutputArguments &arguments, mlir::Value term);
  /// Builds the cotangent of the init of a reduction.
  mlir::Value buildInit(const Output &output);
  /// Builds an elementwise op over the result of `output`: `body` gets the
  /// elements of `inputs`, which have the shape of the result.
  mlir::Value mapResult(
      const Output &output, mlir::Type element, mlir::ValueRange inputs,
      llvm::function_ref<mlir::Value(ScalarBuilder &, mlir::ValueRange)> body);
  /// Returns the operands of the primal, and after them the tensors of each
  /// output in `read` that are not null.
  llvm::SmallVector<AdjointInput> getInputs(llvm::ArrayRef<Output> read);
  /// Returns the values of the primal's block arguments among `arguments`; a
  /// zero for the init of a reduction.
  llvm::SmallVector<mlir::Value> getBodyArguments(mlir::OpBuilder &builder,
                                                  mlir::ValueRange arguments);
  /// Returns the block arguments of output `index` of `read`, null where it has
  /// no tensor.
  OutputArguments getOutputArguments(llvm::ArrayRef<Output> read, size_t index,
                                     mlir::ValueRange arguments);
  /// Adds to the values of `body` the cotangents that come from `output`.
  void seed(mlir::OpBuilder &builder, BodyGradient &body, const Output &output,
            const OutputArguments &arguments);
  /// Builds `term`, or zero in iterations of the inverted loops that stand for
  /// none of the primal.
  mlir::Value maskTerm(mlir::OpBuilder &builder,
                       const WindowInversion &inversion,
                       llvm::ArrayRef<AdjointInput> inputs,
                       llvm::ArrayRef<unsigned> targets,
                       mlir::ValueRange arguments, mlir::Value term);
  /// Builds the sum of the cotangents of `targets`, a tensor of `type` that is
  /// indexed by `map`; null if it is zero. `inversion` may be null.
  mlir::FailureOr<mlir::Value>
  buildTargets(llvm::ArrayRef<mlir::OpOperand *> targets,
               mlir::RankedTensorType type, mlir::AffineMap map,
               const WindowInversion *inversion);
  /// Builds the one cotangent of scalar operands, all of which are one value
  /// that each iteration reads.
  mlir::FailureOr<mlir::Value>
  buildScalar(llvm::ArrayRef<mlir::OpOperand *> targets, mlir::AffineMap map);
  /// Builds the one cotangent of operands whose common map cannot be inverted.
  mlir::FailureOr<mlir::Value>
  buildScattered(llvm::ArrayRef<mlir::OpOperand *> targets);

  mlir::linalg::LinalgOp op;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<Output> outputs;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_LINALGADJOINT_H
