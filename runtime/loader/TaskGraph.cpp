// TaskGraph.cpp: event graphs of templates, components of movements, names
//
// Example: tasks 0 and 1 both read register r, and task 2 writes a register
// that aliases r. The event graph has data edges from the producer of r to 0
// and 1, and order edges from 0 and 1 to 2, so the update never overtakes a
// reader.
#include "PlanVerifier.h"
#include <algorithm>
#include <numeric>

using namespace sbp;

static std::vector<uint32_t> getFirings(const plan::TemplateT &graph) {
  std::vector<uint32_t> firings;
  for (const auto &task : graph.tasks)
    firings.push_back(task->firings);
  return firings;
}

LaunchLists sbp::getStreams(const plan::TemplateT &graph) {
  LaunchLists streams(graph.streams.size());
  for (size_t s = 0; s < streams.size(); ++s)
    for (const plan::LaunchEntry &entry : graph.streams[s]->entries)
      streams[s].push_back({entry.task(), entry.micro_batch()});
  return streams;
}

TaskGraph::TaskGraph(const plan::TemplateT &graph) : events(getFirings(graph)) {
  size_t registers = graph.registers.size();
  root.resize(registers);
  producer.assign(registers, -1);
  consumers.resize(registers);
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    for (uint32_t reg : graph.tasks[t]->outputs)
      producer[reg] = t;
  for (size_t r = 0; r < registers; ++r) {
    // A register without a producer that aliases another one is a view of it.
    int32_t at = r;
    while (producer[at] < 0 && graph.registers[at]->alias_of >= 0)
      at = graph.registers[at]->alias_of;
    root[r] = at;
  }
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    for (uint32_t reg : graph.tasks[t]->inputs) {
      std::vector<uint32_t> &list = consumers[root[reg]];
      if (list.empty() || list.back() != t)
        list.push_back(t);
    }

  for (size_t r = 0; r < registers; ++r) {
    if (producer[r] < 0)
      continue;
    const plan::RegisterT &reg = *graph.registers[r];
    for (uint32_t reader : consumers[r])
      events.addRegister(producer[r], reader, reg.tokens, reg.copies);
    addOverwrites(graph, r);
  }
}

/// Makes the writer of a register that aliases an older value wait for all
/// readers of that value. Within one stream the launch list implies it.
void TaskGraph::addOverwrites(const plan::TemplateT &graph, uint32_t reg) {
  const plan::RegisterT &own = *graph.registers[reg];
  if (own.alias_of < 0)
    return;
  uint32_t old = root[own.alias_of];
  // Tokens are matched one by one where both registers have the same number,
  // else the writer waits for all readers.
  uint32_t tokens = graph.registers[old]->tokens == own.tokens ? own.tokens : 1;
  uint32_t writer = producer[reg];
  for (uint32_t reader : consumers[old])
    if (reader != writer)
      events.addAfter(writer, reader, tokens);
}

/// Two ranks belong to one component if a chain of transfers connects them.
/// Components never wait for each other, so each has its own rendezvous.
Components::Components(const plan::MovementT &movement) {
  for (const auto &transfer : movement.transfers) {
    ranks.insert(ranks.end(), transfer->sources.begin(),
                 transfer->sources.end());
    ranks.insert(ranks.end(), transfer->destinations.begin(),
                 transfer->destinations.end());
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());

  std::vector<uint32_t> parent(ranks.size());
  std::iota(parent.begin(), parent.end(), 0);
  // Union-find with path halving (Tarjan and van Leeuwen, 1984).
  auto find = [&](uint32_t x) {
    while (parent[x] != x)
      x = parent[x] = parent[parent[x]];
    return x;
  };
  auto position = [&](uint32_t rank) -> uint32_t {
    return std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin();
  };
  for (const auto &transfer : movement.transfers) {
    if (transfer->destinations.empty())
      continue;
    uint32_t first = find(position(transfer->destinations.front()));
    for (const auto *list : {&transfer->sources, &transfer->destinations})
      for (uint32_t rank : *list)
        parent[find(position(rank))] = first;
  }
  component.resize(ranks.size());
  std::vector<int32_t> number(ranks.size(), -1);
  for (size_t i = 0; i < ranks.size(); ++i) {
    uint32_t top = find(i);
    if (number[top] < 0)
      number[top] = count++;
    component[i] = number[top];
  }
}

