// SavedReport.cpp: finds the values that are kept for backward
//
// {"saved": [{"bytes": 4194304, "copies": 1, "entry": "train", "location":
// "gpt.mlir:37:10", "value": "train/linalg.matmul#3"}, ..]}. "bytes" is of all
// copies.

#include "Report/SavedReport.h"
#include "Report/Graph.h"
#include "Report/ScheduleReport.h"

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Analysis/Scheduling/PipelineAttribute.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/OpNames.h"
#include "sbp/Transforms/Phases.h"

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

/// Returns true if something that runs after forward reads `value`.
static bool isReadAfter(mlir::Value value, Operation *end) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    Operation *reader = end->getBlock()->findAncestorOpInBlock(*user);
    return end->isBeforeInBlock(reader) && !isa<func::ReturnOp>(reader) &&
           (isa<BoxingOp>(reader) || getPhaseOf(reader) != StepPhase::Forward);
  });
}

static bool isOfBackward(Operation &op) {
  return getPhaseOf(&op) == StepPhase::Backward;
}

static bool isReturned(mlir::Value value) {
  return llvm::any_of(value.getUsers(), llvm::IsaPred<func::ReturnOp>);
}

void SavedReport::addEntry(func::FuncOp entry) {
  // Backward may make all again that it reads of forward, which then has no
  // end.
  hasBackward |= llvm::any_of(entry.front(), isOfBackward);
  Operation *end = findForwardEnd(entry);
  if (!end)
    return;
  if (auto least = entry->getAttrOfType<IntegerAttr>(kSavedBoundAttr))
    bound += least.getInt();
  ModuleOp module = entry->getParentOfType<ModuleOp>();
  for (Operation &op : entry.front().without_terminator()) {
    if (end->isBeforeInBlock(&op))
      break;
    // A value that enters micro-batches is stored, or made once a step, and
    // numbers that only updates read are none of forward.
    if (isa<EnterTimeOp>(op) || getPhaseOf(&op) == StepPhase::Update)
      continue;
    for (mlir::Value result : op.getResults()) {
      DistributionAttr distribution = getDistributionOf(result);
      if (!distribution || !isReadAfter(result, end) || isReturned(result))
        continue;
      auto type = cast<RankedTensorType>(result.getType());
      auto placement = module.lookupSymbol<PlacementOp>(
          distribution.getPlacement().getValue());
      Value &value = values.emplace_back();
      value.entry = toUtf8(entry.getSymName());
      value.name = getValueName(entry, result);
      value.location = getLocationText(result.getLoc());
      value.maker = getDisplayName(&op);
      value.loc = result.getLoc();
      value.placement = placement.getSymNameAttr();
      for (auto [position, rank] : llvm::enumerate(placement.getRanks()))
        value.bytes[rank] =
            getElementBytes(type) *
            getNumElements(getBoxAt(placement.getPlacement(),
                                    distribution.getDistribution(),
                                    type.getShape(), position));
    }
  }
}

void SavedReport::addDistributed(ModuleOp module) {
  for (auto entry : module.getOps<func::FuncOp>())
    if (!entry.isDeclaration())
      addEntry(entry);
}

void SavedReport::addTasks(ModuleOp module) {
  for (auto entry : module.getOps<func::FuncOp>()) {
    std::optional<EntrySchedule> found =
        readSchedule(entry->getAttrOfType<DictionaryAttr>(kPipelineAttr));
    if (!found)
      continue;
    std::vector<int64_t> copies =
        countInFlight(found->pipeline, found->schedule.order);
    // Stages are numbered in the order of their placements, and several chunks
    // may share ranks.
    std::map<std::vector<int64_t>, std::vector<int64_t>> byRanks;
    for (auto [stage, number] : llvm::enumerate(found->stages)) {
      std::vector<int64_t> ranks =
          getRanksOfStage(module, entry.getSymName(), number);
      byRanks[ranks].push_back(copies[stage]);
    }
    std::map<std::vector<int64_t>, size_t> next;
    for (auto placement : module.getOps<PlacementOp>()) {
      std::vector<int64_t> ranks(placement.getRanks().begin(),
                                 placement.getRanks().end());
      llvm::sort(ranks);
      auto stages = byRanks.find(ranks);
      if (stages == byRanks.end() || next[ranks] == stages->second.size())
        continue;
      int64_t held = stages->second[next[ranks]++];
      for (Value &value : values)
        if (value.entry == entry.getSymName() &&
            value.placement == placement.getSymNameAttr())
          value.copies = held;
    }
  }
}

std::vector<std::pair<int64_t, const SavedReport::Value *>>
SavedReport::getKept(int64_t rank) const {
  std::vector<std::pair<int64_t, const Value *>> kept;
  for (const Value &value : values)
    if (auto bytes = value.bytes.find(rank);
        bytes != value.bytes.end() && bytes->second > 0)
      kept.emplace_back(bytes->second * value.copies, &value);
  llvm::stable_sort(
      kept, [](const auto &a, const auto &b) { return a.first > b.first; });
  return kept;
}

void SavedReport::write(json::OStream &json) const {
  if (!hasBackward)
    return;
  std::map<int64_t, int64_t> sums;
  for (const Value &value : values)
    for (auto [rank, bytes] : value.bytes)
      sums[rank] += bytes * value.copies;
  int64_t fullest = 0, most = 0;
  for (auto [rank, bytes] : sums)
    if (bytes > most) {
      fullest = rank;
      most = bytes;
    }
  json.attributeArray("saved", [&] {
    for (auto [bytes, value] : getKept(fullest))
      json.value(json::Object{{"bytes", bytes},
                              {"copies", value->copies},
                              {"entry", value->entry},
                              {"location", value->location},
                              {"value", value->name}});
  });
  json.attribute("saved_bound_bytes", bound);
  json.attribute("saved_bytes", most);
}
