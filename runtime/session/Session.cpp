// Session.cpp: loads an artifact and binds its tasks to devices and memory
//
// Loading proves the plan, opens devices and allocates all memory. Preparing an
// entry binds, for each rank of this process, every task to the addresses of
// its registers and opens a channel per communication; a step then only fires.
// The communicators form layers, the outermost first:
//
//   device  -> NCCL -> image -> messages (several processes) or local
//
// where each serves the channels it can and forwards the others.
#include "Session.h"
#include "DeviceCommunicator.h"
#include "HostDevice.h"
#include "ImageCommunicator.h"
#include "MessageCommunicator.h"
#include "NcclCommunicator.h"
#include <algorithm>
#include <sched.h>

using namespace sbp;
using namespace sbp::plan;

Session::~Session() {
  steps.reset(); // its threads read all other members
}

/// Returns the cores that this process may use, which a launcher can restrict.
static unsigned countCores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0)
    return 1;
  return std::max(1, CPU_COUNT(&cores));
}

Result<std::unique_ptr<Session>> Session::create(artifact::Bytes bytes,
                                                 SessionOptions options) {
  std::unique_ptr<Session> session(new Session());
  session->options = std::move(options);
  SBP_RETURN_IF_FAILED(session->load(bytes));
  return session;
}

Status Session::load(artifact::Bytes bytes) {
  SBP_RETURN_IF_FAILED(loadProgram(bytes, view, program));
  const artifact::Header &header = program.header;
  if (header.serviceTableVersion > SBP_HOST_SERVICES_VERSION)
    return userError("artifact needs version ", header.serviceTableVersion,
                     " of the service table but this runner has ",
                     SBP_HOST_SERVICES_VERSION,
                     ": use the runner of its compiler");
  std::string missing = findMissingCpuFeature(header.cpuFeatures);
  if (!missing.empty())
    return userError(
        "artifact was compiled for ", header.targetTriple, " with '", missing,
        "', which this processor lacks: compile with --cpu=x86-64-v3");
  uint32_t ranks = program.plan.ranks;
  // The number of ranks is known only now, so ranks are assigned here.
  world = LocalWorld(ranks);
  if (options.chooseWorld)
    SBP_RETURN_IF_FAILED(options.chooseWorld(ranks, world));
  SBP_ASSIGN_OR_RETURN(
      ncclWorld,
      nccl::NcclWorld::open(
          program, world, options.transport,
          [this](uint32_t rank) { return devices.findGpu(rank); },
          options.watchdogSeconds,
          devices.open(program, world, options.gpus, options.device)));
  memory = std::make_unique<Memory>(program, view.constants, world, devices);
  SBP_RETURN_IF_FAILED(memory->allocate());
  stateReady.resize(program.plan.states.size());

  workers = std::min<unsigned>(
      world.ranks().size(), options.workers ? options.workers : countCores());
  workers = options.seed ? 1 : workers;
  steps = std::make_unique<Steps>(
      program,
      StepOptions{options.seed, options.watchdogSeconds, options.onStall});
  return steps->start(ranks, workers);
}

int32_t Session::findEntry(const std::string &name, EntryRole role) const {
  for (size_t e = 0; e < program.plan.entries.size(); ++e)
    if (program.plan.entries[e]->name == name &&
        program.plan.entries[e]->role == role)
      return e;
  return -1;
}

/// Returns the signature of a kernel in a code segment that has it.
static const KernelSignatureT &findSignature(const Program &program,
                                             uint32_t code,
                                             const std::string &symbol) {
  const auto &all = program.interfaces[code].kernels;
  return **std::find_if(all.begin(), all.end(), [&](const auto &signature) {
    return signature->symbol == symbol;
  });
}

/// Returns the parts of code segment `index`. The loader has verified that they
/// lie in their segments.
static std::vector<artifact::Bytes>
listPieces(const artifact::View &view, const CodeT &code, uint32_t index) {
  std::vector<artifact::Bytes> pieces;
  for (const CodePiece &piece : code.pieces) {
    auto *data = static_cast<const char *>(view.code[piece.code()].data);
    pieces.push_back({data + piece.offset(), piece.bytes()});
  }
  if (pieces.empty())
    pieces.push_back(view.code[index]);
  return pieces;
}

