// VerifyEntries.cpp: verification (1) of entries and their ports
#include "StructureVerifier.h"
#include <algorithm>
#include <set>

using namespace sbp;
using namespace sbp::plan;

/// Checks the type of a port, its state, and that its time dim divides into
/// micro-batches.
Status StructureVerifier::checkPort(const EntryT &entry, const PortT &port) {
  std::string name = "entry '" + entry.name + "' port '" + port.name + "'";
  SBP_RETURN_IF_FAILED(
      checkTensor(name, port.dtype, port.shape, port.distribution));
  SBP_RETURN_IF_FAILED(checkPartial(name, port.dtype, port.distribution));
  const ElementType *precision = ElementType::find(port.precision);
  if (!precision || !precision->isFloat())
    return wrong(name, " has a precision that is not a float type");
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

/// Checks that a reference has the ports of the entry that it is compared with.
Status StructureVerifier::checkReference(const EntryT &entry) {
  if (entry.role > EntryRole::MAX)
    return wrong("entry '", entry.name, "' has an unknown role");
  if (entry.role == EntryRole::model)
    return {};
  if (entry.reference_of < 0 ||
      size_t(entry.reference_of) >= plan.entries.size())
    return wrong("entry '", entry.name, "' is the reference of no entry");
  const EntryT &model = *plan.entries[entry.reference_of];
  auto sameNames = [](const auto &a, auto end, const auto &b) {
    return std::equal(a.begin(), end, b.begin(), b.end(), [](auto &x, auto &y) {
      return x->name == y->name && x->shape == y->shape;
    });
  };
  // A reference has additional outputs after the compared ones: the positions
  // that it has computed.
  auto end = entry.outputs.end();
  while (end != entry.outputs.begin() && (*std::prev(end))->boundary &&
         (*std::prev(end))->index_bound >= 0)
    --end;
  if (model.role != EntryRole::model ||
      !sameNames(entry.inputs, entry.inputs.end(), model.inputs) ||
      !sameNames(entry.outputs, end, model.outputs))
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
