// SelectionMemory.cpp: the lifetimes of buffers, op by op
//
// An estimate: values that their one reader fuses are not held, views hold what
// they show, buffers inside of kernels are those of the ops. What goes from one
// region to another has its buffer from the beginning of the first to the end
// of the last, where no communication comes between. The plan has the
// exact figures.

#include "SelectionMemory.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Analysis/Scheduling/RegionCuts.h"
#include "sbp/Analysis/Scheduling/RegionReads.h"
#include "sbp/Analysis/Selection/Decision.h"
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
static constexpr double bufferAlignment = 256;

namespace {

class MemoryBuilder {
public:
  MemoryBuilder(const SelectionGraph &graph, const SelectionEdges &edges)
      : graph(graph), edges(edges), states(graph.getStates()) {}
  MemoryRows run();

private:
  /// The end of a boxing whose bytes are held: the destination where boxing
  /// makes a buffer, else the source.
  enum class Held { Boxed, Source };

  /// When code that is one region begins and ends.
  struct Span {
    unsigned first = 0, last = 0;
  };

  void findClasses();
  void findRegions(func::FuncOp function);
  void cutIntoRegions(ArrayRef<Operation *> ops, ArrayRef<StateUpdate> updates);
  unsigned number(func::FuncOp function, unsigned first);
  void addFunction(func::FuncOp function);
  void addArgument(BlockArgument argument);
  void addConstant(Operation *op);
  void addHeld(Operation *op);
  void addValue(Value value);
  void addResult(OpResult result, ArrayRef<Port> producers);
  void addReaders(Value value, const ReaderGroup &group, bool isOnlyUse);
  void hold(const Port &port, Type type, unsigned first, unsigned last,
            bool aligned = true);
  /// Holds the result of a boxing where it is a buffer of its own.
  void holdBoxed(const Port &from, const Port &to, Type type, unsigned first,
                 unsigned last);
  void holdChosen(const Port &from, const Port &to, Type type, unsigned first,
                  unsigned last, Held held);
  const std::vector<double> &getChosenBytes(Columns::Id from, Columns::Id to,
                                            Type type, unsigned number,
                                            Held held);
  /// Bytes of `state` on a rank of class `number`.
  double getBytes(StateTable::Id state, Type type, unsigned number,
                  bool aligned);
  bool isFree(StateTable::Id from, StateTable::Id to, Type type);
  bool isWritten(OpResult value);
  bool leavesRegion(OpResult value);
  /// Until when `op` holds what `region` has made for it.
  unsigned getEnd(Operation *op, const Span &region);
  Span getRegion(Operation *op);
  double getWindowBytes(const StateTable::State &state, RankedTensorType type);
  /// When a reader runs: boxings for it just before.
  unsigned getBoxingTime(Operation *op) { return 2 * positions.lookup(op); }
  unsigned getTime(Operation *op) { return getBoxingTime(op) + 1; }

  const SelectionGraph &graph;
  const SelectionEdges &edges;
  const ModuleStates &states;
  ReaderGroups groups;
  MemoryRows rows;
  /// Ranks that the same placements hold: their numbers. What one class holds
  /// stands behind what the one before it does.
  std::vector<BitVector> classes;
  unsigned numTimes = 0;
  llvm::DenseMap<Operation *, unsigned> positions;
  /// Until when what an op reads is held: views and fused results hold it on.
  llvm::DenseMap<Operation *, unsigned> ends;
  /// The same where that is another region, which holds it to its own end.
  llvm::DenseMap<Operation *, unsigned> regionEnds;
  llvm::DenseMap<Operation *, Span> regions;
  std::map<std::tuple<Columns::Id, Columns::Id, const void *, unsigned, Held>,
           std::vector<double>>
      chosenBytes;
};

} // namespace

