// ArtifactBuilder.cpp: writes modules at level 3 to an artifact
//
// Each module's entries, communications, kernels and task graphs are appended
// to the plan's flat tables, with indices in place of symbols; tables of
// placements, constants and movements are shared between modules. The order of
// everything follows the module's text, so that equal input gives equal bytes.
// For example, two graphs with one kernel each give two templates that name
// kernel 0 and 1.

#include "sbp/Target/Artifact/ArtifactBuilder.h"
#include "DeviceCode.h"
#include "KernelSignatures.h"
#include "PlanValues.h"
#include "TemplateBuilder.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Runtime/HostServices.h"
#include "sbp/Runtime/Version.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace sbp;

struct ArtifactBuilder::Implementation {
  explicit Implementation(TargetSet &targets)
      : targets(targets), values(contents.plan, contents.debug) {}

  LogicalResult addModule(ModuleOp module, KernelLibrary &kernels,
                          ModuleRole role);
  LogicalResult addEntry(func::FuncOp entry, ModuleRole role);
  LogicalResult addStates(func::FuncOp entry, ModuleRole role);
  std::unique_ptr<plan::PortT> getPort(func::FuncOp entry, unsigned index,
                                       bool isResult);
  uint32_t getMovement(CommunicationOp op);
  void addCommunication(CommunicationOp op);
  void addKernels(ModuleOp module, KernelLibrary &kernels);
  void addGraph(task::GraphOp graph, StringRef device);
  DeviceCode &getCode(StringRef device);
  void addSegment(std::unique_ptr<plan::CodeT> description,
                  plan::CodeInterfaceT interface, CodeBlob blob);
  LogicalResult emitCode(DeviceCode &device, Location loc);
  LogicalResult emitCode(Location loc);
  FailureOr<std::string> finish(Location loc);

  TargetSet &targets;
  artifact::Contents contents;
  PlanValues values;
  std::vector<std::unique_ptr<DeviceCode>> code; ///< one per kind of device
  std::list<CodeBlob> blobs; ///< owns the bytes of all code segments

  // Indices of the current module's symbols.
  llvm::DenseMap<Attribute, int32_t> communications, entries;
  llvm::StringMap<llvm::DenseMap<Attribute, int32_t>> kernelNumbers;
  llvm::StringMap<int32_t> states;
  /// Movements by groups, counts and transfers. These name ranks, so they are
  /// valid across modules.
  llvm::DenseMap<std::tuple<Attribute, Attribute, Attribute>, uint32_t>
      movements;
};

static plan::EntryRole getRole(ModuleRole role) {
  return static_cast<plan::EntryRole>(role);
}

//===----------------------------------------------------------------------===//
// Entries, ports, states
//===----------------------------------------------------------------------===//

/// Returns a string attribute of an argument or result, or null.
static StringAttr getPortString(func::FuncOp entry, unsigned index,
                                bool isResult, StringRef key) {
  return isResult ? entry.getResultAttrOfType<StringAttr>(index, key)
                  : entry.getArgAttrOfType<StringAttr>(index, key);
}

std::unique_ptr<plan::PortT>
ArtifactBuilder::Implementation::getPort(func::FuncOp entry, unsigned index,
                                         bool isResult) {
  RankedTensorType type = getStepType(entry, index, isResult);
  auto port = std::make_unique<plan::PortT>();
  StringAttr name =
      getPortString(entry, index, isResult, SBPDialect::kNameAttr);
  StringAttr state =
      getPortString(entry, index, isResult, SBPDialect::kStateAttr);
  port->name = name ? name.str() : state ? state.str() : std::to_string(index);
  port->dtype = getDType(type.getElementType());
  port->shape = type.getShape().vec();
  if (std::optional<int64_t> dim = getTimeDim(entry, index, isResult))
    port->time_dim = *dim;
  port->distribution = values.getDistribution(
      entry, isResult ? entry.getResultAttrOfType<DistributionAttr>(
                            index, SBPDialect::kDistributionAttr)
                      : entry.getArgAttrOfType<DistributionAttr>(
                            index, SBPDialect::kDistributionAttr));
  if (state)
    port->state = states.lookup(state);
  if (auto bounds = entry->getAttrOfType<DenseI64ArrayAttr>(
          LocalProgram::kIndexBoundsAttr))
    if (!isResult)
      port->index_bound = bounds[index];
  if (auto bound = isResult ? entry.getResultAttrOfType<IntegerAttr>(
                                  index, LocalProgram::kIndexBoundAttr)
                            : IntegerAttr())
    port->index_bound = bound.getInt();
  if (auto precision = isResult ? entry.getResultAttrOfType<TypeAttr>(
                                      index, LocalProgram::kPrecisionAttr)
                                : TypeAttr())
    port->precision = getDType(precision.getValue());
  port->location = values.getLocation(entry.getLoc());
  if (StringAttr boundary =
          getPortString(entry, index, isResult, SBPDialect::kBoundaryAttr)) {
    port->name = boundary.str();
    port->boundary = true;
    if (auto loc = entry.getResultAttrOfType<LocationAttr>(
            index, SBPDialect::kBoundaryLocationAttr))
      port->location = values.getLocation(loc);
  }
  return port;
}

