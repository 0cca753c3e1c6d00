// KeepValues.cpp: makes values again in backward where keeping costs more
//
// Backward reads values of forward. Those that elementwise ops, casts, views,
// random bits or norms make of kept values are made again: the ops are cloned
// before the first op of backward that reads them. Example: for
//   %g = gelu(%x);  %y = %g * %w;  backward reads %g and %x
// only %x is kept, and backward begins with a clone of gelu. Backward begins
// after the last op of forward that it reads: what an exporter computes for it
// earlier (JAX: derivatives of elementwise functions) is kept or made again as
// forward is.

#include "Clones.h"
#include "EarlyNumbers.h"
#include "RepeatPrices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Recomputation/SavedValues.h"
#include "sbp/Analysis/Scheduling/RegionReads.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Transforms/Passes.h"
#include "sbp/Transforms/Phases.h"
#include "sbp/Transforms/RepeatChoices.h"

namespace sbp {
#define GEN_PASS_DEF_KEEPVALUESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

/// Most operations per element of a result that are worth less than keeping it.
static constexpr double kCheapFlops = 64;

/// The cost of a value that must not be kept: more than that of all others.
static constexpr int64_t kForbidden = int64_t(1) << 44;

/// Returns true if every factor is a position of the result: nothing is summed,
/// nothing is needed from other pieces but rows that the op takes whole.
static bool keepsPositions(const Rule &rule) {
  auto hasWindows = [](ArrayRef<std::optional<Windows>> windows) {
    return llvm::any_of(windows, [](auto &each) { return each.has_value(); });
  };
  return rule.error.empty() && rule.refusal.empty() &&
         llvm::none_of(rule.factors, [&](const Factor &factor) {
           return factor.kind == Factor::Kind::Reduction ||
                  hasWindows(factor.operandWindows) ||
                  hasWindows(factor.resultWindows);
         });
}

/// Returns true if few operations per element make the results, one after the
/// other.
static bool isCheap(Operation *op) {
  OpWork work = cast<SBPOpInterface>(op).getWork();
  for (const OpWork::Part &part : work.parts)
    if (part.scratchBytes > 0 || part.rowBytes > 0 || part.rowVisits > 0 ||
        part.kind == WorkClass::Order || part.kind == WorkClass::Attention)
      return false;
  int64_t elements = 0;
  for (Value result : op->getResults())
    elements += cast<RankedTensorType>(result.getType()).getNumElements();
  return work.getFlops() <= kCheapFlops * elements;
}

/// Returns true if making the results of `op`, an op of forward, again takes
/// less than keeping them.
static bool canBeRepeated(Operation *op) {
  if (isa<ConstrainOp>(op) || !isa<SBPOpInterface>(op) ||
      op->getNumResults() == 0 || !llvm::all_of(op->getResults(), isTensor) ||
      !isMemoryEffectFree(op))
    return false;
  return keepsPositions(getRuledOp(op)->rule) && isCheap(op);
}

/// Returns true if an op of a checkpointed part can be made again.
static bool canBeCloned(Operation *op) {
  return isMemoryEffectFree(op) &&
         (isa<ConstrainOp>(op) || isa<SBPOpInterface>(op));
}

/// Returns true for sums of products of two tensors, and for attention.
static bool isContraction(Operation *op) {
  auto interface = dyn_cast<SBPOpInterface>(op);
  if (!interface)
    return false;
  if (llvm::any_of(interface.getWork().parts, [](const OpWork::Part &part) {
        return part.kind == WorkClass::Attention;
      }))
    return true;
  return llvm::any_of(getRuledOp(op)->rule.factors, [](const Factor &factor) {
    return factor.kind == Factor::Kind::Reduction &&
           llvm::count_if(factor.operandDims,
                          [](auto &dim) { return dim.has_value(); }) > 1;
  });
}

namespace {

/// Chooses what one function keeps, and clones what it makes again.
class ValueKeeper {
public:
  ValueKeeper(func::FuncOp function, double share, bool names)
      : function(function), share(share), names(names) {}
  LogicalResult run();

private:
  auto getOps() { return function.front().without_terminator(); }
  Operation *getReader(Operation *user) {
    return function.front().findAncestorOpInBlock(*user);
  }
  /// Returns true if `op` runs after all that forward keeps is made.
  bool isLater(Operation *op) {
    return getPhaseOf(op) != StepPhase::Forward && last->isBeforeInBlock(op);
  }
  bool staysInPlace(Operation *op);
  LogicalResult priceLayers();
  void explainShare();
  void addValue(Value value);
  void append(Value value, SavingGraph::Value node);
  SmallVector<unsigned, 4> getOperands(Operation *op);
  void repeatFor(Operation *reader);
  void clone(Operation *op, Operation *reader);

