// SelectionMemory.cpp: memory terms of the values, constants and ops of a
// module
//
// This is an estimate; the plan has the exact figures. A value that its sole
// reader fuses has no buffer, a view keeps the buffer that it shows, and
// buffers inside of kernels are those that the ops state. A value that leaves
// its region has a buffer from the beginning of its region to the end of the
// reader's.
//
// Ranks in the same placements form a class, and each class has a time axis of
// its own: point t of class c is c * numTimes + t, so that one limit covers
// all. Example: placements {0, 1} and {1, 2} give the classes {0}, {1} and {2}.

#include "SelectionMemory.h"
#include "BufferLifetimes.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Calculus/Layout.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <functional>

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Alignment of the buffers of values in bytes.
static constexpr double kBufferAlignment = 256;

namespace {

class MemoryTermBuilder {
public:
  MemoryTermBuilder(const SelectionGraph &graph, const SelectionEdges &edges)
      : graph(graph), edges(edges), states(graph.getStates()),
        lifetimes(graph.getAlternatives()) {}
  MemoryTerms build();

private:
  /// The end of a boxing whose bytes are held: the destination where boxing
  /// makes a buffer, else the source.
  enum class Held { Boxed, Source };

  void findClasses();
  void addFunction(func::FuncOp function);
  void addArgument(BlockArgument argument);
  void addConstant(Operation *op);
  void addHeld(Operation *op);
  void addValue(Value value);
  /// A value that an op or one of its forms makes.
  struct Made {
    OpResult value;
    Port port;
  };
  SmallVector<Made, 1> getMade(Value value);
  unsigned getHeldUntil(OpResult value);
  void addResult(OpResult result, const Made &made);
  void addReaders(Value value, const ReaderGroup &group, bool isOnlyUse);
  /// Holds the result of a boxing to the view of `uses` from the first of them
  /// that runs to `last`.
  void holdView(const Port &from, const Port &view, Type type,
                ArrayRef<OpOperand *> uses, unsigned last);
  /// Holds the result of a boxing where one of `forms` is selected.
  void holdBoxedIf(ArrayRef<Alternatives::Position> forms, const Port &from,
                   const Port &to, Type type, unsigned first, unsigned last);
  std::optional<Alternatives::Position> getRepeatForm(Operation *op);
  OpOperand *getLastUse(Value value);
  bool overwritesState(OpResult value);
  BufferLifetimes::Span getRegion(Operation *op);
  void hold(const Port &port, Type type, unsigned first, unsigned last,
            bool aligned = true);
  /// Holds the result of a boxing where it is a buffer of its own.
  void holdBoxed(const Port &from, const Port &to, Type type, unsigned first,
                 unsigned last);
  void holdChosen(const Port &from, const Port &to, Type type, unsigned first,
                  unsigned last, Held held);
  const std::vector<double> &getChosenBytes(StateLists::Id from,
                                            StateLists::Id to, Type type,
                                            unsigned number, Held held);
  /// Bytes of `state` on a rank of class `number`.
  double getBytes(StateTable::Id state, Type type, unsigned number,
                  bool aligned);
  bool isFree(StateTable::Id from, StateTable::Id to, Type type);
  double getWindowBytes(const StateTable::State &state, RankedTensorType type);

  const SelectionGraph &graph;
  const SelectionEdges &edges;
  const ModuleStates &states;
  ReaderGroups groups;
  MemoryTerms terms;
  /// Ranks that the same placements hold: their numbers. What one class holds
  /// stands after what the one before it does.
  std::vector<BitVector> classes;
  unsigned numTimes = 0;
  BufferLifetimes lifetimes;
  std::map<
      std::tuple<StateLists::Id, StateLists::Id, const void *, unsigned, Held>,
      std::vector<double>>
      chosenBytes;
};

} // namespace

void MemoryTermBuilder::findClasses() {
  std::map<int64_t, BitVector> ofRank;
  unsigned count = states.getNumPlacements();
  for (unsigned i = 0; i < count; ++i)
    for (int64_t rank : states.getPlacement(i).ranks)
      ofRank.try_emplace(rank, count).first->second.set(i);
  for (auto &[rank, placements] : ofRank)
    if (!is_contained(classes, placements))
      classes.push_back(placements);
}

/// Returns the bytes on the rank with the most windows, whose pieces overlap.
double MemoryTermBuilder::getWindowBytes(const StateTable::State &state,
                                         RankedTensorType type) {
  Layout layout(states.getPlacement(state.placement), state.distribution,
                type.getShape());
  int64_t most = 0;
  for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
    most = std::max(most, layout.getVolume(box));
  return static_cast<double>(most) * getElementBytes(type);
}

