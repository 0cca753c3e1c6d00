// Graph.cpp: the dataflow graph of a level-1 entry as JSON for the report page
//
// Nodes are ops that compute or move tensors, with their location, layer,
// distribution, and for boxings the steps, bytes and advice. Edges are in the
// nodes' inputs: {"node": 3} or {"argument": 0}.

#include "Report/Graph.h"
#include "ModulePath.h"
#include "sbp/Analysis/Boxing/BoxingExplanation.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/OpNames.h"

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

std::string sbp::toUtf8(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

std::string sbp::getLocationText(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  std::string place =
      (file.getFilename().getValue() + ":" + Twine(file.getLine())).str();
  if (StringRef path = findModulePath(loc); !path.empty())
    return toUtf8((path + " (" + place + ")").str());
  // Exporters know no columns.
  return toUtf8(file.getColumn() == 0
                    ? place
                    : (place + ":" + Twine(file.getColumn())).str());
}

Value sbp::getProduced(Value value) {
  while (auto boxing = value.getDefiningOp<BoxingOp>())
    value = boxing.getInput();
  return value;
}

std::string sbp::getValueName(func::FuncOp entry, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned index = argument.getArgNumber();
    for (StringRef key : {SBPDialect::kNameAttr, SBPDialect::kStateAttr})
      if (auto name = entry.getArgAttrOfType<StringAttr>(index, key))
        return toUtf8(name.getValue());
    return (entry.getSymName() + "/argument#" + Twine(index)).str();
  }
  auto result = cast<OpResult>(value);
  return (entry.getSymName() + "/" + getDisplayName(result.getOwner()) + "#" +
          Twine(result.getResultNumber()))
      .str();
}

template <typename T> static std::string print(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// Returns "@mesh:[S(0), B]", or the empty string for a null attribute.
static std::string print(DistributionAttr distribution) {
  return distribution ? ("@" + distribution.getPlacement().getValue() + ":" +
                         sbp::toString(distribution.getDistribution()))
                            .str()
                      : "";
}

/// Returns the ops of a linalg.generic's body, such as "mulf, addf"; empty for
/// named ops.
static std::string describeBody(Operation *op) {
  llvm::SetVector<StringRef> names;
  op->walk([&](Operation *inner) {
    if (inner != op && !inner->hasTrait<OpTrait::IsTerminator>() &&
        !inner->hasTrait<OpTrait::ConstantLike>())
      names.insert(inner->getName().stripDialect());
  });
  bool isNamed = op->getName().stripDialect() != "generic";
  return isNamed ? "" : llvm::join(names, ", ");
}

namespace {

class GraphBuilder {
public:
  GraphBuilder(func::FuncOp entry, BoxingPlans &plans)
      : entry(entry), plans(plans), sweeps(entry) {}
  FailureOr<json::Object> build();

private:
  json::Object describePort(unsigned index, bool isResult);
  std::string getOwnLayer(Operation &op);
  LogicalResult addNode(Operation &op);
  json::Array describeInputs(Operation &op);
  void number();

  func::FuncOp entry;
  BoxingPlans &plans;
  Sweeps sweeps;
  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, int64_t> numbers;
  json::Array nodes;
};

} // namespace

/// Returns the bytes of a tensor and of the largest piece that a rank holds.
static std::pair<int64_t, int64_t> getSizes(Operation *from,
                                            RankedTensorType type,
                                            DistributionAttr distribution) {
  int64_t width = getElementBytes(type);
  Layout layout(sbp::getPlacementOf(from, distribution),
                distribution.getDistribution(), type.getShape());
  int64_t held = 0;
  for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
    held = std::max(held, layout.getVolume(box));
  return {type.getNumElements() * width, held * width};
}

json::Object GraphBuilder::describePort(unsigned index, bool isResult) {
  StringRef key = SBPDialect::kDistributionAttr;
  Type type = isResult ? entry.getResultTypes()[index]
                       : entry.getArgumentTypes()[index];
  auto distribution =
      isResult ? entry.getResultAttrOfType<DistributionAttr>(index, key)
               : entry.getArgAttrOfType<DistributionAttr>(index, key);
  std::string name = "#" + std::to_string(index);
  for (StringRef nameKey : {SBPDialect::kStateAttr, SBPDialect::kNameAttr})
    if (auto given = isResult
                         ? entry.getResultAttrOfType<StringAttr>(index, nameKey)
                         : entry.getArgAttrOfType<StringAttr>(index, nameKey))
      name = toUtf8(given.getValue());
  json::Object port{{"name", name},
                    {"type", print(type)},
                    {"distribution", print(distribution)}};
  if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && distribution) {
    auto [bytes, held] = getSizes(entry, tensor, distribution);
    port["bytes"] = bytes;
    port["held"] = held;
  }
  return port;
}

