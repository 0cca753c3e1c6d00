// TemplateBuilder.cpp: writes a task graph to the plan

#include "TemplateBuilder.h"

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

using namespace mlir;
using namespace sbp;

TemplateBuilder::TemplateBuilder(task::GraphOp graph,
                                 const TemplateContext &context)
    : result(std::make_unique<plan::TemplateT>()),
      debug(std::make_unique<plan::TemplateDebugT>()), graph(graph),
      context(context) {
  for (auto values : graph.getBindings().getAsRange<DenseI64ArrayAttr>())
    bindings.emplace_back(values.asArrayRef());
}

int32_t TemplateBuilder::getParameter(ArrayRef<int64_t> values) {
  for (auto [index, binding] : llvm::enumerate(bindings))
    if (ArrayRef<int64_t>(binding) == values)
      return index;
  bindings.emplace_back(values);
  return bindings.size() - 1;
}

/// Records where the register's piece begins in the global tensor. Coordinates
/// that differ between ranks become parameters.
void TemplateBuilder::setBox(plan::RegisterT &entry,
                             DistributionAttr distribution,
                             RankedTensorType global) {
  entry.global_shape = global.getShape().vec();
  entry.box_begin.assign(global.getRank(), -1);
  entry.distribution = context.values.getDistribution(graph, distribution);
  if (!distribution)
    return;
  Placement placement = getPlacementOf(graph, distribution);
  Distribution components = distribution.getDistribution();
  std::vector<SmallVector<int64_t>> begins(global.getRank());
  for (int64_t rank : graph.getRanks()) {
    Box box = getBoxAt(placement, components, global.getShape(),
                       placement.getPosition(rank));
    for (auto [dim, interval] : llvm::enumerate(box))
      begins[dim].push_back(interval.begin);
  }
  for (auto [dim, values] : llvm::enumerate(begins))
    if (llvm::any_of(values, [](int64_t value) { return value != 0; }))
      entry.box_begin[dim] = getParameter(values);
}

/// An alias has the storage of another register.
void TemplateBuilder::setAlias(plan::RegisterT &entry, Value aliasOf) {
  const plan::RegisterT &other = *result->registers[getRegister(aliasOf)];
  entry.alias_of = getRegister(aliasOf);
  entry.space = other.space;
  entry.index = other.index;
  entry.offset = other.offset;
  entry.stride = other.stride;
  entry.copies = other.copies;
  entry.tokens = other.tokens;
}

void TemplateBuilder::addStorage(Operation &op) {
  Value value = op.getResult(0);
  RankedTensorType local =
      cast<task::RegisterType>(value.getType()).getTensor();
  auto entry = std::make_unique<plan::RegisterT>();
  entry->dtype = getDType(local.getElementType());
  entry->local_shape = local.getShape().vec();
  entry->bytes = task::getRegisterBytes(value);
  auto distribution = op.getAttrOfType<DistributionAttr>("distribution");
  auto global = op.getAttrOfType<TypeAttr>("global_type");
  setBox(*entry, distribution,
         global ? cast<RankedTensorType>(global.getValue()) : local);
  if (auto input = dyn_cast<task::InputOp>(op)) {
    entry->space = plan::Space::input;
    entry->index = input.getPort();
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        graph, graph.getEntryAttr());
    if (getTimeDim(function, input.getPort(), /*isResult=*/false))
      entry->tokens = entry->copies = getMicroBatches(function);
    result->inputs.emplace_back(input.getPort(), result->registers.size());
  } else if (auto state = dyn_cast<task::StateOp>(op)) {
    entry->space = plan::Space::state;
    entry->index = context.states.lookup(state.getState());
    result->inputs.emplace_back(state.getPort(), result->registers.size());
  } else if (auto constant = dyn_cast<task::ConstantOp>(op)) {
    entry->space = plan::Space::constant;
    entry->index = context.values.getConstant(constant.getValue(),
                                              /*allowSplat=*/false);
  } else if (auto arena = dyn_cast<task::RegisterOp>(op)) {
    entry->offset = arena.getOffset().value_or(0);
    entry->stride = arena.getStride().value_or(0);
    entry->copies = arena.getCopies();
    entry->tokens = arena.getTokens();
    if (arena.getAliasOf())
      setAlias(*entry, arena.getAliasOf());
  }
  registers[value] = result->registers.size();
  result->registers.push_back(std::move(entry));
  debug->registers.emplace_back(-1, context.values.getLocation(op.getLoc()));
}

