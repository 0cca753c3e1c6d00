// StrictPropagation.cpp: propagates annotations forwards without any choice
//
// Forward propagation without a choice: annotations of arguments, then of ops
// in program order. An op gets the one signature that fits its operands.
// Example:
//
//   x: [S(0)], w: [B]; y = matmul x, w   gives   y: [S(0)]
//
// An op or argument that the annotations leave open is an error that lists the
// candidates.

#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Analysis/Selection/Prices/MovedFraction.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"
#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

static DistributionAttr getAllBroadcast(Operation *from,
                                        FlatSymbolRefAttr placement) {
  unsigned axes = lookupPlacement(from, placement).getAxisSizes().size();
  return DistributionAttr::get(placement, Distribution::broadcast(axes));
}

namespace {

class StrictPropagation {
public:
  StrictPropagation(func::FuncOp function, Decision &decision)
      : function(function), decision(decision) {}
  LogicalResult run();

private:
  LogicalResult visitArguments();
  LogicalResult visit(Operation *op);
  LogicalResult visitReturn(func::ReturnOp op);
  /// Appends the distributions of the operands, nothing for sources and values
  /// that are not distributed. Reports operands on another placement.
  LogicalResult
  collectOperands(Operation *op,
                  SmallVectorImpl<std::optional<Distribution>> &operands);
  LogicalResult reportOpen(Operation *op, ArrayRef<Signature> fitting);
  LogicalResult reportMisfit(Operation *op);
  LogicalResult reportArgument(BlockArgument argument);
  void setUniform(Operation *op);
  std::string getStateName(unsigned argument);

