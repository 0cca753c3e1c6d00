// StructuredBuilding.h: decomposed forms in linalg
#ifndef SBP_INTERFACES_STRUCTUREDBUILDING_H
#define SBP_INTERFACES_STRUCTUREDBUILDING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Builds linalg.generic ops whose loops are written as maps.
class StructuredBuilder {
public:
  using Body =
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)>;

  StructuredBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// result[i..] = body(inputs at their maps); the loops are the dims of
  /// `type`.
  mlir::Value map(mlir::RankedTensorType type, mlir::ValueRange inputs,
                  llvm::ArrayRef<mlir::AffineMap> maps, Body body);

  /// result[resultMap] = body(inputs..., result), starting from `init`; loops
  /// that `resultMap` lacks are reduced.
  mlir::Value reduce(mlir::RankedTensorType type, mlir::AffineMap resultMap,
                     mlir::TypedAttr init, mlir::ValueRange inputs,
                     llvm::ArrayRef<mlir::AffineMap> maps, Body body);

  mlir::Value fill(mlir::RankedTensorType type, mlir::TypedAttr literal);

  /// (d0, .., d(loops-1)) -> (dims..).
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
