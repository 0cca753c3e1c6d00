// VerifyStructure.cpp: verification (1) of the lists of the plan
//
// The checks bound every index, enum and size before anything is computed from
// it: a tensor has at most 2^58 elements, so byte sizes and sums of offsets fit
// 64 bits.
#include "StructureVerifier.h"
#include <algorithm>
#include <map>
#include <set>

using namespace sbp;
using namespace sbp::plan;

/// Checks the number of ranks and that each placement lists as many distinct
/// ranks as its axes have positions.
Status StructureVerifier::checkPlacements() {
  if (plan.ranks == 0 || plan.ranks > (1u << 20))
    return wrong("number of ranks ", plan.ranks, " is not in 1..2^20");
  for (const auto &placement : plan.placements) {
    std::string name = "placement @" + placement->name;
    std::set<uint32_t> distinct(placement->ranks.begin(),
                                placement->ranks.end());
    // Without a size, the product of the axes is negative or overflows.
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

/// Returns true where no index of a window overflows; tensors have at most 2^58
/// elements.
static bool isLegal(const Windows &windows) {
  constexpr int64_t largest = 1ll << 58;
  int64_t last = 0;
  return windows.dim() >= 0 && windows.count() >= 0 && windows.size() >= 1 &&
         windows.step() >= 1 && windows.count() <= largest &&
         windows.size() <= largest && windows.first() >= -largest &&
         windows.first() <= largest &&
         !__builtin_mul_overflow(windows.count(), windows.step(), &last) &&
         last <= largest;
}

/// Checks that each distribution has one component per axis, a permutation as
/// its order, a single combiner, and at most one entry of windows per dim.
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
    std::set<int32_t> windowed;
    for (const Windows &windows : distribution.windows)
      if (!isLegal(windows) || !windowed.insert(windows.dim()).second)
        return wrong("distribution ", i, " has wrong windows of dim ",
                     windows.dim());
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
  if (distribution >= 0)
    for (const Windows &windows : plan.distributions[distribution]->windows)
      if (size_t(windows.dim()) >= shape.size())
        return wrong(name, " has windows of dim ", windows.dim(),
                     " but has rank ", shape.size());
  return {};
}

Status StructureVerifier::checkPartial(const std::string &name, DType type,
                                       uint32_t distribution) {
  std::optional<Combiner> combiner =
      getCombiner(*plan.distributions[distribution]);
  if (combiner && countPartialClasses(plan, distribution) > 1 &&
      !canCombine(*combiner, type))
    return wrong(name, ": values of ", artifact::getName(type),
                 " are not combined by ", EnumNameCombiner(*combiner));
  return {};
}

/// Checks that each constant lies where the writer puts it, directly after the
/// one before.
Status StructureVerifier::checkConstants() {
  uint64_t offset = 0;
  for (size_t i = 0; i < plan.constants.size(); ++i) {
    const ConstantT &constant = *plan.constants[i];
    std::string name = textOf("constant ", i);
    SBP_RETURN_IF_FAILED(checkTensor(name, constant.dtype, constant.shape, -1));
    uint64_t bytes =
        *countElements(constant.shape) * artifact::getByteWidth(constant.dtype);
    if (constant.bytes != bytes || constant.offset != offset ||
        constant.offset > constantBytes ||
        bytes > constantBytes - constant.offset)
      return wrong(name, " does not lie in its place of the constants segment");
    offset = (offset + bytes + 63) / 64 * 64;
  }
  return {};
}

/// Checks names, types and initial values of states. An initial value has the
/// state's shape or is a splat.
Status StructureVerifier::checkStates() {
  std::set<std::pair<std::string, EntryRole>> names;
  for (const auto &state : plan.states) {
    std::string name = "state '" + state->name + "'";
    if (!names.insert({state->name, state->role}).second)
      return wrong(name, " exists twice");
    SBP_RETURN_IF_FAILED(
        checkTensor(name, state->dtype, state->shape, state->distribution));
    SBP_RETURN_IF_FAILED(checkPartial(name, state->dtype, state->distribution));
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

/// Checks that kernels name the first form, in the first variant, of a code
/// segment of the file.
Status StructureVerifier::checkKernels() {
  if (plan.code.size() != codeBlobs)
    return wrong("has ", plan.code.size(), " code blobs but the file has ",
                 codeBlobs);
  for (size_t i = 0; i < plan.code.size(); ++i)
    SBP_RETURN_IF_FAILED(checkCode(*plan.code[i], textOf("code ", i)));
  for (const auto &kernel : plan.kernels) {
    if (kernel->code >= plan.code.size() || kernel->symbol.empty())
      return wrong("kernel '", kernel->symbol, "' names no code");
    if (plan.code[kernel->code]->alternative_of >= 0)
      return wrong("kernel '", kernel->symbol, "' names another form of its ",
                   "code");
    if (plan.code[kernel->code]->variant_of >= 0)
      return wrong("kernel '", kernel->symbol, "' names a variant of its code");
  }
  return {};
}

/// Returns true for names like "sm_90" and "sm_90a".
static bool isArchitecture(const std::string &name) {
  size_t digits = name.find_first_not_of("0123456789", 3);
  size_t count = (digits == name.npos ? name.size() : digits) - 3;
  return name.starts_with("sm_") && count >= 2 && count <= 4 &&
         (digits == name.npos || (digits + 1 == name.size() &&
                                  name[digits] >= 'a' && name[digits] <= 'z'));
}

/// Checks that a variant is of code that is no variant and no alternative
/// itself, for an architecture that neither that code nor another variant of it
/// is for.
Status StructureVerifier::checkVariant(const CodeT &code,
                                       const std::string &name) {
  if (code.variant_of < 0 || size_t(code.variant_of) >= plan.code.size())
    return wrong(name, " is a variant of no code");
  const CodeT &first = *plan.code[code.variant_of];
  if (first.variant_of != -1 || first.alternative_of != -1 ||
      code.alternative_of != -1 || first.device != code.device ||
      code.device == DeviceKind::host)
    return wrong(name, " is not a variant of code ", code.variant_of);
  for (uint32_t other = 0; other < plan.code.size(); ++other)
    if ((int32_t(other) == code.variant_of ||
         plan.code[other]->variant_of == code.variant_of) &&
        plan.code[other].get() != &code &&
        plan.code[other]->architecture == code.architecture)
      return wrong(name, " is for ", code.architecture, ", as is code ", other);
  return {};
}

/// Checks device, format and architecture of a code segment. Alternatives refer
/// to a segment that is no alternative itself.
Status StructureVerifier::checkCode(const CodeT &code,
                                    const std::string &name) {
  if (code.device > DeviceKind::MAX || code.format > CodeFormat::MAX ||
      (code.device == DeviceKind::host) != (code.format == CodeFormat::elf))
    return wrong(name, " is of an unknown kind");
  if (code.device != DeviceKind::host && !isArchitecture(code.architecture))
    return wrong(name, " is for no architecture");
  if (code.variant_of != -1)
    SBP_RETURN_IF_FAILED(checkVariant(code, name));
  if (code.alternative_of == -1)
    return {};
  if (code.alternative_of < 0 ||
      size_t(code.alternative_of) >= plan.code.size())
    return wrong(name, " is another form of no code");
  const CodeT &other = *plan.code[code.alternative_of];
  if (other.alternative_of != -1 || &other == &code ||
      other.device != code.device)
    return wrong(name, " is not another form of code ", code.alternative_of);
  return {};
}

/// Checks that each rank is bound in every entry, to a template of that entry
/// and with its number of parameters.
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
    SBP_RETURN_IF_FAILED(checkDevices(rank));
  }
  return {};
}

/// Checks that a rank runs all entries of one role on one kind of device, since
/// they share states.
Status StructureVerifier::checkDevices(uint32_t rank) {
  std::map<EntryRole, DeviceKind> kinds;
  for (size_t e = 0; e < plan.entries.size(); ++e) {
    int32_t index = plan.bindings[rank]->entries[e]->template_index;
    if (index < 0)
      continue;
    DeviceKind kind = plan.templates[index]->device;
    auto [found, isNew] = kinds.try_emplace(plan.entries[e]->role, kind);
    if (found->second != kind)
      return wrong("rank ", rank, " runs on two kinds of devices");
  }
  return {};
}

/// Checks the indices, enums and firings of communications. Their meaning is
/// verified in part (5).
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
    if (communication.movement >= plan.movements.size())
      return wrong(name, " names no movement");
  }
  return {};
}

/// Checks that transfers and groups of movements name existing ranks.
Status StructureVerifier::checkMovements() {
  for (size_t m = 0; m < plan.movements.size(); ++m) {
    std::string name = textOf("movement ", m);
    for (const auto &transfer : plan.movements[m]->transfers) {
      if (transfer->kind > TransferKind::MAX)
        return wrong(name, " has an unknown kind of transfer");
      for (const auto *list : {&transfer->sources, &transfer->destinations})
        for (uint32_t rank : *list)
          if (rank >= plan.ranks)
            return wrong(name, " names rank ", rank, " of ", plan.ranks);
    }
    for (const auto &group : plan.movements[m]->groups)
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
  SBP_RETURN_IF_FAILED(checkMovements());
  return checkCommunications();
}

Status sbp::verifyStructure(const Program &program, uint64_t constantBytes,
                            size_t codeBlobs) {
  return StructureVerifier(program, constantBytes, codeBlobs).run();
}