double MemoryTermBuilder::getBytes(StateTable::Id state, Type type,
                                   unsigned number, bool aligned) {
  if (state == kInactiveState)
    return 0;
  const StateTable::State &entry = states.get(state);
  if (!classes[number].test(entry.placement))
    return 0;
  bool hasWindows =
      any_of(entry.distribution.components, [](const Component &component) {
        return component.windows != nullptr;
      });
  double bytes = hasWindows
                     ? getWindowBytes(entry, cast<RankedTensorType>(type))
                     : getLargestBytes(states.getPlacement(entry.placement),
                                       entry.distribution, type);
  return aligned ? alignTo(static_cast<uint64_t>(bytes), kBufferAlignment)
                 : bytes;
}

bool MemoryTermBuilder::isFree(StateTable::Id from, StateTable::Id to,
                               Type type) {
  return from == kInactiveState || to == kInactiveState ||
         graph.getPrices().getBoxing(from, to,
                                     getSize(cast<RankedTensorType>(type)),
                                     /*isProduced=*/false) == 0;
}

void MemoryTermBuilder::hold(const Port &port, Type type, unsigned first,
                             unsigned last, bool aligned) {
  const auto &stateList = graph.getStateLists().get(port.stateList);
  for (unsigned number = 0; number < classes.size(); ++number) {
    std::vector<double> bytes;
    for (StateTable::Id state : stateList)
      bytes.push_back(getBytes(state, type, number, aligned));
    SmallVector<unsigned, 1> scope, shape;
    if (port.variable) {
      scope.push_back(*port.variable);
      shape.push_back(stateList.size());
    }
    terms.add(scope, shape, bytes, number * numTimes + first,
              number * numTimes + last);
  }
}

void MemoryTermBuilder::holdChosen(const Port &from, const Port &to, Type type,
                                   unsigned first, unsigned last, Held held) {
  if (from.variable && from.variable == to.variable)
    return; // a state that is returned unchanged
  SmallVector<unsigned, 2> scope, shape;
  for (const Port *port : {&from, &to})
    if (port->variable) {
      scope.push_back(*port->variable);
      shape.push_back(graph.getStateLists().get(port->stateList).size());
    }
  for (unsigned number = 0; number < classes.size(); ++number) {
    terms.add(scope, shape,
              getChosenBytes(from.stateList, to.stateList, type, number, held),
              number * numTimes + first, number * numTimes + last);
  }
}

/// Memoised, since equal layers need equal tables.
const std::vector<double> &
MemoryTermBuilder::getChosenBytes(StateLists::Id from, StateLists::Id to,
                                  Type type, unsigned number, Held held) {
  auto [it, isNew] = chosenBytes.try_emplace(
      {from, to, type.getAsOpaquePointer(), number, held});
  std::vector<double> &bytes = it->second;
  if (!isNew)
    return bytes;
  const auto &starts = graph.getStateLists().get(from),
             &ends = graph.getStateLists().get(to);
  std::vector<double> ofEnds;
  for (StateTable::Id b : ends)
    ofEnds.push_back(getBytes(b, type, number, /*aligned=*/true));
  bytes.reserve(starts.size() * ends.size());
  for (StateTable::Id a : starts) {
    double ofStart = getBytes(a, type, number, /*aligned=*/true);
    for (auto [b, ofEnd] : zip_equal(ends, ofEnds))
      bytes.push_back(isFree(a, b, type) ? (held == Held::Source ? ofStart : 0)
                                         : (held == Held::Boxed ? ofEnd : 0));
  }
  return bytes;
}

void MemoryTermBuilder::holdBoxed(const Port &from, const Port &to, Type type,
                                  unsigned first, unsigned last) {
  holdChosen(from, to, type, first, last, Held::Boxed);
}

/// States are held at all times, the other arguments of an entry only while
/// that entry runs.
void MemoryTermBuilder::addArgument(BlockArgument argument) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  unsigned first = lifetimes.getBoxingTime(&function.front().front());
  unsigned last = lifetimes.getTime(function.front().getTerminator());
  if (function.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr)) {
    if (!graph.getArguments().isRepresentative(argument))
      return;
    first = 0;
    last = numTimes - 1;
  }
  hold(graph.getArguments().get(argument), argument.getType(), first, last,
       /*aligned=*/false);
}