/// Returns the layer of an op by its own attributes: the index of a repeated
/// call, or the layer in the name of a weight that it reads. Empty without
/// both.
std::string GraphBuilder::getOwnLayer(Operation &op) {
  if (auto layer = op.getAttrOfType<IntegerAttr>(SBPDialect::kLayerAttr))
    return "layer " + std::to_string(layer.getInt());
  for (Value operand : op.getOperands())
    if (auto argument = dyn_cast<BlockArgument>(getProduced(operand)))
      if (std::string layer = getLayerOfName(getValueName(entry, argument));
          !layer.empty())
        return layer;
  return "";
}

/// Numbers the nodes. Sources (constants, empty tensors) are no nodes, since
/// they neither move nor compute data.
void GraphBuilder::number() {
  for (Operation &op : entry.front().without_terminator())
    if (touchesTensors(&op) && (isa<BoxingOp>(op) || !isSource(&op))) {
      numbers[&op] = ops.size();
      ops.push_back(&op);
    }
}

json::Array GraphBuilder::describeInputs(Operation &op) {
  json::Array inputs;
  SignatureAttr signature = getSignatureAttr(&op);
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    auto argument = dyn_cast<BlockArgument>(operand);
    auto producer = numbers.find(operand.getDefiningOp());
    if (!argument && producer == numbers.end())
      continue;
    json::Object input{
        {"name", getValueName(entry, getProduced(operand))},
        {"distribution", print(signature ? signature.getOperands()[i]
                                         : sbp::getDistributionOf(operand))}};
    if (argument)
      input["argument"] = argument.getArgNumber();
    else
      input["node"] = producer->second;
    inputs.push_back(std::move(input));
  }
  return inputs;
}

LogicalResult GraphBuilder::addNode(Operation &op) {
  // The page shows what an op computes, and its name where that differs.
  std::string shown = getDisplayName(&op);
  StringRef name = op.getName().getStringRef();
  json::Object node{{"op", shown},
                    {"detail", shown == name ? StringRef() : name},
                    {"location", getLocationText(op.getLoc())},
                    {"inputs", describeInputs(op)}};
  if (op.getNumResults() > 0) {
    node["type"] = print(op.getResult(0).getType());
    node["to"] = print(sbp::getDistributionOf(op.getResult(0)));
  }
  if (auto boxing = dyn_cast<BoxingOp>(op)) {
    FailureOr<const BoxingPlan *> plan = plans.get(boxing);
    if (failed(plan))
      return failure();
    json::Array steps;
    for (const BoxingMove &move : getMoves(**plan))
      steps.push_back(getBoxingStepKindName(move.getKind()));
    node["steps"] = std::move(steps);
    int64_t executions = sweeps.getExecutions(&op);
    node["bytes"] = executions * (*plan)->getTotalBytes();
    node["bound"] = executions * (*plan)->getBoundTotalBytes();
    node["reason"] = toUtf8(boxing.getReason().value_or(""));
    if ((*plan)->getTotalBytes() > 0)
      node["advice"] =
          toUtf8(BoxingExplanation(boxing, **plan, executions).getAdvice());
  }
  nodes.push_back(std::move(node));
  return success();
}

FailureOr<json::Object> GraphBuilder::build() {
  number();
  std::vector<std::string> names, shapes;
  for (Operation *op : ops) {
    if (failed(addNode(*op)))
      return failure();
    names.push_back(getOwnLayer(*op));
    shapes.push_back(op->getName().getStringRef().str() + describeBody(op) +
                     print(op->getResultTypes()));
  }
  std::vector<std::string> layers = deriveLayers(names, shapes);
  for (auto [i, op] : llvm::enumerate(ops)) {
    // A boxing after a layer's last op belongs to that layer.
    if (auto boxing = dyn_cast<BoxingOp>(op); boxing && layers[i].empty())
      if (auto producer = numbers.find(boxing.getInput().getDefiningOp());
          producer != numbers.end())
        layers[i] = layers[producer->second];
    (*nodes[i].getAsObject())["layer"] = layers[i];
  }
  json::Array arguments, results;
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    arguments.push_back(describePort(i, /*isResult=*/false));
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    results.push_back(describePort(i, /*isResult=*/true));
  return json::Object{
      {"name", entry.getSymName()},
      {"arguments", std::move(arguments)},
      {"results", std::move(results)},
      {"returned", describeInputs(*entry.front().getTerminator())},
      {"nodes", std::move(nodes)}};
}

FailureOr<json::Object> sbp::describeGraph(func::FuncOp entry,
                                           BoxingPlans &plans) {
  return GraphBuilder(entry, plans).build();
}
