// RepeatChoices.cpp: forms that make values of forward again
//
// Ops are planned from the last of forward to the first: who reads a value
// again is known before the value. Forms stand at one of two places: late, at
// the first reader of backward, and early, where backward of the layer begins.
// A form reads what is held or was made at its place or before; exclusions say
// so. Values that one op of forward alone reads, and backward does not, are
// made again within the form that needs them.

#include "sbp/Transforms/RepeatChoices.h"
#include "CheckpointGroups.h"
#include "Clones.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Analysis/Scheduling/RegionReads.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Graph/ReaderGroups.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Transforms/Phases.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sbp;

namespace {

/// A place for forms: in front of the op with this number.
using Place = unsigned;
constexpr Place kNever = ~0u;

/// The plan for the result of an op of forward.
struct Repeat {
  enum class Kind {
    Held,    ///< backward reads it, or several ops of forward do
    Cloned,  ///< sbp-keep-values has cloned its op
    Inlined, ///< it is made within the forms that read it
  };
  Kind kind = Kind::Held;
  Operation *clone = nullptr; ///< of sbp-keep-values
  bool canRepeat = false;
  bool isRead = false; ///< by backward itself
  /// Forms read the early clone, never `clone`, which its one reader may fuse.
  bool isApart = false;
  Place late = kNever, early = kNever;
  SmallVector<Place> required; ///< places at which forms read it
  Value read;                  ///< what forms read: a holder or a clone
  unsigned choice = 0;
  SmallVector<std::pair<unsigned, Place>, 2> forms; ///< form and its place
  std::optional<unsigned> unused; ///< the form that leaves it out
};

class RepeatPlanner {
public:
  RepeatPlanner(func::FuncOp function, Alternatives &alternatives)
      : function(function), alternatives(alternatives) {}
  void run();

private:
  auto getOps() { return function.front().without_terminator(); }
  Operation *getReader(Operation *user) {
    return function.front().findAncestorOpInBlock(*user);
  }
  bool isLater(Operation *op) {
    return getPhaseOf(op) != StepPhase::Forward &&
           numbers.lookup(last) < numbers.lookup(op);
  }
  bool findOps();
  bool isChosenValue(Operation *op);
  bool canRepeat(Operation *op);
  bool staysInPlace(Operation *op);
  Place findFirstReader(Operation *op);
  std::optional<int64_t> getLayer(Operation *op);
  void findLayers();
  void plan(Operation *op);
  void require(Operation *op, Place place);
  void forEachRepeat(Operation *op, llvm::function_ref<void(Repeat &)> visit);
  void build(Operation *op, Repeat &repeat);
  void hold(Operation *op, Repeat &repeat);
  Alternatives::Form makeForm(Operation *op, Repeat &repeat, Place place);
  Value cloneAt(Operation *op, Place place, Alternatives::Form &form);
  void exclude(Operation *op, const Repeat &repeat, unsigned form, Place place);

  func::FuncOp function;
  Alternatives &alternatives;
  ReaderGroups readers;
  Operation *last = nullptr; ///< backward begins after it
  llvm::DenseMap<Operation *, unsigned> numbers;
  SmallVector<Operation *> ops, early;         ///< of the function; of forward
  llvm::DenseMap<int64_t, Operation *> clones; ///< by kRepeatAttr
  CheckpointGroups groups;
  bool hasLayers = false;
  llvm::DenseMap<int64_t, Place> begins; ///< of backward of each layer
  llvm::DenseMap<Operation *, Repeat> repeats;
  unsigned numChoices = 0;
};

} // namespace

/// Numbers all ops. Returns false where nothing can be chosen.
bool RepeatPlanner::findOps() {
  last = findForwardEnd(function);
  if (!last)
    return false;
  for (Operation &op : getOps()) {
    if (isa<EnterTimeOp, LeaveTimeOp, MicroBatchOp>(op))
      return false;
    numbers[&op] = ops.size();
    ops.push_back(&op);
  }
  for (Operation *op : ops) {
    auto mark = op->getAttrOfType<IntegerAttr>(kRepeatAttr);
    if (isLater(op)) {
      if (mark)
        clones[mark.getInt()] = op;
    } else if (!isSource(op) && touchesTensors(op)) {
      early.push_back(op);
    }
  }
  return true;
}