/// Each rank holds the piece of a constant that its reader requires.
void MemoryTermBuilder::addConstant(Operation *op) {
  ElementsAttr value;
  if (!op->hasOneUse() || !matchPattern(op, m_Constant(&value)) ||
      value.isSplat())
    return;
  OpOperand &use = *op->use_begin();
  if (!isa<func::ReturnOp>(use.getOwner()) && !graph.getOp(use.getOwner()))
    return;
  auto function = op->getParentOfType<func::FuncOp>();
  hold(graph.getReader(use), use.get().getType(),
       lifetimes.getBoxingTime(&function.front().front()),
       lifetimes.getTime(function.front().getTerminator()), /*aligned=*/false);
}

void MemoryTermBuilder::addHeld(Operation *op) {
  const SelectionGraph::OpNode *node = graph.getOp(op);
  if (!node)
    return;
  OpWork work = getWork(op);
  if (work.held.empty())
    return;
  unsigned placement = states.getIndex(getPlacementOf(op));
  std::vector<double> bytes;
  for (const Signature &signature : node->set->signatures)
    bytes.push_back(getHeldBytes(work, getRuledOp(op)->rule,
                                 states.getPlacement(placement), signature));
  if (node->isOptional)
    bytes.push_back(0);
  for (unsigned number = 0; number < classes.size(); ++number)
    if (classes[number].test(placement))
      terms.add({node->variable}, {static_cast<unsigned>(bytes.size())}, bytes,
                number * numTimes + lifetimes.getTime(op),
                number * numTimes + lifetimes.getTime(op));
}

/// Returns the form that makes a value again and that `op` is part of.
std::optional<Alternatives::Position>
MemoryTermBuilder::getRepeatForm(Operation *op) {
  const Alternatives &alternatives = graph.getAlternatives();
  std::optional<Alternatives::Position> position = alternatives.find(op);
  if (!position || position->form == 0 ||
      *alternatives.getKind(op) == ChoiceKind::Decomposed)
    return std::nullopt;
  return position;
}

/// Forms of one choice have one more variable in the term; where they are of
/// several, or the table would be large, they count as selected.
void MemoryTermBuilder::holdBoxedIf(ArrayRef<Alternatives::Position> forms,
                                    const Port &from, const Port &to, Type type,
                                    unsigned first, unsigned last) {
  constexpr size_t kMostEntries = 4096;
  const auto &choice =
      graph.getAlternatives().getChoices()[forms.front().choice];
  size_t states = choice.forms.size() + 1,
         pairs = graph.getStateLists().get(from.stateList).size() *
                 graph.getStateLists().get(to.stateList).size();
  bool isOneChoice = all_of(forms, [&](const Alternatives::Position &form) {
    return form.choice == forms.front().choice;
  });
  if (!isOneChoice || pairs * states > kMostEntries)
    return holdBoxed(from, to, type, first, last);
  if (from.variable && from.variable == to.variable)
    return;
  SmallVector<unsigned, 3> scope, shape;
  for (const Port *port : {&from, &to})
    if (port->variable) {
      scope.push_back(*port->variable);
      shape.push_back(graph.getStateLists().get(port->stateList).size());
    }
  scope.push_back(graph.getSelectors()[forms.front().choice]);
  shape.push_back(states);
  for (unsigned number = 0; number < classes.size(); ++number) {
    std::vector<double> bytes;
    for (double held : getChosenBytes(from.stateList, to.stateList, type,
                                      number, Held::Boxed))
      for (unsigned state = 0; state < states; ++state)
        bytes.push_back(any_of(forms,
                               [&](const Alternatives::Position &form) {
                                 return form.form == state;
                               })
                            ? held
                            : 0);
    terms.add(scope, shape, bytes, number * numTimes + first,
              number * numTimes + last);
  }
}

void MemoryTermBuilder::holdView(const Port &from, const Port &view, Type type,
                                 ArrayRef<OpOperand *> uses, unsigned last) {
  unsigned first = last + 1; // of the readers that run in any case
  SmallVector<std::pair<unsigned, Alternatives::Position>> forms;
  for (OpOperand *use : uses) {
    unsigned time = lifetimes.getBoxingTime(use->getOwner());
    if (auto form = getRepeatForm(use->getOwner()))
      forms.push_back({time, *form});
    else
      first = std::min(first, time);
  }
  llvm::erase_if(forms, [&](auto &form) { return form.first >= first; });
  llvm::stable_sort(forms, llvm::less_first());
  SmallVector<Alternatives::Position> before;
  for (auto [number, form] : enumerate(forms)) {
    before.push_back(form.second);
    unsigned next = number + 1 < forms.size() ? forms[number + 1].first : first;
    if (next > form.first)
      holdBoxedIf(before, from, view, type, form.first, next - 1);
  }
  if (first <= last)
    holdBoxed(from, view, type, first, last);
}

