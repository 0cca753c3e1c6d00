// SelectionMemory.cpp: what ranks hold, by the choices of the network
//
// An estimate: values that their one reader fuses are not held, views hold what
// they show, buffers inside of kernels are those of the ops. The plan says what
// it is in the end.

#include "SelectionProblem.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <functional>

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Where buffers of values begin.
static constexpr double bufferAlignment = 256;

class MemoryBuilder {
public:
  explicit MemoryBuilder(SelectionProblem &problem) : problem(problem) {}
  MemoryRows run();

private:
  /// Of two ends, which state's bytes are held: that which is boxed to where
  /// boxing makes a buffer, or what is boxed from where it makes none.
  enum class Held { Boxed, Source };

  void findClasses();
  unsigned number(func::FuncOp function, unsigned first);
  void addFunction(func::FuncOp function);
  void addArgument(BlockArgument argument);
  void addConstant(Operation *op);
  void addScratch(Operation *op);
  void addValue(Value value);
  void addReaders(Value value, ArrayRef<OpOperand *> uses, bool isOnlyUse);
  void hold(const Port &port, Type type, unsigned first, unsigned last,
            bool aligned = true);
  /// What is boxed from one end to the other, where it is a buffer of its own.
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
  bool isWritten(Value value);
  /// When a reader runs: boxings for it just before.
  unsigned getBoxingTime(Operation *op) { return 2 * positions.lookup(op); }
  unsigned getTime(Operation *op) { return getBoxingTime(op) + 1; }

  SelectionProblem &problem;
  MemoryRows rows;
  /// Ranks that the same placements hold: their numbers. What one class holds
  /// stands behind what the one before it does.
  std::vector<BitVector> classes;
  unsigned numTimes = 0;
  llvm::DenseMap<Operation *, unsigned> positions;
  /// Until when what an op reads is held: views and fused results hold it on.
  llvm::DenseMap<Operation *, unsigned> ends;
  std::map<std::tuple<Columns::Id, Columns::Id, const void *, unsigned, Held>,
           std::vector<double>>
      chosenBytes;
};

void MemoryBuilder::findClasses() {
  std::map<int64_t, BitVector> ofRank;
  unsigned count = problem.placements.size();
  for (unsigned i = 0; i < count; ++i)
    for (int64_t rank : problem.states.getPlacement(i).ranks)
      ofRank.try_emplace(rank, count).first->second.set(i);
  for (auto &[rank, placements] : ofRank)
    if (!is_contained(classes, placements))
      classes.push_back(placements);
}

double MemoryBuilder::getBytes(StateTable::Id state, Type type, unsigned number,
                               bool aligned) {
  if (state == offState)
    return 0;
  const StateTable::State &entry = problem.states.get(state);
  if (!classes[number].test(entry.placement))
    return 0;
  double bytes = getLargestBytes(problem.states.getPlacement(entry.placement),
                                 entry.distribution.withoutWindows(), type);
  return aligned ? alignTo(static_cast<uint64_t>(bytes), bufferAlignment)
                 : bytes;
}

bool MemoryBuilder::isFree(StateTable::Id from, StateTable::Id to, Type type) {
  return from == offState || to == offState ||
         problem.getBoxing(from, to, getNumBytes(cast<RankedTensorType>(type)),
                           /*isProduced=*/false) == 0;
}

