//===- Transfers.cpp - what the transfers of a communication mean ---------===//
#include "Transfers.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

using Ranks = std::vector<uint32_t>;

static void addTask(Participant &participant, const TemplateT &graph,
                    const TaskT &task, const std::vector<int64_t> &parameters) {
  ++participant.tasks;
  const RegisterT *in = nullptr, *out = nullptr;
  if (!task.inputs.empty()) {
    in = graph.registers[task.inputs[0]].get();
    participant.in = getRegisterBox(*in, parameters);
  }
  if (!task.outputs.empty()) {
    out = graph.registers[task.outputs[0]].get();
    participant.out = getRegisterBox(*out, parameters);
  }
  participant.inPlace = in && out && in->space == out->space &&
                        in->offset == out->offset && in->index == out->index &&
                        in->bytes && out->bytes;
}

std::vector<Participant> sbp::getParticipants(const Program &program,
                                              uint32_t communication) {
  const PlanT &plan = program.plan;
  uint32_t entry = plan.communications[communication]->entry;
  std::vector<Participant> participants(plan.ranks);
  // Which tasks those are is the same for all ranks of a class.
  std::vector<std::optional<std::vector<const TaskT *>>> tasksOf(
      plan.templates.size());
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    const EntryBindingT &binding = *plan.bindings[rank]->entries[entry];
    if (binding.template_index < 0)
      continue;
    const TemplateT &graph = *plan.templates[binding.template_index];
    auto &tasks = tasksOf[binding.template_index];
    if (!tasks) {
      tasks.emplace();
      for (const auto &task : graph.tasks)
        if (task->kind == TaskKind::communicate &&
            task->communication == int32_t(communication))
          tasks->push_back(task.get());
    }
    for (const TaskT *task : *tasks)
      addTask(participants[rank], graph, *task, binding.parameters);
  }
  return participants;
}

Combiner sbp::getCombiner(const PlanT &plan,
                          const CommunicationT &communication,
                          const TransferT &transfer) {
  if (!transfer.sources.empty() || communication.to < 0)
    return communication.combiner;
  return getCombiner(*plan.distributions[communication.to])
      .value_or(communication.combiner);
}

Box sbp::getBox(const TransferT &transfer) {
  return {transfer.begin, transfer.end};
}

/// Each destination gets its own part, or all the same one.
static void visitParts(const Box &box, const Ranks &sources,
                       const TransferT &transfer, bool areAlike,
                       const std::vector<Participant> &participants,
                       const AtomVisitor &visit) {
  for (uint32_t rank : transfer.destinations) {
    Box part = intersect(box, *participants[rank].out);
    if (part.elements() > 0)
      visit(part, sources, areAlike ? transfer.destinations : Ranks{rank});
    if (areAlike)
      return;
  }
}

void sbp::forEachAtom(const TransferT &transfer,
                      const std::vector<Participant> &participants,
                      const AtomVisitor &visit) {
  Box box = getBox(transfer);
  if (box.elements() == 0)
    return;
  if (transfer.kind == TransferKind::combine)
    return visit(box, transfer.sources, transfer.destinations);
  const Ranks &takers = transfer.destinations;
  bool areAlike = std::all_of(takers.begin(), takers.end(), [&](uint32_t rank) {
    return *participants[rank].out == *participants[takers.front()].out;
  });
  if (transfer.kind == TransferKind::scatter)
    return visitParts(box, transfer.sources, transfer, areAlike, participants,
                      visit);
  for (uint32_t source : transfer.sources)
    visitParts(intersect(box, *participants[source].in), {source}, transfer,
               areAlike, participants, visit);
}

/// Elements that ranks get from others.
static uint64_t countMoved(const TransferT &transfer,
                           const std::vector<Participant> &participants) {
  Ranks sorted = transfer.sources;
  std::sort(sorted.begin(), sorted.end());
  Box box = getBox(transfer);
  uint64_t terms = sorted.size(), holders = 0, moved = 0;
  for (uint32_t rank : transfer.destinations) {
    auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), rank);
    holders += last - first;
    if (transfer.kind == TransferKind::combine)
      continue;
    Box part = intersect(box, *participants[rank].out);
    if (transfer.kind == TransferKind::scatter)
      moved += uint64_t(part.elements()) * (terms - (last - first));
    else
      moved +=
          part.elements() -
          (first == last ? 0
                         : intersect(part, *participants[rank].in).elements());
  }
  if (transfer.kind != TransferKind::combine)
    return moved;
  // A value that one rank holds goes to every destination without it; a
  // combined one costs c + |D| - 1 transfers, one less where a holder receives.
  uint64_t takers = transfer.destinations.size();
  uint64_t copies = terms > 1    ? terms + takers - 1 - (holders > 0)
                    : terms == 1 ? takers - holders
                                 : 0;
  return copies * box.elements();
}

uint64_t sbp::countMovedBytes(const Program &program, uint32_t index) {
  const CommunicationT &communication = *program.plan.communications[index];
  std::vector<Participant> participants = getParticipants(program, index);
  uint64_t elements = 0;
  for (const auto &transfer : communication.transfers)
    elements += countMoved(*transfer, participants);
  return elements * artifact::getByteWidth(communication.dtype);
}
