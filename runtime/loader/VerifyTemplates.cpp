// VerifyTemplates.cpp: verification (1) of registers and tasks
#include "StructureVerifier.h"

using namespace sbp;
using namespace sbp::plan;

/// Checks the storage of a register: the place in the arena, or the state,
/// constant or input that provides it.
Status StructureVerifier::checkSpace(const TemplateT &graph,
                                     const RegisterT &reg,
                                     const std::string &name) {
  const EntryT &entry = *plan.entries[graph.entry];
  size_t limits[] = {0, plan.states.size(), plan.constants.size(),
                     entry.inputs.size()};
  if (reg.space > Space::MAX)
    return wrong(name, " lies in an unknown space");
  if (reg.space == Space::arena) {
    uint64_t step = reg.copies > 1 ? reg.stride : 0, size, end;
    if (reg.offset % 256 != 0 || step % 256 != 0 || (step && step < reg.bytes))
      return wrong(name, " has a wrong offset or stride");
    if (reg.copies > 1 && step == 0 && reg.bytes != 0)
      return wrong(name, " has overlapping copies");
    if (__builtin_mul_overflow(step, uint64_t(reg.copies - 1), &size) ||
        __builtin_add_overflow(size, reg.bytes, &size) ||
        __builtin_add_overflow(size, reg.offset, &end) ||
        end > graph.arena_bytes)
      return wrong(name, " ends outside the arena of ", graph.arena_bytes,
                   " bytes");
    return {};
  }
  if (reg.index < 0 || size_t(reg.index) >= limits[size_t(reg.space)])
    return wrong(name, " names no ", EnumNameSpace(reg.space));
  bool timed =
      reg.space == Space::input && entry.inputs[reg.index]->time_dim >= 0;
  uint32_t expected = timed ? entry.micro_batches : 1;
  if (reg.tokens != expected || reg.copies != expected)
    return wrong(name, " of space ", EnumNameSpace(reg.space), " needs ",
                 expected, " tokens and copies but has ", reg.tokens, " and ",
                 reg.copies);
  DType type = reg.space == Space::state      ? plan.states[reg.index]->dtype
               : reg.space == Space::constant ? plan.constants[reg.index]->dtype
                                              : entry.inputs[reg.index]->dtype;
  if (reg.alias_of < 0 && type != reg.dtype)
    return wrong(name, " is ", artifact::getName(reg.dtype), " but its ",
                 EnumNameSpace(reg.space), " is ", artifact::getName(type));
  return {};
}

/// Checks the shapes, size, copies and alias of a register. An alias has the
/// storage of its target.
Status StructureVerifier::checkRegister(const TemplateT &graph,
                                        const RegisterT &reg,
                                        const std::string &name) {
  SBP_RETURN_IF_FAILED(
      checkTensor(name, reg.dtype, reg.global_shape, reg.distribution));
  SBP_RETURN_IF_FAILED(checkTensor(name, reg.dtype, reg.local_shape, -1));
  if (reg.local_shape.size() != reg.global_shape.size() ||
      reg.box_begin.size() != reg.global_shape.size())
    return wrong(name,
                 " has local shape or box of another rank than its shape");
  for (int32_t parameter : reg.box_begin)
    if (parameter < -1 || parameter >= int64_t(graph.parameters))
      return wrong(name, " takes its box from parameter ", parameter, " of ",
                   graph.parameters);
  uint64_t bytes =
      *countElements(reg.local_shape) * artifact::getByteWidth(reg.dtype);
  if (reg.bytes != bytes)
    return wrong(name, " of ", toString(reg.local_shape, reg.dtype), " needs ",
                 bytes, " bytes but has ", reg.bytes);
  uint32_t m = plan.entries[graph.entry]->micro_batches;
  if (reg.copies == 0 || reg.copies > (1u << 20) ||
      (reg.tokens != 1 && reg.tokens != m))
    return wrong(name, " has ", reg.copies, " copies and ", reg.tokens,
                 " tokens a step of ", m, " micro-batches");
  SBP_RETURN_IF_FAILED(checkSpace(graph, reg, name));
  if (reg.alias_of < 0)
    return {};
  if (size_t(reg.alias_of) >= graph.registers.size())
    return wrong(name, " is the alias of no register");
  const RegisterT &other = *graph.registers[reg.alias_of];
  if (&other == &reg || other.space != reg.space || other.index != reg.index ||
      other.offset != reg.offset || other.copies != reg.copies ||
      other.stride != reg.stride || other.tokens != reg.tokens ||
      other.bytes < reg.bytes)
    return wrong(name, " does not lie in the register ", reg.alias_of,
                 " that it is the alias of");
  return {};
}

