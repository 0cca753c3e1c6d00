// VerifyBoxes.cpp: verification (3) of boxes against distributions
//
// Every offset parameter, register, port and copy is recomputed for every rank
// from the distributions. Layers of a model repeat, so each template first
// selects one representative of all registers that are alike; with 96 equal
// layers the per-rank work is that of one.
#include "PlanVerifier.h"
#include <set>
#include <tuple>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// The representatives of a template: one of all registers, ports and copies
/// that are alike. The numbers of a rank come from parameters, so registers
/// with equal shapes, distribution and parameters hold the same box on any
/// rank.
struct Representatives {
  Representatives(const PlanT &plan, const TemplateT &graph);

  std::vector<uint32_t> registers, copies;
  std::vector<PortRegister> inputs, outputs;

private:
  using Key = std::vector<int64_t>;
  static void append(Key &key, const Shape &shape);
  static Key describe(const RegisterT &reg);
  static Key describe(const PortT &port, const RegisterT &reg);
};

/// The verifier of one rank in one entry.
class BoxVerifier {
public:
  BoxVerifier(const Program &program, uint32_t rank, uint32_t entry,
              const Representatives &representatives)
      : program(program), plan(program.plan), representatives(representatives),
        rank(rank), binding(*plan.bindings[rank]->entries[entry]),
        graph(*plan.templates[binding.template_index]),
        entry(*plan.entries[entry]) {}
  Status run();

private:
  Status checkOffset(uint32_t parameter);
  Status checkRegister(uint32_t index);
  Status checkStorage(uint32_t index, const PlanBox &box);
  Status checkPort(const PortT &port, uint32_t reg, const char *kind);
  Status checkInput(const PortT &port, uint32_t reg);
  Status checkTerm(const char *kind, const std::string &what, uint32_t index,
                   uint32_t distribution);
  Status checkCopy(uint32_t task);

  template <typename... Parts> Status wrong(const Parts &...parts) const {
    return userError("plan: rank ", rank, ": ", parts...);
  }
  std::string name(uint32_t reg) const {
    return program.nameRegister(binding.template_index, reg);
  }

  const Program &program;
  const PlanT &plan;
  const Representatives &representatives;
  uint32_t rank;
  const EntryBindingT &binding;
  const TemplateT &graph;
  const EntryT &entry;
};
} // namespace

/// Checks that a parameter of the binding is the begin of the rank's box.
Status BoxVerifier::checkOffset(uint32_t parameter) {
  const OffsetT &offset = *graph.offsets[parameter];
  Piece piece = getPiece(plan, offset.distribution, offset.shape, rank);
  if (piece.present &&
      piece.box.begin[offset.dim] == binding.parameters[parameter])
    return {};
  return wrong("parameter ", parameter, " is ", binding.parameters[parameter],
               " but dim ", offset.dim, " of its piece ",
               plan.distributions[offset.distribution]->text, " begins at ",
               piece.present ? std::to_string(piece.box.begin[offset.dim])
                             : "nothing");
}

void Representatives::append(Key &key, const Shape &shape) {
  key.push_back(shape.size());
  key.insert(key.end(), shape.begin(), shape.end());
}

/// Describes a register by its type, box, distribution and, for provided
/// storage, the state or constant that it must match.
Representatives::Key Representatives::describe(const RegisterT &reg) {
  Key key = {reg.distribution, int64_t(reg.dtype)};
  append(key, reg.global_shape);
  append(key, reg.local_shape);
  key.insert(key.end(), reg.box_begin.begin(), reg.box_begin.end());
  bool isProvided = reg.alias_of < 0 &&
                    (reg.space == Space::state || reg.space == Space::constant);
  if (isProvided)
    key.insert(key.end(), {int64_t(reg.space), reg.index});
  return key;
}

Representatives::Key Representatives::describe(const PortT &port,
                                               const RegisterT &reg) {
  Key key = {port.distribution, int64_t(port.dtype), port.time_dim};
  append(key, port.shape);
  Key rest = describe(reg);
  key.insert(key.end(), rest.begin(), rest.end());
  return key;
}

