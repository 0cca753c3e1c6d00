// ReportData.cpp: reads the facts of a report from modules

#include "Report/ReportData.h"
#include "Report/Graph.h"

#include "sbp/Analysis/Selection/Solution/Selection.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

using namespace mlir;
using namespace sbp;

std::string sbp::getDistributionText(DistributionAttr distribution) {
  return "@" + distribution.getPlacement().getValue().str() + ":" +
         toString(distribution.getDistribution());
}

//===----------------------------------------------------------------------===//
// Boxings
//===----------------------------------------------------------------------===//

static bool isNoOp(const BoxingPlan &plan) {
  return llvm::all_of(plan.steps, [](const BoxingStep &step) {
    return step.kind == BoxingStepKind::Reinterpret;
  });
}

/// Returns the payload of a collective on the group of `rank`, in bytes.
static int64_t getPayload(const BoxingMove &move, ArrayRef<int64_t> shape,
                          int64_t rank, int64_t elementBytes) {
  const PlacedDistribution &side = move.getKind() == BoxingStepKind::AllGather
                                       ? move.getTo()
                                       : move.getFrom();
  return getNumElements(getBoxOfRank(side, shape, rank)) * elementBytes;
}

SmallVector<int64_t> sbp::getPayloads(const BoxingMove &move,
                                      const BoxingPlan &plan) {
  SmallVector<int64_t> payloads;
  for (const auto &group : move.first->groups)
    payloads.push_back(
        getPayload(move, plan.shape, group.front(), plan.elementBytes));
  return payloads;
}

SmallVector<BoxingMessage> sbp::getMessagesOf(const BoxingMove &move,
                                              ArrayRef<int64_t> shape) {
  SmallVector<BoxingMessage> messages = getMessages(*move.first, shape);
  if (!move.second)
    return messages;
  llvm::append_range(messages, getMessages(*move.second, shape));
  llvm::stable_sort(messages, [](const auto &a, const auto &b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
  SmallVector<BoxingMessage> merged;
  for (const BoxingMessage &message : messages) {
    if (!merged.empty() && merged.back().from == message.from &&
        merged.back().to == message.to)
      merged.back().elements += message.elements;
    else
      merged.push_back(message);
  }
  return merged;
}

LogicalResult sbp::forEachBoxing(ModuleOp module, BoxingPlans &plans,
                                 function_ref<void(ReportedBoxing)> visit) {
  for (auto entry : module.getOps<func::FuncOp>()) {
    Sweeps sweeps(entry);
    for (auto op : entry.getBody().getOps<BoxingOp>()) {
      FailureOr<const BoxingPlan *> plan = plans.get(op);
      if (failed(plan))
        return failure();
      if (!isNoOp(**plan))
        visit({entry, op, *plan, sweeps.getExecutions(op.getOperation())});
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Figures of selection
//===----------------------------------------------------------------------===//

std::map<std::string, double> sbp::readSelection(ModuleOp module) {
  std::map<std::string, double> figures;
  if (auto result = module->getAttrOfType<DictionaryAttr>(kSelectionAttr))
    for (NamedAttribute entry : result)
      if (auto value = dyn_cast<FloatAttr>(entry.getValue()))
        figures[entry.getName().str()] = value.getValueAsDouble();
  return figures;
}

std::vector<PredictedStep> sbp::readPredictions(ModuleOp module) {
  auto read = [](NamedAttribute of) {
    return cast<FloatAttr>(of.getValue()).getValueAsDouble();
  };
  std::vector<PredictedStep> predictions;
  for (auto entry : module.getOps<func::FuncOp>()) {
    auto step = entry->getAttrOfType<DictionaryAttr>(kPredictionAttr);
    if (!step)
      continue;
    PredictedStep &predicted = predictions.emplace_back();
    predicted.entry = toUtf8(entry.getSymName());
    for (StringRef name : kPredictionParts) {
      double part = read(*step.getNamed(name));
      predicted.parts[name.str()] = part;
      predicted.seconds += part;
    }
    for (NamedAttribute link : step.getAs<DictionaryAttr>("links"))
      predicted.links[link.getName().str()] = read(link);
    predicted.idle = read(*step.getNamed("idle"));
  }
  return predictions;
}