Status Session::loadCode(Device &device, uint32_t index) {
  // Entries share kernels, and ranks share devices: load each module once.
  if (loadedCode.count({&device, index}))
    return {};
  const auto &code = program.plan.code;
  CodeModule module;
  for (uint32_t first : program.listVariants(index)) {
    CodeVariant &variant = module.variants.emplace_back();
    variant.index = first;
    variant.interface = &program.interfaces[first];
    for (uint32_t i = 0; i < code.size(); ++i)
      if (i == first || code[i]->alternative_of == int32_t(first))
        variant.forms.push_back({code[i].get(), listPieces(view, *code[i], i)});
  }
  SBP_ASSIGN_OR_RETURN(uint32_t chosen, device.loadCode(module));
  loadedCode[{&device, index}] = module.variants[chosen].index;
  return {};
}

std::string Session::getArchitecture(uint32_t entry, uint32_t rank) const {
  for (const auto &[key, code] : loadedCode)
    if (key.first == &devices.of(entry, rank))
      return program.plan.code[code]->architecture;
  return "";
}

/// Loads the kernels of the entry's tasks and those that move boxes.
Status Session::loadKernels(uint32_t entry) {
  const PlanT &plan = program.plan;
  std::set<std::pair<Device *, const TemplateT *>> used;
  for (uint32_t rank : world.ranks())
    if (plan.bindings[rank]->entries[entry]->template_index >= 0)
      used.insert({&devices.of(entry, rank), &getTemplate(entry, rank)});
  for (auto [device, graph] : used) {
    for (uint32_t c = 0; c < plan.code.size(); ++c)
      if (plan.code[c]->device == graph->device &&
          plan.code[c]->variant_of < 0 &&
          !program.interfaces[c].transfers.empty())
        SBP_RETURN_IF_FAILED(loadCode(*device, c));
    for (const auto &task : graph->tasks) {
      if (task->kind != TaskKind::compute)
        continue;
      const KernelT &kernel = *plan.kernels[task->kernel];
      std::pair<Device *, uint32_t> key = {device, task->kernel};
      if (kernels.count(key))
        continue;
      SBP_RETURN_IF_FAILED(loadCode(*device, kernel.code));
      SBP_ASSIGN_OR_RETURN(KernelHandle handle,
                           device->findKernel(kernel.code, kernel.symbol));
      kernels.emplace(key, handle);
    }
  }
  return {};
}

RegisterPointer Session::pointTo(uint32_t entry, uint32_t rank, uint32_t index,
                                 uint32_t firings) const {
  const EntryBindingT &binding = *program.plan.bindings[rank]->entries[entry];
  const RegisterT &reg =
      *program.plan.templates[binding.template_index]->registers[index];
  RegisterPointer pointer;
  pointer.base = memory->getBase(entry, rank, index, pointer.stride);
  pointer.copies = reg.copies;
  pointer.tokens = reg.tokens;
  pointer.firings = firings;
  return pointer;
}

Status Session::bindKernel(uint32_t entry, uint32_t rank, uint32_t index,
                           BoundTask &bound) {
  const EntryBindingT &binding = *program.plan.bindings[rank]->entries[entry];
  const TaskT &task = *getTemplate(entry, rank).tasks[index];
  KernelOperands operands;
  for (uint32_t reg : task.inputs)
    operands.inputs.push_back(pointTo(entry, rank, reg, task.firings));
  for (uint32_t reg : task.outputs)
    operands.outputs.push_back(pointTo(entry, rank, reg, task.firings));
  if (task.scratch >= 0)
    operands.scratch = pointTo(entry, rank, task.scratch, 1).base;
  if (char *memory = this->memory->getPersistent(entry, rank))
    operands.persistent = memory + task.persistent;
  for (uint32_t parameter : task.parameters) {
    // Every firing has its own micro-batch number, so the device sets it.
    bool isMicroBatch = parameter == uint32_t(Parameter::micro_batch);
    if (isMicroBatch)
      operands.microBatchParameters.push_back(operands.parameters.size());
    operands.parameters.push_back(isMicroBatch ? 0
                                               : binding.parameters[parameter]);
  }
  Device &device = devices.of(entry, rank);
  KernelHandle kernel = kernels.at({&device, uint32_t(task.kernel)});
  if (getTemplate(entry, rank).persistent_bytes != 0) {
    const KernelT &called = *program.plan.kernels[task.kernel];
    uint32_t code = loadedCode.at({&device, called.code});
    SBP_RETURN_IF_FAILED(entries[entry]->once.add(
        rank, binding.template_index, index, device, kernel,
        findSignature(program, code, called.symbol), operands));
  }
  SBP_ASSIGN_OR_RETURN(bound.kernel, device.bind(kernel, std::move(operands)));
  return {};
}

