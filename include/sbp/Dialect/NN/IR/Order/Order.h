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

/// (C1) and the part of (C2) on indices: `axis` names a dimension, and indices
/// of `indexType` can count it.
llvm::LogicalResult verifyOrderedAxis(mlir::Operation *op,
                                      mlir::RankedTensorType input,
                                      int64_t axis, mlir::Type indexType);

/// One parallel factor per dimension of `input` but `axis`, which is blocked
/// because of `reason`. Every result has the dimensions of `input`, or all but
/// `axis`.
Rule getOrderRule(mlir::Operation *op, int64_t axis, std::string reason);

/// No element of `type` is below it.
mlir::TypedAttr getLowest(mlir::Type type);
/// No index of `type` is above it.
mlir::TypedAttr getLastIndex(mlir::Type type);

/// The greater of two elements (either of them if they are equal), as one op
/// whose combiner is known.
mlir::Value buildMaximum(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value a, mlir::Value b);
/// i1: `a` is greater than `b`.
mlir::Value buildIsGreater(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value a, mlir::Value b);
/// i1: neither is greater than the other.
mlir::Value buildIsEqual(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value a, mlir::Value b);

/// i1: `x` is greater than `y`, or equal to it and of the lower index.
mlir::Value buildIsGreaterOrEarlier(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value x,
                                    mlir::Value ix, mlir::Value y,
                                    mlir::Value iy);

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ORDER_ORDER_H
