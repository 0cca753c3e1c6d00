// VerifyUpdates.cpp: operands that are updated in place
//
// An update of a few rows of a large table must neither copy the table silently
// nor send it to other ranks. Models that would require it are errors.

#include "VerifyPhase.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

namespace {
/// An operand of an update that is a state.
struct StoredOperand {
  Operation *op;
  unsigned operand;
  BlockArgument stored;
  StringAttr state;
  SmallVector<Value> views; ///< the argument and its constrained values
  DistributionAttr distribution;
};
} // namespace

/// Returns the updated state; nullopt if the operand is not a stored argument.
static std::optional<StoredOperand>
findStored(UpdatingOpInterface op, unsigned operand, func::FuncOp entry) {
  StoredOperand found{op, operand, {}, {}, {}, {}};
  Value value = op->getOperand(operand);
  while (auto constrain = value.getDefiningOp<ConstrainOp>()) {
    if (!found.distribution)
      found.distribution = constrain.getDistribution();
    value = constrain.getInput();
  }
  found.stored = dyn_cast<BlockArgument>(value);
  if (!found.stored)
    return std::nullopt;
  unsigned index = found.stored.getArgNumber();
  found.state =
      entry.getArgAttrOfType<StringAttr>(index, SBPDialect::kStateAttr);
  if (!found.state)
    return std::nullopt;
  if (!found.distribution)
    found.distribution = entry.getArgAttrOfType<DistributionAttr>(
        index, SBPDialect::kDistributionAttr);
  // Constraints form a tree from the argument: all of its nodes are views.
  found.views.push_back(value);
  for (size_t i = 0; i < found.views.size(); ++i)
    for (Operation *user : found.views[i].getUsers())
      if (isa<ConstrainOp>(user))
        found.views.push_back(user->getResult(0));
  return found;
}

/// Checks that nothing reads the old value after the update, which would need a
/// copy.
static LogicalResult verifyOldReaders(const StoredOperand &stored) {
  for (Value view : stored.views)
    for (Operation *user : view.getUsers()) {
      if (user == stored.op || isa<ConstrainOp>(user) ||
          user->isBeforeInBlock(stored.op))
        continue;
      InFlightDiagnostic error =
          user->emitOpError()
          << "reads state '" << stored.state.getValue()
          << "' after the update that overwrites it; read it before the update";
      error.attachNote(stored.op->getLoc()) << "updated here";
      return error;
    }
  return success();
}

/// Checks that the new value is only returned: the next step reads it.
static LogicalResult verifyNewReaders(const StoredOperand &stored,
                                      Value updated) {
  for (Operation *user : updated.getUsers()) {
    if (isa<func::ReturnOp>(user))
      continue;
    if (isa<ConstrainOp>(user)) {
      if (failed(verifyNewReaders(stored, user->getResult(0))))
        return failure();
      continue;
    }
    InFlightDiagnostic error =
        user->emitOpError()
        << "reads the updated value of state '" << stored.state.getValue()
        << "' in the same step; read the state before the update, or in the "
           "next step";
    error.attachNote(stored.op->getLoc()) << "updated here";
    return error;
  }
  return success();
}

// A dimension that no factor of the rule covers is not checked here.
/// Checks that the op accepts every split of the stored distribution.
static LogicalResult verifyStorage(const StoredOperand &stored) {
  if (!stored.distribution)
    return success();
  auto ruled = getRuledOp(stored.op);
  for (const Component &component : stored.distribution.getComponents()) {
    if (!component.isSplit())
      continue;
    const Factor *blocked = nullptr;
    bool isFree = false;
    for (const Factor &factor : ruled->rule.factors) {
      if (factor.operandDims[stored.operand] != component.dim)
        continue;
      if (factor.kind == Factor::Kind::Blocked)
        blocked = &factor;
      else
        isFree = true;
    }
    if (isFree || !blocked)
      continue;
    return stored.op->emitOpError()
           << "updates state '" << stored.state.getValue()
           << "' in place, which is impossible if its dimension "
           << component.dim << " is split: " << blocked->reason;
  }
  return success();
}

LogicalResult sbp::verifyUpdates(func::FuncOp function) {
  auto result = function.walk([&](UpdatingOpInterface op) {
    for (auto [i, operand] : llvm::enumerate(op.getUpdatedOperands())) {
      auto stored = findStored(op, operand, function);
      if (!stored)
        continue;
      if (failed(verifyOldReaders(*stored)) ||
          failed(verifyNewReaders(*stored, op->getResult(i))) ||
          failed(verifyStorage(*stored)))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
