// VerifyGraphs.cpp: verification (2) of producers, rates and launch lists
//
// Each register has one producer, each read has a value, rates divide (a
// register's tokens divide the firings of its tasks), and each task stands in
// one launch list, with its micro-batches in order. Later parts rely on this:
// they compute waits by division and positions by firing number.
#include "PlanVerifier.h"

using namespace sbp;
using namespace sbp::plan;

namespace {
/// The verifier of one template.
class GraphVerifier {
public:
  GraphVerifier(const Program &program, uint32_t index)
      : program(program), graph(*program.plan.templates[index]), index(index),
        producers(graph.registers.size(), -1), scratch(graph.registers.size()) {
  }
  Status run();

private:
  Status checkProducers();
  Status checkAliases();
  Status checkRates();
  Status checkConsumers();
  Status checkLaunchLists();
  Status checkPorts();
  Status checkCommunication(uint32_t task);

  template <typename... Parts> static Status wrong(const Parts &...parts) {
    return userError("plan: ", parts...);
  }
  std::string taskName(uint32_t task) const {
    return program.nameTask(index, task);
  }
  std::string registerName(uint32_t reg) const {
    return program.nameRegister(index, reg);
  }
  bool isView(uint32_t reg) const {
    return producers[reg] < 0 && graph.registers[reg]->alias_of >= 0;
  }

  const Program &program;
  const TemplateT &graph;
  uint32_t index;
  std::vector<int32_t> producers;
  std::vector<bool> scratch;
};
} // namespace

/// Finds the producers. A register has at most one, and constants and inputs
/// have none.
Status GraphVerifier::checkProducers() {
  for (uint32_t t = 0; t < graph.tasks.size(); ++t) {
    const TaskT &task = *graph.tasks[t];
    for (uint32_t reg : task.outputs) {
      if (producers[reg] >= 0)
        return wrong(registerName(reg), " is written by ",
                     taskName(producers[reg]), " and ", taskName(t));
      producers[reg] = t;
      Space space = graph.registers[reg]->space;
      if (space == Space::constant || space == Space::input)
        return wrong(taskName(t), " writes ", registerName(reg), " of space ",
                     EnumNameSpace(space));
    }
    if (task.scratch >= 0)
      scratch[task.scratch] = true;
  }
  return {};
}

/// Checks that aliases end at a register, that views have the size of their
/// target, and that scratch is used for nothing else.
Status GraphVerifier::checkAliases() {
  for (uint32_t r = 0; r < graph.registers.size(); ++r) {
    const RegisterT &reg = *graph.registers[r];
    // A chain of aliases longer than the number of registers is a cycle.
    int32_t at = r;
    for (size_t steps = 0; at >= 0; ++steps) {
      if (steps > graph.registers.size())
        return wrong(registerName(r), " is the alias of itself");
      at = graph.registers[at]->alias_of;
    }
    if (isView(r) && reg.bytes != graph.registers[reg.alias_of]->bytes)
      return wrong(registerName(r), " is a view of ",
                   registerName(reg.alias_of), " but of another size");
    if (scratch[r] && (producers[r] >= 0 || reg.alias_of >= 0))
      return wrong(registerName(r), " is scratch and something else");
    if (producers[r] >= 0 && reg.space == Space::state && reg.alias_of < 0)
      return wrong(registerName(r), " is a new state but no alias of the old");
  }
  return {};
}

/// Checks that every firing reads or writes a whole number of tokens.
Status GraphVerifier::checkRates() {
  for (uint32_t t = 0; t < graph.tasks.size(); ++t) {
    const TaskT &task = *graph.tasks[t];
    for (const auto *list : {&task.inputs, &task.outputs})
      for (uint32_t reg : *list)
        if (task.firings % graph.registers[reg]->tokens != 0)
          return wrong(taskName(t), " fires ", task.firings,
                       " times a step but ", registerName(reg), " has ",
                       graph.registers[reg]->tokens, " tokens");
    if (task.kind == TaskKind::communicate)
      SBP_RETURN_IF_FAILED(checkCommunication(t));
  }
  return {};
}

/// Checks a task against its communication: entry, firings, and the types of
/// its registers.
Status GraphVerifier::checkCommunication(uint32_t t) {
  const TaskT &task = *graph.tasks[t];
  const CommunicationT &communication =
      *program.plan.communications[task.communication];
  if (communication.entry != graph.entry ||
      communication.firings != task.firings)
    return wrong(taskName(t), " does not fit ",
                 program.nameCommunication(task.communication));
  for (const auto *list : {&task.inputs, &task.outputs})
    for (uint32_t reg : *list)
      // An input of one token, a state, is sent in every micro-batch.
      if (graph.registers[reg]->dtype != communication.dtype ||
          graph.registers[reg]->global_shape != communication.global_shape ||
          (graph.registers[reg]->tokens != task.firings &&
           (list == &task.outputs || graph.registers[reg]->tokens != 1)))
        return wrong(taskName(t), ": ", registerName(reg), " is not ",
                     toString(communication.global_shape, communication.dtype),
                     " of ", program.nameCommunication(task.communication));
  return {};
}