void MemoryBuilder::findClasses() {
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
double MemoryBuilder::getWindowBytes(const StateTable::State &state,
                                     RankedTensorType type) {
  Layout layout(states.getPlacement(state.placement), state.distribution,
                type.getShape());
  int64_t most = 0;
  for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
    most = std::max(most, layout.getVolume(box));
  return static_cast<double>(most) * getElementBytes(type);
}

double MemoryBuilder::getBytes(StateTable::Id state, Type type, unsigned number,
                               bool aligned) {
  if (state == offState)
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
  return aligned ? alignTo(static_cast<uint64_t>(bytes), bufferAlignment)
                 : bytes;
}

bool MemoryBuilder::isFree(StateTable::Id from, StateTable::Id to, Type type) {
  return from == offState || to == offState ||
         graph.getPrices().getBoxing(from, to,
                                     getSize(cast<RankedTensorType>(type)),
                                     /*isProduced=*/false) == 0;
}

void MemoryBuilder::hold(const Port &port, Type type, unsigned first,
                         unsigned last, bool aligned) {
  const auto &column = graph.getColumns().get(port.column);
  for (unsigned number = 0; number < classes.size(); ++number) {
    std::vector<double> bytes;
    for (StateTable::Id state : column)
      bytes.push_back(getBytes(state, type, number, aligned));
    SmallVector<unsigned, 1> scope, shape;
    if (port.variable) {
      scope.push_back(*port.variable);
      shape.push_back(column.size());
    }
    rows.add(scope, shape, bytes, number * numTimes + first,
             number * numTimes + last);
  }
}

void MemoryBuilder::holdChosen(const Port &from, const Port &to, Type type,
                               unsigned first, unsigned last, Held held) {
  if (from.variable && from.variable == to.variable)
    return; // a state that is returned unchanged
  SmallVector<unsigned, 2> scope, shape;
  for (const Port *port : {&from, &to})
    if (port->variable) {
      scope.push_back(*port->variable);
      shape.push_back(graph.getColumns().get(port->column).size());
    }
  for (unsigned number = 0; number < classes.size(); ++number) {
    rows.add(scope, shape,
             getChosenBytes(from.column, to.column, type, number, held),
             number * numTimes + first, number * numTimes + last);
  }
}

/// Equal layers ask for equal tables.
const std::vector<double> &
MemoryBuilder::getChosenBytes(Columns::Id from, Columns::Id to, Type type,
                              unsigned number, Held held) {
  auto [it, isNew] = chosenBytes.try_emplace(
      {from, to, type.getAsOpaquePointer(), number, held});
  std::vector<double> &bytes = it->second;
  if (!isNew)
    return bytes;
  const auto &starts = graph.getColumns().get(from),
             &ends = graph.getColumns().get(to);
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

void MemoryBuilder::holdBoxed(const Port &from, const Port &to, Type type,
                              unsigned first, unsigned last) {
  holdChosen(from, to, type, first, last, Held::Boxed);
}

/// Whether the result has memory of its own. A fresh tensor that is filled
/// first has: nobody else holds it, since sources are no nodes.
bool MemoryBuilder::isWritten(OpResult value) {
  if (isa<ConstrainOp>(value.getOwner()))
    return false;
  OpWork work = getWork(value.getOwner());
  unsigned number = value.getResultNumber();
  return work.writes[number] || work.fills[number] || work.keeps[number] ||
         leavesRegion(value);
}

/// Returns true if another region reads the value: it is stored then, even a
/// view.
bool MemoryBuilder::leavesRegion(OpResult value) {
  auto own = regions.find(value.getOwner());
  return own != regions.end() && any_of(value.getUsers(), [&](Operation *user) {
           auto other = regions.find(user);
           return other != regions.end() &&
                  other->second.first != own->second.first;
         });
}

MemoryBuilder::Span MemoryBuilder::getRegion(Operation *op) {
  auto known = regions.find(op);
  return known != regions.end() ? known->second
                                : Span{getBoxingTime(op), getTime(op)};
}

unsigned MemoryBuilder::getEnd(Operation *op, const Span &region) {
  unsigned end = ends.lookup(op);
  return end <= region.last ? end : regionEnds.lookup(op);
}

void MemoryBuilder::cutIntoRegions(ArrayRef<Operation *> ops,
                                   ArrayRef<StateUpdate> updates) {
  SmallVector<unsigned> cuts = getRegionCuts(ops, updates);
  cuts.push_back(ops.size());
  unsigned begin = 0;
  for (unsigned end : cuts) {
    if (begin == end)
      continue;
    Span region{getBoxingTime(ops[begin]), getTime(ops[end - 1])};
    for (Operation *op : ops.slice(begin, end - begin))
      regions[op] = region;
    begin = end;
  }
}

/// Finds the regions of each placement as if nothing were communicated. An op
/// with several forms counts as itself.
void MemoryBuilder::findRegions(func::FuncOp function) {
  llvm::MapVector<Attribute, SmallVector<Operation *>> ops;
  for (Operation &op : function.front().without_terminator())
    if (!isa<ConstrainOp>(op) && !isRematerialised(op) &&
        graph.getAlternatives().isGiven(&op))
      ops[getPlacementOf(&op)].push_back(&op);
  SmallVector<StateUpdate> updates;
  for (OpOperand &next : function.front().getTerminator()->getOpOperands())
    for (BlockArgument old : function.getArguments()) {
      auto name = function.getArgAttrOfType<StringAttr>(old.getArgNumber(),
                                                        SBPDialect::kStateAttr);
      if (name && name == function.getResultAttrOfType<StringAttr>(
                              next.getOperandNumber(), SBPDialect::kStateAttr))
        updates.push_back({next.get(), old});
    }
  for (auto &[placement, run] : ops)
    cutIntoRegions(run, updates);
  for (const auto &choice : graph.getAlternatives().getChoices())
    if (auto region = regions.find(choice.op); region != regions.end()) {
      Span span = region->second;
      for (const auto &form : choice.forms)
        for (Operation *op : form.ops)
          regions[op] = span;
    }
}

/// Two times for each op, and for the end of the function.
unsigned MemoryBuilder::number(func::FuncOp function, unsigned first) {
  for (Operation &op : function.front())
    positions[&op] = first++;
  findRegions(function);
  for (Operation &op : reverse(function.front())) {
    unsigned end = getTime(&op), regionEnd = getRegion(&op).last;
    for (OpResult result : op.getResults())
      if (isa<RankedTensorType>(result.getType()) && !isWritten(result))
        for (Operation *user : result.getUsers()) {
          end = std::max(end, ends.lookup(user));
          regionEnd = std::max(regionEnd, regionEnds.lookup(user));
        }
    ends[&op] = end;
    regionEnds[&op] = regionEnd;
  }
  return first;
}

/// States are held whatever runs; of an entry's other arguments only its own
/// count while it runs.
void MemoryBuilder::addArgument(BlockArgument argument) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  unsigned first = getBoxingTime(&function.front().front());
  unsigned last = getTime(function.front().getTerminator());
  if (function.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr)) {
    if (!graph.getArguments().isFirst(argument))
      return;
    first = 0;
    last = numTimes - 1;
  }
  hold(graph.getArguments().get(argument), argument.getType(), first, last,
       /*aligned=*/false);
}