LogicalResult ArtifactBuilder::Implementation::addStates(func::FuncOp entry,
                                                         ModuleRole role) {
  for (unsigned index = 0; index < entry.getNumArguments(); ++index) {
    StringAttr name =
        getPortString(entry, index, /*isResult=*/false, SBPDialect::kStateAttr);
    if (!name)
      continue;
    auto type = cast<RankedTensorType>(entry.getArgumentTypes()[index]);
    auto state = std::make_unique<plan::StateT>();
    state->name = name.str();
    state->role = getRole(role);
    state->dtype = getDType(type.getElementType());
    state->shape = type.getShape().vec();
    state->distribution = values.getDistribution(
        entry, entry.getArgAttrOfType<DistributionAttr>(
                   index, SBPDialect::kDistributionAttr));
    if (auto initial =
            entry.getArgAttrOfType<ElementsAttr>(index, SBPDialect::kInitAttr))
      state->initial = values.getConstant(initial, /*allowSplat=*/true);
    auto [it, isNew] =
        states.try_emplace(name.getValue(), contents.plan.states.size());
    if (isNew) {
      contents.plan.states.push_back(std::move(state));
      continue;
    }
    plan::StateT &known = *contents.plan.states[it->second];
    if (known.dtype != state->dtype || known.shape != state->shape ||
        known.distribution != state->distribution)
      return entry.emitError()
             << "argument #" << index << ": state '" << name.getValue()
             << "' has a different type or distribution in an earlier entry";
    if (known.initial < 0)
      known.initial = state->initial;
  }
  return success();
}

