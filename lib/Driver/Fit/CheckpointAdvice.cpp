// CheckpointAdvice.cpp: what checkpoints would free where no plan fits
//
// The calls of entries that keep the most for backward are checkpointed, all at
// once. Where that fits the limit, bisection finds how many of them, the
// largest first, are enough. Example: of calls that keep 9, 4 and 1 MB, two are
// named where the first alone is not enough.

#include "Fit/CheckpointAdvice.h"
#include "Report/SavedReport.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/Checkpoints.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sbp;

static constexpr size_t kMostValues = 3; ///< that notes name
static constexpr size_t kMostCalls = 8;

/// Returns the location in an entry that an op at `loc` stands for: that of the
/// outermost call which it was inlined from, or its own.
static Location getOutermost(Location loc) {
  while (true) {
    if (auto call = dyn_cast<CallSiteLoc>(loc))
      loc = call.getCaller();
    else if (auto fused = dyn_cast<FusedLoc>(loc);
             fused && !fused.getLocations().empty())
      loc = fused.getLocations().front();
    else
      return loc;
  }
}

static SavedReport readSaved(const Attempt &attempt) {
  SavedReport saved;
  saved.addDistributed(*attempt.distributed);
  saved.addTasks(*attempt.module);
  return saved;
}

/// Returns the bytes that `rank` keeps for backward of each call, by its
/// location.
static llvm::MapVector<Location, int64_t> sumByCall(const SavedReport &saved,
                                                    int64_t rank) {
  llvm::MapVector<Location, int64_t> sums;
  for (auto [bytes, value] : saved.getKept(rank))
    sums[getOutermost(value->loc)] += bytes;
  return sums;
}

static int64_t sumAll(const SavedReport &saved, int64_t rank) {
  int64_t sum = 0;
  for (auto [bytes, value] : saved.getKept(rank))
    sum += bytes;
  return sum;
}

/// Returns the attribute as a user writes it.
static Attribute makeInputsCheckpoint(Builder builder) {
  return builder.getDictionaryAttr(
      builder.getNamedAttr("keep", builder.getStringAttr("inputs")));
}

/// Returns the calls of private functions in entries, in program order.
static SmallVector<func::CallOp> getCalls(ModuleOp model) {
  SmallVector<func::CallOp> calls;
  for (auto entry : model.getOps<func::FuncOp>())
    if (entry.isPublic())
      entry.walk([&](func::CallOp call) { calls.push_back(call); });
  return calls;
}

void CheckpointAdvice::findCalls() {
  llvm::MapVector<Location, int64_t> sums =
      sumByCall(readSaved(best), getFullestRank(*best.module));
  for (func::CallOp call : getCalls(model)) {
    auto callee = model.lookupSymbol<func::FuncOp>(call.getCallee());
    auto kept = sums.find(call.getLoc());
    if (callee && kept != sums.end() && !getCheckpoint(call) &&
        !getCheckpoint(callee))
      calls.push_back({call, kept->second});
  }
  llvm::stable_sort(
      calls, [](const Call &a, const Call &b) { return a.bytes > b.bytes; });
  if (calls.size() > kMostCalls)
    calls.resize(kMostCalls);
}

/// Makes a plan with checkpoints on the first `count` calls.
std::unique_ptr<Attempt> CheckpointAdvice::attemptCalls(size_t count) {
  OwningOpRef<ModuleOp> changed = model.clone();
  for (auto [call, copy] : llvm::zip_equal(getCalls(model), getCalls(*changed)))
    for (const Call &chosen : ArrayRef(calls).take_front(count))
      if (chosen.op == call)
        copy->setAttr(kCheckpointAttr,
                      makeInputsCheckpoint(Builder(copy->getContext())));
  return attempt(std::move(changed));
}

void CheckpointAdvice::adviseCalls() {
  size_t enough = calls.size(), tooFew = 0;
  std::unique_ptr<Attempt> plan = attemptCalls(enough);
  if (!plan)
    return;
  if (plan->figures.peakBytes >= best.figures.peakBytes) {
    notes.push_back({calls.front().op->getParentOp()->getLoc(),
                     "no checkpoint makes a smaller plan: nn.checkpoint on " +
                         std::to_string(enough) +
                         " calls, those that keep the most, would need " +
                         std::to_string(plan->figures.peakBytes) + " bytes"});
    return;
  }
  while (plan->figures.peakBytes <= limit && enough - tooFew > 1) {
    size_t tried = (tooFew + enough) / 2;
    std::unique_ptr<Attempt> smaller = attemptCalls(tried);
    bool fits = smaller && smaller->figures.peakBytes <= limit;
    (fits ? enough : tooFew) = tried;
    if (fits)
      plan = std::move(smaller);
  }
  int64_t rank = getFullestRank(*best.module);
  llvm::MapVector<Location, int64_t> sums = sumByCall(readSaved(*plan), rank);
  for (const Call &call : ArrayRef(calls).take_front(enough))
    notes.push_back(
        {call.op->getLoc(),
         "this call keeps " + std::to_string(call.bytes) +
             " bytes for backward; {nn.checkpoint = {keep = \"inputs\"}} would "
             "keep " +
             std::to_string(sums.lookup(call.op->getLoc()))});
  std::string which =
      enough == 1 ? "this call" : "these " + std::to_string(enough) + " calls";
  notes.push_back({calls.front().op->getParentOp()->getLoc(),
                   "with nn.checkpoint on " + which + " backward keeps " +
                       std::to_string(sumAll(readSaved(*plan), rank)) +
                       " bytes instead of " +
                       std::to_string(sumAll(readSaved(best), rank)) +
                       ", and --memory-limit=" +
                       std::to_string(plan->figures.peakBytes) + " fits"});
}

/// The layers of a text without calls are found by their structure.
void CheckpointAdvice::adviseLayers() {
  OwningOpRef<ModuleOp> changed = model.clone();
  Operation *trained = nullptr;
  for (auto [entry, copy] : llvm::zip_equal(model.getOps<func::FuncOp>(),
                                            changed->getOps<func::FuncOp>())) {
    bool isTrained = !entry.getOps<nn::GradientOp>().empty() &&
                     !entry->hasAttr(kRecomputeAttr);
    if (!isTrained)
      continue;
    trained = entry;
    copy->setAttr(kRecomputeAttr, StringAttr::get(copy.getContext(), "layers"));
  }
  std::unique_ptr<Attempt> plan =
      trained ? attempt(std::move(changed)) : nullptr;
  if (!plan)
    return;
  std::string bytes = std::to_string(plan->figures.peakBytes);
  if (plan->figures.peakBytes < best.figures.peakBytes)
    notes.push_back({trained->getLoc(),
                     "with recompute=layers (sbp.recompute = \"layers\" on the "
                     "entry), --memory-limit=" +
                         bytes + " fits"});
  else
    notes.push_back({trained->getLoc(),
                     "repeated layers are made again already where that frees "
                     "memory; recompute=layers would need " +
                         bytes + " bytes"});
}

std::vector<MemoryNote> CheckpointAdvice::run() {
  auto kept = readSaved(best);
  auto values = kept.getKept(getFullestRank(*best.module));
  if (values.empty())
    return {};
  if (values.size() > kMostValues)
    values.resize(kMostValues);
  for (auto [bytes, value] : values)
    notes.push_back({value->loc, "backward reads the result of '" +
                                     value->maker + "', which is kept: " +
                                     std::to_string(bytes) + " bytes"});
  findCalls();
  if (calls.empty())
    adviseLayers();
  else
    adviseCalls();
  return std::move(notes);
}
