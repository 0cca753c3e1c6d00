// ChainSteps.cpp: the steps that share a kernel, and its predicted duration
#include "Chain.h"
#include "Generators/Reduction/ElementSums.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

/// Estimates for a step: its barrier, accesses of shared memory and arithmetic;
/// for a term of a sum, which waits for the one before; and for the loads of a
/// step that is the first one to read a tensor from memory.
static constexpr double kStepSeconds = 1e-7, kTermSeconds = 2e-8,
                        kMemorySeconds = 5e-7;

/// Returns whether every result of `op` has one element for each iteration of
/// the parallel loops.
static bool hasResultPerElement(linalg::GenericOp op) {
  ElementLoops form(op);
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return llvm::none_of(
        form.reduced, [&](unsigned loop) { return map.isFunctionOfDim(loop); });
  });
}

/// Returns whether the kernel loads elements of `operand`: the initial values
/// that a fill makes are computed.
static bool isLoaded(linalg::GenericOp op, OpOperand &operand) {
  if (!isa<RankedTensorType>(operand.get().getType()))
    return false;
  if (!op.isDpsInit(&operand))
    return isRead(op, operand);
  return startsFrom(op, operand) &&
         !sbp::region::isFill(operand.get().getDefiningOp());
}

Chain Chain::find(Window window) {
  Chain chain;
  for (Operation *op : window)
    if (!chain.join(op))
      break;
  return chain;
}

bool Chain::join(Operation *op) {
  auto step = dyn_cast<linalg::GenericOp>(op);
  if (!step || sbp::region::isFill(step) ||
      op->hasAttr(sbp::region::kWholeAttr) || steps.size() == kMaxSteps ||
      !hasResultPerElement(step) || isGathered(step))
    return false;
  ElementLoops form(step);
  int64_t joined = bytes;
  for (Value result : step->getResults())
    joined += llvm::alignTo(getTensorBytes(result), 16);
  if (form.elements < 1 || form.elements > kMaxElements || form.terms < 1 ||
      form.terms > kMaxTerms || joined > kMaxBytes)
    return false;
  steps.push_back(step);
  threads = std::max<int64_t>(threads, llvm::alignTo(form.elements, 32));
  bytes = joined;
  return true;
}

OpResult Chain::findResult(Value tensor) const {
  Value viewed = getViewed(tensor);
  auto step = viewed.getDefiningOp<linalg::GenericOp>();
  return step && llvm::is_contained(steps, step) ? cast<OpResult>(viewed)
                                                 : OpResult();
}

bool Chain::isGathered(Operation *op) const {
  auto isStep = [&](Value tensor) { return bool(findResult(tensor)); };
  return llvm::any_of(getGatheredTensors(op), isStep) ||
         llvm::any_of(op->getOperands(), [&](Value operand) {
           Operation *fill = operand.getDefiningOp();
           return sbp::region::isFill(fill) &&
                  llvm::any_of(getGatheredTensors(fill), isStep);
         });
}

bool Chain::isReadBy(Value tensor,
                     llvm::function_ref<bool(Operation *)> isReader) const {
  return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
    return isView(user) ? isReadBy(user->getResult(0), isReader)
                        : isReader(user);
  });
}

bool Chain::isReadInside(Value result) const {
  return isReadBy(
      result, [&](Operation *user) { return llvm::is_contained(steps, user); });
}

bool Chain::isReadOutside(Value result) const {
  return isReadBy(result, [&](Operation *user) {
    return !llvm::is_contained(steps, user);
  });
}

void Chain::addInputs(linalg::GenericOp step,
                      llvm::SetVector<Value> &inputs) const {
  inputs.insert_range(getGatheredTensors(step));
  for (OpOperand &operand : step->getOpOperands())
    if (isLoaded(step, operand) && !findResult(operand.get()))
      inputs.insert(operand.get());
}

SmallVector<Value> Chain::getInputs() const {
  llvm::SetVector<Value> inputs;
  for (linalg::GenericOp step : steps)
    addInputs(step, inputs);
  return inputs.takeVector();
}

double Chain::predictSeconds(const Chip &chip) const {
  double seconds = chip.launchSeconds;
  llvm::SetVector<Value> inputs;
  for (linalg::GenericOp step : steps) {
    size_t known = inputs.size();
    addInputs(step, inputs);
    seconds += kStepSeconds + double(ElementLoops(step).terms) * kTermSeconds +
               (inputs.size() > known ? kMemorySeconds : 0.0);
  }
  return seconds;
}