int32_t Components::of(uint32_t rank) const {
  auto found = std::lower_bound(ranks.begin(), ranks.end(), rank);
  if (found == ranks.end() || *found != rank)
    return -1;
  return component[found - ranks.begin()];
}

/// Components with all ranks in this process need no messages.
std::vector<bool> Components::areOwned(const LocalWorld &world) const {
  std::vector<bool> owned(count, true);
  for (size_t i = 0; i < ranks.size(); ++i)
    if (!world.owns(ranks[i]))
      owned[component[i]] = false;
  return owned;
}

PlanBox sbp::getRegisterBox(const plan::RegisterT &reg,
                            const std::vector<int64_t> &parameters) {
  PlanBox box = wholeBox(reg.local_shape);
  for (size_t d = 0; d < box.rank(); ++d) {
    int64_t begin = reg.box_begin[d] < 0 ? 0 : parameters[reg.box_begin[d]];
    box.begin[d] += begin;
    box.end[d] += begin;
  }
  return box;
}

std::string Program::label(const plan::Label *label) const {
  auto text = [&](int32_t index) -> std::string {
    bool known = index >= 0 && size_t(index) < debug.strings.size();
    return known ? debug.strings[index] : "";
  };
  std::string name = label ? text(label->name()) : "";
  std::string location = label ? text(label->location()) : "";
  if (name.empty() && location.empty())
    return "";
  return " (" + (name.empty() ? "" : "'" + name + "'") +
         (name.empty() || location.empty() ? "" : " at ") + location + ")";
}

template <typename Container>
static const plan::Label *at(const Container &labels, size_t index) {
  return index < labels.size() ? &labels[index] : nullptr;
}

std::string Program::nameTask(uint32_t templateIndex, uint32_t task) const {
  const plan::Label *found = nullptr;
  if (templateIndex < debug.templates.size())
    found = at(debug.templates[templateIndex]->tasks, task);
  return textOf("task ", task, label(found), " of template ", templateIndex);
}

std::string Program::nameRegister(uint32_t templateIndex, uint32_t reg) const {
  const plan::Label *found = nullptr;
  if (templateIndex < debug.templates.size())
    found = at(debug.templates[templateIndex]->registers, reg);
  return textOf("register ", reg, label(found), " of template ", templateIndex);
}

std::string Program::nameCommunication(uint32_t communication) const {
  return textOf(
      plan::EnumNameCommunicationKind(plan.communications[communication]->kind),
      " #", plan.communications[communication]->sequence,
      label(at(debug.communications, communication)));
}

std::string Program::locate(const plan::PortT &port) const {
  bool known =
      port.location >= 0 && size_t(port.location) < debug.strings.size();
  return known ? debug.strings[port.location] + ": " : "";
}

/// Later checks rely on earlier ones: indices are in range before graphs are
/// built, and boxes are known before storage and communications are compared.
Status sbp::verifyPlan(const Program &program, uint64_t constantBytes,
                       size_t codeBlobs) {
  SBP_RETURN_IF_FAILED(verifyStructure(program, constantBytes, codeBlobs));
  SBP_RETURN_IF_FAILED(verifyGraphs(program));
  SBP_RETURN_IF_FAILED(verifyBoxes(program));
  SBP_RETURN_IF_FAILED(verifyStorage(program));
  SBP_RETURN_IF_FAILED(verifyCommunications(program));
  SBP_RETURN_IF_FAILED(verifyLiveness(program));
  SBP_RETURN_IF_FAILED(verifyKernels(program));
  SBP_RETURN_IF_FAILED(verifyLaunches(program));
  return verifyPersistence(program);
}
