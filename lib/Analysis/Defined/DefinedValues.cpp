// DefinedValues.cpp: every element that is read was written
//
// A forward walk over each block that tracks the values with elements that may
// never have been written. Insertions are only recorded; whether they cover the
// tensor is decided when it is read (WrittenPieces.h).

#include "sbp/Analysis/Defined/DefinedValues.h"
#include "WrittenPieces.h"
#include "sbp/Analysis/Defined/LoopAccess.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

namespace {

/// The values of a function with elements that may never have been written.
class UndefinedValues {
public:
  LogicalResult visit(Operation &op);

private:
  /// Returns true if some elements may not have been written.
  bool isUndefined(Value value);
  LogicalResult checkReads(Operation &op);
  LogicalResult reportRead(OpOperand &operand);
  bool hasUndefinedResult(Operation &op);

  /// Undefined values. If the bool is true, the value was written piece by
  /// piece and is checked when it is read.
  DenseMap<Value, bool> values;
};

} // namespace

/// Returns the operand whose elements `op` forwards unread; null if it reads
/// all its operands.
static OpOperand *getForwardedOperand(Operation &op) {
  if (isa<MovingOpInterface>(op))
    return &op.getOpOperand(0);
  auto piece = dyn_cast<PieceOpInterface>(op);
  return piece ? piece.getPieceSource() : nullptr;
}

/// Returns true if `op` ignores the elements of `operand` or only forwards
/// them.
static bool isUnread(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return !structured.payloadUsesValueFromOperand(&operand);
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op);
      destination && destination.isDpsInit(&operand))
    return true;
  return getForwardedOperand(*op) == &operand;
}

bool UndefinedValues::isUndefined(Value value) {
  auto entry = values.find(value);
  if (entry == values.end())
    return false;
  if (!entry->second)
    return true;
  // Collect the pieces back to the tensor that they were inserted into.
  WrittenPieces pieces(cast<RankedTensorType>(value.getType()).getShape());
  Value target = value;
  while (values.lookup(target)) {
    Operation *op = target.getDefiningOp();
    pieces.add(cast<PieceOpInterface>(op));
    target = cast<DestinationStyleOpInterface>(op).getDpsInitOperand(0)->get();
  }
  bool isWritten = !values.contains(target) || pieces.coverAll();
  if (isWritten)
    values.erase(value);
  else
    values[value] = false;
  return !isWritten;
}

/// Returns the op that should have written the elements of `value`; null for an
/// argument.
static Operation *getSource(Value value) {
  Operation *op = value.getDefiningOp();
  while (op) {
    Value from;
    if (auto result = dyn_cast<OpResult>(value);
        result && isa<DestinationStyleOpInterface>(op))
      from =
          cast<DestinationStyleOpInterface>(op).getTiedOpOperand(result)->get();
    else if (isa<MovingOpInterface>(op))
      from = op->getOperand(0);
    if (!from)
      return op;
    value = from;
    op = value.getDefiningOp();
  }
  return nullptr;
}

LogicalResult UndefinedValues::reportRead(OpOperand &operand) {
  Operation *op = operand.getOwner();
  auto destination = dyn_cast<DestinationStyleOpInterface>(op);
  bool isWhole = operand.get().getDefiningOp<tensor::EmptyOp>();
  InFlightDiagnostic error =
      op->emitOpError()
      << (op->hasTrait<OpTrait::IsTerminator>()            ? "returns"
          : destination && destination.isDpsInit(&operand) ? "adds to"
                                                           : "reads")
      << " operand #" << operand.getOperandNumber() << ", "
      << (isWhole ? "a tensor.empty whose elements are undefined; fill it "
                    "first (linalg.fill)"
                  : "whose elements are only partly written; fill the "
                    "tensor.empty that it is built on first (linalg.fill)");
  if (Operation *source = getSource(operand.get()))
    error.attachNote(source->getLoc()) << "created here";
  return error;
}

LogicalResult UndefinedValues::checkReads(Operation &op) {
  if (values.empty())
    return success();
  auto result = op.walk([&](Operation *inner) -> WalkResult {
    for (OpOperand &operand : inner->getOpOperands())
      if (!isUnread(operand) && isUndefined(operand.get()))
        return reportRead(operand);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

bool UndefinedValues::hasUndefinedResult(Operation &op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  OpOperand *source = getForwardedOperand(op);
  return source && isUndefined(source->get());
}

LogicalResult UndefinedValues::visit(Operation &op) {
  if (failed(checkReads(op)))
    return failure();
  for (OpResult result : op.getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !type.hasStaticShape() ||
        llvm::is_contained(type.getShape(), 0))
      continue;
    if (hasUndefinedResult(op)) {
      values[result] = false;
      continue;
    }
    if (isa<PieceOpInterface>(op)) {
      Value target =
          cast<DestinationStyleOpInterface>(op).getDpsInitOperand(0)->get();
      if (values.contains(target))
        values[result] = true;
    } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      OpOperand *init = structured.getDpsInitOperand(result.getResultNumber());
      if (isUndefined(init->get()) &&
          !LoopAccess(structured.getMatchingIndexingMap(init),
                      structured.getStaticLoopRanges(), type.getShape())
               .coversAll())
        values[result] = false;
    }
  }
  return success();
}

LogicalResult sbp::verifyDefinedValues(FunctionOpInterface function) {
  UndefinedValues values;
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block)
      if (failed(values.visit(op)))
        return failure();
  return success();
}
