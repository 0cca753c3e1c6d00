// TestPlan.cpp: plans with consistent tables, one statement per object
//
// A plan of a single kernel on two ranks, whose input is split:
//
//   TestPlan plan(2);
//   uint32_t split = plan.distribution(TestPlan::S);
//   uint32_t x = plan.input("x", {4, 2}, split), y = plan.reg({4, 2}, split);
//   plan.compute("double", {x}, {y});
//   plan.output("y", y);
//
// Every function keeps the tables that refer to each other consistent
// (parameters of bindings, offsets in the arena, launch lists), so a test
// changes only what it is about.
#include "TestPlan.h"
#include "Layout.h"
#include <cstring>
#include <stdexcept>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

Bytes::Bytes(const std::string &text)
    : memory(text.size() / 64 + 1), size(text.size()) {
  std::memcpy(memory.data(), text.data(), text.size());
}

TestPlan::TestPlan(uint32_t ranks) : ranks(ranks) {
  contents.header.producer = "test";
  PlanT &p = plan();
  p.ranks = ranks;
  p.placements.push_back(std::make_unique<PlacementT>());
  p.placements[0]->name = "p";
  p.placements[0]->axis_names = {"d"};
  p.placements[0]->axis_sizes = {int64_t(ranks)};
  for (uint32_t rank = 0; rank < ranks; ++rank)
    p.placements[0]->ranks.push_back(rank);
  p.entries.push_back(std::make_unique<EntryT>());
  p.entries[0]->name = "main";
  p.templates.push_back(std::make_unique<TemplateT>());
  graph().streams.push_back(std::make_unique<LaunchListT>());
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    p.bindings.push_back(std::make_unique<BindingT>());
    p.bindings[rank]->entries.push_back(std::make_unique<EntryBindingT>());
    p.bindings[rank]->entries[0]->template_index = 0;
  }
  p.code.push_back(std::make_unique<CodeT>());
}

uint32_t TestPlan::distribution(Kind kind, Combiner combiner) {
  static const ComponentKind kinds[] = {
      ComponentKind::split, ComponentKind::broadcast, ComponentKind::partial};
  static const char *texts[] = {"@p, [S(0)]", "@p, [B]", "@p, [P]"};
  auto result = std::make_unique<DistributionT>();
  result->components.push_back(Component(kinds[kind], combiner, 0));
  result->text = texts[kind];
  plan().distributions.push_back(std::move(result));
  return plan().distributions.size() - 1;
}

/// Splits must be even, since all ranks belong to one class.
uint32_t TestPlan::reg(const Shape &shape, uint32_t distribution) {
  auto result = std::make_unique<RegisterT>();
  result->dtype = DType::f32;
  result->distribution = distribution;
  result->global_shape = shape;
  result->local_shape = getPiece(plan(), distribution, shape, 0).box.shape();
  result->box_begin.assign(shape.size(), -1);
  if (result->local_shape != shape) {
    result->box_begin[0] = graph().parameters++;
    for (uint32_t rank = 0; rank < ranks; ++rank)
      plan().bindings[rank]->entries[0]->parameters.push_back(
          getPiece(plan(), distribution, shape, rank).box.begin[0]);
  }
  result->bytes = *countElements(result->local_shape) * 4;
  result->offset = graph().arena_bytes;
  graph().arena_bytes += artifact::alignUp(result->bytes, 256);
  graph().registers.push_back(std::move(result));
  return graph().registers.size() - 1;
}

/// Makes a port of a whole tensor without a time dim.
static std::unique_ptr<PortT>
makePort(const std::string &name, const Shape &shape, uint32_t distribution) {
  auto port = std::make_unique<PortT>();
  port->name = name;
  port->dtype = DType::f32;
  port->shape = shape;
  port->distribution = distribution;
  return port;
}

