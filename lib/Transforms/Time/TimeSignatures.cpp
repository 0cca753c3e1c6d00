// TimeSignatures.cpp: the signature of an op on the axis of time
//
// An op reads cut values as they are: a split operand stays split, a partial
// one stays partial only as an init or as a term of a sum of such terms. Among
// the signatures of that kind, the one that slices the fewest whole operands
// is chosen. Example: in `%x * %scale` with %x cut along dimension 0 and a
// whole %scale of the same shape, S(0), S(0) -> S(0) slices one operand.
#include "TimeCutter.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace mlir;
using namespace sbp;

/// Returns true if `value` is computed on the placement of `op`. A partial
/// value from elsewhere is accumulated there, and its sum is sent once a step.
static bool isMadeWhereRead(Value value, Operation *op) {
  return getPlacementOf(value) == getPlacementOf(op);
}

/// Returns true if `op` adds several partial values of its own placement and
/// reads nothing else: the terms are added in every micro-batch, and only their
/// sum is accumulated.
bool TimeCutter::sumsPartials(Operation *op) {
  auto ruled = getRuledOp(op);
  llvm::SmallDenseSet<Value, 4> terms;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (!isTensorValue(operand) || isShapeOnly(*ruled, i) ||
        isMadeBySource(operand))
      continue;
    if (!values[operand].time.isPartial() || !operand.hasOneUse() ||
        !isMadeWhereRead(operand, op))
      return false;
    terms.insert(operand);
  }
  return terms.size() > 1;
}

/// Returns true if every dimension that the signature splits is a multiple of
/// the number of micro-batches.
bool TimeCutter::isDivided(Operation *op, const Signature &signature) {
  auto fits = [&](Type type, const Distribution &distribution) {
    Component time = getTime(distribution);
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || !time.isSplit() ||
           (!time.windows && tensor.getDimSize(time.dim) % count == 0);
  };
  for (auto [type, distribution] :
       llvm::zip_equal(op->getOperandTypes(), signature.operands))
    if (!fits(type, distribution))
      return false;
  for (auto [type, distribution] :
       llvm::zip_equal(op->getResultTypes(), signature.results))
    if (!fits(type, distribution))
      return false;
  return true;
}

std::optional<unsigned> TimeCutter::getReadCost(Operation *op, unsigned index,
                                                const Component &required,
                                                bool keepsPartials) {
  Value operand = op->getOperand(index);
  const TimedValue &state = values[operand];
  if (isMadeBySource(operand))
    return 0;
  auto destination = dyn_cast<DestinationStyleOpInterface>(op);
  bool isInit = destination && destination.isDpsInit(&op->getOpOperand(index));
  bool isKept = state.time.isPartial() &&
                (keepsPartials || (isInit && isMadeWhereRead(operand, op)));
  if (state.time.isSplit() || isKept)
    return state.time == required ? std::optional(0u) : std::nullopt;
  // Whole from here on: a partial value is accumulated before.
  if (required.isBroadcast())
    return 0;
  // A whole init counts once: in micro-batch 0.
  bool isPossible = required.isSplit() || (isInit && required.isPartial());
  return isPossible ? std::optional(1u) : std::nullopt;
}

/// Returns true if the ops that compute `op` for one micro-batch have rules, so
/// that they can be distributed. Those of a computed position, for example,
/// read a tensor in a body, as is legal after partition only. The form is
/// built on undefined operands and erased.
bool TimeCutter::hasRules(Operation *op, const Signature &signature) {
  OpBuilder builder(op);
  TimeShardContext context(axis);
  Operation *last = op->getPrevNode();
  SmallVector<Value> locals;
  for (auto [operand, distribution] :
       llvm::zip_equal(op->getOperands(), signature.operands)) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (type)
      type = context.getLocalType(type, distribution);
    locals.push_back(type ? tensor::EmptyOp::create(builder, op->getLoc(),
                                                    type.getShape(),
                                                    type.getElementType())
                          : operand);
  }
  auto results =
      cast<SBPOpInterface>(op).buildLocal(builder, signature, locals, context);
  bool hasAll = succeeded(results);
  while (op->getPrevNode() != last) {
    Operation *built = op->getPrevNode();
    hasAll &= !isa<SBPOpInterface>(built) || isSource(built) ||
              getRuledOp(built)->rule.error.empty();
    built->erase();
  }
  return hasAll;
}

std::optional<Signature> TimeCutter::choose(Operation *op) {
  if (isa<UpdatingOpInterface>(op))
    return std::nullopt; // updates a state, which happens once a step
  auto ruled = getRuledOp(op);
  bool keepsPartials = sumsPartials(op);
  std::optional<Signature> best;
  unsigned least = ~0u;
  for (Signature &signature : enumerateSignatures(*ruled, axis)) {
    if (!isDivided(op, signature))
      continue;
    unsigned cost = 0;
    bool fits = true, isCut = false;
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      if (!isTensorValue(operand) || isShapeOnly(*ruled, i))
        continue;
      auto read =
          getReadCost(op, i, getTime(signature.operands[i]), keepsPartials);
      fits &= read.has_value();
      cost += read.value_or(0);
      isCut |= read && !values[operand].time.isBroadcast() &&
               values[operand].time == getTime(signature.operands[i]);
    }
    if (fits && isCut && cost < least && hasRules(op, signature)) {
      least = cost;
      best = std::move(signature);
    }
  }
  return best;
}