void MemoryBuilder::hold(const Port &port, Type type, unsigned first,
                         unsigned last, bool aligned) {
  const auto &column = problem.columns.get(port.column);
  for (unsigned number = 0; number < classes.size(); ++number) {
    std::vector<double> bytes;
    for (StateTable::Id state : column)
      bytes.push_back(getBytes(state, type, number, aligned));
    SmallVector<unsigned, 1> scope, shape;
    if (port.variable) {
      scope.push_back(*port.variable);
      shape.push_back(column.size());
    }
    rows.add(scope, shape, std::move(bytes), number * numTimes + first,
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
      shape.push_back(problem.columns.get(port->column).size());
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
  const auto &starts = problem.columns.get(from),
             &ends = problem.columns.get(to);
  std::vector<double> ofEnds;
  for (StateTable::Id b : ends)
    ofEnds.push_back(getBytes(b, type, number, true));
  bytes.reserve(starts.size() * ends.size());
  for (StateTable::Id a : starts) {
    double ofStart = getBytes(a, type, number, true);
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
bool MemoryBuilder::isWritten(Value value) {
  auto result = cast<OpResult>(value);
  if (isa<ConstrainOp>(result.getOwner()))
    return false;
  OpWork work = getWork(result.getOwner());
  unsigned number = result.getResultNumber();
  return work.writes[number] || work.fills[number];
}

/// Two times for each op, and for the end of the function.
unsigned MemoryBuilder::number(func::FuncOp function, unsigned first) {
  for (Operation &op : function.front())
    positions[&op] = first++;
  for (Operation &op : reverse(function.front())) {
    unsigned end = getTime(&op);
    for (Value result : op.getResults())
      if (isa<RankedTensorType>(result.getType()) && !isWritten(result))
        for (Operation *user : result.getUsers())
          end = std::max(end, ends.lookup(user));
    ends[&op] = end;
  }
  return first;
}

/// States are held whatever runs; of an entry's other arguments only its own
/// count while it runs.
void MemoryBuilder::addArgument(BlockArgument argument) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  unsigned first = getBoxingTime(&function.front().front());
  unsigned last = getTime(function.front().getTerminator());
  if (auto name = function.getArgAttrOfType<StringAttr>(
          argument.getArgNumber(), SBPDialect::kStateAttr)) {
    if (problem.stateNodes.find(name)->second.first != argument)
      return;
    first = 0;
    last = numTimes - 1;
  }
  hold(problem.argumentNodes[argument], argument.getType(), first, last,
       /*aligned=*/false);
}

/// Each rank has the piece of a constant that its reader wants.
void MemoryBuilder::addConstant(Operation *op) {
  ElementsAttr value;
  if (!op->hasOneUse() || !matchPattern(op, m_Constant(&value)) ||
      value.isSplat())
    return;
  OpOperand &use = *op->use_begin();
  if (!isa<func::ReturnOp>(use.getOwner()) &&
      !problem.opNodes.count(use.getOwner()))
    return;
  auto function = op->getParentOfType<func::FuncOp>();
  hold(problem.getConsumer(use), use.get().getType(),
       getBoxingTime(&function.front().front()),
       getTime(function.front().getTerminator()), /*aligned=*/false);
}

void MemoryBuilder::addScratch(Operation *op) {
  auto node = problem.opNodes.find(op);
  if (node == problem.opNodes.end())
    return;
  OpWork work = getWork(op);
  if (all_of(work.parts,
             [](const OpWork::Part &part) { return part.scratchBytes == 0; }))
    return;
  unsigned placement = problem.getPlacementIndex(getPlacementOf(op));
  std::vector<double> bytes;
  for (const Signature &signature : node->second.set->signatures)
    bytes.push_back(std::ceil(
        getScratchBytes(work, getRuledOp(op)->rule,
                        problem.states.getPlacement(placement), signature)));
  if (node->second.isOptional)
    bytes.push_back(0);
  for (unsigned number = 0; number < classes.size(); ++number)
    if (classes[number].test(placement))
      rows.add({node->second.variable}, {static_cast<unsigned>(bytes.size())},
               bytes, number * numTimes + getTime(op),
               number * numTimes + getTime(op));
}

void MemoryBuilder::addReaders(Value value, ArrayRef<OpOperand *> uses,
                               bool isOnlyUse) {
  Type type = value.getType();
  auto found = problem.views.find(value);
  if (found == problem.views.end())
    return;
  const Port &view = found->second;
  SmallVector<Port, 1> producers = problem.getProducers(value);
  unsigned first = ~0u, last = 0;
  for (OpOperand *use : uses) {
    first = std::min(first, getBoxingTime(use->getOwner()));
    last = std::max(last, ends.lookup(use->getOwner()));
  }
  for (const Port &producer : producers)
    holdBoxed(producer, view, type, first, last);
  if (isOnlyUse) { // it is gone once it is boxed, else read as it is
    for (const Port &producer : producers)
      if (isa<OpResult>(value) && isWritten(value))
        holdChosen(producer, view, type, first + 1, last, Held::Source);
    return;
  }
  if (uses.size() == 1)
    return;
  for (OpOperand *use : uses)
    holdBoxed(view, problem.getConsumer(*use), type,
              getBoxingTime(use->getOwner()), ends.lookup(use->getOwner()));
}

void MemoryBuilder::addValue(Value value) {
  SmallVector<Port, 1> producers;
  if (isa<RankedTensorType>(value.getType()))
    producers = problem.getProducers(value);
  if (producers.empty())
    return;
  unsigned last = 0;
  for (Operation *user : value.getUsers())
    last = std::max(last, ends.lookup(user));
  if (auto result = dyn_cast<OpResult>(value)) {
    bool isOnlyUse = value.hasOneUse();
    if (isOnlyUse)
      last = getBoxingTime(*value.getUsers().begin());
    // Also what nobody reads is written.
    last = std::max(last, getTime(result.getOwner()));
    if (isWritten(value))
      for (const Port &producer : producers)
        hold(producer, value.getType(), getTime(result.getOwner()), last);
  }
  addReaders(value, getOrderedUses(value),
             isa<OpResult>(value) && value.hasOneUse());
}

void MemoryBuilder::addFunction(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    addArgument(argument);
    addValue(argument);
  }
  for (Operation &op : function.front().without_terminator()) {
    if (isSource(&op))
      addConstant(&op);
    addScratch(&op);
    for (Value result : op.getResults())
      addValue(result);
  }
}

MemoryRows MemoryBuilder::run() {
  findClasses();
  unsigned count = 0;
  for (auto function : problem.module.getOps<func::FuncOp>())
    count = number(function, count);
  numTimes = 2 * count;
  for (auto function : problem.module.getOps<func::FuncOp>())
    addFunction(function);
  return std::move(rows);
}

MemoryRows SelectionProblem::buildMemory() {
  return MemoryBuilder(*this).run();
}

} // namespace sbp
