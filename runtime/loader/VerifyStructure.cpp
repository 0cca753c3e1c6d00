//===- VerifyStructure.cpp - (1) indices, enums, shapes, sizes
//--------------===//
#include "PlanVerifier.h"
#include <algorithm>
#include <set>

using namespace sbp;
using namespace sbp::plan;

namespace {
class StructureVerifier {
public:
  StructureVerifier(const Program &program, uint64_t constantBytes,
                    size_t codeBlobs)
      : plan(program.plan), constantBytes(constantBytes), codeBlobs(codeBlobs) {
  }
  Status run();

private:
  Status checkPlacements();
  Status checkDistributions();
  Status checkConstants();
  Status checkStates();
  Status checkEntries();
  Status checkPort(const EntryT &entry, const PortT &port);
  Status checkReference(const EntryT &entry);
  Status checkKernels();
  Status checkTemplates();
  Status checkTemplate(const TemplateT &graph, const std::string &name);
  Status checkRegister(const TemplateT &graph, const RegisterT &reg,
                       const std::string &name);
  Status checkSpace(const TemplateT &graph, const RegisterT &reg,
                    const std::string &name);
  Status checkTask(const TemplateT &graph, const TaskT &task,
                   const std::string &name);
  Status checkBindings();
  Status checkCommunications();

  template <typename... Parts> static Status wrong(const Parts &...parts) {
    return userError("plan: ", parts...);
  }
  /// Shape, dtype and distribution fit together.
  Status checkTensor(const std::string &name, DType type, const Shape &shape,
                     int64_t distribution);
  static bool legal(DType type) { return type <= DType::MAX; }

  const PlanT &plan;
  uint64_t constantBytes;
  size_t codeBlobs;
};
} // namespace

Status StructureVerifier::checkPlacements() {
  if (plan.ranks == 0 || plan.ranks > (1u << 20))
    return wrong("number of ranks ", plan.ranks, " is not in 1..2^20");
  for (const auto &placement : plan.placements) {
    std::string name = "placement @" + placement->name;
    std::set<uint32_t> distinct(placement->ranks.begin(),
                                placement->ranks.end());
    std::optional<int64_t> size = countElements(placement->axis_sizes);
    if (!size || *size == 0 || size_t(*size) != placement->ranks.size())
      return wrong(name, ": axis sizes do not give its ",
                   placement->ranks.size(), " ranks");
    if (distinct.size() != placement->ranks.size() ||
        *distinct.rbegin() >= plan.ranks)
      return wrong(name, ": ranks are not distinct or not below ", plan.ranks);
    if (placement->device > DeviceKind::MAX)
      return wrong(name, ": unknown device kind");
  }
  return {};
}

Status StructureVerifier::checkDistributions() {
  for (size_t i = 0; i < plan.distributions.size(); ++i) {
    const DistributionT &distribution = *plan.distributions[i];
    if (distribution.placement >= plan.placements.size())
      return wrong("distribution ", i, " names no placement");
    size_t axes = plan.placements[distribution.placement]->axis_sizes.size();
    std::set<uint32_t> order(distribution.order.begin(),
                             distribution.order.end());
    if (distribution.components.size() != axes ||
        (!order.empty() && (order.size() != axes || *order.rbegin() >= axes)) ||
        order.size() != distribution.order.size())
      return wrong("distribution ", i, " does not have one component per axis");
    std::optional<Combiner> combiner = getCombiner(distribution);
    for (const Component &component : distribution.components) {
      if (component.kind() > ComponentKind::MAX ||
          component.combiner() > Combiner::MAX || component.dim() < 0)
        return wrong("distribution ", i, " has an unknown component");
      if (component.kind() == ComponentKind::partial &&
          component.combiner() != *combiner)
        return wrong("distribution ", i, " has two combiners");
    }
  }
  return {};
}

Status StructureVerifier::checkTensor(const std::string &name, DType type,
                                      const Shape &shape,
                                      int64_t distribution) {
  if (!legal(type))
    return wrong(name, " has an unknown dtype");
  if (shape.size() > maximalRank)
    return wrong(name, " has ", shape.size(), " dims, more than ", maximalRank);
  if (!countElements(shape))
    return wrong(name, " has a negative or too large shape");
  if (distribution < -1 || distribution >= int64_t(plan.distributions.size()))
    return wrong(name, " names no distribution");
  if (distribution >= 0)
    for (const Component &component :
         plan.distributions[distribution]->components)
      if (component.kind() == ComponentKind::split &&
          size_t(component.dim()) >= shape.size())
        return wrong(name, " is split on dim ", component.dim(),
                     " but has rank ", shape.size());
  return {};
}