uint32_t TestPlan::input(const std::string &name, const Shape &shape,
                         uint32_t distribution) {
  uint32_t result = reg(shape, distribution),
           port = plan().entries[0]->inputs.size();
  plan().entries[0]->inputs.push_back(makePort(name, shape, distribution));
  getRegister(result).space = Space::input;
  getRegister(result).index = port;
  graph().inputs.push_back(PortRegister(port, result));
  return result;
}

void TestPlan::output(const std::string &name, uint32_t index) {
  RegisterT &reg = getRegister(index);
  uint32_t port = plan().entries[0]->outputs.size();
  plan().entries[0]->outputs.push_back(
      makePort(name, reg.global_shape, reg.distribution));
  if (reg.space == Space::state)
    plan().entries[0]->outputs.back()->state = reg.index;
  graph().outputs.push_back(PortRegister(port, index));
}

uint32_t TestPlan::state(const std::string &name, const Shape &shape,
                         uint32_t distribution, float initial) {
  auto state = std::make_unique<StateT>();
  state->name = name;
  state->dtype = DType::f32;
  state->shape = shape;
  state->distribution = distribution;
  state->initial = plan().constants.size();
  uint32_t number = plan().states.size();
  plan().states.push_back(std::move(state));
  plan().constants.push_back(std::make_unique<ConstantT>());
  plan().constants.back()->dtype = DType::f32;
  splats.push_back({initial});

  uint32_t result = input(name, shape, distribution);
  plan().entries[0]->inputs.back()->state = number;
  getRegister(result).space = Space::state;
  getRegister(result).index = number;
  return result;
}

/// Appends all firings of a task to the only launch list.
void TestPlan::launch(uint32_t task, uint32_t firings) {
  for (uint32_t i = 0; i < firings; ++i)
    graph().streams[0]->entries.push_back(LaunchEntry(task, i));
}

uint32_t TestPlan::compute(const std::string &symbol,
                           std::vector<uint32_t> inputs,
                           std::vector<uint32_t> outputs) {
  auto kernel = std::make_unique<KernelT>();
  kernel->symbol = symbol;
  auto task = std::make_unique<TaskT>();
  task->inputs = std::move(inputs);
  task->outputs = std::move(outputs);
  task->kernel = plan().kernels.size();
  plan().kernels.push_back(std::move(kernel));
  graph().tasks.push_back(std::move(task));
  launch(graph().tasks.size() - 1, 1);
  return graph().tasks.size() - 1;
}

uint32_t TestPlan::communicate(CommunicationKind kind, uint32_t in,
                               uint32_t out, std::vector<TransferT> transfers) {
  auto communication = std::make_unique<CommunicationT>();
  communication->sequence = plan().communications.size();
  communication->kind = kind;
  communication->dtype = DType::f32;
  communication->global_shape = getRegister(in).global_shape;
  communication->from = getRegister(in).distribution;
  communication->to = getRegister(out).distribution;
  communication->movement = plan().movements.size();
  plan().movements.push_back(std::make_unique<MovementT>());
  for (TransferT &transfer : transfers)
    plan().movements.back()->transfers.push_back(
        std::make_unique<TransferT>(std::move(transfer)));
  uint32_t number = plan().communications.size();
  plan().communications.push_back(std::move(communication));
  plan().entries[0]->order.push_back(LaunchEntry(number, 0));
  auto task = std::make_unique<TaskT>();
  task->kind = TaskKind::communicate;
  task->inputs = {in};
  task->outputs = {out};
  task->communication = number;
  graph().tasks.push_back(std::move(task));
  launch(graph().tasks.size() - 1, 1);
  return graph().tasks.size() - 1;
}

/// Makes a transfer of the whole tensor of `reg` from all ranks to all ranks.
TransferT TestPlan::makeTransfer(TransferKind kind, uint32_t reg) {
  TransferT transfer;
  transfer.kind = kind;
  transfer.end = getRegister(reg).global_shape;
  transfer.begin.assign(transfer.end.size(), 0);
  transfer.sources = transfer.destinations = plan().placements[0]->ranks;
  return transfer;
}

