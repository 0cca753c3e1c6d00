//===- Session.cpp - loading and binding
//------------------------------------===//
#include "Session.h"
#include "HostDevice.h"
#include <algorithm>
#include <sched.h>

using namespace sbp;
using namespace sbp::plan;

Session::~Session() {
  // The watchdog looks at actors; workers at everything.
  watchdog.reset();
  scheduler.reset();
}

static unsigned countCores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0)
    return 1;
  return std::max(1, CPU_COUNT(&cores));
}

Status Session::create(artifact::Bytes bytes, SessionOptions options,
                       std::unique_ptr<Session> &result) {
  std::unique_ptr<Session> session(new Session());
  session->options = std::move(options);
  SBP_RETURN_IF_FAILED(session->load(bytes));
  result = std::move(session);
  return {};
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
  for (const auto &graph : program.plan.templates)
    if (graph->device != DeviceKind::host)
      return userError("artifact needs a ", EnumNameDeviceKind(graph->device),
                       " device, which this runner does not drive");

  device = options.device;
  if (!device) {
    ownDevice = std::make_unique<HostDevice>();
    device = ownDevice.get();
  }
  memory = std::make_unique<Memory>(program, view.constants, *device);
  SBP_RETURN_IF_FAILED(memory->allocate());
  kernels.resize(program.plan.kernels.size());
  kernelLoaded.resize(kernels.size());
  stateReady.resize(program.plan.states.size());

  uint32_t ranks = program.plan.ranks;
  workers = std::min(ranks, options.workers ? options.workers : countCores());
  workers = options.seed ? 1 : workers;
  if (ownDevice)
    reserveProductBuffers(workers);
  if (options.seed) {
    scheduler = createDeterministicScheduler(ranks, *options.seed);
  } else {
    scheduler = createThreadScheduler(ranks, workers);
  }
  // The deterministic scheduler sees for itself when nothing can run.
  if (options.watchdogSeconds > 0 && !options.seed)
    watchdog = std::make_unique<Watchdog>(
        options.watchdogSeconds, [this] { return countLaunches(); },
        [this] {
          std::string report =
              textOf("no progress for ", options.watchdogSeconds,
                     " s: ", describeRanks());
          if (options.onStall)
            options.onStall(report);
          scheduler->abort(Status(ExitCode::Watchdog, report));
        });
  return {};
}

int32_t Session::findEntry(const std::string &name, EntryRole role) const {
  for (size_t e = 0; e < program.plan.entries.size(); ++e)
    if (program.plan.entries[e]->name == name &&
        program.plan.entries[e]->role == role)
      return e;
  return -1;
}

Status Session::loadKernels(uint32_t entry) {
  for (const auto &graph : program.plan.templates) {
    if (graph->entry != entry)
      continue;
    for (const auto &task : graph->tasks) {
      if (task->kind != TaskKind::compute || kernelLoaded[task->kernel])
        continue;
      const KernelT &kernel = *program.plan.kernels[task->kernel];
      if (program.plan.code[kernel.code]->format != CodeFormat::elf)
        return userError("code ", kernel.code, " is not for a host");
      SBP_RETURN_IF_FAILED(
          device->loadCode(kernel.code, view.code[kernel.code]));
      SBP_RETURN_IF_FAILED(device->findKernel(kernel.code, kernel.symbol,
                                              kernels[task->kernel]));
      kernelLoaded[task->kernel] = true;
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

Status Session::bindTask(uint32_t entry, uint32_t rank, uint32_t index,
                         const TaskGraph &graph, LocalCommunicator &channels,
                         BoundTask &bound) {
  const EntryBindingT &binding = *program.plan.bindings[rank]->entries[entry];
  const TemplateT &templ = *program.plan.templates[binding.template_index];
  const TaskT &task = *templ.tasks[index];
  bound.kind = task.kind;
  bound.firings = task.firings;
  bound.waits = graph.waits[index];
  for (uint32_t reg : task.inputs)
    bound.inputs.push_back(pointTo(entry, rank, reg, task.firings));
  for (uint32_t reg : task.outputs)
    bound.outputs.push_back(pointTo(entry, rank, reg, task.firings));
  if (task.scratch >= 0)
    bound.scratch = pointTo(entry, rank, task.scratch, 1).base;
  for (uint32_t parameter : task.parameters) {
    if (parameter == uint32_t(Parameter::micro_batch))
      bound.microBatchParameters.push_back(bound.parameters.size());
    bound.parameters.push_back(parameter == uint32_t(Parameter::micro_batch)
                                   ? 0
                                   : binding.parameters[parameter]);
  }
  if (task.kind == TaskKind::compute)
    bound.kernel = kernels[task.kernel];
  if (task.kind == TaskKind::communicate)
    bound.channel = channels.getChannel(task.communication, rank);
  if (task.kind == TaskKind::copy) {
    const RegisterT &from = *templ.registers[task.inputs[0]];
    const RegisterT &to = *templ.registers[task.outputs[0]];
    Box box = getRegisterBox(to, binding.parameters);
    bound.copy.emplace(
        to.dtype, Combiner::sum, box,
        std::vector<BufferBox>{{0, getRegisterBox(from, binding.parameters)}},
        std::vector<BufferBox>{{0, box}});
  }
  return {};
}

Status Session::bindRank(uint32_t entry, uint32_t rank,
                         LocalCommunicator &channels) {
  EntryState &state = *entries[entry];
  const EntryBindingT &binding = *program.plan.bindings[rank]->entries[entry];
  if (binding.template_index < 0)
    return {};
  const TemplateT &templ = *program.plan.templates[binding.template_index];
  TaskGraph graph(templ);
  std::vector<BoundTask> tasks(templ.tasks.size());
  for (uint32_t t = 0; t < tasks.size(); ++t)
    SBP_RETURN_IF_FAILED(bindTask(entry, rank, t, graph, channels, tasks[t]));
  state.actors[rank] = std::make_unique<Actor>(rank, templ, std::move(tasks),
                                               *device, *state.communicator);
  state.ranks.push_back(rank);
  return {};
}

Status Session::prepare(uint32_t entry) {
  if (entries.count(entry))
    return {};
  SBP_RETURN_IF_FAILED(loadKernels(entry));
  SBP_RETURN_IF_FAILED(memory->prepareEntry(entry));
  auto local = std::make_unique<LocalCommunicator>(program, entry, *scheduler);
  LocalCommunicator &channels = *local;
  entries[entry] = std::make_unique<EntryState>();
  EntryState &state = *entries[entry];
  state.communicator = std::move(local);
  if (options.wrapCommunicator)
    state.communicator =
        options.wrapCommunicator(std::move(state.communicator));
  state.actors.resize(program.plan.ranks);
  for (uint32_t rank = 0; rank < program.plan.ranks; ++rank)
    SBP_RETURN_IF_FAILED(bindRank(entry, rank, channels));
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
  const auto &communications = program.plan.communications;
  for (uint32_t c = 0; c < communications.size(); ++c)
    if (communications[c]->entry == entry)
      total += countMovedBytes(program, c) * communications[c]->firings;
  return total;
}

uint64_t Session::getPeakBytes() const {
  uint64_t peak = 0;
  for (uint32_t rank = 0; rank < program.plan.ranks; ++rank)
    peak = std::max(peak, memory->getPeakBytes(rank));
  return peak;
}