/// Checks that everything that is read has a value, and that copies keep the
/// global tensor.
Status GraphVerifier::checkConsumers() {
  for (uint32_t t = 0; t < graph.tasks.size(); ++t) {
    const TaskT &task = *graph.tasks[t];
    for (uint32_t reg : task.inputs) {
      uint32_t at = reg;
      while (isView(at))
        at = graph.registers[at]->alias_of;
      if (graph.registers[at]->space == Space::arena && producers[at] < 0)
        return wrong(taskName(t), " reads ", registerName(reg),
                     ", which nothing writes");
      if (scratch[at])
        return wrong(taskName(t), " reads scratch ", registerName(reg));
    }
    if (task.kind == TaskKind::copy) {
      const RegisterT &from = *graph.registers[task.inputs[0]];
      const RegisterT &to = *graph.registers[task.outputs[0]];
      if (from.dtype != to.dtype || from.global_shape != to.global_shape)
        return wrong(taskName(t), " copies ",
                     toString(from.global_shape, from.dtype), " to ",
                     toString(to.global_shape, to.dtype));
    }
  }
  return {};
}

/// Checks that each task stands in one list as often as it fires, with
/// micro-batches 0, 1, 2, ... in order.
Status GraphVerifier::checkLaunchLists() {
  std::vector<int32_t> stream(graph.tasks.size(), -1);
  std::vector<uint32_t> fired(graph.tasks.size());
  for (size_t s = 0; s < graph.streams.size(); ++s)
    for (const LaunchEntry &entry : graph.streams[s]->entries) {
      uint32_t t = entry.task();
      if (t >= graph.tasks.size())
        return wrong("launch list ", s, " of template ", index, " names task ",
                     t, " of ", graph.tasks.size());
      if (stream[t] >= 0 && stream[t] != int32_t(s))
        return wrong(taskName(t), " stands in launch lists ", stream[t],
                     " and ", s);
      stream[t] = s;
      if (entry.micro_batch() != fired[t]++)
        return wrong(taskName(t), ": micro-batch ", entry.micro_batch(),
                     " is launched after ", fired[t] - 1, " others");
    }
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    if (fired[t] != graph.tasks[t]->firings)
      return wrong(taskName(t), " is launched ", fired[t], " times but fires ",
                   graph.tasks[t]->firings, " times a step");
  return {};
}

/// Checks that inputs lie in the storage of their port or state, and that the
/// last tokens of outputs exist after the step.
Status GraphVerifier::checkPorts() {
  const EntryT &entry = *program.plan.entries[graph.entry];
  std::vector<bool> fed(entry.inputs.size());
  for (const PortRegister &input : graph.inputs) {
    const RegisterT &reg = *graph.registers[input.register_()];
    const PortT &port = *entry.inputs[input.port()];
    Space space = port.state >= 0 ? Space::state : Space::input;
    int64_t place = port.state >= 0 ? port.state : int64_t(input.port());
    if (fed[input.port()] || reg.space != space || reg.index != place ||
        producers[input.register_()] >= 0 || reg.alias_of >= 0)
      return wrong("input '", port.name, "' of template ", index,
                   " is not kept in ", registerName(input.register_()));
    fed[input.port()] = true;
  }
  for (uint32_t r = 0; r < graph.registers.size(); ++r) {
    const RegisterT &reg = *graph.registers[r];
    if (reg.space == Space::input && !fed[reg.index])
      return wrong(registerName(r), " holds an input that template ", index,
                   " does not take");
  }
  std::vector<bool> written(entry.outputs.size());
  for (const PortRegister &output : graph.outputs) {
    uint32_t at = output.register_();
    while (isView(at))
      at = graph.registers[at]->alias_of;
    const PortT &port = *entry.outputs[output.port()];
    const RegisterT &reg = *graph.registers[at];
    if (written[output.port()] || scratch[at] ||
        (reg.space == Space::arena && producers[at] < 0))
      return wrong("output '", port.name, "' of template ", index,
                   " is not written by anything");
    if (port.state >= 0 &&
        (reg.space != Space::state || reg.index != port.state))
      return wrong("output '", port.name, "' of template ", index,
                   " is a state but its register is not kept in it");
    // An output over time keeps one token per micro-batch until the step ends.
    uint32_t tokens = port.time_dim >= 0 ? entry.micro_batches : 1;
    if (reg.tokens != tokens || reg.copies < tokens)
      return wrong("output '", port.name, "' of template ", index, " needs ",
                   tokens, " tokens and copies but has ", reg.tokens, " and ",
                   reg.copies);
    written[output.port()] = true;
  }
  return {};
}

Status GraphVerifier::run() {
  SBP_RETURN_IF_FAILED(checkProducers());
  SBP_RETURN_IF_FAILED(checkAliases());
  SBP_RETURN_IF_FAILED(checkRates());
  SBP_RETURN_IF_FAILED(checkConsumers());
  SBP_RETURN_IF_FAILED(checkLaunchLists());
  return checkPorts();
}

Status sbp::verifyGraphs(const Program &program) {
  for (uint32_t t = 0; t < program.plan.templates.size(); ++t)
    SBP_RETURN_IF_FAILED(GraphVerifier(program, t).run());
  return {};
}