/// A holder has no region: its value was made in that of the op it reads.
BufferLifetimes::Span MemoryTermBuilder::getRegion(Operation *op) {
  return lifetimes.getRegion(graph.getAlternatives().isHolder(op)
                                 ? op->getOperand(0).getDefiningOp()
                                 : op);
}

/// Returns the use of `value` by the one op that reads it in any case, where
/// all others are forms that make values again before; null elsewhere.
OpOperand *MemoryTermBuilder::getLastUse(Value value) {
  const Alternatives &alternatives = graph.getAlternatives();
  OpOperand *last = nullptr;
  for (OpOperand &use : value.getUses()) {
    bool isForm = !alternatives.isOriginal(use.getOwner());
    if (isForm &&
        *alternatives.getKind(use.getOwner()) != ChoiceKind::Decomposed)
      continue;
    if (last || isForm)
      return nullptr;
    last = &use;
  }
  bool isAfter =
      last && !value.hasOneUse() &&
      all_of(value.getUses(), [&](OpOperand &use) {
        return &use == last || lifetimes.getLastRead(use.getOwner()) <=
                                   lifetimes.getBoxingTime(last->getOwner());
      });
  return isAfter ? last : nullptr;
}

void MemoryTermBuilder::addReaders(Value value, const ReaderGroup &group,
                                   bool isOnlyUse) {
  Type type = value.getType();
  ArrayRef<OpOperand *> uses = group.uses;
  std::optional<Port> view = edges.getView(value, group.phase);
  if (!view)
    return;
  SmallVector<Port, 1> producers = graph.getProducers(value);
  unsigned first = ~0u, last = 0;
  for (OpOperand *use : uses) {
    first = std::min(first, lifetimes.getBoxingTime(use->getOwner()));
    last = std::max(last, lifetimes.getLastRead(use->getOwner()));
  }
  OpOperand *lastUse = getLastUse(value);
  if (lastUse) {
    // It frees what it boxes, as a sole reader does.
    unsigned time = lifetimes.getBoxingTime(lastUse->getOwner());
    holdChosen(*view, graph.getReader(*lastUse), type, time + 1, last,
               Held::Source);
    last = time;
  }
  for (const Port &producer : producers)
    holdView(producer, *view, type, uses, last);
  // A sole reader that boxes the value frees the original; one that reads it as
  // it is keeps the original until its own end.
  if (isOnlyUse) {
    auto result = cast<OpResult>(value);
    unsigned end = lifetimes.getEnd(uses.front()->getOwner(),
                                    getRegion(result.getOwner()));
    for (const Port &producer : producers)
      if (lifetimes.isWritten(result) && !overwritesState(result))
        holdChosen(producer, *view, type, first + 1, end, Held::Source);
    return;
  }
  if (uses.size() == 1)
    return;
  for (OpOperand *use : uses)
    holdBoxed(*view, graph.getReader(*use), type,
              lifetimes.getBoxingTime(use->getOwner()),
              lifetimes.getLastRead(use->getOwner()));
}

