// VerifyAccesses.cpp: structured ops have one meaning

#include "sbp/Analysis/Defined/DefinedValues.h"
#include "sbp/Analysis/Defined/LoopAccess.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

static LogicalResult checkInside(linalg::LinalgOp op, OpOperand &operand,
                                 const LoopAccess &access) {
  auto outside = access.findOutside();
  // An operand whose elements are unused only determines loop extents.
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

/// Checks that parallel loops write every element of a result once.
static LogicalResult checkWritesOnce(linalg::LinalgOp op, unsigned result,
                                     const LoopAccess &access) {
  llvm::SmallBitVector parallel(op.getNumLoops());
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel)
      parallel.set(loop);
  if (auto loop = access.findUnusedLoop(parallel))
    return op->emitOpError()
           << "writes every element of result #" << result
           << " once for each step of loop d" << *loop
           << ", which is parallel; name the loop in the result's map or make "
              "it a reduction";
  if (!access.writesOnce(parallel))
    return op->emitOpError()
           << "writes elements of result #" << result
           << " in more than one step of its parallel loops; write each once, "
              "or make the loops reductions";
  return success();
}

/// Checks that every element of a result is written. An init keeps its elements
/// where nothing is written, but rewrites of structured ops (ours and MLIR's)
/// drop an init that the body does not read, assuming full coverage.
static LogicalResult checkCovers(linalg::LinalgOp op, OpOperand &init,
                                 const LoopAccess &access) {
  if (op.payloadUsesValueFromOperand(&init) || access.coversAll())
    return success();
  return op->emitOpError()
         << "writes only some elements of result #"
         << init.getOperandNumber() - op.getNumDpsInputs()
         << "; write all, and put them into a larger tensor with "
            "tensor.insert_slice";
}

/// Checks the memoised maps of a convolution. MLIR stores them next to strides
/// and dilations in an attribute that a file may contain too, and trusts it.
static LogicalResult checkMemoizedMaps(linalg::LinalgOp op) {
  StringRef name = linalg::LinalgDialect::kMemoizedIndexingMapsAttrName;
  Attribute kept = op->removeAttr(name);
  if (!kept || op.getIndexingMaps() == kept)
    return success();
  return op->emitOpError()
         << "has " << name
         << " that are not those of its strides and dilations; leave it out";
}

static LogicalResult checkAccesses(linalg::LinalgOp op) {
  if (failed(checkMemoizedMaps(op)))
    return failure();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (llvm::any_of(extents, ShapedType::isDynamic))
    return success(); // Dynamic shapes are reported elsewhere.
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || !type.hasStaticShape())
      continue;
    LoopAccess access(op.getMatchingIndexingMap(&operand), extents,
                      type.getShape());
    if (failed(checkInside(op, operand, access)))
      return failure();
    if (op.isDpsInit(&operand) &&
        (failed(checkWritesOnce(
             op, operand.getOperandNumber() - op.getNumDpsInputs(), access)) ||
         failed(checkCovers(op, operand, access))))
      return failure();
  }
  return success();
}

/// Checks the constants of an indexing map: MLIR's verifier computes with
/// divisors and products that it cannot fold.
static LogicalResult checkMap(Operation *op, unsigned number, AffineMap map) {
  constexpr int64_t kMaxExactInteger = int64_t(1) << 53;
  std::optional<int64_t> wrong;
  bool divides = false;
  map.walkExprs([&](AffineExpr expression) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expression))
      if (constant.getValue() > kMaxExactInteger ||
          constant.getValue() < -kMaxExactInteger)
        wrong = constant.getValue();
    auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
    if (!binary || binary.getKind() == AffineExprKind::Add ||
        binary.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (divisor && divisor.getValue() < 1) {
      wrong = divisor.getValue();
      divides = true;
    }
  });
  if (!wrong)
    return success();
  return op->emitOpError() << (divides ? "divides by " : "uses the constant ")
                           << *wrong << " in its indexing map #" << number
                           << (divides ? "; divisors are at least 1"
                                       : "; no tensor has so many elements");
}

LogicalResult sbp::verifyAttributes(Operation *root) {
  auto result = root->walk([](Operation *op) -> WalkResult {
    if (auto guarded = dyn_cast<GuardedOpInterface>(op);
        guarded && failed(guarded.verifyAttributesInModel()))
      return WalkResult::interrupt();
    auto maps = op->getAttrOfType<ArrayAttr>("indexing_maps");
    if (!maps)
      return WalkResult::advance();
    for (auto [number, map] : llvm::enumerate(maps))
      if (auto attribute = dyn_cast<AffineMapAttr>(map))
        if (failed(checkMap(op, number, attribute.getValue())))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult sbp::verifyAccesses(FunctionOpInterface function) {
  auto result = function.walk(
      [](linalg::LinalgOp op) { return WalkResult(checkAccesses(op)); });
  return failure(result.wasInterrupted());
}