/// Returns true if the result of `op` is a tensor that is not held anyway, as
/// results and what depends on states alone are.
bool RepeatPlanner::isChosenValue(Operation *op) {
  if (op->getNumResults() != 1 || !isTensor(op->getResult(0)) ||
      isa<ConstrainOp>(op))
    return false;
  Value value = op->getResult(0);
  return !readers.dependsOnStatesAlone(value) &&
         llvm::none_of(value.getUsers(), [](Operation *user) {
           return isa<func::ReturnOp>(user);
         });
}

/// Returns true if `op` and all of backward that reads it run where its
/// operands are.
bool RepeatPlanner::staysInPlace(Operation *op) {
  FlatSymbolRefAttr placement = getPlacementOf(op);
  bool stays = llvm::all_of(op->getUsers(), [&](Operation *user) {
    Operation *reader = getReader(user);
    return !isLater(reader) || getPlacementOf(reader) == placement;
  });
  forEachOperand(op, [&](Value operand) {
    stays &= !isTensor(operand) || getPlacementOf(operand) == placement;
  });
  return stays;
}

bool RepeatPlanner::canRepeat(Operation *op) {
  return isMemoryEffectFree(op) && isa<SBPOpInterface>(op) && staysInPlace(op);
}

Place RepeatPlanner::findFirstReader(Operation *op) {
  Place first = kNever;
  for (Operation *user : op->getUsers())
    if (Operation *reader = getReader(user); isLater(reader))
      first = std::min(first, numbers.lookup(reader));
  return first;
}

/// Returns the layer of an op whose result no other layer reads; a model
/// without layers is one.
std::optional<int64_t> RepeatPlanner::getLayer(Operation *op) {
  if (!hasLayers)
    return 0;
  std::optional<Checkpoint> part = groups.get(op);
  if (!part || !groups.isInside(op->getResult(0)))
    return std::nullopt;
  return part->group;
}

void RepeatPlanner::findLayers() {
  if (succeeded(groups.find(function))) {
    groups.addPriced();
    hasLayers = llvm::any_of(
        early, [&](Operation *op) { return groups.get(op).has_value(); });
  }
  for (Operation *op : early) {
    if (!isChosenValue(op))
      continue;
    std::optional<int64_t> layer = getLayer(op);
    if (!layer)
      continue;
    Place first = findFirstReader(op);
    if (auto mark = op->getAttrOfType<IntegerAttr>(kRepeatAttr))
      if (Operation *clone = clones.lookup(mark.getInt()))
        first = std::min(first, numbers.lookup(clone));
    auto [begin, isNew] = begins.try_emplace(*layer, first);
    begin->second = std::min(begin->second, first);
  }
}

void RepeatPlanner::forEachRepeat(Operation *op,
                                  llvm::function_ref<void(Repeat &)> visit) {
  SmallVector<Operation *> seen;
  forEachOperand(op, [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    auto found = producer ? repeats.find(producer) : repeats.end();
    if (found == repeats.end() || llvm::is_contained(seen, producer))
      return;
    seen.push_back(producer);
    visit(found->second);
  });
}

/// Notes that a form at `place` reads the operands of `op`.
void RepeatPlanner::require(Operation *op, Place place) {
  forEachOperand(op, [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    if (producer && numbers.contains(producer) && !isSource(producer) &&
        !isLater(producer) && isChosenValue(producer))
      repeats[producer].required.push_back(place);
  });
}