  func::FuncOp function;
  double share; ///< what is made again of repeated layers
  bool names;   ///< clones and their ops get kRepeatAttr
  int64_t numNamed = 0;
  Operation *last = nullptr; ///< the last op of forward that backward reads
  CheckpointGroups groups;
  std::optional<RepeatPrices> prices; ///< with a share above 0
  SavingGraph graph;
  SmallVector<Value> values;
  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<unsigned> dear; ///< values that only a share repeats
  SavedValues choice;
  IRMapping clones; ///< results of forward to those of their clones
};

struct KeepValues : sbp::impl::KeepValuesPassBase<KeepValues> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(ValueKeeper(getOperation(), share, names).run()))
      return signalPassFailure();
    // One rank has no communications for which updates would wait apart.
    auto module = getOperation()->getParentOfType<ModuleOp>();
    auto placements = module.getOps<PlacementOp>();
    if (llvm::hasSingleElement(placements) &&
        (*placements.begin()).getRanks().size() > 1)
      computeNumbersFirst(getOperation());
  }
};

} // namespace

/// Returns true if `op` and all of backward that reads it run where its
/// operands are. Between stages a value is kept where it was sent to: backward
/// of a later stage would wait for that of an earlier one, which waits for it.
bool ValueKeeper::staysInPlace(Operation *op) {
  FlatSymbolRefAttr placement = getPlacementOf(op->getResult(0));
  if (!placement)
    return true; // a model without placements has one rank
  auto isHere = [&](FlatSymbolRefAttr other) {
    return !other || other == placement;
  };
  bool stays = llvm::all_of(op->getUsers(), [&](Operation *user) {
    Operation *reader = getReader(user);
    return !isLater(reader) || isHere(getPlacementOf(reader));
  });
  forEachOperand(op, [&](Value operand) {
    stays &= !isTensor(operand) || isHere(getPlacementOf(operand));
  });
  return stays;
}

/// Numbers `value`. What is stored or returned is held anyway.
void ValueKeeper::addValue(Value value) {
  SavingGraph::Value node;
  Operation *producer = value.getDefiningOp();
  for (Operation *user : value.getUsers())
    node.isRead |= isLater(getReader(user));
  bool isReturned = llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
  node.bytes = producer && !isReturned
                   ? getNumBytes(cast<RankedTensorType>(value.getType()))
                   : 0;
  std::optional<Checkpoint> part =
      producer ? groups.get(producer) : std::nullopt;
  bool isPriced = part && groups.isPriced(*part);
  std::optional<int64_t> cost = isPriced && canBeCloned(producer)
                                    ? prices->getCost(producer)
                                    : std::nullopt;
  bool isOfPart = isPriced ? cost.has_value() : part && canBeCloned(producer);
  // The results of a part are kept where they are needed: otherwise the parts
  // that read them would begin with all that was before them.
  if (isOfPart)
    node.canBeRepeated = groups.isInside(value) &&
                         !(part->keepsContractions && isContraction(producer));
  else
    node.canBeRepeated = producer && canBeRepeated(producer);
  node.canBeRepeated = node.canBeRepeated && staysInPlace(producer);
  if (!node.canBeRepeated)
    return append(value, std::move(node));
  node.operands = getOperands(producer);
  if (isPriced && isOfPart) {
    if (!canBeRepeated(producer)) {
      node.repeatCost = *cost;
      dear.push_back(values.size());
    }
  } else if (isOfPart) {
    node.bytes = kForbidden;
  }
  append(value, std::move(node));
}