LogicalResult ArtifactBuilder::Implementation::addEntry(func::FuncOp entry,
                                                        ModuleRole role) {
  if (failed(addStates(entry, role)))
    return failure();
  auto result = std::make_unique<plan::EntryT>();
  result->name = entry.getSymName().str();
  result->role = getRole(role);
  result->micro_batches = getMicroBatches(entry);
  if (role != ModuleRole::Model)
    for (auto [index, other] : llvm::enumerate(contents.plan.entries))
      if (other->role == plan::EntryRole::model && other->name == result->name)
        result->reference_of = index;
  for (unsigned index = 0; index < entry.getNumArguments(); ++index)
    result->inputs.push_back(getPort(entry, index, /*isResult=*/false));
  for (unsigned index = 0; index < entry.getNumResults(); ++index)
    result->outputs.push_back(getPort(entry, index, /*isResult=*/true));
  if (auto order = entry->getAttrOfType<ArrayAttr>(task::kOrderAttr))
    for (auto instance : order.getAsRange<ArrayAttr>())
      result->order.emplace_back(communications.lookup(instance[0]),
                                 cast<IntegerAttr>(instance[1]).getInt());
  if (auto step = entry->getAttrOfType<DictionaryAttr>(kPredictionAttr))
    for (StringRef part : kPredictionParts)
      result->predicted_seconds.push_back(
          step.getAs<FloatAttr>(part).getValueAsDouble());
  if (auto program = entry->getAttrOfType<StringAttr>(kProgramAttr))
    result->program = program.str();
  contents.plan.entries.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Communications, kernels, graphs
//===----------------------------------------------------------------------===//

/// Returns the combiner of the terms. If nothing is combined (P on an axis of
/// size 1), returns the one of the partial distribution.
static Combiner getCombiner(CommunicationOp op) {
  if (op.getCombiner())
    return *parseCombiner(*op.getCombiner());
  for (DistributionAttr side : {op.getFromAttr(), op.getToAttr()})
    if (side)
      if (auto combiner = side.getDistribution().getCombiner())
        return *combiner;
  return Combiner::Sum;
}

/// Returns the index of the op's movement, which communications may share.
uint32_t ArtifactBuilder::Implementation::getMovement(CommunicationOp op) {
  auto [found, isNew] =
      movements.try_emplace({op.getGroups(), op.getCounts(), op.getTransfers()},
                            contents.plan.movements.size());
  if (!isNew)
    return found->second;
  auto result = std::make_unique<plan::MovementT>();
  for (auto [ranks, counts] : llvm::zip_equal(op.getGroups(), op.getCounts())) {
    auto group = std::make_unique<plan::GroupT>();
    for (int64_t rank : cast<DenseI64ArrayAttr>(ranks).asArrayRef())
      group->ranks.push_back(rank);
    for (int64_t count : cast<DenseI64ArrayAttr>(counts).asArrayRef())
      group->counts.push_back(count);
    result->groups.push_back(std::move(group));
  }
  for (auto attribute : op.getTransfers().getAsRange<TransferAttr>()) {
    auto transfer = std::make_unique<plan::TransferT>();
    transfer->kind = getPlanTransferKind(attribute.getKind());
    transfer->begin = attribute.getBegin().vec();
    transfer->end = attribute.getEnd().vec();
    transfer->sources.assign(attribute.getSources().begin(),
                             attribute.getSources().end());
    transfer->destinations.assign(attribute.getDestinations().begin(),
                                  attribute.getDestinations().end());
    result->transfers.push_back(std::move(transfer));
  }
  contents.plan.movements.push_back(std::move(result));
  return found->second;
}

void ArtifactBuilder::Implementation::addCommunication(CommunicationOp op) {
  auto result = std::make_unique<plan::CommunicationT>();
  RankedTensorType type = op.getTensorType();
  result->entry = entries.lookup(op.getEntryAttr());
  result->sequence = op.getSequence();
  result->kind = *llvm::find_if(
      plan::EnumValuesCommunicationKind(), [&](plan::CommunicationKind kind) {
        return op.getKind() == plan::EnumNameCommunicationKind(kind);
      });
  result->combiner = getPlanCombiner(getCombiner(op));
  result->dtype = getDType(type.getElementType());
  result->global_shape = type.getShape().vec();
  result->from = values.getDistribution(op, op.getFromAttr());
  result->to = values.getDistribution(op, op.getToAttr());
  result->movement = getMovement(op);
  result->firings = getExecutions(op);
  contents.plan.communications.push_back(std::move(result));
  contents.debug.communications.emplace_back(values.getString(op.getSymName()),
                                             values.getLocation(op.getLoc()));
}

DeviceCode &ArtifactBuilder::Implementation::getCode(StringRef device) {
  for (auto &known : code)
    if (known->device == device)
      return *known;
  code.push_back(std::make_unique<DeviceCode>(contents.plan, device));
  return *code.back();
}

void ArtifactBuilder::Implementation::addKernels(ModuleOp module,
                                                 KernelLibrary &kernels) {
  KernelOffsets offsets(contents.plan, values);
  module.walk([&](task::ComputeOp op) {
    StringRef device = kernels.getDevice(op->getParentOfType<task::GraphOp>());
    auto function = module.lookupSymbol<func::FuncOp>(op.getKernel());
    auto [number, signature] =
        getCode(device).add(function, *kernels.lookup(op.getKernel(), device));
    kernelNumbers[device][op.getKernelAttr()] = number;
    offsets.add(op, *signature);
  });
}

void ArtifactBuilder::Implementation::addGraph(task::GraphOp graph,
                                               StringRef device) {
  getCode(device); // also where the graph has no kernels
  TemplateContext context = {
      values,
      static_cast<uint32_t>(entries.lookup(graph.getEntryAttr())),
      getDeviceKind(device),
      communications,
      kernelNumbers[device],
      states};
  TemplateBuilder builder(graph, context);
  builder.run();
  int32_t index = contents.plan.templates.size();
  for (auto [rank, parameters] :
       llvm::zip_equal(graph.getRanks(), builder.parameters)) {
    auto &bindings = contents.plan.bindings;
    while (bindings.size() <= static_cast<size_t>(rank))
      bindings.push_back(std::make_unique<plan::BindingT>());
    auto &list = bindings[rank]->entries;
    while (list.size() <= context.entry)
      list.push_back(std::make_unique<plan::EntryBindingT>());
    list[context.entry]->template_index = index;
    list[context.entry]->parameters = std::move(parameters);
  }
  contents.plan.templates.push_back(std::move(builder.result));
  contents.debug.templates.push_back(std::move(builder.debug));
}

LogicalResult ArtifactBuilder::Implementation::addModule(ModuleOp module,
                                                         KernelLibrary &kernels,
                                                         ModuleRole role) {
  values.startModule();
  communications.clear();
  kernelNumbers.clear();
  entries.clear();
  states.clear();
  auto &plan = contents.plan;
  for (auto placement : module.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      plan.ranks = std::max<uint32_t>(plan.ranks, rank + 1);
  unsigned next = plan.communications.size();
  for (auto op : module.getOps<CommunicationOp>())
    communications[FlatSymbolRefAttr::get(op.getSymNameAttr())] = next++;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isDeclaration())
      continue; // a kernel
    entries[FlatSymbolRefAttr::get(function.getSymNameAttr())] =
        plan.entries.size();
    if (failed(addEntry(function, role)))
      return failure();
  }
  for (auto op : module.getOps<CommunicationOp>())
    addCommunication(op);
  addKernels(module, kernels);
  for (auto graph : module.getOps<task::GraphOp>())
    addGraph(graph, kernels.getDevice(graph));
  return success();
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// Adds a code segment.
void ArtifactBuilder::Implementation::addSegment(
    std::unique_ptr<plan::CodeT> description, plan::CodeInterfaceT interface,
    CodeBlob blob) {
  contents.plan.code.push_back(std::move(description));
  contents.interfaces.push_back(std::move(interface));
  blobs.push_back(std::move(blob));
  const std::vector<char> &bytes = blobs.back().bytes;
  contents.code.push_back({bytes.data(), bytes.size()});
}

/// Emits the code of one kind of device: for each architecture the first
/// format, followed by its alternatives.
LogicalResult ArtifactBuilder::Implementation::emitCode(DeviceCode &device,
                                                        Location loc) {
  FailureOr<std::vector<CodeBlob>> variants = device.emit(targets, loc);
  if (failed(variants))
    return failure();
  int32_t first = contents.plan.code.size();
  device.setKernels(variants->front(), first);
  bool hasVariants = variants->size() > 1;
  SmallVector<uint32_t> indices; ///< of the variants' segments
  for (auto [number, variant] : llvm::enumerate(*variants)) {
    std::vector<CodeBlob> alternatives = std::move(variant.alternatives);
    plan::CodeInterfaceT interface = device.getInterface(variant, number);
    if (hasVariants)
      interface.architecture = variant.architecture;
    std::unique_ptr<plan::CodeT> code = device.describe(variant);
    code->variant_of = number ? first : -1;
    int32_t index = contents.plan.code.size();
    indices.push_back(index);
    for (const CodePiece &piece : variant.pieces)
      code->pieces.emplace_back(piece.offset, piece.bytes, indices[piece.code]);
    addSegment(std::move(code), std::move(interface), std::move(variant));
    for (CodeBlob &form : alternatives) {
      plan::CodeInterfaceT empty;
      if (hasVariants)
        empty.architecture = form.architecture;
      code = device.describe(form);
      code->alternative_of = index;
      addSegment(std::move(code), std::move(empty), std::move(form));
    }
  }
  return success();
}

/// Emits the code of all devices. Without kernels there is one empty segment of
/// the default target, which holds the seal.
LogicalResult ArtifactBuilder::Implementation::emitCode(Location loc) {
  if (code.empty())
    getCode(getDefaultTarget().name);
  for (auto &one : code)
    if (failed(emitCode(*one, loc)))
      return failure();
  return success();
}

FailureOr<std::string> ArtifactBuilder::Implementation::finish(Location loc) {
  auto &plan = contents.plan;
  plan.bindings.resize(plan.ranks);
  for (auto &binding : plan.bindings) {
    if (!binding)
      binding = std::make_unique<plan::BindingT>();
    while (binding->entries.size() < plan.entries.size())
      binding->entries.push_back(std::make_unique<plan::EntryBindingT>());
  }
  if (failed(emitCode(loc)))
    return failure();
  contents.constants = values.getConstantBytes();
  for (auto [blob, described] : llvm::zip_equal(blobs, plan.code))
    if (described->format == plan::CodeFormat::elf) {
      contents.header.serviceTableVersion = SBP_HOST_SERVICES_VERSION;
      contents.header.cpuFeatures = blob.cpuFeatures;
    }
  contents.header.producer = "sbp-compile " SBP_VERSION;
  contents.header.llvmVersion = LLVM_VERSION_STRING;
  contents.header.targetTriple = llvm::sys::getDefaultTargetTriple();
  sbp::Result<std::string> bytes = artifact::write(contents);
  if (bytes.failed())
    return emitError(loc) << "cannot write the artifact: "
                          << bytes.status().message();
  return *std::move(bytes);
}

ArtifactBuilder::ArtifactBuilder(TargetSet &targets)
    : implementation(std::make_unique<Implementation>(targets)) {}
ArtifactBuilder::~ArtifactBuilder() = default;

LogicalResult ArtifactBuilder::addModule(ModuleOp module,
                                         KernelLibrary &kernels,
                                         ModuleRole role) {
  return implementation->addModule(module, kernels, role);
}

FailureOr<std::string> ArtifactBuilder::finish(Location loc) {
  return implementation->finish(loc);
}
