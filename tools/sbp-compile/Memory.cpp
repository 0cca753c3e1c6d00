// Memory.cpp: what the plan needs on every rank, and whether that is too much

#include "Memory.h"
#include "Report.h"

#include "sbp/Analysis/Selection/CostModel.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace sbp;

namespace {

/// Of one rank over all graphs that it executes.
struct Need {
  int64_t arena = 0, bound = 0, arguments = 0;
  std::map<std::string, int64_t> states;
};

} // namespace

static void add(task::GraphOp graph, Need &need) {
  need.arena = std::max<int64_t>(need.arena, graph.getArenaBytes().value_or(0));
  need.bound =
      std::max<int64_t>(need.bound, graph.getArenaLowerBound().value_or(0));
  for (auto state : graph.getBody().getOps<task::StateOp>())
    need.states[state.getState().str()] =
        task::getRegisterBytes(state.getResult());
  // Weights stay where they were put, and every argument may be one.
  int64_t arguments = 0;
  for (auto input : graph.getBody().getOps<task::InputOp>())
    arguments += task::getRegisterBytes(input.getResult());
  for (auto constant : graph.getBody().getOps<task::ConstantOp>())
    arguments += task::getRegisterBytes(constant.getResult());
  need.arguments = std::max(need.arguments, arguments);
}

std::vector<RankMemory> sbp::getRankMemory(ModuleOp tasks) {
  int64_t ranks = 1;
  for (auto placement : tasks.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      ranks = std::max(ranks, rank + 1);
  std::vector<Need> needs(ranks);
  for (auto graph : tasks.getOps<task::GraphOp>())
    for (int64_t rank : graph.getRanks())
      add(graph, needs[rank]);
  std::vector<RankMemory> memory;
  for (const Need &need : needs) {
    RankMemory &rank = memory.emplace_back();
    rank = {need.arguments, need.arena, need.bound};
    for (auto &[name, bytes] : need.states)
      rank.states += bytes;
  }
  return memory;
}

static size_t getFullestRank(ArrayRef<RankMemory> memory) {
  const auto *fullest = llvm::max_element(
      memory, [](auto &a, auto &b) { return a.getPeak() < b.getPeak(); });
  return fullest - memory.begin();
}

int64_t sbp::getPeakBytes(ModuleOp tasks) {
  std::vector<RankMemory> memory = getRankMemory(tasks);
  return memory[getFullestRank(memory)].getPeak();
}

//===----------------------------------------------------------------------===//
// What takes most
//===----------------------------------------------------------------------===//

namespace {

struct Holder {
  Value value;
  int64_t bytes;
  std::string name;
  DistributionAttr distribution; ///< null: no tensor of the model
  RankedTensorType type;         ///< the whole tensor's
};

} // namespace

/// What moves between ranks or within one writes it, no kernel.
static bool isBoxed(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto task = dyn_cast<task::TaskOpInterface>(user);
    return task && task.getPreferredStream() != 0 &&
           llvm::is_contained(task.getOutputs(), value);
  });
}

static Holder describe(task::GraphOp graph, Operation *op) {
  Value value = op->getResult(0);
  Holder holder{value, task::getRegisterBytes(value), "", {}, {}};
  holder.distribution = op->getAttrOfType<DistributionAttr>("distribution");
  if (auto type = op->getAttrOfType<TypeAttr>("global_type"))
    holder.type = dyn_cast<RankedTensorType>(type.getValue());
  if (auto input = dyn_cast<task::InputOp>(op)) {
    holder.name = "argument #" + std::to_string(input.getPort());
    auto entry = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        graph, graph.getEntryAttr());
    auto name = entry ? entry.getArgAttrOfType<StringAttr>(
                            input.getPort(), SBPDialect::kNameAttr)
                      : StringAttr();
    if (name)
      holder.name += " '" + name.str() + "'";
  } else if (auto state = dyn_cast<task::StateOp>(op)) {
    holder.name = "state '" + state.getState().str() + "'";
  } else if (isa<task::ConstantOp>(op)) {
    holder.name = "a constant";
  } else {
    holder.name = !holder.distribution ? "what a kernel works in"
                  : isBoxed(value)     ? "a boxed value"
                                       : "a value";
  }
  return holder;
}

/// The largest first; of each place in the model one.
static SmallVector<Holder> findHolders(ModuleOp tasks, int64_t rank) {
  SmallVector<Holder> holders;
  for (auto graph : tasks.getOps<task::GraphOp>()) {
    if (!llvm::is_contained(graph.getRanks(), rank))
      continue;
    for (Operation &op : graph.getBody().front())
      if (isa<task::InputOp, task::StateOp, task::ConstantOp, task::RegisterOp>(
              op) &&
          task::getStorage(op.getResult(0)) == op.getResult(0))
        holders.push_back(describe(graph, &op));
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

/// The split over one more axis that leaves least on a rank; null where none
/// leaves less.
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

/// No plan takes less on every rank: some rank has at least its share of the
/// arguments and states of `rank`'s fullest entry.
static int64_t getLeastPeak(ModuleOp tasks, int64_t rank, int64_t ranks) {
  int64_t most = 0;
  for (auto graph : tasks.getOps<task::GraphOp>()) {
    if (!llvm::is_contained(graph.getRanks(), rank))
      continue;
    int64_t bytes = 0;
    for (Operation &op : graph.getBody().front())
      if (isa<task::InputOp, task::StateOp>(op))
        if (RankedTensorType type = describe(graph, &op).type)
          bytes += getNumBytes(type);
    most = std::max(most, bytes);
  }
  return llvm::divideCeil(most, ranks);
}

/// Where the fullest rank's program begins in the model.
static Location getLocOf(ModuleOp tasks, int64_t rank) {
  for (auto graph : tasks.getOps<task::GraphOp>())
    if (llvm::is_contained(graph.getRanks(), rank))
      return graph.getLoc();
  return tasks.getLoc();
}

void sbp::emitTooLarge(ModuleOp tasks, int64_t limit) {
  std::vector<RankMemory> memory = getRankMemory(tasks);
  int64_t rank = getFullestRank(memory);
  SmallVector<Holder> holders = findHolders(tasks, rank);
  InFlightDiagnostic error = emitError(getLocOf(tasks, rank))
                             << "needs " << memory[rank].getPeak()
                             << " bytes on rank " << rank << " ("
                             << memory[rank].states
                             << " for arguments, states and constants), and "
                                "--memory-limit is "
                             << limit << ": ";
  if (int64_t least = getLeastPeak(tasks, rank, memory.size()); least > limit)
    error << "arguments and states alone take " << least
          << " where each is cut among all ranks; ";
  else
    error << "nothing smaller was found; ";
  error << "--memory-limit=" << memory[rank].getPeak() << " fits";
  constexpr size_t shown = 5;
  for (const Holder &holder : ArrayRef(holders).take_front(shown)) {
    Diagnostic &note = error.attachNote(holder.value.getLoc());
    note << holder.name << " holds " << holder.bytes << " bytes";
    if (holder.distribution)
      note << " as " << getDistributionText(holder.distribution);
    if (auto [smaller, bytes] = findSmaller(tasks, holder); smaller)
      note << "; " << getDistributionText(smaller) << " would hold " << bytes;
  }
}