void ValueKeeper::append(Value value, SavingGraph::Value node) {
  numbers[value] = values.size();
  values.push_back(value);
  graph.values.push_back(std::move(node));
}

/// The tensors that an op of forward is made of. Sources are none: each reader
/// has its own.
SmallVector<unsigned, 4> ValueKeeper::getOperands(Operation *op) {
  SmallVector<unsigned, 4> operands;
  forEachOperand(op, [&](Value operand) {
    if (auto number = numbers.find(operand); number != numbers.end())
      operands.push_back(number->second);
  });
  return operands;
}

void ValueKeeper::clone(Operation *op, Operation *reader) {
  if (names) {
    Builder builder(op->getContext());
    op->setAttr(kRepeatAttr, builder.getI64IntegerAttr(numNamed++));
  }
  std::vector<Operation *> added;
  cloneForBackward(op, reader, clones, added);
}

/// Makes what `reader`, an op after forward, reads and forward does not keep.
void ValueKeeper::repeatFor(Operation *reader) {
  llvm::SetVector<Operation *> needed;
  auto need = [&](Value value) {
    auto number = numbers.find(value);
    if (number != numbers.end() && choice.repeated[number->second] &&
        !clones.contains(value))
      needed.insert(value.getDefiningOp());
  };
  forEachOperand(reader, need);
  for (size_t i = 0; i < needed.size(); ++i)
    forEachOperand(needed[i], need);
  SmallVector<Operation *> ordered = needed.takeVector();
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ordered)
    clone(op, reader);
  reader->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      if (Value copy = clones.lookupOrNull(operand.get()))
        operand.set(copy);
  });
}

LogicalResult ValueKeeper::priceLayers() {
  if (share <= 0)
    return success();
  CostModel model;
  if (failed(model.readRates(function->getParentOfType<ModuleOp>(),
                             /*ranks=*/1)))
    return failure();
  groups.addPriced();
  prices.emplace(groups, model, share);
  return success();
}

/// Says what is made again that would be kept without a memory limit.
void ValueKeeper::explainShare() {
  int64_t count = 0, bytes = 0;
  for (unsigned value : dear)
    if (choice.repeated[value]) {
      ++count;
      bytes += getNumBytes(cast<RankedTensorType>(values[value].getType()));
    }
  if (count > 0)
    emitRemark(function.getLoc())
        << "to fit the memory limit, backward makes " << count
        << " values of repeated layers again, " << bytes
        << " bytes of whole tensors, by ops that cost more than keeping them";
}

LogicalResult ValueKeeper::run() {
  last = findForwardEnd(function);
  if (!last)
    return success();
  if (failed(groups.find(function)) || failed(priceLayers()))
    return failure();
  for (BlockArgument argument : function.getArguments())
    if (isTensor(argument))
      addValue(argument);
  SmallVector<Operation *> early, later;
  for (Operation &op : getOps()) {
    if (isLater(&op))
      later.push_back(&op);
    if (isLater(&op) || isSource(&op))
      continue;
    early.push_back(&op);
    for (Value result : op.getResults())
      if (isTensor(result))
        addValue(result);
  }
  choice = chooseSavedValues(graph);
  function->setAttr(kSavedBoundAttr,
                    Builder(function).getI64IntegerAttr(choice.bound));
  explainShare();
  for (Operation *reader : later)
    repeatFor(reader);
  // These were computed for backward alone, and are made again there.
  for (Operation *op : llvm::reverse(early))
    if (isOpTriviallyDead(op))
      op->erase();
  return success();
}
