// StructuredBuilding.h: builds decomposed forms in linalg
#ifndef SBP_INTERFACES_STRUCTUREDBUILDING_H
#define SBP_INTERFACES_STRUCTUREDBUILDING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Builds linalg.generic ops from indexing maps and a scalar body, at the
/// insertion point of a builder. Shapes are static.
class StructuredBuilder {
public:
  /// Called once as (builder, block arguments); builds the scalar code there
  /// and returns the value to yield, in the element type of the result.
  using Body =
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)>;

  /// `builder` must outlive this object; all ops get the location `loc`.
  StructuredBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Builds result[i..] = body(inputs at their maps), with one loop per
  /// dimension of `type`. `maps` has one map per input. Returns a tensor of
  /// `type`.
  mlir::Value map(mlir::RankedTensorType type, mlir::ValueRange inputs,
                  llvm::ArrayRef<mlir::AffineMap> maps, Body body);

  /// Builds result[resultMap] = body(inputs..., result), starting from a tensor
  /// of `type` filled with `init`, a number of its element type. The results of
  /// `resultMap` are loops; loops that it lacks are reductions. `maps` has one
  /// map per input.
  mlir::Value reduce(mlir::RankedTensorType type, mlir::AffineMap resultMap,
                     mlir::TypedAttr init, mlir::ValueRange inputs,
                     llvm::ArrayRef<mlir::AffineMap> maps, Body body);

  /// Builds a tensor of `type` with `literal`, of its element type, in all
  /// elements.
  mlir::Value fill(mlir::RankedTensorType type, mlir::TypedAttr literal);

  /// Returns the map (d0, .., d(loops-1)) -> (dims..).
  mlir::AffineMap select(unsigned loops, llvm::ArrayRef<int64_t> dims);
  mlir::AffineMap identity(unsigned loops) {
    return builder.getMultiDimIdentityMap(loops);
  }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp

#endif // SBP_INTERFACES_STRUCTUREDBUILDING_H
