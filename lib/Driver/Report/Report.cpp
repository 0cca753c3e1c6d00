// Report.cpp: the report of a compilation as JSON
//
// The JSON is streamed in alphabetical order of its keys while the phases
// finish, instead of being kept in memory. Example of an entry of "boxings":
//
//   {"entry": "main", "value": "main/linalg.matmul#0",
//    "location": "m.mlir:7:10", "from": "@mesh:[P(sum)]", "to": "@mesh:[B]",
//    "steps": [{"kind": ...}], ...}

#include "Report/Report.h"
#include "Fit/Memory.h"
#include "Report/Graph.h"
#include "Report/LaunchReport.h"
#include "Report/ScheduleReport.h"

#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Document
//===----------------------------------------------------------------------===//

Report::Report(raw_ostream &file, bool isPage, bool perRank)
    : page(isPage ? std::make_unique<ReportPage>(file) : nullptr), os(file),
      json(isPage ? page->getData() : file, /*IndentSize=*/isPage ? 0 : 1),
      perRank(perRank) {
  if (page) {
    json.objectBegin();
    json.attributeBegin("report");
  }
  json.objectBegin();
}

Report::~Report() {
  if (!isFinished)
    end();
}

void Report::end() {
  isFinished = true;
  json.objectEnd();
  if (!page)
    return;
  json.attributeEnd();
  json.attribute("entries", std::move(entries));
  json.attribute("model", model);
  json.attribute("placements", std::move(placements));
  json.objectEnd();
}

void Report::finish(const PhaseCosts &costs) {
  json.attributeObject("phases_peak_bytes", [&] {
    for (const auto &[name, cost] : costs.get())
      json.attribute(name, cost.peakBytes);
  });
  json.attributeObject("phases_seconds", [&] {
    for (const auto &[name, cost] : costs.get())
      json.attribute(name, cost.seconds);
  });
  if (!predictions.empty())
    json.attribute("predicted_steps", std::move(predictions));
  json.attribute("ranks", lists->getRanks());
  saved.write(json);
  json.attribute("selection", std::move(selection));
  end();
  json.flush();
  if (page)
    page->finish();
  else
    os << "\n";
}

