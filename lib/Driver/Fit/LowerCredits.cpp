// LowerCredits.cpp: fewer micro-batches in flight under a memory limit
//
// The memory of a rank grows with its own credits, so that a binary search per
// rank, for all ranks at once, finds the most credits that fit. Ranks that fit
// at first keep theirs. Example: with 4, 3, 2, 1 in flight and room for two
// saved micro-batches a rank, the credits become 2, 2, 2, 1. What a rank holds
// of its neighbours grows with theirs: where ranks are still too full, all
// credits get the largest common bound with which everything fits.

#include "Fit/LowerCredits.h"
#include "Fit/Memory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Scheduling/PipelineAttribute.h"
#include "sbp/Analysis/Scheduling/WorkOrders.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include <set>

using namespace mlir;
using namespace sbp;

namespace {

/// The credits of a rank of a pipeline, from `low` to `high`.
struct RankCredits {
  SmallVector<int64_t> worldRanks;
  int64_t low = 1, high = 1;
  int64_t getMiddle() const { return low + (high - low + 1) / 2; }
};

/// The search for one entry.
class EntrySearch {
public:
  EntrySearch(ModuleOp tasks, func::FuncOp entry, const EntrySchedule &schedule)
      : entry(entry), schedule(schedule) {
    findWorldRanks(tasks);
  }
  /// Opens the search for ranks that exceed the limit and have credits to
  /// lower. Returns whether a rank exceeds it, and any has credits to lower.
  bool begin(ArrayRef<RankMemory> memory, int64_t limit);
  /// Sets the credits that are tried next, each at most `most`.
  void propose(int64_t most);
  /// Halves the intervals after a trial. Returns whether any remains open.
  bool narrow(ArrayRef<RankMemory> memory, int64_t limit);
  /// Returns the most credits of a rank, once no interval is open.
  int64_t getMost() const;
  void explain(int64_t limit);

private:
  void findWorldRanks(ModuleOp tasks);
  bool fits(const RankCredits &rank, ArrayRef<RankMemory> memory,
            int64_t limit) const {
    return llvm::all_of(rank.worldRanks, [&](int64_t number) {
      return memory[number].getPeak() <= limit;
    });
  }

  func::FuncOp entry;
  EntrySchedule schedule; ///< without a limit
  std::vector<RankCredits> ranks;
};

} // namespace

/// The classes of a pipeline's rank hold the same stages (StageGraph.h).
void EntrySearch::findWorldRanks(ModuleOp tasks) {
  const Pipeline &pipeline = schedule.pipeline;
  ranks.resize(pipeline.ranks);
  std::vector<std::set<int64_t>> stages(pipeline.ranks);
  for (auto [stage, number] : llvm::zip_equal(pipeline.stages, schedule.stages))
    stages[stage.rank].insert(number);
  for (auto graph : tasks.getOps<task::GraphOp>()) {
    if (graph.getEntry() != entry.getSymName())
      continue;
    std::set<int64_t> own;
    for (task::TaskOpInterface task : graph.getTasks())
      if (task.getStage() >= 0)
        own.insert(task.getStage());
    for (auto [rank, numbers] : llvm::zip_equal(ranks, stages))
      if (numbers == own)
        llvm::append_range(rank.worldRanks, graph.getRanks());
  }
}

bool EntrySearch::begin(ArrayRef<RankMemory> memory, int64_t limit) {
  const Pipeline &pipeline = schedule.pipeline;
  std::vector<int64_t> used(ranks.size(), 1);
  for (auto [stage, count] : llvm::zip_equal(
           pipeline.stages, countInFlight(pipeline, schedule.schedule.order)))
    used[stage.rank] = std::max(used[stage.rank], count);
  bool isTooFull = false;
  for (auto [rank, count] : llvm::zip_equal(ranks, used)) {
    bool isFull = !fits(rank, memory, limit);
    bool isLowered = count > 1 && isFull;
    rank.low = isLowered ? 1 : count;
    rank.high = isLowered ? count - 1 : count;
    isTooFull |= isFull;
  }
  return isTooFull &&
         llvm::any_of(used, [](int64_t count) { return count > 1; });
}

