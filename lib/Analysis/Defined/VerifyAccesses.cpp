//===- VerifyAccesses.cpp - structured ops have one meaning ---------------===//

#include "sbp/Analysis/Defined/DefinedValues.h"
#include "sbp/Analysis/Defined/LoopAccess.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace sbp;

static LogicalResult checkInside(linalg::LinalgOp op, OpOperand &operand,
                                 const LoopAccess &access) {
  auto outside = access.findOutside();
  // An operand whose elements are not used only says how far loops go.
  if (!outside ||
      (op.isDpsInput(&operand) && !op.payloadUsesValueFromOperand(&operand)))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << (op.isDpsInit(&operand) ? "writes" : "reads")
                             << " element ";
  error << outside->first;
  if (outside->last != outside->first)
    error << " to " << outside->last;
  return error
         << " of dimension " << outside->dim << " of operand #"
         << operand.getOperandNumber() << ", which has "
         << cast<ShapedType>(operand.get().getType()).getDimSize(outside->dim);
}

static LogicalResult checkOnce(linalg::LinalgOp op, unsigned result,
                               const LoopAccess &access) {
  llvm::SmallBitVector parallel(op.getNumLoops());
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel)
      parallel.set(loop);
  if (auto loop = access.findAbsent(parallel))
    return op->emitOpError()
           << "writes every element of result #" << result
           << " once for each step of loop d" << *loop
           << ", which is parallel; name the loop in the result's map or make "
              "it a reduction";
  if (!access.isOnce(parallel))
    return op->emitOpError()
           << "writes elements of result #" << result
           << " in more than one step of its parallel loops; write each once, "
              "or make the loops reductions";
  return success();
}

static LogicalResult checkAccesses(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (llvm::any_of(extents, ShapedType::isDynamic))
    return success(); // refused as what it is elsewhere
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || !type.hasStaticShape())
      continue;
    LoopAccess access(op.getMatchingIndexingMap(&operand), extents,
                      type.getShape());
    if (failed(checkInside(op, operand, access)))
      return failure();
    if (op.isDpsInit(&operand) &&
        failed(checkOnce(op, operand.getOperandNumber() - op.getNumDpsInputs(),
                         access)))
      return failure();
  }
  return success();
}

LogicalResult sbp::verifyAccesses(FunctionOpInterface function) {
  auto result = function.walk(
      [](linalg::LinalgOp op) { return WalkResult(checkAccesses(op)); });
  return failure(result.wasInterrupted());
}
