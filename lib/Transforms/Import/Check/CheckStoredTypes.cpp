// CheckStoredTypes.cpp: refuses arithmetic on types that are only stored

#include "CheckStoredTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/ElementTypes.h"

using namespace mlir;
using namespace sbp;

/// Returns the first type among operands and results with elements that ops do
/// not compute with; null where there is none.
static const ElementType *findStoredType(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (const ElementType *element =
              findElementType(getElementTypeOrSelf(type));
          element && !element->hasArithmetic)
        return element;
  return nullptr;
}

/// Returns whether `op` computes nothing. The body of a linalg.generic is
/// examined op by op; the ops of a named one have no lines of their own, so its
/// body decides for it.
static bool computesNothing(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return !structured.getRegionBuilder() ||
           structured.getBlock()->without_terminator().empty();
  return op->hasTrait<OpTrait::ConstantLike>() ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         isa<arith::ExtFOp, arith::TruncFOp, arith::SelectOp, nn::GatherOp,
             nn::ScatterOp, nn::StopGradientOp, nn::VariableOp>(op) ||
         isa_and_nonnull<func::FuncDialect, tensor::TensorDialect, SBPDialect>(
             op->getDialect());
}

LogicalResult sbp::checkStoredTypes(Operation *root) {
  WalkResult result = root->walk<WalkOrder::PreOrder>([](Operation *op) {
    const ElementType *element = findStoredType(op);
    if (!element || computesNothing(op))
      return WalkResult::advance();
    op->emitOpError() << "computes with elements of " << element->name
                      << ", which are only stored, moved and cast; cast "
                         "operands to f32 or bf16 before (arith.extf) and the "
                         "result back after (arith.truncf)";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
