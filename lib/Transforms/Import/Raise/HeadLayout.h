// HeadLayout.h: tensors as batch x heads x positions x width and back
#ifndef SBP_LIB_TRANSFORMS_IMPORT_HEADLAYOUT_H
#define SBP_LIB_TRANSFORMS_IMPORT_HEADLAYOUT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Changes the layout of tensors. `order` lists the dimensions of a user's
/// tensor as the ops of nn have them; ops are built at the insertion point.
class HeadLayout {
public:
  HeadLayout(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Returns `value` with its dimensions in `order`, merged by `counts`, the
  /// numbers of neighbours that make one dimension each; none makes a dimension
  /// of size 1.
  mlir::Value arrange(mlir::Value value, llvm::ArrayRef<int64_t> order,
                      llvm::ArrayRef<unsigned> counts);

  /// Returns `value`, arranged by `order`, as a tensor of the user's `shape`.
  mlir::Value restore(mlir::Value value, llvm::ArrayRef<int64_t> order,
                      llvm::ArrayRef<int64_t> shape);

private:
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> order);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_HEADLAYOUT_H
