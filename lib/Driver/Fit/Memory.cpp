// Memory.cpp: memory of a plan per rank, and the error where it exceeds a limit

#include "Fit/Memory.h"
#include "Report/ReportData.h"

#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Interfaces/OpNames.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace sbp;

namespace {

/// Bytes that one rank needs over all graphs it executes. States are shared by
/// name; arenas and arguments of graphs, which run one at a time, are not.
struct MemoryNeed {
  int64_t arena = 0, bound = 0, arguments = 0, persistent = 0;
  std::map<std::string, int64_t> states;
};

} // namespace

static void add(task::GraphOp graph, MemoryNeed &need) {
  need.arena = std::max<int64_t>(need.arena, graph.getArenaBytes().value_or(0));
  need.bound =
      std::max<int64_t>(need.bound, graph.getArenaLowerBound().value_or(0));
  // Entries of one session keep theirs at the same time.
  need.persistent += graph.getPersistentBytes().value_or(0);
  for (auto state : graph.getBody().getOps<task::StateOp>())
    need.states[state.getState().str()] =
        task::getRegisterBytes(state.getResult());
  // Arguments stay in memory between steps, since any may be a weight.
  int64_t arguments = 0;
  auto entry = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      graph, graph.getEntryAttr());
  for (auto input : graph.getBody().getOps<task::InputOp>()) {
    bool isTimed =
        getTimeDim(entry, input.getPort(), /*isResult=*/false).has_value();
    arguments += task::getRegisterBytes(input.getResult()) *
                 (isTimed ? getMicroBatches(entry) : 1);
  }
  for (auto constant : graph.getBody().getOps<task::ConstantOp>())
    arguments += task::getRegisterBytes(constant.getResult());
  need.arguments = std::max(need.arguments, arguments);
}

std::vector<RankMemory> sbp::getRankMemory(ModuleOp tasks) {
  int64_t ranks = 1;
  for (auto placement : tasks.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      ranks = std::max(ranks, rank + 1);
  std::vector<MemoryNeed> needs(ranks);
  for (auto graph : tasks.getOps<task::GraphOp>())
    for (int64_t rank : graph.getRanks())
      add(graph, needs[rank]);
  std::vector<RankMemory> memory;
  for (const MemoryNeed &need : needs) {
    RankMemory &rank = memory.emplace_back();
    rank = {need.arguments, need.arena, need.bound, need.persistent};
    for (auto &[name, bytes] : need.states)
      rank.states += bytes;
  }
  return memory;
}

static size_t findFullest(ArrayRef<RankMemory> memory) {
  const auto *fullest = llvm::max_element(
      memory, [](auto &a, auto &b) { return a.getPeak() < b.getPeak(); });
  return fullest - memory.begin();
}

int64_t sbp::getFullestRank(ModuleOp tasks) {
  return findFullest(getRankMemory(tasks));
}

int64_t sbp::getPeakBytes(ModuleOp tasks) {
  std::vector<RankMemory> memory = getRankMemory(tasks);
  return memory[findFullest(memory)].getPeak();
}

bool sbp::hasPersistent(ModuleOp tasks) {
  return llvm::any_of(tasks.getOps<task::GraphOp>(), [](task::GraphOp graph) {
    return graph.getPersistentBytes().value_or(0) != 0;
  });
}

//===----------------------------------------------------------------------===//
// Largest holders of memory
//===----------------------------------------------------------------------===//

namespace {

/// A register with storage of its own and its description for a note.
struct Holder {
  Value value;
  int64_t bytes;
  std::string name;
  /// Start of the annotation that would change its distribution.
  StringRef annotation;
  DistributionAttr distribution; ///< null for a kernel's scratch
  RankedTensorType type;         ///< type of the whole tensor
};

/// Level-1 ops by location. Tasks are one level down; the location is what they
/// share with the model's ops.
class ModelOps {
public:
  explicit ModelOps(ModuleOp distributed) {
    distributed.walk([&](Operation *op) {
      if (op->getNumResults() > 0 && isa<func::FuncOp>(op->getParentOp()))
        byLocation[op->getLoc()].push_back(op);
    });
  }
  /// Returns the result of `type` at that location, computed values before
  /// sources, or null.
  Value findResult(Location loc, Type type) const;
  /// Returns the first op that computes at that location, or that reads a value
  /// boxed there, or null.
  Operation *findOp(Location loc) const;
  /// Returns an op that reads the constant at that location, or null.
  Operation *findReader(Location loc) const;

private:
  llvm::DenseMap<Location, SmallVector<Operation *, 2>> byLocation;
};

} // namespace

static bool isBoxing(Operation *op) { return isa<BoxingOp, ConstrainOp>(op); }

Value ModelOps::findResult(Location loc, Type type) const {
  Value found;
  for (Operation *op : byLocation.lookup(loc))
    for (Value result : op->getResults())
      if (!isBoxing(op) && result.getType() == type &&
          (!found || !isSource(op)))
        found = result;
  return found;
}

Operation *ModelOps::findOp(Location loc) const {
  auto computes = [](Operation *op) {
    return op->getNumResults() > 0 && !isBoxing(op) && !isSource(op);
  };
  for (Operation *op : byLocation.lookup(loc)) {
    if (computes(op))
      return op;
    for (Operation *user : op->getUsers())
      if (computes(user))
        return user;
  }
  return nullptr;
}

Operation *ModelOps::findReader(Location loc) const {
  for (Operation *op : byLocation.lookup(loc))
    if (op->hasTrait<OpTrait::ConstantLike>())
      for (Operation *user : op->getUsers())
        return user;
  return nullptr;
}

/// Returns whether a collective or a copy writes the value, rather than a
/// kernel.
static bool isBoxed(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto task = dyn_cast<task::TaskOpInterface>(user);
    return task && task.getPreferredStream() != 0 &&
           llvm::is_contained(task.getOutputs(), value);
  });
}

