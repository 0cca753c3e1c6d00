//===- Report.cpp - what --report=FILE.json says --------------------------===//

#include "Report.h"
#include "Graph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

// DESIGN section 9: lists of more ranks are given per class.
static constexpr int64_t maximumListedRanks = 64;

static json::Array toArray(ArrayRef<int64_t> values) {
  json::Array array;
  for (int64_t value : values)
    array.push_back(value);
  return array;
}

json::Value Report::toList(ArrayRef<int64_t> values) const {
  SmallVector<int64_t> list(values);
  list.resize(std::max<size_t>(ranks, list.size()));
  if (perRank || ranks <= maximumListedRanks)
    return toArray(list);
  std::map<int64_t, SmallVector<int64_t>> classes;
  for (auto [rank, value] : llvm::enumerate(list))
    classes[value].push_back(rank);
  json::Array array;
  for (auto &[value, members] : classes)
    array.push_back(
        json::Object{{"ranks", toArray(members)}, {"value", value}});
  return array;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string getDistributionText(DistributionAttr distribution) {
  return "@" + distribution.getPlacement().getValue().str() + ":" +
         toString(distribution.getDistribution());
}

static std::string getTypeName(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Boxings and communications
//===----------------------------------------------------------------------===//

static bool isNoOp(const BoxingPlan &plan) {
  return llvm::all_of(plan.steps, [](const BoxingStep &step) {
    return step.kind == BoxingStepKind::Reinterpret;
  });
}

/// Bytes in the NCCL sense of one group (contract.md, Report).
static int64_t getPayload(const BoxingMove &move, ArrayRef<int64_t> shape,
                          int64_t rank, int64_t elementBytes) {
  const PlacedDistribution &side = move.getKind() == BoxingStepKind::AllGather
                                       ? move.getTo()
                                       : move.getFrom();
  return getNumElements(getBoxOfRank(side, shape, rank)) * elementBytes;
}

static json::Value getPayloads(const BoxingMove &move, ArrayRef<int64_t> shape,
                               int64_t elementBytes) {
  SmallVector<int64_t> payloads;
  for (const auto &group : move.first->groups)
    payloads.push_back(getPayload(move, shape, group.front(), elementBytes));
  if (!payloads.empty() && llvm::all_equal(payloads))
    return payloads.front();
  return toArray(payloads);
}

static json::Array getMessageList(const BoxingMove &move,
                                  ArrayRef<int64_t> shape,
                                  int64_t elementBytes) {
  std::map<std::pair<int64_t, int64_t>, int64_t> bytes;
  for (const BoxingStep *step : {move.first, move.second})
    if (step)
      for (const BoxingMessage &message : getMessages(*step, shape))
        bytes[{message.from, message.to}] += message.elements * elementBytes;
  json::Array list;
  for (auto &[pair, count] : bytes)
    list.push_back(json::Object{
        {"from", pair.first}, {"to", pair.second}, {"bytes", count}});
  return list;
}

static json::Object describeCommunication(func::FuncOp entry, BoxingOp op,
                                          const BoxingPlan &plan,
                                          const BoxingMove &move,
                                          int64_t sequence) {
  auto type = cast<RankedTensorType>(op.getType());
  json::Object object{
      {"entry", entry.getSymName()},
      {"sequence", sequence},
      {"kind", getBoxingStepKindName(move.getKind())},
      {"combiner", nullptr},
      {"dtype", getTypeName(type.getElementType())},
      {"executions_per_step", 1},
  };
  if (move.first->combiner)
    object["combiner"] = getCombinerName(*move.first->combiner);
  json::Array groups;
  for (const auto &group : move.first->groups)
    groups.push_back(toArray(group));
  object["groups"] = std::move(groups);
  if (move.getKind() == BoxingStepKind::Exchange)
    object["messages"] = getMessageList(move, plan.shape, plan.elementBytes);
  else
    object["payload_bytes"] = getPayloads(move, plan.shape, plan.elementBytes);
  return object;
}

LogicalResult Report::addDistributed(ModuleOp module, bool strict) {
  for (auto placement : module.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      ranks = std::max(ranks, rank + 1);
  BoxingPlans plans(module);
  for (auto entry : module.getOps<func::FuncOp>())
    for (auto op : entry.getBody().getOps<BoxingOp>()) {
      FailureOr<const BoxingPlan *> found = plans.get(op);
      if (failed(found))
        return failure();
      const BoxingPlan &plan = **found;
      if (isNoOp(plan))
        continue;
      json::Array steps;
      int64_t sequence = op.getSequence().value_or(0);
      for (const BoxingMove &move : getMoves(plan)) {
        if (!isLocal(move.getKind()))
          collectives.push_back(
              describeCommunication(entry, op, plan, move, sequence++));
        steps.push_back(
            json::Object{{"kind", getBoxingStepKindName(move.getKind())}});
      }
      Value value = getProduced(op.getInput());
      json::Value bound = nullptr;
      if (auto perRankBound = plan.getBoundBytes())
        bound = toList(*perRankBound);
      boxings.push_back(json::Object{
          {"entry", entry.getSymName()},
          {"value", getValueName(entry, value)},
          {"location", getLocationText(value.getLoc())},
          {"from", getDistributionText(op.getFrom())},
          {"to", getDistributionText(op.getTo())},
          {"reason", op.getReason().value_or("").str() +
                         (plan.reason.empty() ? "" : "; " + plan.reason)},
          {"executions_per_step", 1},
          {"steps", std::move(steps)},
          {"received_bytes", toList(plan.getReceivedBytes())},
          {"lower_bound_bytes", std::move(bound)},
          {"total_bytes", plan.getTotalBytes()},
          {"lower_bound_total_bytes", plan.getBoundTotalBytes()}});
    }
  if (hasPage && failed(addGraphs(module, plans)))
    return failure();
  selection = json::Object{{"cost_seconds", 0.0},
                           {"lower_bound_seconds", nullptr},
                           {"gap", nullptr}};
  auto result = module->getAttrOfType<DictionaryAttr>("sbp.selection");
  if (!strict && result)
    for (NamedAttribute entry : result)
      if (auto value = dyn_cast<FloatAttr>(entry.getValue()))
        selection[entry.getName().getValue()] = value.getValueAsDouble();
  return success();
}

/// What only the page shows.
LogicalResult Report::addGraphs(ModuleOp module, BoxingPlans &plans) {
  if (auto file = module->getLoc()->findInstanceOf<FileLineColLoc>())
    model = file.getFilename().str();
  for (auto placement : module.getOps<PlacementOp>()) {
    json::Array axes;
    for (auto [name, size] :
         llvm::zip_equal(placement.getAxisNames().getAsRange<StringAttr>(),
                         placement.getAxisSizes()))
      axes.push_back(
          json::Object{{"name", toUtf8(name.getValue())}, {"size", size}});
    placements.push_back(json::Object{{"name", toUtf8(placement.getSymName())},
                                      {"axes", std::move(axes)}});
  }
  for (auto entry : module.getOps<func::FuncOp>()) {
    FailureOr<json::Object> graph = describeGraph(entry, plans);
    if (failed(graph))
      return failure();
    entries.push_back(std::move(*graph));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Report::addTasks(ModuleOp module) {
  struct Need {
    int64_t arena = 0, bound = 0, arguments = 0;
    std::map<std::string, int64_t> states;
  };
  std::vector<Need> needs(ranks);
  for (auto graph : module.getOps<task::GraphOp>())
    for (int64_t rank : graph.getRanks()) {
      Need &need = needs[rank];
      need.arena =
          std::max<int64_t>(need.arena, graph.getArenaBytes().value_or(0));
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
  for (auto [rank, need] : llvm::enumerate(needs)) {
    int64_t state = need.arguments;
    for (auto &[name, bytes] : need.states)
      state += bytes;
    memory.push_back(json::Object{{"rank", static_cast<int64_t>(rank)},
                                  {"state_bytes", state},
                                  {"peak_bytes", need.arena + state},
                                  {"lower_bound_bytes", need.bound + state}});
  }
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

json::Object Report::toObject() const {
  return json::Object{
      {"format", 1},
      {"ranks", ranks},
      {"phases_seconds", json::Object(seconds_)},
      {"memory", json::Array(memory)},
      {"boxings", json::Array(boxings)},
      {"collectives", json::Array(collectives)},
      {"selection", json::Object(selection)},
  };
}

std::string Report::toJson() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:2}", json::Value(toObject())) << "\n";
  return text;
}

/// The data of the page. In a script element only "<" could end it.
static std::string toScriptText(json::Value value) {
  std::string text, result;
  llvm::raw_string_ostream(text) << value;
  for (char c : text)
    result += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return result;
}

std::string Report::toHtml() const {
  static constexpr StringLiteral page =
#include "ReportPage.inc"
      ;
  static constexpr StringLiteral mark = "/*DATA*/";
  json::Object data{{"model", model},
                    {"placements", json::Array(placements)},
                    {"entries", json::Array(entries)},
                    {"report", toObject()}};
  size_t begin = page.find(mark);
  return (page.take_front(begin) + toScriptText(std::move(data)) +
          page.drop_front(begin + mark.size()))
      .str();
}