static std::string getTypeName(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Boxings and communications
//===----------------------------------------------------------------------===//

void Report::addMessages(const BoxingPlan &plan, const BoxingMove &move) {
  auto [found, isNew] = exchanges.try_emplace(move.first);
  Exchange &exchange = found->second;
  if (isNew)
    exchange.messages = getMessagesOf(move, plan.shape);
  if (isNew && lists->arePerClass()) {
    exchange.classes =
        lists->getMessageClasses(exchange.messages, plan.elementBytes);
    exchange.messages.clear();
  }
  for (const json::Value &members : exchange.classes)
    json.value(members);
  for (const BoxingMessage &message : exchange.messages)
    json.value(json::Object{{"from", message.from},
                            {"to", message.to},
                            {"bytes", message.elements * plan.elementBytes}});
}

void Report::addCollective(ReportedBoxing boxing, const BoxingMove &move,
                           int64_t sequence) {
  const BoxingPlan &plan = *boxing.plan;
  auto type = cast<RankedTensorType>(boxing.op.getType());
  json::Object object;
  bool isExchange = move.getKind() == BoxingStepKind::Exchange;
  lists->addGroups(object, move.first->groups,
                   isExchange ? SmallVector<int64_t>()
                              : getPayloads(move, plan));
  json.object([&] {
    if (move.first->combiner)
      json.attribute("combiner", getCombinerName(*move.first->combiner));
    else
      json.attribute("combiner", nullptr);
    json.attribute("dtype", getTypeName(type.getElementType()));
    json.attribute("entry", boxing.entry.getSymName());
    json.attribute("executions_per_step", boxing.executions);
    json.attribute("groups", object["groups"]);
    json.attribute("kind", getBoxingStepKindName(move.getKind()));
    if (isExchange)
      json.attributeArray("messages", [&] { addMessages(plan, move); });
    else
      json.attribute("payload_bytes", object["payload_bytes"]);
    json.attribute("sequence", sequence);
  });
}

void Report::addBoxing(ReportedBoxing boxing) {
  const BoxingPlan &plan = *boxing.plan;
  BoxingOp op = boxing.op;
  json::Array steps;
  for (const BoxingMove &move : getMoves(plan))
    steps.push_back(
        json::Object{{"kind", getBoxingStepKindName(move.getKind())}});
  Value value = getProduced(op.getInput());
  json::Value bound = nullptr;
  if (auto byRank = plan.getBoundBytes())
    bound = lists->getValues(*byRank);
  json.value(json::Object{
      {"entry", boxing.entry.getSymName()},
      {"value", getValueName(boxing.entry, value)},
      {"location", getLocationText(value.getLoc())},
      {"from", getDistributionText(op.getFrom())},
      {"to", getDistributionText(op.getTo())},
      {"reason", op.getReason().value_or("").str() +
                     (plan.reason.empty() ? "" : "; " + plan.reason)},
      {"executions_per_step", boxing.executions},
      {"steps", std::move(steps)},
      {"received_bytes", lists->getValues(plan.getReceivedBytes())},
      {"lower_bound_bytes", std::move(bound)},
      {"total_bytes", plan.getTotalBytes()},
      {"lower_bound_total_bytes", plan.getBoundTotalBytes()}});
}

void Report::addCollectives(ReportedBoxing boxing) {
  BoxingOp op = boxing.op;
  int64_t sequence = op.getSequence().value_or(0);
  for (const BoxingMove &move : getMoves(*boxing.plan))
    if (!isLocal(move.getKind()))
      addCollective(boxing, move, sequence++);
}

void Report::setSelection(ModuleOp module, bool strict) {
  selection = json::Object{{"cost_seconds", 0.0},
                           {"lower_bound_seconds", nullptr},
                           {"gap", nullptr}};
  if (!strict)
    for (const auto &[name, value] : readSelection(module))
      selection[name] = value;
}

void Report::setPredictions(ModuleOp module) {
  for (PredictedStep &step : readPredictions(module)) {
    json::Object object{{"entry", std::move(step.entry)}}, links;
    for (const auto &[name, seconds] : step.parts)
      object[name + "_seconds"] = seconds;
    for (const auto &[name, seconds] : step.links)
      links[name] = seconds;
    object["seconds"] = step.seconds;
    object["idle_seconds"] = step.idle;
    object["boxing_seconds_by_link"] = std::move(links);
    predictions.push_back(std::move(object));
  }
}

LogicalResult Report::addDistributed(ModuleOp module, bool strict) {
  int64_t ranks = 1;
  for (auto placement : module.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      ranks = std::max(ranks, rank + 1);
  lists.emplace(ranks, perRank);
  BoxingPlans plans(module);
  LogicalResult written = success();
  json.attributeArray("boxings", [&] {
    written = forEachBoxing(module, plans,
                            [&](ReportedBoxing boxing) { addBoxing(boxing); });
  });
  if (failed(written))
    return failure();
  json.attributeArray("collectives", [&] {
    written = forEachBoxing(
        module, plans, [&](ReportedBoxing boxing) { addCollectives(boxing); });
  });
  exchanges.clear();
  if (failed(written) || (page && failed(addGraphs(module, plans))))
    return failure();
  saved.addDistributed(module);
  setSelection(module, strict);
  setPredictions(module);
  return success();
}

/// Adds the graphs and placements that only the page contains.
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

/// Returns state, peak and lower bound with `whose` rank or set of ranks.
static json::Object describeMemory(const std::array<int64_t, 3> &bytes,
                                   const json::Object::value_type &whose) {
  json::Object object{{"state_bytes", bytes[0]},
                      {"peak_bytes", bytes[1]},
                      {"lower_bound_bytes", bytes[2]}};
  object.insert({whose.first, whose.second});
  return object;
}

void Report::addTasks(ModuleOp module, const KernelLibrary &kernels) {
  std::map<std::array<int64_t, 3>, SmallVector<int64_t>> classes;
  json.attribute("format", 1);
  json.attributeArray("launches", [&] {
    for (auto graph : module.getOps<task::GraphOp>())
      for (auto &launches : describeLaunches(graph, kernels))
        json.value(std::move(launches));
  });
  json.attributeBegin("memory");
  json.arrayBegin();
  for (auto [rank, memory] : llvm::enumerate(getRankMemory(module))) {
    std::array<int64_t, 3> bytes = {memory.states, memory.getPeak(),
                                    memory.states + memory.persistent +
                                        memory.arenaLowerBound};
    if (lists->arePerClass())
      classes[bytes].push_back(rank);
    else
      json.value(describeMemory(bytes, {"rank", int64_t(rank)}));
  }
  for (const auto &[bytes, members] : classes)
    json.value(describeMemory(bytes, {"ranks", toRankSet(members)}));
  json.arrayEnd();
  json.attributeEnd();
  saved.addTasks(module);
  addSchedule(json, module);
}