/// Returns true if `value` is the next value of a state, which is written in
/// the place of the old value, or computed late.
static bool isNextState(OpResult value) {
  if (!value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  auto function = use.getOwner()->getParentOfType<func::FuncOp>();
  return isa<func::ReturnOp>(use.getOwner()) &&
         function.getResultAttr(use.getOperandNumber(), SBPDialect::kStateAttr);
}

/// Returns true if `value` is the next value of a state and no region reads the
/// old one after that of its op: it is written in its place.
bool MemoryTermBuilder::overwritesState(OpResult value) {
  if (!isNextState(value))
    return false;
  OpOperand &use = *value.use_begin();
  auto function = use.getOwner()->getParentOfType<func::FuncOp>();
  Attribute name =
      function.getResultAttr(use.getOperandNumber(), SBPDialect::kStateAttr);
  unsigned end = lifetimes.getRegion(value.getOwner()).last;
  return any_of(function.getArguments(), [&](BlockArgument old) {
    return function.getArgAttr(old.getArgNumber(), SBPDialect::kStateAttr) ==
               name &&
           old.getType() == value.getType() &&
           all_of(old.getUsers(), [&](Operation *user) {
             return lifetimes.getRegion(user).last <= end;
           });
  });
}

/// Returns `value`, where it has a choice, and what forms make in its place.
SmallVector<MemoryTermBuilder::Made, 1>
MemoryTermBuilder::getMade(Value value) {
  SmallVector<Made, 1> made;
  auto result = dyn_cast<OpResult>(value);
  if (!result || !isa<RankedTensorType>(value.getType()))
    return made;
  auto add = [&](Value each) {
    auto own = dyn_cast<OpResult>(each);
    if (std::optional<Port> port = graph.getProducer(each))
      made.push_back({own ? own : result, *port});
  };
  add(result);
  const Alternatives &alternatives = graph.getAlternatives();
  std::optional<Alternatives::Position> position =
      alternatives.find(result.getOwner());
  if (position && position->form == 0)
    for (const auto &form : alternatives.getChoices()[position->choice].forms)
      if (!form.results.empty())
        add(form.results[result.getResultNumber()]);
  return made;
}

/// Returns the last point at which the buffer of `value` is held for ops other
/// than the one that holds it for backward.
unsigned MemoryTermBuilder::getHeldUntil(OpResult value) {
  unsigned last = lifetimes.getTime(value.getOwner());
  if (!lifetimes.isWritten(value))
    return last - 1;
  BufferLifetimes::Span region = lifetimes.getRegion(value.getOwner());
  for (Operation *user : value.getUsers())
    if (!graph.getAlternatives().isHolder(user))
      last = std::max(last, lifetimes.getEnd(user, region));
  return last;
}

/// A form of ChoiceKind::Decomposed stands where its op does. Others stand
/// where they are, and a holder holds what was made before.
void MemoryTermBuilder::addResult(OpResult result, const Made &made) {
  const Alternatives &alternatives = graph.getAlternatives();
  bool isDecomposed =
      alternatives.getKind(result.getOwner())
          .value_or(ChoiceKind::Decomposed) == ChoiceKind::Decomposed;
  OpResult own = isDecomposed ? result : made.value;
  if (!lifetimes.isWritten(own))
    return;
  Operation *op = own.getOwner();
  BufferLifetimes::Span region = getRegion(op);
  unsigned first = lifetimes.getTime(op),
           last = first; // one point even if unused
  for (Operation *user : lifetimes.getReaders(own))
    last = std::max(last, lifetimes.getEnd(user, region));
  if (overwritesState(result))
    return; // what is boxed to it is added with its reader
  bool isHolder = alternatives.isHolder(op);
  if (last > region.last && !isNextState(result) && !isHolder)
    first = region.first;
  bool isOnlyUse = result.hasOneUse() && (own == result || own.use_empty());
  OpOperand *lastUse = getLastUse(result);
  if (isOnlyUse) // readers add their own lifetimes
    lastUse = &*result.use_begin();
  if (lastUse)
    last = std::max(lifetimes.getTime(op),
                    lifetimes.getBoxingTime(lastUse->getOwner()));
  if (isHolder)
    first = getHeldUntil(cast<OpResult>(op->getOperand(0))) + 1;
  // A later phase may read a holder before forward is done with its value.
  if (first <= last)
    hold(made.port, result.getType(), first, last);
}

void MemoryTermBuilder::addValue(Value value) {
  if (!isa<RankedTensorType>(value.getType()) ||
      graph.getProducers(value).empty())
    return;
  auto result = dyn_cast<OpResult>(value);
  // The op of a choice counts what its forms make again.
  bool isRepeat = result && graph.getAlternatives().getRepeated(result);
  if (result && !isRepeat)
    for (const Made &made : getMade(value))
      addResult(result, made);
  for (const ReaderGroup &group : groups.get(value))
    addReaders(value, group, result && !isRepeat && value.hasOneUse());
}

void MemoryTermBuilder::addFunction(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    addArgument(argument);
    addValue(argument);
  }
  for (Operation &op : function.front().without_terminator()) {
    if (isSource(&op))
      addConstant(&op);
    addHeld(&op);
    for (Value result : op.getResults())
      addValue(result);
  }
}

MemoryTerms MemoryTermBuilder::build() {
  findClasses();
  unsigned count = 0;
  for (auto function : graph.getModule().getOps<func::FuncOp>())
    count = lifetimes.addFunction(function, count);
  numTimes = 2 * count;
  for (auto function : graph.getModule().getOps<func::FuncOp>())
    addFunction(function);
  return std::move(terms);
}

MemoryTerms buildMemoryTerms(const SelectionGraph &graph,
                             const SelectionEdges &edges) {
  return MemoryTermBuilder(graph, edges).build();
}

} // namespace sbp