void RepeatPlanner::plan(Operation *op) {
  if (!isChosenValue(op))
    return;
  Place first = findFirstReader(op);
  Operation *clone = nullptr;
  if (auto mark = op->getAttrOfType<IntegerAttr>(kRepeatAttr))
    clone = clones.lookup(mark.getInt());
  auto known = repeats.find(op);
  if (known == repeats.end() && (first == kNever || clone))
    return;
  Repeat &repeat = repeats[op];
  repeat.isRead = first != kNever;
  repeat.clone = clone;
  repeat.canRepeat = canRepeat(op);
  if (!repeat.canRepeat && (repeat.isRead || repeat.required.empty())) {
    repeats.erase(op); // read as it is
    return;
  }
  if (clone) {
    repeat.kind = Repeat::Kind::Cloned;
    repeat.isApart = clone->getResult(0).hasOneUse();
  }
  if (!clone && !repeat.isRead && op->getResult(0).hasOneUse() &&
      repeat.canRepeat)
    repeat.kind = Repeat::Kind::Inlined;
  Place least = kNever, most = 0;
  for (Place place : repeat.required) {
    least = std::min(least, place);
    most = std::max(most, place);
  }
  if (repeat.kind == Repeat::Kind::Inlined) {
    SmallVector<Place> places = repeat.required;
    llvm::sort(places);
    places.erase(llvm::unique(places), places.end());
    for (Place place : places)
      require(op, place);
    return;
  }
  repeat.late = clone ? numbers.lookup(clone) : repeat.isRead ? first : most;
  repeat.early = least < repeat.late || repeat.isApart ? least : kNever;
  if (std::optional<int64_t> layer = getLayer(op);
      layer && repeat.early != kNever)
    if (Place begin = begins.lookup(*layer); begin < repeat.late)
      repeat.early = begin;
  if (!repeat.canRepeat)
    return;
  // The references of `repeats` are invalid from here on.
  bool isCloned = repeat.kind == Repeat::Kind::Cloned;
  Place late = repeat.late, begin = repeat.early;
  if (!isCloned)
    require(op, late);
  if (begin != kNever)
    require(op, begin);
}

/// Inserts the identity that holds the result of `op` after the last op of
/// forward that reads it; backward reads the identity. A later phase may read
/// it between ops of forward, and the identity stands in front of that.
void RepeatPlanner::hold(Operation *op, Repeat &repeat) {
  Value value = op->getResult(0);
  Operation *after = op;
  Place first = findFirstReader(op);
  for (Operation *user : value.getUsers())
    if (Operation *reader = getReader(user);
        !isLater(reader) && numbers.contains(reader) &&
        numbers.lookup(reader) < first && after->isBeforeInBlock(reader))
      after = reader;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(after);
  auto holder =
      tensor::CastOp::create(builder, op->getLoc(), value.getType(), value);
  holder->setAttr(SBPDialect::kPlacementAttr, getPlacementOf(op));
  holder->setAttr(kRepeatAttr, builder.getUnitAttr());
  repeat.read = holder.getResult();
  value.replaceUsesWithIf(repeat.read, [&](OpOperand &use) {
    Operation *reader = getReader(use.getOwner());
    return reader != holder && numbers.contains(reader) && isLater(reader);
  });
}

/// Clones `op` in front of the op at `place`, reading what forms read there.
Value RepeatPlanner::cloneAt(Operation *op, Place place,
                             Alternatives::Form &form) {
  IRMapping read;
  forEachOperand(op, [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    auto found = producer ? repeats.find(producer) : repeats.end();
    if (found == repeats.end() || read.contains(operand))
      return;
    Repeat &repeat = found->second;
    if (repeat.kind == Repeat::Kind::Inlined)
      read.map(operand, cloneAt(producer, place, form));
    else
      read.map(operand, repeat.read);
  });
  Operation *copy = cloneForBackward(op, ops[place], read, form.ops);
  copy->removeAttr(kRepeatAttr);
  alternatives.addOriginal(copy, op);
  return copy->getResult(0);
}