/// Each rank holds the piece of a constant that its reader requires.
void MemoryBuilder::addConstant(Operation *op) {
  ElementsAttr value;
  if (!op->hasOneUse() || !matchPattern(op, m_Constant(&value)) ||
      value.isSplat())
    return;
  OpOperand &use = *op->use_begin();
  if (!isa<func::ReturnOp>(use.getOwner()) && !graph.getOp(use.getOwner()))
    return;
  auto function = op->getParentOfType<func::FuncOp>();
  hold(graph.getReader(use), use.get().getType(),
       getBoxingTime(&function.front().front()),
       getTime(function.front().getTerminator()), /*aligned=*/false);
}

void MemoryBuilder::addHeld(Operation *op) {
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
      rows.add({node->variable}, {static_cast<unsigned>(bytes.size())}, bytes,
               number * numTimes + getTime(op),
               number * numTimes + getTime(op));
}

void MemoryBuilder::addReaders(Value value, const ReaderGroup &group,
                               bool isOnlyUse) {
  Type type = value.getType();
  ArrayRef<OpOperand *> uses = group.uses;
  std::optional<Port> view = edges.getView(value, group.phase);
  if (!view)
    return;
  SmallVector<Port, 1> producers = graph.getProducers(value);
  unsigned first = ~0u, last = 0;
  for (OpOperand *use : uses) {
    first = std::min(first, getBoxingTime(use->getOwner()));
    last = std::max(last, ends.lookup(use->getOwner()));
  }
  for (const Port &producer : producers)
    holdBoxed(producer, *view, type, first, last);
  if (isOnlyUse) { // it is gone once it is boxed, else read as it is
    auto result = cast<OpResult>(value);
    unsigned end =
        getEnd(uses.front()->getOwner(), getRegion(result.getOwner()));
    for (const Port &producer : producers)
      if (isWritten(result))
        holdChosen(producer, *view, type, first + 1, end, Held::Source);
    return;
  }
  if (uses.size() == 1)
    return;
  for (OpOperand *use : uses)
    holdBoxed(*view, graph.getReader(*use), type,
              getBoxingTime(use->getOwner()), ends.lookup(use->getOwner()));
}

/// The next value of a state is written in the place of the old one, or made
/// late.
static bool isNextState(OpResult value) {
  if (!value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  auto function = use.getOwner()->getParentOfType<func::FuncOp>();
  return isa<func::ReturnOp>(use.getOwner()) &&
         function.getResultAttr(use.getOperandNumber(), SBPDialect::kStateAttr);
}

void MemoryBuilder::addResult(OpResult result, ArrayRef<Port> producers) {
  if (!isWritten(result))
    return;
  Operation *op = result.getOwner();
  Span region = getRegion(op);
  unsigned first = getTime(op), last = first; // also what nobody reads
  for (Operation *user : result.getUsers())
    last = std::max(last, getEnd(user, region));
  if (last > region.last && !isNextState(result))
    first = region.first;
  if (result.hasOneUse()) // readers add their own lifetimes
    last = std::max(getTime(op), getBoxingTime(*result.getUsers().begin()));
  for (const Port &producer : producers)
    hold(producer, result.getType(), first, last);
}

void MemoryBuilder::addValue(Value value) {
  SmallVector<Port, 1> producers;
  if (isa<RankedTensorType>(value.getType()))
    producers = graph.getProducers(value);
  if (producers.empty())
    return;
  if (auto result = dyn_cast<OpResult>(value))
    addResult(result, producers);
  for (const ReaderGroup &group : groups.get(value))
    addReaders(value, group, isa<OpResult>(value) && value.hasOneUse());
}

void MemoryBuilder::addFunction(func::FuncOp function) {
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

MemoryRows MemoryBuilder::run() {
  findClasses();
  unsigned count = 0;
  for (auto function : graph.getModule().getOps<func::FuncOp>())
    count = number(function, count);
  numTimes = 2 * count;
  for (auto function : graph.getModule().getOps<func::FuncOp>())
    addFunction(function);
  return std::move(rows);
}

MemoryRows buildMemoryRows(const SelectionGraph &graph,
                           const SelectionEdges &edges) {
  return MemoryBuilder(graph, edges).run();
}

} // namespace sbp