  func::FuncOp function;
  Decision &decision;
};

std::string StrictPropagation::getStateName(unsigned argument) {
  auto name =
      function.getArgAttrOfType<StringAttr>(argument, SBPDialect::kStateAttr);
  return name ? name.str() : "";
}

static bool hasOneRank(Operation *from, FlatSymbolRefAttr placement) {
  return lookupPlacement(from, placement).getRanks().size() == 1;
}

LogicalResult StrictPropagation::visitArguments() {
  for (BlockArgument argument : function.getArguments()) {
    if (decision.arguments.count(argument))
      continue; // another entry's annotation of the same state
    auto annotation = function.getArgAttrOfType<DistributionAttr>(
        argument.getArgNumber(), SBPDialect::kDistributionAttr);
    if (annotation) {
      decision.arguments[argument] = annotation;
      continue;
    }
    FlatSymbolRefAttr placement = getPlacementOf(argument);
    if (!argument.use_empty() && !hasOneRank(function, placement))
      return reportArgument(argument);
    decision.arguments[argument] = getAllBroadcast(function, placement);
  }
  return success();
}

/// Lists at most eight signatures as notes.
static void attachSignatures(InFlightDiagnostic &error, Location loc,
                             ArrayRef<Signature> signatures) {
  for (const Signature &signature : signatures.take_front(8)) {
    std::string text;
    raw_string_ostream(text) << signature;
    error.attachNote(loc) << "fits: " << text;
  }
  if (signatures.size() > 8)
    error.attachNote(loc) << "and " << signatures.size() - 8 << " more";
}

LogicalResult StrictPropagation::reportArgument(BlockArgument argument) {
  InFlightDiagnostic error =
      emitError(argument.getLoc())
      << describe(argument)
      << " is not determined: --strict chooses nothing; give it an "
      << SBPDialect::kDistributionAttr;
  Operation *user = *argument.user_begin();
  if (!isa<SBPOpInterface>(user))
    return error;
  SmallVector<std::optional<Distribution>> operands;
  for (Value operand : user->getOperands()) {
    DistributionAttr state = decision.getProduced(operand);
    if (state && state.getPlacement() == getPlacementOf(user))
      operands.push_back(state.getDistribution());
    else
      operands.emplace_back();
  }
  attachSignatures(
      error, user->getLoc(),
      signaturesFor(*getRuledOp(user),
                    lookupPlacement(user, getPlacementOf(user)).getPlacement(),
                    operands));
  return error;
}

LogicalResult StrictPropagation::reportOpen(Operation *op,
                                            ArrayRef<Signature> fitting) {
  InFlightDiagnostic error =
      emitError(op->getLoc())
      << describe(op->getResult(0))
      << " is not determined by its operands: --strict chooses nothing; "
         "annotate it with sbp.constrain";
  attachSignatures(error, op->getLoc(), fitting);
  return error;
}

/// Returns true if some signature reads operand `index` in `state`, for any
/// distributions of the others.
static bool isReadAlone(const RuledOp &ruled, Operation *op, unsigned index,
                        DistributionAttr state) {
  SmallVector<std::optional<Distribution>> required(op->getNumOperands());
  required[index] = state.getDistribution();
  return !signaturesFor(ruled,
                        lookupPlacement(op, getPlacementOf(op)).getPlacement(),
                        required)
              .empty();
}

/// Returns true if no rank has an empty piece.
static bool isShared(const Placement &placement,
                     const Distribution &distribution,
                     ArrayRef<int64_t> shape) {
  return all_of(getParts(placement, distribution), [&](auto entry) {
    auto [dim, parts] = entry;
    return parts <= shape[dim];
  });
}

/// Returns the bytes that boxing a tensor of `type` moves; `from` has no
/// windows.
static double getMovedBytes(const Placement &placement,
                            const Distribution &from, const Distribution &to,
                            RankedTensorType type) {
  double elements =
      getBoxingBoundTotal(Layout(placement, from, type.getShape()),
                          Layout(placement, to, type.getShape()));
  return elements * getElementBytes(type);
}

/// Returns, for the operands that do not fit, the distributions that a sound
/// signature needs with the fewest bytes moved. Suggestions never contain
/// partial values, which users cannot provide, or leave a rank idle.
static SmallVector<std::optional<Distribution>>
findConstraints(ArrayRef<Signature> signatures, Operation *op,
                ArrayRef<std::optional<Distribution>> operands) {
  Placement placement = lookupPlacement(op, getPlacementOf(op)).getPlacement();
  SmallVector<std::optional<Distribution>> best(operands.size());
  std::pair<double, unsigned> least(INFINITY, 0);
  for (const Signature &signature : signatures) {
    SmallVector<std::optional<Distribution>> changed(operands.size());
    std::pair<double, unsigned> cost;
    for (auto [index, now] : enumerate(operands)) {
      const Distribution &required = signature.operands[index];
      if (!now)
        continue;
      auto type = cast<RankedTensorType>(op->getOperand(index).getType());
      if (isSubsumed(placement, *now, placement, required, type.getShape()))
        continue;
      bool isPossible = !now->hasWindows() && !required.hasPartial() &&
                        isShared(placement, required, type.getShape());
      cost.first += isPossible ? getMovedBytes(placement, *now, required, type)
                               : INFINITY;
      cost.second += 1;
      changed[index] = required;
    }
    if (cost < least) {
      least = cost;
      best = std::move(changed);
    }
  }
  return best;
}

LogicalResult StrictPropagation::reportMisfit(Operation *op) {
  InFlightDiagnostic error =
      emitError(op->getLoc())
      << describe(op->getResult(0))
      << " is not determined: no sound signature accepts its operands as they "
         "are, and --strict moves nothing; put an sbp.constrain on an operand";
  auto shared = getRuledOp(op);
  const RuledOp &ruled = *shared;
  SmallVector<std::optional<Distribution>> operands;
  ArrayRef<bool> shapeOnly = ruled.rule.shapeOnly;
  for (auto [index, operand] : enumerate(op->getOperands())) {
    DistributionAttr state = decision.getProduced(operand);
    bool isRead = isa<RankedTensorType>(operand.getType()) &&
                  (index >= shapeOnly.size() || !shapeOnly[index]);
    operands.push_back(state && isRead ? std::optional(state.getDistribution())
                                       : std::nullopt);
  }
  std::vector<Signature> fitting = signaturesFor(
      ruled, lookupPlacement(op, getPlacementOf(op)).getPlacement(),
      SmallVector<std::optional<Distribution>>(op->getNumOperands()));
  auto constraints = findConstraints(fitting, op, operands);
  bool isAlone = count_if(constraints, [](auto &c) { return !!c; }) == 1;
  for (auto [index, operand] : enumerate(op->getOperands()))
    if (DistributionAttr state = decision.getProduced(operand);
        state && isa<RankedTensorType>(operand.getType())) {
      Diagnostic &note = error.attachNote(operand.getLoc());
      note << describe(operand) << " is " << state.getPlacement() << ":"
           << toString(state.getDistribution());
      if (!isReadAlone(ruled, op, index, state))
        note << "; " << explainRefusal(ruled, index, state.getDistribution());
      if (constraints[index])
        note << "; sbp.constrain it to #sbp.distribution<"
             << state.getPlacement() << ", " << toString(*constraints[index])
             << ">, "
             << (isAlone ? "which is enough"
                         : "together with the other operands named here");
    }
  attachSignatures(error, op->getLoc(), fitting);
  return error;
}

LogicalResult StrictPropagation::collectOperands(
    Operation *op, SmallVectorImpl<std::optional<Distribution>> &operands) {
  FlatSymbolRefAttr placement = getPlacementOf(op);
  for (Value operand : op->getOperands()) {
    DistributionAttr state = decision.getProduced(operand);
    if (!isa<RankedTensorType>(operand.getType()) || !state) {
      operands.emplace_back(); // a scalar, or a source that adopts
      continue;
    }
    if (state.getPlacement() != placement) {
      InFlightDiagnostic error =
          emitError(op->getLoc())
          << describe(op->getResult(0)) << " is computed on " << placement
          << " but " << describe(operand) << " lives on "
          << state.getPlacement()
          << "; move it with sbp.constrain, --strict moves nothing";
      error.attachNote(operand.getLoc()) << "it comes from here";
      return error;
    }
    operands.push_back(state.getDistribution());
  }
  return success();
}

void StrictPropagation::setUniform(Operation *op) {
  DistributionAttr all = getAllBroadcast(op, getPlacementOf(op));
  decision.signatures[op] = SignatureAttr::get(
      op->getContext(),
      SmallVector<DistributionAttr>(op->getNumOperands(), all),
      SmallVector<DistributionAttr>(op->getNumResults(), all));
}

LogicalResult StrictPropagation::visit(Operation *op) {
  if (isa<ConstrainOp>(op) || isSource(op))
    return success();
  if (!touchesTensors(op)) {
    setUniform(op);
    return success();
  }
  SmallVector<std::optional<Distribution>> operands;
  if (failed(collectOperands(op, operands)))
    return failure();
  FlatSymbolRefAttr placement = getPlacementOf(op);
  auto shared = getRuledOp(op);
  const RuledOp &ruled = *shared;
  std::vector<Signature> fitting = signaturesFor(
      ruled, lookupPlacement(op, placement).getPlacement(), operands);
  if (fitting.empty())
    return reportMisfit(op);
  if (fitting.size() > 1)
    return reportOpen(op, fitting);
  decision.signatures[op] = SignatureAttr::get(placement, fitting.front());
  return success();
}

LogicalResult StrictPropagation::visitReturn(func::ReturnOp op) {
  SmallVector<DistributionAttr> results;
  for (auto [i, value] : enumerate(op.getOperands())) {
    auto annotation = function.getResultAttrOfType<DistributionAttr>(
        i, SBPDialect::kDistributionAttr);
    auto state =
        function.getResultAttrOfType<StringAttr>(i, SBPDialect::kStateAttr);
    if (!annotation && state)
      for (BlockArgument argument : function.getArguments())
        if (getStateName(argument.getArgNumber()) == state.getValue())
          annotation = decision.arguments.lookup(argument);
    if (!annotation)
      annotation = decision.getProduced(value);
    if (!annotation) // a source adopts any: B by default
      annotation = getAllBroadcast(op, getPlacementOf(value.getDefiningOp()));
    results.push_back(annotation);
  }
  decision.results[function] = std::move(results);
  return success();
}

LogicalResult StrictPropagation::run() {
  if (failed(visitArguments()))
    return failure();
  for (Operation &op : function.front().without_terminator())
    if (failed(visit(&op)))
      return failure();
  if (failed(
          visitReturn(cast<func::ReturnOp>(function.front().getTerminator()))))
    return failure();
  adoptSources(function, decision);
  return success();
}

} // namespace

LogicalResult propagateStrictly(func::FuncOp function, Decision &decision) {
  return StrictPropagation(function, decision).run();
}

} // namespace sbp