Status StructureVerifier::checkConstants() {
  for (size_t i = 0; i < plan.constants.size(); ++i) {
    const ConstantT &constant = *plan.constants[i];
    std::string name = textOf("constant ", i);
    SBP_RETURN_IF_FAILED(checkTensor(name, constant.dtype, constant.shape, -1));
    uint64_t bytes =
        *countElements(constant.shape) * artifact::getByteWidth(constant.dtype);
    if (constant.bytes != bytes || constant.offset % 64 != 0 ||
        constant.offset > constantBytes ||
        bytes > constantBytes - constant.offset)
      return wrong(name, " lies outside the constants segment");
  }
  return {};
}

Status StructureVerifier::checkStates() {
  std::set<std::pair<std::string, EntryRole>> names;
  for (const auto &state : plan.states) {
    std::string name = "state '" + state->name + "'";
    if (!names.insert({state->name, state->role}).second)
      return wrong(name, " exists twice");
    SBP_RETURN_IF_FAILED(
        checkTensor(name, state->dtype, state->shape, state->distribution));
    if (state->initial < -1 || state->initial >= int64_t(plan.constants.size()))
      return wrong(name, " names no constant");
    if (state->initial >= 0) {
      const ConstantT &constant = *plan.constants[state->initial];
      bool splat = *countElements(constant.shape) == 1;
      if (constant.dtype != state->dtype ||
          (constant.shape != state->shape && !splat))
        return wrong(name, " is ", toString(state->shape, state->dtype),
                     " but its initial value is ",
                     toString(constant.shape, constant.dtype));
    }
  }
  return {};
}

Status StructureVerifier::checkPort(const EntryT &entry, const PortT &port) {
  std::string name = "entry '" + entry.name + "' port '" + port.name + "'";
  SBP_RETURN_IF_FAILED(
      checkTensor(name, port.dtype, port.shape, port.distribution));
  if (port.state < -1 || port.state >= int64_t(plan.states.size()))
    return wrong(name, " names no state");
  if (port.state >= 0) {
    const StateT &state = *plan.states[port.state];
    if (state.dtype != port.dtype || state.shape != port.shape ||
        state.role != entry.role)
      return wrong(name, " differs from its state '", state.name, "'");
  }
  if (port.time_dim < -1 || port.time_dim >= int64_t(port.shape.size()))
    return wrong(name, " has no dim ", port.time_dim, " to cut over time");
  if (port.time_dim >= 0 &&
      port.shape[port.time_dim] % entry.micro_batches != 0)
    return wrong(name, ": dim ", port.time_dim, " of size ",
                 port.shape[port.time_dim], " is not divisible by ",
                 entry.micro_batches, " micro-batches");
  return {};
}

Status StructureVerifier::checkReference(const EntryT &entry) {
  if (entry.role > EntryRole::MAX)
    return wrong("entry '", entry.name, "' has an unknown role");
  if (entry.role == EntryRole::model)
    return {};
  if (entry.reference_of < 0 ||
      size_t(entry.reference_of) >= plan.entries.size())
    return wrong("entry '", entry.name, "' is the reference of no entry");
  const EntryT &model = *plan.entries[entry.reference_of];
  auto sameNames = [](const auto &a, const auto &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](auto &x, auto &y) {
                        return x->name == y->name && x->shape == y->shape;
                      });
  };
  if (model.role != EntryRole::model ||
      !sameNames(entry.inputs, model.inputs) ||
      !sameNames(entry.outputs, model.outputs))
    return wrong("entry '", entry.name, "' has other ports than '", model.name,
                 "'");
  return {};
}

Status StructureVerifier::checkEntries() {
  std::set<std::pair<std::string, EntryRole>> names;
  for (const auto &entry : plan.entries) {
    if (!names.insert({entry->name, entry->role}).second)
      return wrong("entry '", entry->name, "' exists twice");
    if (entry->micro_batches == 0 || entry->micro_batches > (1u << 20))
      return wrong("entry '", entry->name, "' has ", entry->micro_batches,
                   " micro-batches");
    for (const auto *ports : {&entry->inputs, &entry->outputs}) {
      std::set<std::string> portNames;
      for (const auto &port : *ports) {
        SBP_RETURN_IF_FAILED(checkPort(*entry, *port));
        if (!port->boundary && !portNames.insert(port->name).second)
          return wrong("entry '", entry->name, "' has two ports '", port->name,
                       "'");
      }
    }
  }
  for (const auto &entry : plan.entries)
    SBP_RETURN_IF_FAILED(checkReference(*entry));
  return {};
}

