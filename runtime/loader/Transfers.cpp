// Transfers.cpp: detection of equal communications, counting of bytes
//
// Communications are grouped by keys of what they move and how each template
// takes part. A key numbers the boxes within a template, so two communications
// of equal layers have equal keys on all ranks although their registers differ.
#include "Transfers.h"
#include "Atoms.h"
#include <algorithm>
#include <map>

using namespace sbp;
using namespace sbp::plan;

using Ranks = std::vector<uint32_t>;

/// Adds a task to a participant: its boxes and whether it works in place.
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

namespace {
/// Groups communications into patterns. The ranks of a template hold equal
/// boxes of two registers whose local shapes and box parameters are equal, so
/// templates are compared instead of ranks.
class PatternFinder {
public:
  explicit PatternFinder(const Program &program) : plan(program.plan) {}
  std::vector<uint32_t> run(std::vector<CommunicationPattern> &patterns);

private:
  using Key = std::vector<int64_t>;
  struct TaskUse {
    uint32_t templateIndex;
    const TaskT *task;
  };
  void addTemplate(uint32_t index);
  Key describe(const CommunicationT &communication) const;
  std::vector<Participant> findParticipants(uint32_t communication) const;

  const PlanT &plan;
  /// The tasks that take part in each communication.
  std::vector<std::vector<TaskUse>> parts;
  std::vector<Key> keys;
};
} // namespace

/// Appends to each communication's key how the template takes part: its number,
/// the numbers of its boxes, and whether it works in place.
void PatternFinder::addTemplate(uint32_t index) {
  const TemplateT &graph = *plan.templates[index];
  std::map<std::pair<Shape, std::vector<int32_t>>, int64_t> boxes;
  auto numberOf = [&](const std::vector<uint32_t> &registers) -> int64_t {
    if (registers.empty())
      return -1;
    const RegisterT &reg = *graph.registers[registers[0]];
    return boxes.try_emplace({reg.local_shape, reg.box_begin}, boxes.size())
        .first->second;
  };
  for (const auto &task : graph.tasks) {
    if (task->kind != TaskKind::communicate)
      continue;
    Participant participant;
    addTask(participant, graph, *task, std::vector<int64_t>(graph.parameters));
    parts[task->communication].push_back({index, task.get()});
    for (int64_t part : {int64_t(index), numberOf(task->inputs),
                         numberOf(task->outputs), int64_t(participant.inPlace)})
      keys[task->communication].push_back(part);
  }
}

PatternFinder::Key
PatternFinder::describe(const CommunicationT &communication) const {
  Key key = {communication.movement,
             communication.entry,
             int64_t(communication.kind),
             int64_t(communication.combiner),
             int64_t(communication.dtype),
             communication.from,
             communication.to};
  key.insert(key.end(), communication.global_shape.begin(),
             communication.global_shape.end());
  return key;
}

std::vector<Participant>
PatternFinder::findParticipants(uint32_t communication) const {
  uint32_t entry = plan.communications[communication]->entry;
  std::vector<Participant> participants(plan.ranks);
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    const EntryBindingT &binding = *plan.bindings[rank]->entries[entry];
    for (const TaskUse &part : parts[communication])
      if (int64_t(part.templateIndex) == binding.template_index)
        addTask(participants[rank], *plan.templates[part.templateIndex],
                *part.task, binding.parameters);
  }
  return participants;
}

std::vector<uint32_t>
PatternFinder::run(std::vector<CommunicationPattern> &patterns) {
  parts.resize(plan.communications.size());
  keys.resize(plan.communications.size());
  for (uint32_t t = 0; t < plan.templates.size(); ++t)
    addTemplate(t);
  std::map<std::pair<Key, Key>, uint32_t> known;
  std::vector<uint32_t> numbers;
  for (uint32_t c = 0; c < plan.communications.size(); ++c) {
    auto [found, isNew] = known.try_emplace(
        {describe(*plan.communications[c]), keys[c]}, patterns.size());
    if (isNew)
      patterns.push_back({c, findParticipants(c)});
    numbers.push_back(found->second);
  }
  return numbers;
}

CommunicationPatterns::CommunicationPatterns(const Program &program)
    : numbers(PatternFinder(program).run(patterns)) {}

Combiner sbp::getCombiner(const PlanT &plan,
                          const CommunicationT &communication,
                          const TransferT &transfer) {
  if (!transfer.sources.empty() || communication.to < 0)
    return communication.combiner;
  return getCombiner(*plan.distributions[communication.to])
      .value_or(communication.combiner);
}

PlanBox sbp::getBox(const TransferT &transfer) {
  return {transfer.begin, transfer.end};
}

namespace sbp {
// Found by the templates of Atoms.h through the namespace of the box.
static bool isEmpty(const PlanBox &box) { return box.elements() == 0; }
} // namespace sbp

static_assert(int(TransferKind::combine) == int(atoms::Kind::Combine) &&
              int(TransferKind::scatter) == int(atoms::Kind::Scatter) &&
              int(TransferKind::route) == int(atoms::Kind::Route));

void sbp::forEachAtom(const TransferT &transfer,
                      const std::vector<Participant> &participants,
                      const AtomVisitor &visit) {
  PlanBox box = getBox(transfer);
  atoms::Transfer<PlanBox, uint32_t> whole = {
      atoms::Kind(transfer.kind), box, transfer.sources, transfer.destinations};
  Ranks sources, destinations;
  atoms::forEach(
      whole,
      [&](uint32_t rank) -> const PlanBox & { return *participants[rank].in; },
      [&](uint32_t rank) -> const PlanBox & { return *participants[rank].out; },
      [&](const PlanBox &part, std::span<const uint32_t> from,
          std::span<const uint32_t> to) {
        sources.assign(from.begin(), from.end());
        destinations.assign(to.begin(), to.end());
        visit(part, sources, destinations);
      });
}

/// Returns the number of elements that ranks receive from others in one
/// transfer.
static uint64_t countMoved(const TransferT &transfer,
                           const std::vector<Participant> &participants) {
  Ranks sorted = transfer.sources;
  std::sort(sorted.begin(), sorted.end());
  PlanBox box = getBox(transfer);
  uint64_t terms = sorted.size(), holders = 0, moved = 0;
  for (uint32_t rank : transfer.destinations) {
    auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), rank);
    holders += last - first;
    if (transfer.kind == TransferKind::combine)
      continue;
    PlanBox part = intersect(box, *participants[rank].out);
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
  // A value of one source goes to every destination that lacks it. A combined
  // value of c terms costs c + |D| - 1 transfers, one less where a source is a
  // destination, too.
  uint64_t takers = transfer.destinations.size();
  uint64_t copies = terms > 1    ? terms + takers - 1 - (holders > 0)
                    : terms == 1 ? takers - holders
                                 : 0;
  return copies * box.elements();
}

std::vector<uint64_t> sbp::countMovedBytes(const Program &program) {
  const PlanT &plan = program.plan;
  CommunicationPatterns patterns(program);
  std::vector<uint64_t> byPattern, result;
  for (const CommunicationPattern &pattern : patterns.get()) {
    const CommunicationT &communication =
        *plan.communications[pattern.communication];
    uint64_t elements = 0;
    for (const auto &transfer :
         plan.movements[communication.movement]->transfers)
      elements += countMoved(*transfer, pattern.participants);
    byPattern.push_back(elements * artifact::getByteWidth(communication.dtype));
  }
  for (uint32_t c = 0; c < plan.communications.size(); ++c)
    result.push_back(byPattern[patterns.of(c)]);
  return result;
}
