// Order.h: the order of elements, as scalar code
//
// Floats by value, -0.0 equal to 0.0, NaN above everything and equal to NaN;
// integers signed; i1 false below true.
#ifndef SBP_DIALECT_NN_IR_ORDER_ORDER_H
#define SBP_DIALECT_NN_IR_ORDER_ORDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp::nn {

/// Operations that put one element in its place: a comparison, two selections
/// and a move.
inline constexpr double kPlaceFlops = 4;

/// Verifies (C1) and the part of (C2) on indices: `axis` names a dimension of
/// `input`, the type of operand #0, and indices of `indexType` can count it.
/// Emits an error at `op` otherwise.
llvm::LogicalResult verifyOrderedAxis(mlir::Operation *op,
                                      mlir::RankedTensorType input,
                                      int64_t axis, mlir::Type indexType);

/// Returns a rule with one parallel factor per dimension of operand #0 but
/// `axis`, which is blocked because of `reason`. Every operand has all
/// dimensions of operand #0, every result has them all or all but `axis`.
Rule getOrderRule(mlir::Operation *op, int64_t axis, std::string reason);

/// Returns the lowest element of the float or integer type `type`: minus
/// infinity, false for i1, else the smallest signed number.
mlir::TypedAttr getLowest(mlir::Type type);
/// Returns the greatest signed number of the integer type `type`, which no
/// index exceeds.
mlir::TypedAttr getLastIndex(mlir::Type type);

/// Builds the greater of two elements of one type (either of them if they are
/// equal), as one op whose combiner is known.
mlir::Value buildMaximum(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value a, mlir::Value b);
/// Builds an i1: `a` is greater than `b`, in the order at the top of this file.
mlir::Value buildIsGreater(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value a, mlir::Value b);
/// Builds an i1: neither of `a` and `b` is greater than the other.
mlir::Value buildIsEqual(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value a, mlir::Value b);

/// Builds an i1: `x` is greater than `y`, or equal to it with the lower index
/// (`ix` below `iy`, both integers of one type).
mlir::Value buildIsGreaterOrEarlier(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value x,
                                    mlir::Value ix, mlir::Value y,
                                    mlir::Value iy);

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ORDER_ORDER_H
