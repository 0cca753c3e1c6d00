// VerifyDistributed.cpp: the invariants of levels 0 and 1
//
// At level 1 every tensor op has a sound signature, every operand arrives in
// (or is subsumed by) the distribution that the signature reads, scalars do not
// cross placements, and the communications of an entry are numbered 0, 1, 2 ...
// without gaps in program order.

#include "VerifyPhase.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Defined/DefinedValues.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace mlir;
using namespace sbp;

static bool touchesTensors(Operation &op) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  return llvm::any_of(op.getOperandTypes(), isTensor) ||
         llvm::any_of(op.getResultTypes(), isTensor);
}

/// Returns true for ops whose distributions follow from the op itself.
static bool isStructural(Operation &op) {
  return isa<func::ReturnOp, ConstrainOp, BoxingOp>(op);
}

// Ops on scalars alone run on every rank and need no rule.
static LogicalResult verifyHasRule(Operation &op) {
  if (!touchesTensors(op) || isStructural(op))
    return success();
  if (!isa<SBPOpInterface>(op))
    return op.emitOpError()
           << "has no SBP rules; write it with other ops of linalg, "
              "tensor or nn";
  auto ruled = getRuledOp(&op);
  if (!ruled->rule.error.empty())
    return op.emitOpError() << "cannot be distributed: " << ruled->rule.error;
  return success();
}

LogicalResult sbp::verifyModel(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    for (Block &block : function.getBody())
      for (Operation &op : block) {
        if (isa<BoxingOp, EnterTimeOp, LeaveTimeOp, MicroBatchOp>(op) ||
            getSignatureAttr(&op))
          return op.emitOpError() << "belongs to level 1, not to a model";
        if (failed(verifyHasRule(op)) || failed(verifyReads(op)))
          return failure();
      }
    // A frequent mistake in linalg: accumulating into an uninitialised tensor.
    if (failed(verifyDefinedValues(function)) ||
        failed(verifyUpdates(function)))
      return failure();
  }
  return success();
}

namespace {

class DistributedVerifier {
public:
  DistributedVerifier(func::FuncOp entry, BoxingPlans &plans)
      : entry(entry), plans(plans) {}
  LogicalResult run();

private:
  LogicalResult verifyOp(Operation &op);
  LogicalResult verifySignature(Operation &op);
  LogicalResult verifyBoxing(BoxingOp op);
  LogicalResult verifyReturn(func::ReturnOp op);
  /// Checks that `required` includes the distribution of the operand.
  LogicalResult verifyEdge(OpOperand &operand, DistributionAttr required);
  /// Checks that scalars are computed on the ranks that read them.
  LogicalResult verifyNumbers(Operation &op);

  func::FuncOp entry;
  BoxingPlans &plans;
  // Next expected number in the sequence of communications.
  int64_t sequence = 0;
  // Edges with equal distributions and types are proved once: a model repeats
  // the same few thousands of times.
  llvm::DenseSet<std::tuple<Attribute, Attribute, Type>> subsumed;
};

} // namespace

LogicalResult DistributedVerifier::verifyEdge(OpOperand &operand,
                                              DistributionAttr required) {
  Value value = operand.get();
  DistributionAttr found = getDistributionOf(value);
  if (!found)
    return operand.getOwner()->emitOpError()
           << "operand #" << operand.getOperandNumber()
           << " has no distribution";
  if (found == required ||
      subsumed.contains({found, required, value.getType()}))
    return success();
  auto type = cast<RankedTensorType>(value.getType());
  if (isSubsumed(getPlacementOf(entry, found), found.getDistribution(),
                 getPlacementOf(entry, required), required.getDistribution(),
                 type.getShape())) {
    subsumed.insert({found, required, value.getType()});
    return success();
  }
  InFlightDiagnostic error = operand.getOwner()->emitOpError()
                             << "operand #" << operand.getOperandNumber()
                             << " needs distribution " << required
                             << " but gets " << found;
  error.attachNote(value.getLoc()) << "chosen here";
  return error;
}

LogicalResult DistributedVerifier::verifyNumbers(Operation &op) {
  SignatureAttr attribute = getSignatureAttr(&op);
  for (OpOperand &operand : op.getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    if (isa<RankedTensorType>(operand.get().getType()) || !producer)
      continue;
    SignatureAttr produced = getSignatureAttr(producer);
    if (!attribute || !produced ||
        produced.getPlacement() == attribute.getPlacement())
      continue;
    InFlightDiagnostic error =
        op.emitOpError() << "runs on " << attribute.getPlacement()
                         << " but reads operand #" << operand.getOperandNumber()
                         << ", a scalar that is computed on "
                         << produced.getPlacement()
                         << "; only tensors are moved between placements";
    error.attachNote(producer->getLoc()) << "computed here";
    return error;
  }
  return success();
}