Alternatives::Form RepeatPlanner::makeForm(Operation *op, Repeat &repeat,
                                           Place place) {
  Alternatives::Form form;
  form.results.push_back(cloneAt(op, place, form));
  return form;
}

/// Excludes that what a form of `op` at `place` reads is made later.
void RepeatPlanner::exclude(Operation *op, const Repeat &repeat, unsigned form,
                            Place place) {
  forEachRepeat(op, [&](Repeat &operand) {
    if (operand.kind == Repeat::Kind::Inlined)
      return; // its own operands are read by the same form
    Alternatives::Position reader{repeat.choice, form};
    bool isCloned = operand.kind == Repeat::Kind::Cloned;
    if (isCloned && (operand.late > place || operand.isApart))
      alternatives.exclude(reader, {operand.choice, 0});
    for (auto [number, made] : operand.forms)
      if (made > place)
        alternatives.exclude(reader, {operand.choice, number});
    if (operand.unused)
      alternatives.exclude(reader, {operand.choice, *operand.unused});
  });
  forEachOperand(op, [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    auto found = producer ? repeats.find(producer) : repeats.end();
    if (found != repeats.end() && found->second.kind == Repeat::Kind::Inlined)
      exclude(producer, repeat, form, place);
  });
}

void RepeatPlanner::build(Operation *op, Repeat &repeat) {
  if (repeat.kind == Repeat::Kind::Inlined)
    return;
  Alternatives::Choice choice;
  choice.kind = ChoiceKind::Held;
  if (repeat.kind == Repeat::Kind::Cloned) {
    choice.kind = ChoiceKind::Repeated;
    repeat.read = repeat.clone->getResult(0);
    alternatives.addOriginal(repeat.clone, op);
    if (repeat.early == kNever)
      return;
  } else {
    hold(op, repeat);
  }
  choice.op = repeat.read.getDefiningOp(); // a holder or a clone
  repeat.choice = numChoices++;
  SmallVector<Place, 2> places;
  if (repeat.kind != Repeat::Kind::Cloned)
    places.push_back(repeat.late);
  places.push_back(repeat.early);
  for (Place place : places) {
    if (!repeat.canRepeat || place == kNever)
      continue;
    choice.forms.push_back(makeForm(op, repeat, place));
    if (repeat.isApart)
      repeat.read = choice.forms.back().results.front();
    unsigned form = choice.forms.size();
    exclude(op, repeat, form, place);
    repeat.forms.push_back({form, place});
  }
  if (repeat.kind == Repeat::Kind::Held && !repeat.isRead) {
    choice.forms.emplace_back();
    repeat.unused = choice.forms.size();
  }
  alternatives.add(std::move(choice));
}

void RepeatPlanner::run() {
  if (!findOps())
    return;
  findLayers();
  for (Operation *op : llvm::reverse(early))
    plan(op);
  numChoices = alternatives.getChoices().size();
  for (Operation *op : early)
    if (auto repeat = repeats.find(op); repeat != repeats.end())
      build(op, repeat->second);
}

void sbp::insertRepeats(func::FuncOp function, Alternatives &alternatives) {
  RepeatPlanner(function, alternatives).run();
}

void sbp::placeRepeats(func::FuncOp function) {
  Block &block = function.front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (!op.hasAttr(kMadeAgainAttr))
      continue;
    Operation *first = nullptr;
    for (Operation *user : op.getUsers())
      if (Operation *reader = block.findAncestorOpInBlock(*user);
          !first || reader->isBeforeInBlock(first))
        first = reader;
    if (first)
      op.moveBefore(first);
  }
}

void sbp::removeHolders(func::FuncOp function) {
  for (Operation &op : llvm::make_early_inc_range(function.front())) {
    Attribute mark = op.removeAttr(kRepeatAttr);
    if (!isa_and_present<UnitAttr>(mark))
      continue;
    op.getResult(0).replaceAllUsesWith(op.getOperand(0));
    op.erase();
  }
}