uint32_t TestPlan::allReduce(uint32_t in, uint32_t out) {
  return communicate(CommunicationKind::all_reduce, in, out,
                     {makeTransfer(TransferKind::combine, in)});
}

uint32_t TestPlan::reduceScatter(uint32_t in, uint32_t out) {
  return communicate(CommunicationKind::reduce_scatter, in, out,
                     {makeTransfer(TransferKind::scatter, in)});
}

uint32_t TestPlan::allGather(uint32_t in, uint32_t out) {
  return communicate(CommunicationKind::all_gather, in, out,
                     {makeTransfer(TransferKind::route, in)});
}

std::string TestPlan::bytes() {
  contents.constants.clear();
  for (const std::vector<float> &splat : splats)
    contents.constants.push_back({splat.data(), splat.size() * 4});
  contents.code.assign(1 + furtherInterfaces.size(),
                       {code.data(), code.size()});
  contents.interfaces = describeKernels(plan());
  if (interface)
    contents.interfaces[0] = *interface;
  std::copy(furtherInterfaces.begin(), furtherInterfaces.end(),
            contents.interfaces.begin() + 1);
  Result<std::string> bytes = artifact::write(contents);
  if (bytes.failed())
    throw std::runtime_error(bytes.status().message());
  return *bytes;
}

/// Returns the types of registers as a kernel's operands.
static std::vector<std::unique_ptr<OperandT>>
describe(const TemplateT &graph, const std::vector<uint32_t> &registers) {
  std::vector<std::unique_ptr<OperandT>> operands;
  for (uint32_t index : registers) {
    auto operand = std::make_unique<OperandT>();
    if (index <
        graph.registers.size()) { // an invalid index is the verifier's business
      operand->dtype = graph.registers[index]->dtype;
      operand->shape = graph.registers[index]->local_shape;
    }
    operands.push_back(std::move(operand));
  }
  return operands;
}

static std::unique_ptr<KernelSignatureT> describe(const TemplateT &graph,
                                                  const TaskT &task) {
  auto signature = std::make_unique<KernelSignatureT>();
  signature->inputs = describe(graph, task.inputs);
  signature->outputs = describe(graph, task.outputs);
  signature->in_place = task.in_place;
  for (size_t i = 0; i < task.parameters.size(); ++i)
    signature->parameters.push_back(std::make_unique<KernelParameterT>());
  return signature;
}

// A kernel that several tasks call has the signature of the first one.
std::vector<CodeInterfaceT> test::describeKernels(const PlanT &plan) {
  std::vector<CodeInterfaceT> interfaces(plan.code.size());
  std::vector<bool> seen(plan.kernels.size());
  for (const auto &graph : plan.templates)
    for (const auto &task : graph->tasks) {
      size_t kernel = task->kernel;
      if (task->kind != TaskKind::compute || kernel >= seen.size() ||
          seen[kernel] || plan.kernels[kernel]->code >= interfaces.size())
        continue;
      seen[kernel] = true;
      auto signature = describe(*graph, *task);
      signature->symbol = plan.kernels[kernel]->symbol;
      interfaces[plan.kernels[kernel]->code].kernels.push_back(
          std::move(signature));
    }
  return interfaces;
}

std::unique_ptr<Session> test::createSession(const Bytes &bytes, Device &device,
                                             SessionOptions options) {
  options.device = &device;
  auto session = Session::create(bytes.view(), options);
  if (session.failed())
    throw std::runtime_error(session.status().message());
  return *std::move(session);
}

std::string test::verify(TestPlan &builder) {
  Bytes bytes(builder.bytes());
  artifact::View view;
  Program program;
  Status status = loadProgram(bytes.view(), view, program);
  return status.failed() ? status.message() : "";
}