void TemplateBuilder::setCompute(plan::TaskT &entry, task::ComputeOp op) {
  entry.kind = plan::TaskKind::compute;
  entry.kernel = context.kernels.lookup(op.getKernelAttr());
  if (op.getScratch())
    entry.scratch = getRegister(op.getScratch());
  entry.persistent = op.getPersistent().value_or(0);
  for (int64_t parameter : op.getParameters())
    entry.parameters.push_back(parameter == kMicroBatchParameter
                                   ? uint32_t(plan::Parameter::micro_batch)
                                   : parameter);
  ArrayRef<int64_t> pairs = op.getInPlace();
  for (unsigned i = 0; i + 1 < pairs.size(); i += 2)
    entry.in_place.emplace_back(/*input=*/pairs[i + 1], /*output=*/pairs[i]);
}

void TemplateBuilder::addTask(task::TaskOpInterface op) {
  auto entry = std::make_unique<plan::TaskT>();
  for (Value input : op.getInputs())
    entry->inputs.push_back(getRegister(input));
  for (Value output : op.getOutputs())
    entry->outputs.push_back(getRegister(output));
  entry->firings = op.getFirings();
  StringRef name = "copy";
  if (auto compute = dyn_cast<task::ComputeOp>(*op)) {
    setCompute(*entry, compute);
    name = compute.getKernel();
  } else if (FlatSymbolRefAttr communication = op.getCommunicationOrNull()) {
    entry->kind = plan::TaskKind::communicate;
    entry->communication = context.communications.lookup(communication);
    name = communication.getValue();
  } else {
    entry->kind = plan::TaskKind::copy;
  }
  result->tasks.push_back(std::move(entry));
  debug->tasks.emplace_back(context.values.getString(name),
                            context.values.getLocation(op.getLoc()));
  auto phases = op->getAttrOfType<IntegerAttr>(task::kPhasesAttr);
  auto layer = op->getAttrOfType<IntegerAttr>(SBPDialect::kLayerAttr);
  debug->phases.push_back(phases ? phases.getInt() : 0);
  debug->layers.push_back(layer ? layer.getInt() : -1);
}

/// Leaves out the notes that no task has.
static void dropEmptyNotes(plan::TemplateDebugT &debug) {
  if (llvm::all_of(debug.phases, [](uint8_t phase) { return phase == 0; }))
    debug.phases.clear();
  if (llvm::all_of(debug.layers, [](int32_t layer) { return layer < 0; }))
    debug.layers.clear();
}

/// Appends registers, tasks and launch lists in the order of the graph.
void TemplateBuilder::run() {
  result->entry = context.entry;
  result->device = context.device;
  for (Operation &op : graph.getBody().front()) {
    if (op.getNumResults() == 1) {
      addStorage(op);
    } else if (auto task = dyn_cast<task::TaskOpInterface>(op)) {
      addTask(task);
    } else if (auto output = dyn_cast<task::OutputOp>(op)) {
      result->outputs.emplace_back(output.getPort(),
                                   getRegister(output.getInput()));
    } else if (auto launch = dyn_cast<task::LaunchOp>(op)) {
      auto list = std::make_unique<plan::LaunchListT>();
      for (auto [task, microBatch] :
           llvm::zip_equal(launch.getTasks(), launch.getMicroBatches()))
        list->entries.emplace_back(task, microBatch);
      result->streams.push_back(std::move(list));
    }
  }
  dropEmptyNotes(*debug);
  result->arena_bytes = graph.getArenaBytes().value_or(0);
  result->arena_lower_bound = graph.getArenaLowerBound().value_or(0);
  result->persistent_bytes = graph.getPersistentBytes().value_or(0);
  result->parameters = bindings.size();
  for (auto offset : graph.getParameters().getAsRange<OffsetAttr>())
    result->offsets.push_back(context.values.getOffset(graph, offset));
  for (unsigned rank = 0; rank < graph.getRanks().size(); ++rank) {
    std::vector<int64_t> &row = parameters.emplace_back();
    for (const auto &binding : bindings)
      row.push_back(binding[rank]);
  }
}