Status StructureVerifier::checkKernels() {
  if (plan.code.size() != codeBlobs)
    return wrong("has ", plan.code.size(), " code blobs but the file has ",
                 codeBlobs);
  for (const auto &code : plan.code)
    if (code->device > DeviceKind::MAX || code->format > CodeFormat::MAX)
      return wrong("unknown kind of code");
  for (const auto &kernel : plan.kernels)
    if (kernel->code >= plan.code.size() || kernel->symbol.empty())
      return wrong("kernel '", kernel->symbol, "' names no code");
  return {};
}

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

Status StructureVerifier::checkTemplate(const TemplateT &graph,
                                        const std::string &name) {
  if (graph.entry >= plan.entries.size() || graph.device > DeviceKind::MAX)
    return wrong(name, " belongs to no entry or device");
  if (graph.arena_bytes > (1ull << 50) || graph.parameters > (1u << 24))
    return wrong(name, " needs too much memory");
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
      return wrong(name, " has an input that is no port or register");
  for (const PortRegister &output : graph.outputs)
    if (output.port() >= entry.outputs.size() ||
        output.register_() >= graph.registers.size())
      return wrong(name, " has an output that is no port or register");
  return {};
}

Status StructureVerifier::checkTemplates() {
  for (size_t t = 0; t < plan.templates.size(); ++t)
    SBP_RETURN_IF_FAILED(
        checkTemplate(*plan.templates[t], textOf("template ", t)));
  return {};
}

Status StructureVerifier::checkBindings() {
  if (plan.bindings.size() != plan.ranks)
    return wrong("has ", plan.bindings.size(), " bindings for ", plan.ranks,
                 " ranks");
  for (size_t rank = 0; rank < plan.ranks; ++rank) {
    const BindingT &binding = *plan.bindings[rank];
    if (binding.entries.size() != plan.entries.size())
      return wrong("rank ", rank, " is bound in ", binding.entries.size(),
                   " entries of ", plan.entries.size());
    for (size_t e = 0; e < binding.entries.size(); ++e) {
      const EntryBindingT &entry = *binding.entries[e];
      if (entry.template_index == -1)
        continue;
      if (entry.template_index < 0 ||
          size_t(entry.template_index) >= plan.templates.size() ||
          plan.templates[entry.template_index]->entry != e)
        return wrong("rank ", rank, " is bound to no template of entry ", e);
      uint32_t wanted = plan.templates[entry.template_index]->parameters;
      if (entry.parameters.size() != wanted)
        return wrong("rank ", rank, " binds ", entry.parameters.size(),
                     " parameters but template ", entry.template_index, " has ",
                     wanted);
    }
  }
  return {};
}

Status StructureVerifier::checkCommunications() {
  for (size_t c = 0; c < plan.communications.size(); ++c) {
    const CommunicationT &communication = *plan.communications[c];
    std::string name = textOf("communication ", c);
    for (int32_t distribution : {communication.from, communication.to})
      SBP_RETURN_IF_FAILED(checkTensor(
          name, communication.dtype, communication.global_shape, distribution));
    if (communication.entry >= plan.entries.size() ||
        communication.kind > CommunicationKind::MAX ||
        communication.combiner > Combiner::MAX)
      return wrong(name, " has an unknown entry, kind or combiner");
    uint32_t m = plan.entries[communication.entry]->micro_batches;
    if (communication.firings != 1 && communication.firings != m)
      return wrong(name, " fires ", communication.firings, " times a step of ",
                   m, " micro-batches");
    for (const auto &atom : communication.atoms)
      for (const auto *list : {&atom->sources, &atom->destinations})
        for (uint32_t rank : *list)
          if (rank >= plan.ranks)
            return wrong(name, " names rank ", rank, " of ", plan.ranks);
    for (const auto &group : communication.groups)
      for (uint32_t rank : group->ranks)
        if (rank >= plan.ranks || group->counts.size() != group->ranks.size())
          return wrong(name, " has a group of wrong ranks or counts");
  }
  return {};
}

Status StructureVerifier::run() {
  SBP_RETURN_IF_FAILED(checkPlacements());
  SBP_RETURN_IF_FAILED(checkDistributions());
  SBP_RETURN_IF_FAILED(checkConstants());
  SBP_RETURN_IF_FAILED(checkStates());
  SBP_RETURN_IF_FAILED(checkEntries());
  SBP_RETURN_IF_FAILED(checkKernels());
  SBP_RETURN_IF_FAILED(checkTemplates());
  SBP_RETURN_IF_FAILED(checkBindings());
  return checkCommunications();
}

Status sbp::verifyStructure(const Program &program, uint64_t constantBytes,
                            size_t codeBlobs) {
  return StructureVerifier(program, constantBytes, codeBlobs).run();
}