Representatives::Representatives(const PlanT &plan, const TemplateT &graph) {
  std::set<Key> seen;
  const EntryT &entry = *plan.entries[graph.entry];
  for (uint32_t r = 0; r < graph.registers.size(); ++r) {
    const RegisterT &reg = *graph.registers[r];
    bool isInput = reg.space == Space::input && reg.alias_of < 0;
    Key key = isInput ? describe(*entry.inputs[reg.index], reg) : describe(reg);
    key.push_back(isInput);
    if (seen.insert(std::move(key)).second)
      registers.push_back(r);
  }
  for (bool isInput : {true, false}) {
    const auto &ports = isInput ? entry.inputs : entry.outputs;
    seen.clear();
    for (const PortRegister &port : isInput ? graph.inputs : graph.outputs)
      if (seen.insert(describe(*ports[port.port()],
                               *graph.registers[port.register_()]))
              .second)
        (isInput ? inputs : outputs).push_back(port);
  }
  seen.clear();
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    if (const TaskT &task = *graph.tasks[t]; task.kind == TaskKind::copy) {
      Key key = describe(*graph.registers[task.inputs[0]]);
      Key to = describe(*graph.registers[task.outputs[0]]);
      key.insert(key.end(), to.begin(), to.end());
      if (seen.insert(std::move(key)).second)
        copies.push_back(t);
    }
}

/// Checks the box of a register against its distribution and the bounds of the
/// global tensor.
Status BoxVerifier::checkRegister(uint32_t index) {
  const RegisterT &reg = *graph.registers[index];
  for (int32_t parameter : reg.box_begin)
    if (parameter >= 0 && (binding.parameters[parameter] < 0 ||
                           binding.parameters[parameter] > (1ll << 58)))
      return wrong(name(index), " begins at ", binding.parameters[parameter]);
  PlanBox box = getRegisterBox(reg, binding.parameters);
  if (reg.distribution >= 0) {
    Piece piece = getPiece(plan, reg.distribution, reg.global_shape, rank);
    if (!piece.present)
      return wrong(name(index), " is placed on other ranks");
    if (piece.box != box)
      return wrong(name(index), " holds ", toString(box),
                   " by its parameters but ", toString(piece.box),
                   " by its distribution ",
                   plan.distributions[reg.distribution]->text);
  }
  PlanBox whole = wholeBox(reg.global_shape);
  for (size_t d = 0; d < box.rank(); ++d)
    if (box.begin[d] < 0 || box.end[d] > whole.end[d])
      return wrong(name(index), " holds ", toString(box), " outside of ",
                   toString(whole));
  return reg.alias_of < 0 ? checkStorage(index, box) : Status();
}

/// Checks that the value provided in register `index` is the one that
/// `distribution` states: the same term of a partial value, or a whole value
/// that counts once however many copies exist. Outputs are not checked: a
/// boxing that leaves a rank's piece unchanged leaves it in the register that
/// holds it.
Status BoxVerifier::checkTerm(const char *kind, const std::string &what,
                              uint32_t index, uint32_t distribution) {
  const RegisterT &reg = *graph.registers[index];
  if (reg.distribution < 0)
    return {};
  auto describe = [&](uint32_t number) {
    Piece piece = getPiece(plan, number, reg.global_shape, rank);
    std::optional<Combiner> combiner = getCombiner(*plan.distributions[number]);
    int64_t classes = countPartialClasses(plan, number);
    return std::tuple(classes, piece.partialClass,
                      classes > 1 ? combiner : std::nullopt);
  };
  auto found = describe(reg.distribution), expected = describe(distribution);
  bool isCopy = std::get<0>(found) == 1 && std::get<2>(expected) &&
                isIdempotent(*std::get<2>(expected));
  if (found == expected || isCopy)
    return {};
  return wrong(kind, " '", what, "' is ",
               plan.distributions[distribution]->text, " but ", name(index),
               " is ", plan.distributions[reg.distribution]->text);
}

/// Checks storage that the runtime provides (constants, inputs, states) against
/// its register.
Status BoxVerifier::checkStorage(uint32_t index, const PlanBox &box) {
  const RegisterT &reg = *graph.registers[index];
  if (reg.space == Space::constant &&
      (plan.constants[reg.index]->shape != reg.global_shape ||
       plan.constants[reg.index]->dtype != reg.dtype))
    return wrong(name(index), " has another type than its constant");
  if (reg.space == Space::input)
    return checkInput(*entry.inputs[reg.index], index);
  if (reg.space != Space::state)
    return {};
  const StateT &state = *plan.states[reg.index];
  Piece piece = getPiece(plan, state.distribution, state.shape, rank);
  if (!piece.present || state.dtype != reg.dtype ||
      state.shape != reg.global_shape || piece.box != box)
    return wrong(name(index), " of ", toString(reg.global_shape, reg.dtype),
                 " holds ", toString(box), " but state '", state.name, "' of ",
                 toString(state.shape, state.dtype), " has ",
                 piece.present ? toString(piece.box) : "nothing", " there");
  return checkTerm("state", state.name, index, state.distribution);
}

