// DistributedInterpreter.cpp: level 1 on simulated ranks
//
// The oracle for selection and boxing: it executes the definition of a
// signature and of a boxing, without plans or collectives. Each value is a map
// from rank to piece. An op reads pieces of the shapes that its signature
// states, `buildLocal` runs per rank, and replicas are compared after every op.
// Example: %y = sbp.boxing %x from [P] to [B] on 2 ranks adds the two pieces
// and stores the sum on both ranks.

#include "sbp/Interpreter/DistributedInterpreter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;

namespace sbp {

bool isDistributed(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return isa<BoxingOp>(op) || getSignatureAttr(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// One execution of one function. Values of a micro-batch are kept in a run of
/// its own, in which those of the whole step are visible.
class DistributedRun {
public:
  explicit DistributedRun(InterpreterOptions options) : frame(options) {}
  DistributedRun(const DistributedRun *step, int64_t microBatch)
      : frame(&step->frame), step(step), microBatch(microBatch) {}

  FailureOr<std::vector<PlacedTensor>> run(func::FuncOp function,
                                           std::vector<PlacedTensor> arguments);

private:
  LogicalResult evaluate(Operation *op);
  LogicalResult evaluateOps(func::FuncOp function,
                            std::vector<DistributedRun> &microBatches);
  /// Adds the pieces of micro-batch `k` to the result of `op`.
  void leave(LeaveTimeOp op, DistributedRun &from, int64_t k, int64_t count);
  void addMicroBatches(func::FuncOp function,
                       std::vector<DistributedRun> &microBatches);
  FailureOr<PlacedTensor> getResult(OpOperand &returned, func::FuncOp function);
  const PlacedTensor *find(Value value) const {
    auto found = tensors.find(value);
    if (found != tensors.end())
      return &found->second;
    return step ? step->find(value) : nullptr;
  }
  LogicalResult evaluateScalarOp(Operation *op);
  LogicalResult evaluateBoxing(BoxingOp op);
  LogicalResult evaluateEntering(EnterTimeOp op);
  LogicalResult evaluateWithSignature(Operation *op, SignatureAttr attribute);
  FailureOr<std::vector<TensorValue>> getStates(Operation *op, unsigned operand,
                                                const Placement &placement,
                                                const Distribution &seenAs);
  LogicalResult checkCopies(Operation *op, StringRef what, unsigned index,
                            ArrayRef<TensorValue> states,
                            const Placement &placement,
                            const Distribution &distribution);
  LogicalResult store(Operation *op, unsigned result,
                      std::vector<TensorValue> states,
                      const Placement &placement,
                      const Distribution &distribution);

  Frame frame; ///< scalars: equal on all ranks and stored once
  DenseMap<Value, PlacedTensor> tensors;
  const DistributedRun *step = nullptr; ///< of a micro-batch
  int64_t microBatch = 0;
};

/// Assigns one state per position to the ranks of the placement.
static PlacedTensor place(std::vector<TensorValue> states,
                          const Placement &placement,
                          const Distribution &distribution,
                          RankedTensorType type) {
  PlacedTensor placed{placement, distribution, type, {}};
  for (auto [position, state] : llvm::enumerate(states))
    placed.pieces[placement.ranks[position]] = std::move(state);
  return placed;
}

/// Reports replicas that differ, with both elements and ranks.
LogicalResult DistributedRun::checkCopies(Operation *op, StringRef what,
                                          unsigned index,
                                          ArrayRef<TensorValue> states,
                                          const Placement &placement,
                                          const Distribution &distribution) {
  auto mismatch = findCopyMismatch(states, placement, distribution);
  if (!mismatch)
    return success();
  InFlightDiagnostic error = op->emitOpError(what)
                             << " #" << index << " is "
                             << toString(distribution) << " but element "
                             << mismatch->element << " differs: ";
  for (int64_t position : {mismatch->first, mismatch->second}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printScalar(os, states[position].getElementType(),
                states[position][mismatch->element]);
    error << (position == mismatch->second ? " and " : "") << text
          << " on rank " << placement.ranks[position];
  }
  return error;
}

/// Returns the pieces of an operand on the ranks of `placement`. Their shapes
/// must be those of `seenAs`, the distribution in the op's signature.
FailureOr<std::vector<TensorValue>>
DistributedRun::getStates(Operation *op, unsigned operand,
                          const Placement &placement,
                          const Distribution &seenAs) {
  const PlacedTensor &placed = *find(op->getOperand(operand));
  std::vector<TensorValue> states;
  for (auto [position, rank] : llvm::enumerate(placement.ranks)) {
    Box box = getBoxAt(placement, seenAs, placed.type.getShape(), position);
    auto piece = placed.pieces.find(rank);
    if (piece == placed.pieces.end() && placed.type.getNumElements())
      return op->emitOpError("operand #") << operand << " has no piece on rank "
                                          << rank << "; insert a boxing";
    // A tensor without elements needs no boxing, whatever its pieces.
    if (!placed.type.getNumElements()) {
      states.emplace_back(getShape(box), placed.type.getElementType());
      continue;
    }
    if (piece->second.getShape() != ArrayRef<int64_t>(getShape(box)))
      return op->emitOpError("operand #")
             << operand << " has on rank " << rank << " a piece of type "
             << piece->second.getType() << " of "
             << toString(placed.distribution) << " but is seen as "
             << toString(seenAs) << "; insert a boxing";
    states.push_back(piece->second);
  }
  if (failed(checkCopies(op, "operand", operand, states, placement, seenAs)))
    return failure();
  return states;
}

/// Checks the replicas of a result and stores it.
LogicalResult DistributedRun::store(Operation *op, unsigned result,
                                    std::vector<TensorValue> states,
                                    const Placement &placement,
                                    const Distribution &distribution) {
  if (failed(
          checkCopies(op, "result", result, states, placement, distribution)))
    return failure();
  auto type = dyn_cast<RankedTensorType>(op->getResult(result).getType());
  if (type)
    tensors[op->getResult(result)] =
        place(std::move(states), placement, distribution, type);
  else
    frame.set(op->getResult(result), states.front()[0]);
  return success();
}

LogicalResult DistributedRun::evaluateBoxing(BoxingOp op) {
  auto from = resolveDistribution(op, op.getFrom()),
       to = resolveDistribution(op, op.getTo());
  if (!from || !to)
    return op.emitOpError("names a placement that does not exist");
  auto states = getStates(op, 0, from->placement, from->distribution);
  if (failed(states))
    return failure();
  // The value is reassembled and split again: the definition of a boxing.
  RankedTensorType type = cast<RankedTensorType>(op.getInput().getType());
  TensorValue value =
      reassemble(*states, from->placement, from->distribution, type.getShape(),
                 type.getElementType(), frame.getOptions().float64);
  return store(op, 0, splitIntoStates(value, to->placement, to->distribution),
               to->placement, to->distribution);
}

// Time cuts a dimension that no axis of space splits.
LogicalResult DistributedRun::evaluateEntering(EnterTimeOp op) {
  auto signature = getSignatureAttr(op);
  auto from = signature ? resolveDistribution(op, signature.getOperands()[0])
                        : std::nullopt;
  if (!from)
    return op.emitOpError("has no signature on an existing placement");
  auto states = getStates(op, 0, from->placement, from->distribution);
  if (failed(states))
    return failure();
  for (TensorValue &state : *states)
    state = enterTime(op, state, microBatch);
  return store(op, 0, std::move(*states), from->placement, from->distribution);
}

LogicalResult DistributedRun::evaluateWithSignature(Operation *op,
                                                    SignatureAttr attribute) {
  PlacementOp placementOp = attribute.getPlacement()
                                ? lookupPlacement(op, attribute.getPlacement())
                                : PlacementOp();
  if (!placementOp)
    return op->emitOpError("has a signature without an existing placement");
  if (!isa<SBPOpInterface>(op))
    return op->emitOpError("has no SBP rules");
  Placement placement = placementOp.getPlacement();
  Signature signature = attribute.getSignature();
  auto ruled = getRuledOp(op);
  const Rule &rule = ruled->rule;
  std::vector<std::vector<TensorValue>> operands(op->getNumOperands());
  // Scalars are in the frame; shape-only operands need no pieces.
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    bool shapeOnly = i < rule.shapeOnly.size() && rule.shapeOnly[i];
    if (!find(op->getOperand(i)) || shapeOnly)
      continue;
    auto states = getStates(op, i, placement, signature.operands[i]);
    if (failed(states))
      return failure();
    operands[i] = std::move(*states);
  }
  auto results = evaluateLocally(op, signature, placement, operands, frame);
  if (failed(results))
    return failure();
  for (auto [i, states] : llvm::enumerate(*results))
    if (failed(
            store(op, i, std::move(states), placement, signature.results[i])))
      return failure();
  return success();
}

/// Evaluates an op on scalars, which are equal on all ranks, once.
LogicalResult DistributedRun::evaluateScalarOp(Operation *op) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  if (llvm::any_of(op->getOperandTypes(), isTensor) ||
      llvm::any_of(op->getResultTypes(), isTensor))
    return op->emitOpError("has no sbp.signature; at level 1 every op on "
                           "tensors carries one");
  FailureOr<RuntimeValues> results =
      evaluateOp(op, frame.get(op->getOperands()), frame);
  if (failed(results))
    return failure();
  for (auto [value, runtime] : llvm::zip_equal(op->getResults(), *results))
    frame.set(value, runtime);
  return success();
}

LogicalResult DistributedRun::evaluate(Operation *op) {
  if (auto boxing = dyn_cast<BoxingOp>(op))
    return evaluateBoxing(boxing);
  if (auto constrain = dyn_cast<ConstrainOp>(op)) {
    PlacedTensor placed = *find(constrain.getInput());
    tensors[constrain.getResult()] = std::move(placed);
    return success();
  }
  if (auto number = dyn_cast<MicroBatchOp>(op)) {
    frame.set(number.getResult(), makeInteger(microBatch));
    return success();
  }
  if (auto enter = dyn_cast<EnterTimeOp>(op))
    return evaluateEntering(enter);
  if (SignatureAttr attribute = getSignatureAttr(op);
      attribute && attribute.getPlacement())
    return evaluateWithSignature(op, attribute);
  return evaluateScalarOp(op);
}

// A piece of the sum is the sum of the pieces, in the order of micro-batches.
void DistributedRun::leave(LeaveTimeOp op, DistributedRun &from, int64_t k,
                           int64_t count) {
  const PlacedTensor &term = *from.find(op.getInput());
  PlacedTensor &result = tensors[op.getResult()];
  result.placement = term.placement;
  result.distribution = term.distribution;
  result.type = cast<RankedTensorType>(op.getType());
  for (const auto &[rank, piece] : term.pieces)
    leaveTime(op, result.pieces[rank], piece, k, count,
              frame.getOptions().float64);
}

void DistributedRun::addMicroBatches(
    func::FuncOp function, std::vector<DistributedRun> &microBatches) {
  int64_t count = getMicroBatches(function);
  for (int64_t k = 0; count > 1 && k < count; ++k) {
    DistributedRun &microBatch = microBatches.emplace_back(this, k);
    for (BlockArgument argument : function.getArguments()) {
      const PlacedTensor *placed = find(argument);
      if (!placed->cut)
        continue;
      PlacedTensor piece{placed->placement,
                         placed->distribution,
                         cast<RankedTensorType>(argument.getType()),
                         {}};
      for (const auto &[rank, value] : placed->pieces)
        piece.pieces[rank] = extractMicroBatch(value, *placed->cut, k);
      microBatch.tensors[argument] = std::move(piece);
    }
  }
}

LogicalResult
DistributedRun::evaluateOps(func::FuncOp function,
                            std::vector<DistributedRun> &microBatches) {
  auto timed = [&](ArrayRef<Operation *> run, int64_t k) -> LogicalResult {
    for (Operation *op : run) {
      if (auto leaving = dyn_cast<LeaveTimeOp>(op))
        leave(leaving, microBatches[k], k, microBatches.size());
      else if (failed(microBatches[k].evaluate(op)))
        return failure();
    }
    return success();
  };
  return forEachSweep(
      function, [&](Operation *op) { return evaluate(op); }, timed);
}

FailureOr<PlacedTensor> DistributedRun::getResult(OpOperand &returned,
                                                  func::FuncOp function) {
  unsigned index = returned.getOperandNumber();
  PlacedTensor placed = *find(returned.get());
  // The return converts like an op that reads the declared distribution.
  auto declared = getResultDistribution(function, index);
  if (!declared)
    return placed;
  auto states = getStates(returned.getOwner(), index, declared->placement,
                          declared->distribution);
  if (failed(states))
    return failure();
  return place(std::move(*states), declared->placement, declared->distribution,
               placed.type);
}

FailureOr<std::vector<PlacedTensor>>
DistributedRun::run(func::FuncOp function,
                    std::vector<PlacedTensor> arguments) {
  for (auto [argument, placed] :
       llvm::zip_equal(function.getArguments(), arguments))
    tensors[argument] = std::move(placed);
  std::vector<DistributedRun> microBatches;
  microBatches.reserve(getMicroBatches(function));
  addMicroBatches(function, microBatches);
  if (failed(evaluateOps(function, microBatches)))
    return failure();
  std::vector<PlacedTensor> results;
  for (OpOperand &returned :
       function.front().getTerminator()->getOpOperands()) {
    unsigned index = returned.getOperandNumber();
    auto dim = getTimeDim(function, index, /*isResult=*/true);
    int64_t count = dim ? microBatches.size() : 1;
    PlacedTensor whole;
    for (int64_t k = 0; k < count; ++k) {
      auto piece =
          (dim ? microBatches[k] : *this).getResult(returned, function);
      if (failed(piece))
        return failure();
      if (k == 0)
        whole = *piece;
      for (auto &[rank, value] : piece->pieces)
        if (dim)
          appendMicroBatch(whole.pieces[rank], value, {*dim, count}, k);
    }
    if (dim) {
      whole.type = getStepType(function, index, /*isResult=*/true);
      whole.cut = TimeCut{*dim, count};
    }
    results.push_back(std::move(whole));
  }
  return results;
}

} // namespace

FailureOr<std::vector<PlacedTensor>>
evaluateDistributed(func::FuncOp function, std::vector<PlacedTensor> arguments,
                    InterpreterOptions options) {
  if (function.isDeclaration() || !function.getBody().hasOneBlock())
    return function.emitOpError("has no straight-line body to interpret");
  return DistributedRun(options).run(function, std::move(arguments));
}

} // namespace sbp
