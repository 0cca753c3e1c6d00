// OrderSweeps.cpp: the order of a cut entry, and why one cannot be cut
//
// A stable sort by (sweep, whether the op runs in every micro-batch). An op
// that reads no argument, a constant for example, stays before its first
// reader.

#include "TimeCutter.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/OpNames.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sbp;

/// Returns the ops of `block` that read nothing but each other.
static llvm::DenseSet<Operation *> findConstants(Block &block) {
  llvm::DenseSet<Operation *> constants;
  for (Operation &op : block.without_terminator()) {
    bool isConstant = !isa<MicroBatchOp>(op);
    forEachOperand(&op, [&](Value value) {
      isConstant &= constants.contains(value.getDefiningOp());
    });
    if (isConstant)
      constants.insert(&op);
  }
  return constants;
}

void sbp::orderBySweeps(func::FuncOp function) {
  Block &block = function.front();
  Sweeps sweeps(function);
  llvm::DenseSet<Operation *> constants = findConstants(block);
  llvm::DenseMap<Operation *, int64_t> keys;
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator()) {
    ops.push_back(&op);
    keys[&op] = 2 * sweeps.getEndedSweeps(&op) + (sweeps.get(&op) ? 1 : 0);
  }
  for (Operation *op : llvm::reverse(ops)) {
    if (!constants.contains(op) || op->use_empty())
      continue;
    int64_t first = INT64_MAX;
    for (Operation *user : op->getUsers()) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      auto key = keys.find(reader);
      if (key != keys.end())
        first = std::min(first, key->second);
    }
    if (first != INT64_MAX)
      keys[op] = first;
  }
  llvm::stable_sort(
      ops, [&](Operation *a, Operation *b) { return keys[a] < keys[b]; });
  for (Operation *op : ops)
    op->moveBefore(block.getTerminator());
}

/// Returns ops from the one that makes `value` back to a reader of a state, by
/// a breadth-first search; at most one per value.
static SmallVector<std::pair<Operation *, Value>> findPathToState(Value value) {
  llvm::MapVector<Value, Value> reader; // value -> value that is made of it
  reader[value] = Value();
  for (unsigned i = 0; i < reader.size(); ++i) {
    Value current = reader.getArrayRef()[i].first;
    if (auto argument = dyn_cast<BlockArgument>(current)) {
      auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
      if (!function.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr))
        continue;
      SmallVector<std::pair<Operation *, Value>> path;
      for (Value next = reader[current]; next; next = reader[next]) {
        path.emplace_back(next.getDefiningOp(), current);
        current = next;
      }
      return path;
    }
    forEachOperand(current.getDefiningOp(),
                   [&](Value read) { reader.try_emplace(read, current); });
  }
  return {};
}

InFlightDiagnostic sbp::reportBatchStatistic(Value value, Operation *reader) {
  Value statistic = value;
  if (auto leave = value.getDefiningOp<LeaveTimeOp>())
    statistic = leave.getInput();
  InFlightDiagnostic error =
      emitError(reader->getLoc())
      << "'" << reader->getName()
      << "' cannot be micro-batched here: every micro-batch reads "
      << describe(statistic)
      << " over the whole batch, which depends on a state; compute it per "
         "sample, or remove sbp.microbatches";
  error.attachNote(value.getLoc()) << "the whole of this value is read";
  unsigned notes = 0;
  for (auto [op, read] : findPathToState(value)) {
    if (isa<EnterTimeOp, LeaveTimeOp>(op) || ++notes > 6)
      continue;
    if (auto enter = read.getDefiningOp<EnterTimeOp>())
      read = enter.getInput();
    if (isa<BlockArgument>(read))
      error.attachNote(op->getLoc())
          << "'" << getDisplayName(op) << "' reads " << describe(read);
    else
      error.attachNote(op->getLoc())
          << "which '" << getDisplayName(op) << "' reads";
  }
  return error;
}