/// Checks that the register of a port holds the rank's piece. A port over time
/// is cut into micro-batches.
Status BoxVerifier::checkPort(const PortT &port, uint32_t index,
                              const char *kind) {
  const RegisterT &reg = *graph.registers[index];
  Shape shape = port.shape;
  if (port.time_dim >= 0)
    shape[port.time_dim] /= entry.micro_batches;
  Piece piece = getPiece(plan, port.distribution, shape, rank);
  PlanBox box = getRegisterBox(reg, binding.parameters);
  if (!piece.present || reg.dtype != port.dtype || reg.global_shape != shape ||
      piece.box != box)
    return wrong(kind, " '", port.name, "' of ", toString(shape, port.dtype),
                 " has the piece ",
                 piece.present ? toString(piece.box) : "(none)", " but ",
                 name(index), " of ", toString(reg.global_shape, reg.dtype),
                 " holds ", toString(box));
  return {};
}

Status BoxVerifier::checkInput(const PortT &port, uint32_t index) {
  SBP_RETURN_IF_FAILED(checkPort(port, index, "input"));
  return checkTerm("input", port.name, index, port.distribution);
}

/// Checks that a copy reads a part of its input's box.
Status BoxVerifier::checkCopy(uint32_t index) {
  const TaskT &task = *graph.tasks[index];
  PlanBox from =
      getRegisterBox(*graph.registers[task.inputs[0]], binding.parameters);
  PlanBox to =
      getRegisterBox(*graph.registers[task.outputs[0]], binding.parameters);
  if (!from.contains(to))
    return wrong(program.nameTask(binding.template_index, index), " copies ",
                 toString(to), " out of ", toString(from));
  return {};
}

Status BoxVerifier::run() {
  for (uint32_t p = 0; p < graph.offsets.size(); ++p)
    SBP_RETURN_IF_FAILED(checkOffset(p));
  for (uint32_t r : representatives.registers)
    SBP_RETURN_IF_FAILED(checkRegister(r));
  for (const PortRegister &input : representatives.inputs)
    SBP_RETURN_IF_FAILED(
        checkInput(*entry.inputs[input.port()], input.register_()));
  for (const PortRegister &output : representatives.outputs)
    SBP_RETURN_IF_FAILED(
        checkPort(*entry.outputs[output.port()], output.register_(), "output"));
  for (uint32_t t : representatives.copies)
    SBP_RETURN_IF_FAILED(checkCopy(t));
  return {};
}

/// Checks that every rank of an output's distribution writes a piece of it.
static Status checkOwners(const Program &program, uint32_t e, const PortT &port,
                          uint32_t number) {
  const PlanT &plan = program.plan;
  const DistributionT &distribution = *plan.distributions[port.distribution];
  if (port.state >= 0)
    return {}; // a state stays in its storage, written or not
  for (uint32_t rank : plan.placements[distribution.placement]->ranks) {
    int32_t index = plan.bindings[rank]->entries[e]->template_index;
    bool found = false;
    if (index >= 0)
      for (const PortRegister &output : plan.templates[index]->outputs)
        found |= output.port() == number;
    if (!found)
      return userError("plan: rank ", rank, " does not write output '",
                       port.name, "' of entry '", plan.entries[e]->name, "'");
  }
  return {};
}

Status sbp::verifyBoxes(const Program &program) {
  const PlanT &plan = program.plan;
  std::vector<Representatives> representatives; // representatives by template
  for (const auto &graph : plan.templates)
    representatives.emplace_back(plan, *graph);
  for (uint32_t e = 0; e < plan.entries.size(); ++e) {
    for (uint32_t rank = 0; rank < plan.ranks; ++rank)
      if (int32_t index = plan.bindings[rank]->entries[e]->template_index;
          index >= 0)
        SBP_RETURN_IF_FAILED(
            BoxVerifier(program, rank, e, representatives[index]).run());
    const EntryT &entry = *plan.entries[e];
    for (uint32_t p = 0; p < entry.outputs.size(); ++p)
      SBP_RETURN_IF_FAILED(checkOwners(program, e, *entry.outputs[p], p));
  }
  return {};
}
