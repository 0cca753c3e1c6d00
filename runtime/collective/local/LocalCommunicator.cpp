//===- LocalCommunicator.cpp
//------------------------------------------------===//
#include "LocalCommunicator.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

LocalCommunicator::LocalCommunicator(const Program &program, uint32_t entry,
                                     Waker &waker)
    : waker(waker) {
  for (uint32_t c = 0; c < program.plan.communications.size(); ++c)
    if (program.plan.communications[c]->entry == entry)
      addCommunication(program, c);
}

void LocalCommunicator::addCommunication(const Program &program,
                                         uint32_t index) {
  const PlanT &plan = program.plan;
  const CommunicationT &communication = *plan.communications[index];
  Components components(communication);
  size_t first = groups.size();
  for (uint32_t i = 0; i < components.count; ++i)
    groups.push_back(std::make_unique<Group>());

  std::map<uint32_t, Box> in, out;
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    const EntryBindingT &binding =
        *plan.bindings[rank]->entries[communication.entry];
    if (binding.template_index < 0)
      continue;
    const TemplateT &graph = *plan.templates[binding.template_index];
    for (const auto &task : graph.tasks) {
      if (task->kind != TaskKind::communicate ||
          task->communication != int32_t(index))
        continue;
      int32_t component = components.of(rank);
      if (component < 0)
        groups.push_back(std::make_unique<Group>());
      Group &group =
          component < 0 ? *groups.back() : *groups[first + component];
      channelNumbers[{index, rank}] = channels.size();
      channels.push_back({&group, uint32_t(group.ranks.size())});
      group.ranks.push_back(rank);
      if (!task->inputs.empty())
        in[rank] = getRegisterBox(*graph.registers[task->inputs[0]],
                                  binding.parameters);
      if (!task->outputs.empty())
        out[rank] = getRegisterBox(*graph.registers[task->outputs[0]],
                                   binding.parameters);
    }
  }
  for (const auto &atom : communication.atoms) {
    Box box = {atom->begin, atom->end};
    if (box.elements() == 0)
      continue;
    auto buffers = [&](const std::vector<uint32_t> &ranks, auto &boxes) {
      std::vector<BufferBox> result;
      for (uint32_t rank : ranks)
        result.push_back(
            {channels[channelNumbers[{index, rank}]].member, boxes[rank]});
      return result;
    };
    // A rank that gets no term holds what leaves the sum of `to` as it is.
    Combiner combiner = communication.combiner;
    if (atom->sources.empty() && communication.to >= 0)
      combiner =
          getCombiner(*plan.distributions[communication.to]).value_or(combiner);
    Group &group = *groups[first + components.of(atom->destinations[0])];
    group.transfers.emplace_back(communication.dtype, combiner, box,
                                 buffers(atom->sources, in),
                                 buffers(atom->destinations, out));
    group.bytes += group.transfers.back().bytes() *
                   (atom->sources.size() + atom->destinations.size());
  }
  for (size_t i = first; i < groups.size(); ++i) {
    groups[i]->in.resize(groups[i]->ranks.size());
    groups[i]->out.resize(groups[i]->ranks.size());
  }
}

void LocalCommunicator::wakeOthers(const Group &group, uint32_t member) {
  for (uint32_t i = 0; i < group.ranks.size(); ++i)
    if (i != member)
      waker.wake(group.ranks[i]);
}

/// Many transfers are dealt out whole, few are cut.
void LocalCommunicator::executeShare(Group &group, uint32_t member) {
  size_t members = group.ranks.size();
  if (group.transfers.size() >= 4 * members) {
    for (size_t i = member; i < group.transfers.size(); i += members)
      group.transfers[i].execute(group.transfers[i].whole(), group.in.data(),
                                 group.out.data());
    return;
  }
  for (const Transfer &transfer : group.transfers)
    transfer.execute(transfer.part(members, member), group.in.data(),
                     group.out.data());
}

void LocalCommunicator::finish(Group &group, uint64_t instance,
                               uint32_t member) {
  group.finished.store(instance + 1, std::memory_order_release);
  wakeOthers(group, member);
}

Status LocalCommunicator::arrive(uint32_t number, const void *in, void *out) {
  Channel &channel = channels[number];
  Group &group = *channel.group;
  uint64_t members = group.ranks.size(), all = (channel.instance + 1) * members;
  channel.shareDone = false;
  group.in[channel.member] = in;
  group.out[channel.member] = out;
  if (group.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != all)
    return {};
  if (group.bytes > smallBytes && members > 1) {
    wakeOthers(group, channel.member);
    return {};
  }
  for (const Transfer &transfer : group.transfers)
    transfer.execute(transfer.whole(), group.in.data(), group.out.data());
  finish(group, channel.instance, channel.member);
  return {};
}

Status LocalCommunicator::progress(uint32_t number, bool &complete) {
  Channel &channel = channels[number];
  Group &group = *channel.group;
  uint64_t members = group.ranks.size(), all = (channel.instance + 1) * members;
  complete = false;
  bool finished =
      group.finished.load(std::memory_order_acquire) > channel.instance;
  if (!finished) {
    if (channel.shareDone || (group.bytes <= smallBytes || members == 1) ||
        group.arrived.load(std::memory_order_acquire) < all)
      return {};
    executeShare(group, channel.member);
    channel.shareDone = true;
    if (group.shared.fetch_add(1, std::memory_order_acq_rel) % members !=
        members - 1)
      return {};
    finish(group, channel.instance, channel.member);
  }
  ++channel.instance;
  complete = true;
  return {};
}

/// Per atom: a value held by one rank goes to every destination without it; a
/// combined one costs c + |D| - 1 transfers, one less where a holder receives.
uint64_t sbp::countMovedBytes(const CommunicationT &communication) {
  uint64_t total = 0, width = artifact::getByteWidth(communication.dtype);
  for (const auto &atom : communication.atoms) {
    uint64_t elements = Box{atom->begin, atom->end}.elements(), copies = 0;
    uint64_t sources = atom->sources.size(), holders = 0;
    for (uint32_t rank : atom->destinations)
      holders += std::count(atom->sources.begin(), atom->sources.end(), rank);
    if (sources == 1)
      copies = atom->destinations.size() - holders;
    else if (sources > 1)
      copies = sources + atom->destinations.size() - 1 - (holders > 0);
    total += elements * width * copies;
  }
  return total;
}