static std::string getEntryName(task::GraphOp graph, unsigned port,
                                bool isResult) {
  std::string name =
      (isResult ? "result #" : "argument #") + std::to_string(port);
  auto entry = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      graph, graph.getEntryAttr());
  if (!entry)
    return name;
  StringRef key = SBPDialect::kNameAttr;
  auto given = isResult ? entry.getResultAttrOfType<StringAttr>(port, key)
                        : entry.getArgAttrOfType<StringAttr>(port, key);
  return given ? name + " '" + given.str() + "'" : name;
}

static std::string quote(Operation *op) {
  return "'" + getDisplayName(op) + "'";
}

/// Returns the name of a value that tasks write: a result of the entry, or the
/// op that computes it.
static std::string getValueName(task::GraphOp graph, const Holder &holder,
                                const ModelOps &model) {
  for (Operation *user : holder.value.getUsers())
    if (auto output = dyn_cast<task::OutputOp>(user))
      return getEntryName(graph, output.getPort(), /*isResult=*/true);
  Value value = model.findResult(holder.value.getLoc(), holder.type);
  std::string name = value ? describe(value) : "a value";
  return isBoxed(holder.value) ? name + ", boxed," : name;
}

static Holder describe(task::GraphOp graph, Operation *op,
                       const ModelOps &model) {
  Value value = op->getResult(0);
  Holder holder{
      value, task::getRegisterBytes(value), "", "sbp.distribution = ", {}, {}};
  holder.distribution = op->getAttrOfType<DistributionAttr>("distribution");
  if (auto type = op->getAttrOfType<TypeAttr>("global_type"))
    holder.type = dyn_cast<RankedTensorType>(type.getValue());
  if (auto input = dyn_cast<task::InputOp>(op)) {
    holder.name = getEntryName(graph, input.getPort(), /*isResult=*/false);
  } else if (auto state = dyn_cast<task::StateOp>(op)) {
    holder.name = "state '" + state.getState().str() + "'";
  } else if (isa<task::ConstantOp>(op)) {
    Operation *reader = model.findReader(op->getLoc());
    holder.name =
        reader ? "a constant that " + quote(reader) + " reads" : "a constant";
    holder.annotation = "sbp.constrain to ";
  } else if (holder.distribution) {
    holder.name = getValueName(graph, holder, model);
    if (!StringRef(holder.name).starts_with("result #"))
      holder.annotation = "sbp.constrain to ";
  } else {
    Operation *first = model.findOp(op->getLoc());
    holder.name =
        first ? "scratch memory of the code from " + quote(first) + " on"
              : "scratch memory of a kernel";
  }
  return holder;
}