/// Checks the indices of a task and the operands that its kind requires.
Status StructureVerifier::checkTask(const TemplateT &graph, const TaskT &task,
                                    const std::string &name) {
  for (const auto *list : {&task.inputs, &task.outputs})
    for (uint32_t reg : *list)
      if (reg >= graph.registers.size())
        return wrong(name, " names register ", reg, " of ",
                     graph.registers.size());
  for (uint32_t parameter : task.parameters)
    if (parameter >= graph.parameters &&
        parameter != uint32_t(Parameter::micro_batch))
      return wrong(name, " names parameter ", parameter, " of ",
                   graph.parameters);
  uint32_t m = plan.entries[graph.entry]->micro_batches;
  if (task.firings != 1 && task.firings != m)
    return wrong(name, " fires ", task.firings, " times a step of ", m,
                 " micro-batches");
  for (const InPlacePair &pair : task.in_place)
    if (pair.input() >= task.inputs.size() ||
        pair.output() >= task.outputs.size())
      return wrong(name, " has an in-place pair of no operand");
  switch (task.kind) {
  case TaskKind::compute:
    if (task.kernel < 0 || size_t(task.kernel) >= plan.kernels.size())
      return wrong(name, " names no kernel");
    if (task.scratch < -1 || task.scratch >= int64_t(graph.registers.size()) ||
        (task.scratch >= 0 &&
         graph.registers[task.scratch]->space != Space::arena))
      return wrong(name, " has no such scratch register");
    return {};
  case TaskKind::communicate:
    if (task.communication < 0 ||
        size_t(task.communication) >= plan.communications.size() ||
        task.inputs.size() > 1 || task.outputs.size() > 1 || task.scratch != -1)
      return wrong(name,
                   " has no communication of at most one input and output");
    return {};
  case TaskKind::copy:
    if (task.inputs.size() != 1 || task.outputs.size() != 1 ||
        task.scratch != -1)
      return wrong(name, " copies other than one input to one output");
    return {};
  }
  return wrong(name, " is of an unknown kind");
}

/// Checks a template: its offsets, registers, tasks and ports.
Status StructureVerifier::checkTemplate(const TemplateT &graph,
                                        const std::string &name) {
  if (graph.entry >= plan.entries.size() || graph.device > DeviceKind::MAX)
    return wrong(name, " belongs to no entry or device");
  if (graph.arena_bytes > (1ull << 50) ||
      graph.persistent_bytes > (1ull << 50) || graph.parameters > (1u << 24))
    return wrong(name, " needs too much memory");
  if (graph.offsets.size() > graph.parameters)
    return wrong(name, " describes ", graph.offsets.size(),
                 " parameters but has ", graph.parameters);
  for (size_t o = 0; o < graph.offsets.size(); ++o) {
    const OffsetT &offset = *graph.offsets[o];
    std::string offsetName = textOf("offset ", o, " of ", name);
    SBP_RETURN_IF_FAILED(checkTensor(offsetName, DType::i8, offset.shape,
                                     int64_t(offset.distribution)));
    if (offset.dim >= offset.shape.size())
      return wrong(offsetName, " is of dim ", offset.dim, " of ",
                   offset.shape.size());
  }
  for (size_t r = 0; r < graph.registers.size(); ++r)
    SBP_RETURN_IF_FAILED(checkRegister(graph, *graph.registers[r],
                                       textOf("register ", r, " of ", name)));
  for (size_t t = 0; t < graph.tasks.size(); ++t)
    SBP_RETURN_IF_FAILED(
        checkTask(graph, *graph.tasks[t], textOf("task ", t, " of ", name)));
  const EntryT &entry = *plan.entries[graph.entry];
  for (const PortRegister &input : graph.inputs)
    if (input.port() >= entry.inputs.size() ||
        input.register_() >= graph.registers.size())
      return wrong(name, " has an input that is neither a port nor a register");
  for (const PortRegister &output : graph.outputs)
    if (output.port() >= entry.outputs.size() ||
        output.register_() >= graph.registers.size())
      return wrong(name,
                   " has an output that is neither a port nor a register");
  return {};
}

Status StructureVerifier::checkTemplates() {
  for (size_t t = 0; t < plan.templates.size(); ++t)
    SBP_RETURN_IF_FAILED(
        checkTemplate(*plan.templates[t], textOf("template ", t)));
  return {};
}
