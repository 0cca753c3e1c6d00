// StructuredBuilding.h: builds decomposed forms in linalg
#ifndef SBP_INTERFACES_STRUCTUREDBUILDING_H
#define SBP_INTERFACES_STRUCTUREDBUILDING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Builds linalg.generic ops from indexing maps and a scalar body.
class StructuredBuilder {
public:
  using Body =
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)>;

  StructuredBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Builds result[i..] = body(inputs at their maps), with one loop per
  /// dimension of `type`.
  mlir::Value map(mlir::RankedTensorType type, mlir::ValueRange inputs,
                  llvm::ArrayRef<mlir::AffineMap> maps, Body body);

  /// Builds result[resultMap] = body(inputs..., result), starting from `init`.
  /// Loops that `resultMap` lacks are reductions.
  mlir::Value reduce(mlir::RankedTensorType type, mlir::AffineMap resultMap,
                     mlir::TypedAttr init, mlir::ValueRange inputs,
                     llvm::ArrayRef<mlir::AffineMap> maps, Body body);

  /// Builds a tensor with `literal` in all elements.
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