/// Returns the registers of `rank` with storage, the largest first, and of
/// equal ones at the same location one.
static SmallVector<Holder> findHolders(ModuleOp tasks, const ModelOps &model,
                                       int64_t rank) {
  SmallVector<Holder> holders;
  for (auto graph : tasks.getOps<task::GraphOp>()) {
    if (!llvm::is_contained(graph.getRanks(), rank))
      continue;
    for (Operation &op : graph.getBody().front())
      if (isa<task::InputOp, task::StateOp, task::ConstantOp, task::RegisterOp>(
              op) &&
          task::getStorage(op.getResult(0)) == op.getResult(0))
        holders.push_back(describe(graph, &op, model));
  }
  llvm::stable_sort(holders, [](const Holder &a, const Holder &b) {
    return a.bytes > b.bytes;
  });
  llvm::DenseSet<std::pair<Location, int64_t>> seen;
  llvm::erase_if(holders, [&](const Holder &holder) {
    return !seen.insert({holder.value.getLoc(), holder.bytes}).second;
  });
  return holders;
}

/// Returns the distribution with one more split that leaves the smallest piece
/// on a rank, and its bytes, or null where no split helps.
static std::pair<DistributionAttr, int64_t> findSmaller(ModuleOp module,
                                                        const Holder &holder) {
  std::pair<DistributionAttr, int64_t> best{{}, holder.bytes};
  if (!holder.distribution || !holder.type)
    return best;
  FlatSymbolRefAttr symbol = holder.distribution.getPlacement();
  Placement placement = lookupPlacement(module, symbol).getPlacement();
  for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis)
    for (int64_t dim = 0; dim < holder.type.getRank(); ++dim) {
      Distribution split = holder.distribution.getDistribution();
      if (!split.components[axis].isBroadcast())
        continue;
      split.components[axis] = Component::split(dim);
      int64_t bytes = getLargestBytes(placement, split, holder.type);
      if (bytes < best.second)
        best = {DistributionAttr::get(symbol, split), bytes};
    }
  return best;
}

/// Returns a lower bound of the peak of every plan: the arguments and states of
/// the largest entry on `rank`, split evenly over all ranks.
static int64_t getLeastPeak(ModuleOp tasks, int64_t rank, int64_t ranks) {
  int64_t most = 0;
  for (auto graph : tasks.getOps<task::GraphOp>()) {
    if (!llvm::is_contained(graph.getRanks(), rank))
      continue;
    int64_t bytes = 0;
    for (Operation &op : graph.getBody().front())
      if (isa<task::InputOp, task::StateOp>(op))
        if (auto type = op.getAttrOfType<TypeAttr>("global_type"))
          bytes += getNumBytes(cast<RankedTensorType>(type.getValue()));
    most = std::max(most, bytes);
  }
  return llvm::divideCeil(most, ranks);
}

/// Returns the location of the model's program that `rank` executes first.
static Location getLocOf(ModuleOp tasks, int64_t rank) {
  for (auto graph : tasks.getOps<task::GraphOp>())
    if (llvm::is_contained(graph.getRanks(), rank))
      return graph.getLoc();
  return tasks.getLoc();
}

void sbp::emitTooLarge(ModuleOp tasks, ModuleOp distributed, int64_t limit,
                       ArrayRef<MemoryNote> advice) {
  std::vector<RankMemory> memory = getRankMemory(tasks);
  int64_t rank = findFullest(memory);
  SmallVector<Holder> holders = findHolders(tasks, ModelOps(distributed), rank);
  InFlightDiagnostic error = emitError(getLocOf(tasks, rank))
                             << "needs " << memory[rank].getPeak()
                             << " bytes on rank " << rank << " ("
                             << memory[rank].states
                             << " for arguments, states and constants), and "
                                "--memory-limit is "
                             << limit << ": ";
  int64_t least = getLeastPeak(tasks, rank, memory.size());
  if (least > limit)
    error << "arguments and states alone take " << least
          << " when split over all ranks; ";
  else
    error << "no smaller plan was found; ";
  error << "--memory-limit=" << memory[rank].getPeak() << " fits";
  constexpr size_t kMaxNotes = 5;
  for (const Holder &holder : ArrayRef(holders).take_front(kMaxNotes)) {
    Diagnostic &note = error.attachNote(holder.value.getLoc());
    note << holder.name << " holds " << holder.bytes << " bytes";
    if (holder.distribution)
      note << " as " << getDistributionText(holder.distribution);
    if (auto [smaller, bytes] = findSmaller(tasks, holder); smaller)
      note << "; " << holder.annotation << getDistributionText(smaller)
           << " would hold " << bytes;
  }
  for (const MemoryNote &note : advice)
    error.attachNote(note.loc) << note.text;
  error.attachNote(getLocOf(tasks, rank))
      << "whatever is chosen, and whatever backward makes again, arguments and "
         "states hold at least "
      << least << " bytes";
}