Status Session::bindCopy(uint32_t entry, uint32_t rank, const TaskT &task,
                         BoundTask &bound) {
  const EntryBindingT &binding = *program.plan.bindings[rank]->entries[entry];
  const TemplateT &graph = *program.plan.templates[binding.template_index];
  uint32_t from = task.inputs[0], to = task.outputs[0];
  PlanBox part = getRegisterBox(*graph.registers[to], binding.parameters);
  TransferOperands operands;
  operands.dtype = graph.registers[to]->dtype;
  operands.buffers = {
      {pointTo(entry, rank, from, task.firings),
       getRegisterBox(*graph.registers[from], binding.parameters)},
      {pointTo(entry, rank, to, task.firings), part}};
  operands.transfers = {{Combiner::sum, part, {0}, {1}}};
  SBP_ASSIGN_OR_RETURN(bound.kernel,
                       devices.of(entry, rank).bindTransfers(operands));
  return {};
}

Status Session::bindTask(uint32_t entry, uint32_t rank, uint32_t index,
                         BoundTask &bound) {
  const TaskT &task = *getTemplate(entry, rank).tasks[index];
  bound.kind = task.kind;
  bound.firings = task.firings;
  if (task.kind == TaskKind::compute)
    return bindKernel(entry, rank, index, bound);
  if (task.kind == TaskKind::copy)
    return bindCopy(entry, rank, task, bound);
  bound.registers = std::make_unique<ChannelRegisters>();
  if (!task.inputs.empty())
    bound.registers->input = pointTo(entry, rank, task.inputs[0], task.firings);
  if (!task.outputs.empty())
    bound.registers->output =
        pointTo(entry, rank, task.outputs[0], task.firings);
  SBP_ASSIGN_OR_RETURN(bound.channel,
                       entries[entry]->communicator->open(
                           task.communication, rank, *bound.registers));
  return {};
}

Status Session::bindRank(uint32_t entry, uint32_t rank) {
  EntryState &state = *entries[entry];
  if (program.plan.bindings[rank]->entries[entry]->template_index < 0)
    return {};
  const TemplateT &templ = getTemplate(entry, rank);
  uint32_t index = program.plan.bindings[rank]->entries[entry]->template_index;
  const TaskGraph &graph = state.graphs.try_emplace(index, templ).first->second;
  std::vector<BoundTask> tasks(templ.tasks.size());
  for (uint32_t t = 0; t < tasks.size(); ++t) {
    tasks[t].waits = &graph.events.getWaits(t);
    SBP_RETURN_IF_FAILED(bindTask(entry, rank, t, tasks[t]));
  }
  SBP_ASSIGN_OR_RETURN(
      state.actors[rank],
      Actor::create(rank, templ, std::move(tasks), devices.of(entry, rank),
                    *state.communicator, steps->getScheduler()));
  state.ranks.push_back(rank);
  return {};
}

Result<std::unique_ptr<Communicator>>
Session::createCommunicator(uint32_t entry) {
  std::unique_ptr<Communicator> communicator;
  if (options.transport) {
    SBP_ASSIGN_OR_RETURN(communicator,
                         MessageCommunicator::create(program, entry, world,
                                                     *options.transport,
                                                     steps->getScheduler()));
  } else {
    communicator = std::make_unique<LocalCommunicator>(program, entry, world,
                                                       steps->getScheduler());
  }
  if (!devices.shareHostMemory()) {
    auto deviceOf = [this, entry](uint32_t rank) -> Device & {
      return devices.of(entry, rank);
    };
    communicator = std::make_unique<ImageCommunicator>(program, deviceOf,
                                                       std::move(communicator));
    if (ncclWorld) {
      SBP_ASSIGN_OR_RETURN(communicator,
                           NcclCommunicator::create(program, entry, *ncclWorld,
                                                    steps->getScheduler(),
                                                    std::move(communicator)));
    }
    communicator = std::make_unique<DeviceCommunicator>(
        program, entry, world, deviceOf, steps->getScheduler(),
        std::move(communicator));
  }
  if (options.wrapCommunicator)
    communicator = options.wrapCommunicator(std::move(communicator));
  return communicator;
}

