// Report.cpp: the report of a compilation as JSON or as an HTML page
//
// The JSON is streamed in alphabetical order of its keys while the phases
// finish, instead of being kept in memory. The page is a fixed document with
// the report and the graphs of all entries as JSON in a script element at the
// mark. Example of an entry of "boxings":
//
//   {"entry": "main", "value": "main/linalg.matmul#0",
//    "location": "m.mlir:7:10", "from": "@mesh:[P(sum)]", "to": "@mesh:[B]",
//    "steps": [{"kind": ...}], ...}

#include "Report.h"
#include "Graph.h"
#include "LaunchReport.h"
#include "Memory.h"
#include "ScheduleReport.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"

#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Output file
//===----------------------------------------------------------------------===//

static constexpr StringLiteral page =
#include "ReportPage.inc"
    ;
static constexpr StringLiteral kPageMark = "/*DATA*/";

namespace {
/// Passes JSON on into a script element with every "<" escaped, the only
/// character that could end the element.
class ScriptStream : public llvm::raw_ostream {
public:
  explicit ScriptStream(raw_ostream &page) : page(page) {}
  ~ScriptStream() override { flush(); }

private:
  void write_impl(const char *bytes, size_t size) override {
    for (StringRef rest(bytes, size); !rest.empty();) {
      auto [text, behind] = rest.split('<');
      page << text;
      if (text.size() < rest.size())
        page << "\\u003c";
      rest = behind;
    }
    written += size;
  }
  uint64_t current_pos() const override { return written; }

  raw_ostream &page;
  uint64_t written = 0;
};
} // namespace