/// Reports an unsound signature: the operands that no signature reads like this
/// and why, else the results that these operands allow.
static LogicalResult reportUnsound(Operation &op, const RuledOp &ruled,
                                   const Placement &placement,
                                   SignatureAttr attribute) {
  InFlightDiagnostic error = op.emitOpError()
                             << "has an unsound signature " << attribute
                             << "; --sbp-print-signatures lists the sound ones";
  SmallVector<std::optional<Distribution>> all;
  for (auto [index, operand] : llvm::enumerate(attribute.getOperands())) {
    all.push_back(operand.getDistribution());
    SmallVector<std::optional<Distribution>> alone(op.getNumOperands());
    alone[index] = operand.getDistribution();
    if (signaturesFor(ruled, placement, alone).empty())
      error.attachNote(op.getLoc())
          << "operand #" << index << " is never read as "
          << toString(operand.getDistribution()) << ": "
          << explainRefusal(ruled, index, operand.getDistribution());
  }
  std::vector<Signature> fitting = signaturesFor(ruled, placement, all);
  for (const Signature &signature : ArrayRef(fitting).take_front(4)) {
    std::string text;
    llvm::raw_string_ostream(text) << signature;
    error.attachNote(op.getLoc()) << "these operands allow: " << text;
  }
  return error;
}

LogicalResult DistributedVerifier::verifySignature(Operation &op) {
  SignatureAttr attribute = getSignatureAttr(&op);
  if (!attribute)
    return op.emitOpError() << "has no sbp.signature";
  if (failed(verifyHasRule(op)))
    return failure();
  PlacementOp placement = lookupPlacement(&op, attribute.getPlacement());
  if (!placement)
    return op.emitOpError() << "runs on " << attribute.getPlacement()
                            << ", which is not a placement";
  auto shared = getRuledOp(&op);
  const RuledOp &ruled = *shared;
  if (!isSoundSignature(ruled, placement.getPlacement(),
                        attribute.getSignature()))
    return reportUnsound(op, ruled, placement.getPlacement(), attribute);
  for (OpOperand &operand : op.getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    bool shapeOnly =
        index < ruled.rule.shapeOnly.size() && ruled.rule.shapeOnly[index];
    if (!isa<RankedTensorType>(operand.get().getType()) || shapeOnly)
      continue;
    if (failed(verifyEdge(operand, attribute.getOperands()[index])))
      return failure();
  }
  return success();
}

LogicalResult DistributedVerifier::verifyBoxing(BoxingOp op) {
  if (failed(verifyEdge(op->getOpOperand(0), op.getFrom())))
    return failure();
  FailureOr<const BoxingPlan *> plan = plans.get(op);
  if (failed(plan))
    return failure();
  // Local steps of a plan (slice, fill, reinterpret) take no number.
  int64_t count = llvm::count_if(getMoves(**plan), [](const BoxingMove &move) {
    return !isLocal(move.getKind());
  });
  if (count == 0)
    return success();
  if (!op.getSequence())
    return op.emitOpError()
           << "communicates but has no number; run --sbp-plan-boxings";
  if (static_cast<int64_t>(*op.getSequence()) != sequence)
    return op.emitOpError()
           << "has number " << *op.getSequence()
           << " in the sequence of communications, expected " << sequence;
  sequence += count;
  return success();
}

LogicalResult DistributedVerifier::verifyReturn(func::ReturnOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    auto required = entry.getResultAttrOfType<DistributionAttr>(
        index, SBPDialect::kDistributionAttr);
    if (!required)
      return entry.emitError() << "result #" << index << " has no distribution";
    if (failed(verifyEdge(operand, required)))
      return failure();
  }
  return success();
}

LogicalResult DistributedVerifier::verifyOp(Operation &op) {
  if (auto boxing = dyn_cast<BoxingOp>(op))
    return verifyBoxing(boxing);
  if (auto terminator = dyn_cast<func::ReturnOp>(op))
    return verifyReturn(terminator);
  if (isa<ConstrainOp>(op))
    return op.emitOpError() << "belongs to level 0; selection removes it";
  if (failed(verifyNumbers(op)))
    return failure();
  return touchesTensors(op) ? verifySignature(op) : success();
}

LogicalResult DistributedVerifier::run() {
  for (BlockArgument argument : entry.getArguments())
    if (isa<RankedTensorType>(argument.getType()) &&
        !getDistributionOf(argument))
      return entry.emitError() << "argument #" << argument.getArgNumber()
                               << " has no distribution";
  for (Operation &op : entry.front())
    if (failed(verifyOp(op)))
      return failure();
  return success();
}

LogicalResult sbp::verifyDistributed(ModuleOp module, BoxingPlans &plans) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isDeclaration() &&
        (failed(verifyTime(function)) ||
         failed(DistributedVerifier(function, plans).run())))
      return failure();
  return success();
}