/// Prepares the recording of steps, for entries of the model only.
Status Session::createGraphs(uint32_t entry) {
  EntryState &state = *entries[entry];
  if (!options.cudaGraph ||
      program.plan.entries[entry]->role != EntryRole::model)
    return {};
  auto deviceOf = [this, entry](uint32_t rank) -> Device & {
    return devices.of(entry, rank);
  };
  SBP_ASSIGN_OR_RETURN(state.stepGraphs,
                       StepGraphs::create(state.ranks, deviceOf,
                                          *state.communicator,
                                          steps->getScheduler()));
  return {};
}

Status Session::prepare(uint32_t entry) {
  auto [found, isNew] = entries.try_emplace(entry);
  if (isNew) {
    found->second = std::make_unique<EntryState>(program);
    found->second->preparation = prepare(entry, *found->second);
  }
  return found->second->preparation;
}

Status Session::prepare(uint32_t entry, EntryState &state) {
  SBP_RETURN_IF_FAILED(loadKernels(entry));
  SBP_RETURN_IF_FAILED(memory->prepareEntry(entry));
  SBP_ASSIGN_OR_RETURN(state.communicator, createCommunicator(entry));
  state.actors.resize(program.plan.ranks);
  for (uint32_t rank : world.ranks())
    SBP_RETURN_IF_FAILED(bindRank(entry, rank));
  SBP_RETURN_IF_FAILED(createGraphs(entry));
  const EntryT &e = *program.plan.entries[entry];
  for (uint32_t p = 0; p < e.inputs.size(); ++p)
    if (e.inputs[p]->state < 0)
      makeInputMap(entry, p);
  for (uint32_t p = 0; p < e.outputs.size(); ++p)
    makeOutputMap(entry, p);
  return {};
}

uint64_t Session::getMovedBytes(uint32_t entry) const {
  uint64_t total = 0;
  std::vector<uint64_t> bytes = countMovedBytes(program);
  const auto &communications = program.plan.communications;
  for (uint32_t c = 0; c < communications.size(); ++c)
    if (communications[c]->entry == entry)
      total += bytes[c] * communications[c]->firings;
  return total;
}

uint64_t Session::getPeakBytes(uint32_t rank) const {
  return memory->getPeakBytes(rank);
}

Status Session::step(uint32_t entry) {
  SBP_RETURN_IF_FAILED(prepare(entry));
  EntryState &state = *entries[entry];
  memory->noteStep();
  lastEntry.reset();
  Status status = steps->run(entry, state);
  if (status.failed())
    abort(state);
  else
    lastEntry = entry;
  return status;
}

/// Otherwise peers would wait for this process's ranks on a GPU for ever. NCCL
/// keeps a communicator while a graph of any entry contains calls of it.
void Session::abort(EntryState &failed) {
  for (auto &[entry, state] : entries)
    if (state->stepGraphs)
      state->stepGraphs->drop();
  failed.communicator->abort();
}

void Session::abort(Status reason) { steps->abort(std::move(reason)); }

Status Session::beginAt(uint32_t entry, uint32_t step) {
  SBP_RETURN_IF_FAILED(prepare(entry));
  entries[entry]->steps = step;
  return {};
}

Status Session::setTrace(std::vector<std::vector<TraceEvent>> *events,
                         uint32_t entry) {
  EntryState &state = *entries.at(entry);
  if (events)
    events->resize(program.plan.ranks);
  for (uint32_t rank : state.ranks)
    SBP_RETURN_IF_FAILED(
        state.actors[rank]->setTrace(events ? &(*events)[rank] : nullptr));
  return {};
}

void Session::setTiming(uint32_t entry, bool isTimed) {
  EntryState &state = *entries.at(entry);
  for (uint32_t rank : state.ranks)
    state.actors[rank]->setTiming(isTimed);
}

int64_t Session::getBusyNanoseconds(uint32_t entry, uint32_t rank) const {
  return entries.at(entry)->actors[rank]->getBusyNanoseconds();
}

uint64_t Session::countSentBytes(uint32_t entry) const {
  return entries.at(entry)->communicator->countSentBytes();
}

const TemplateT &Session::getTemplate(uint32_t entry, uint32_t rank) const {
  return getActivity().getTemplate(entry, rank);
}