void EntrySearch::propose(int64_t most) {
  SmallVector<int64_t> credits;
  for (const RankCredits &rank : ranks)
    credits.push_back(std::min(rank.getMiddle(), most));
  entry->setAttr(kCreditsAttr,
                 DenseI64ArrayAttr::get(entry.getContext(), credits));
}

bool EntrySearch::narrow(ArrayRef<RankMemory> memory, int64_t limit) {
  bool isOpen = false;
  for (RankCredits &rank : ranks) {
    if (rank.low == rank.high)
      continue;
    int64_t tried = rank.getMiddle();
    if (fits(rank, memory, limit))
      rank.low = tried;
    else
      rank.high = tried - 1;
    isOpen |= rank.low < rank.high;
  }
  return isOpen;
}

int64_t EntrySearch::getMost() const {
  int64_t most = 1;
  for (const RankCredits &rank : ranks)
    most = std::max(most, rank.low);
  return most;
}

void EntrySearch::explain(int64_t limit) {
  std::optional<EntrySchedule> lowered =
      readSchedule(entry->getAttrOfType<DictionaryAttr>(kPipelineAttr));
  InFlightDiagnostic remark = emitRemark(entry.getLoc());
  auto add = [&](const EntrySchedule &of) {
    llvm::interleaveComma(countInFlightOfRanks(of.pipeline, of.schedule.order),
                          remark);
  };
  remark << "--memory-limit=" << limit
         << " lowers the micro-batches in flight per rank from ";
  add(schedule);
  remark << " to ";
  add(*lowered);
  remark << ": the step takes " << lowered->schedule.makespan
         << " units instead of " << schedule.schedule.makespan;
}

/// Finds the largest common bound of all credits with which the plan fits; 1
/// where none does. `runOnce` schedules with a bound. Leaves the plan of it.
static LogicalResult
lowerTogether(ModuleOp tasks, int64_t limit, int64_t most,
              llvm::function_ref<LogicalResult(int64_t)> runOnce) {
  auto fits = [&] { return getPeakBytes(tasks) <= limit; };
  if (failed(runOnce(most)))
    return failure();
  if (fits() || most == 1)
    return success();
  if (failed(runOnce(1)))
    return failure();
  if (!fits())
    return success();
  int64_t low = 1, high = most - 1;
  while (low < high) {
    int64_t middle = low + (high - low + 1) / 2;
    if (failed(runOnce(middle)))
      return failure();
    (fits() ? low : high) = fits() ? middle : middle - 1;
  }
  return runOnce(low);
}

LogicalResult
sbp::lowerCredits(ModuleOp tasks, int64_t limit,
                  llvm::function_ref<LogicalResult()> reschedule) {
  std::vector<EntrySearch> searches;
  std::vector<RankMemory> memory = getRankMemory(tasks);
  for (auto entry : tasks.getOps<func::FuncOp>()) {
    auto attribute = entry->getAttrOfType<DictionaryAttr>(kPipelineAttr);
    std::optional<EntrySchedule> schedule = readSchedule(attribute);
    if (!schedule || entry->hasAttr(kWorkOrderAttr) ||
        !cantFail(findPipelineKind(schedule->kind))->hasCredits)
      continue;
    EntrySearch search(tasks, entry, *schedule);
    if (!search.begin(memory, limit))
      continue;
    entry->setAttr(kFreePipelineAttr, attribute);
    searches.push_back(std::move(search));
  }
  auto runOnce = [&](int64_t most) {
    for (EntrySearch &search : searches)
      search.propose(most);
    return reschedule();
  };
  constexpr int64_t kAny = std::numeric_limits<int64_t>::max();
  for (bool isOpen = !searches.empty(); isOpen;) {
    if (failed(runOnce(kAny)))
      return failure();
    memory = getRankMemory(tasks);
    isOpen = false;
    for (EntrySearch &search : searches)
      isOpen |= search.narrow(memory, limit);
  }
  if (searches.empty())
    return success();
  int64_t most = 1;
  for (const EntrySearch &search : searches)
    most = std::max(most, search.getMost());
  if (failed(lowerTogether(tasks, limit, most, runOnce)))
    return failure();
  for (EntrySearch &search : searches)
    search.explain(limit);
  return success();
}