Report::Report(raw_ostream &file, bool isPage, bool perRank)
    : escaped(isPage ? std::make_unique<ScriptStream>(file) : nullptr),
      os(file), json(isPage ? *escaped : file, /*IndentSize=*/isPage ? 0 : 1),
      isPage(isPage), perRank(perRank) {
  if (isPage) {
    os << page.take_front(page.find(kPageMark));
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
  if (!isPage)
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
  json.attribute("selection", std::move(selection));
  end();
  if (isPage) {
    json.flush();
    escaped->flush();
    os << page.drop_front(page.find(kPageMark) + kPageMark.size());
  } else {
    json.flush();
    os << "\n";
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string sbp::getDistributionText(DistributionAttr distribution) {
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

/// Returns the payload of a collective on one group in NCCL's convention: the
/// size of the buffer that bandwidth is computed from (contract.md, Report).
static int64_t getPayload(const BoxingMove &move, ArrayRef<int64_t> shape,
                          int64_t rank, int64_t elementBytes) {
  const PlacedDistribution &side = move.getKind() == BoxingStepKind::AllGather
                                       ? move.getTo()
                                       : move.getFrom();
  return getNumElements(getBoxOfRank(side, shape, rank)) * elementBytes;
}

static SmallVector<int64_t> getPayloads(const BoxingMove &move,
                                        const BoxingPlan &plan) {
  SmallVector<int64_t> payloads;
  for (const auto &group : move.first->groups)
    payloads.push_back(
        getPayload(move, plan.shape, group.front(), plan.elementBytes));
  return payloads;
}

/// Returns the messages of both steps of a move, sorted by (from, to), with one
/// message per pair of ranks.
static SmallVector<BoxingMessage> getMessagesOf(const BoxingMove &move,
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

void Report::addCollective(func::FuncOp entry, BoxingOp op,
                           const BoxingPlan &plan, const BoxingMove &move,
                           int64_t sequence, int64_t executions) {
  auto type = cast<RankedTensorType>(op.getType());
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
    json.attribute("entry", entry.getSymName());
    json.attribute("executions_per_step", executions);
    json.attribute("groups", std::move(object["groups"]));
    json.attribute("kind", getBoxingStepKindName(move.getKind()));
    if (isExchange)
      json.attributeArray("messages", [&] { addMessages(plan, move); });
    else
      json.attribute("payload_bytes", std::move(object["payload_bytes"]));
    json.attribute("sequence", sequence);
  });
}

/// Calls `visit` for every boxing with a step other than a reinterpretation,
/// with the number of its executions in a step.
static LogicalResult forEachBoxing(
    ModuleOp module, BoxingPlans &plans,
    function_ref<void(func::FuncOp, BoxingOp, const BoxingPlan &, int64_t)>
        visit) {
  for (auto entry : module.getOps<func::FuncOp>()) {
    Sweeps sweeps(entry);
    for (auto op : entry.getBody().getOps<BoxingOp>()) {
      FailureOr<const BoxingPlan *> plan = plans.get(op);
      if (failed(plan))
        return failure();
      if (!isNoOp(**plan))
        visit(entry, op, **plan, sweeps.getExecutions(op.getOperation()));
    }
  }
  return success();
}

LogicalResult Report::addBoxings(ModuleOp module, BoxingPlans &plans) {
  return forEachBoxing(
      module, plans,
      [&](func::FuncOp entry, BoxingOp op, const BoxingPlan &plan,
          int64_t executions) {
        json::Array steps;
        for (const BoxingMove &move : getMoves(plan))
          steps.push_back(
              json::Object{{"kind", getBoxingStepKindName(move.getKind())}});
        Value value = getProduced(op.getInput());
        json::Value bound = nullptr;
        if (auto byRank = plan.getBoundBytes())
          bound = lists->getValues(*byRank);
        json.value(json::Object{
            {"entry", entry.getSymName()},
            {"value", getValueName(entry, value)},
            {"location", getLocationText(value.getLoc())},
            {"from", getDistributionText(op.getFrom())},
            {"to", getDistributionText(op.getTo())},
            {"reason", op.getReason().value_or("").str() +
                           (plan.reason.empty() ? "" : "; " + plan.reason)},
            {"executions_per_step", executions},
            {"steps", std::move(steps)},
            {"received_bytes", lists->getValues(plan.getReceivedBytes())},
            {"lower_bound_bytes", std::move(bound)},
            {"total_bytes", plan.getTotalBytes()},
            {"lower_bound_total_bytes", plan.getBoundTotalBytes()}});
      });
}

LogicalResult Report::addCollectives(ModuleOp module, BoxingPlans &plans) {
  return forEachBoxing(module, plans,
                       [&](func::FuncOp entry, BoxingOp op,
                           const BoxingPlan &plan, int64_t executions) {
                         int64_t sequence = op.getSequence().value_or(0);
                         for (const BoxingMove &move : getMoves(plan))
                           if (!isLocal(move.getKind()))
                             addCollective(entry, op, plan, move, sequence++,
                                           executions);
                       });
}

void Report::setSelection(ModuleOp module, bool strict) {
  selection = json::Object{{"cost_seconds", 0.0},
                           {"lower_bound_seconds", nullptr},
                           {"gap", nullptr}};
  auto result = module->getAttrOfType<DictionaryAttr>(kSelectionAttr);
  if (!strict && result)
    for (NamedAttribute entry : result)
      if (auto value = dyn_cast<FloatAttr>(entry.getValue()))
        selection[entry.getName().getValue()] = value.getValueAsDouble();
}

void Report::setPredictions(ModuleOp module) {
  auto read = [](NamedAttribute of) {
    return cast<FloatAttr>(of.getValue()).getValueAsDouble();
  };
  for (auto entry : module.getOps<func::FuncOp>()) {
    auto step = entry->getAttrOfType<DictionaryAttr>(kPredictionAttr);
    if (!step)
      continue;
    double seconds = 0;
    json::Object object{{"entry", toUtf8(entry.getSymName())}}, links;
    for (StringRef name : kPredictionParts) {
      double part = read(*step.getNamed(name));
      object[(name + "_seconds").str()] = part;
      seconds += part;
    }
    for (NamedAttribute link : step.getAs<DictionaryAttr>("links"))
      links[link.getName().getValue()] = read(link);
    object["seconds"] = seconds;
    object["idle_seconds"] = read(*step.getNamed("idle"));
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
  json.attributeArray("boxings", [&] { written = addBoxings(module, plans); });
  if (failed(written))
    return failure();
  json.attributeArray("collectives",
                      [&] { written = addCollectives(module, plans); });
  exchanges.clear();
  if (failed(written) || (isPage && failed(addGraphs(module, plans))))
    return failure();
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
                                   json::Object::value_type whose) {
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
      if (auto launches = describeLaunches(graph, kernels))
        json.value(std::move(*launches));
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
  addSchedule(json, module);
}
