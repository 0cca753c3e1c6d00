//===- LocalCommunicator.cpp
//------------------------------------------------===//
#include "LocalCommunicator.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

LocalCommunicator::LocalCommunicator(const Program &program, uint32_t entry,
                                     const LocalWorld &world, Waker &waker)
    : waker(waker) {
  for (uint32_t c = 0; c < program.plan.communications.size(); ++c)
    if (program.plan.communications[c]->entry == entry)
      addCommunication(program, c, world);
}

void LocalCommunicator::addCommunication(const Program &program, uint32_t index,
                                         const LocalWorld &world) {
  const PlanT &plan = program.plan;
  const CommunicationT &communication = *plan.communications[index];
  Components components(communication);
  std::vector<bool> isHere = components.areOwned(world);
  size_t first = groups.size();
  for (uint32_t i = 0; i < components.count; ++i)
    groups.push_back(std::make_unique<Group>());

  std::vector<Participant> participants = getParticipants(program, index);
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    int32_t component = components.of(rank);
    if (participants[rank].tasks == 0 || !world.owns(rank) ||
        (component >= 0 && !isHere[component]))
      continue;
    if (component < 0)
      groups.push_back(std::make_unique<Group>());
    Group &group = component < 0 ? *groups.back() : *groups[first + component];
    channelNumbers[{index, rank}] = channels.size();
    channels.push_back({&group, uint32_t(group.ranks.size())});
    group.ranks.push_back(rank);
  }
  for (const auto &transfer : communication.transfers) {
    if (!isHere[components.of(transfer->destinations[0])])
      continue;
    Combiner combiner = getCombiner(plan, communication, *transfer);
    auto getBuffers = [&](const std::vector<uint32_t> &ranks,
                          std::optional<Box> Participant::*side) {
      std::vector<BufferBox> buffers;
      for (uint32_t rank : ranks)
        buffers.push_back({channels[channelNumbers[{index, rank}]].member,
                           *(participants[rank].*side)});
      return buffers;
    };
    forEachAtom(*transfer, participants,
                [&](const Box &box, const std::vector<uint32_t> &sources,
                    const std::vector<uint32_t> &destinations) {
                  Group &group =
                      *groups[first + components.of(destinations[0])];
                  group.transfers.emplace_back(
                      communication.dtype, combiner, box,
                      getBuffers(sources, &Participant::in),
                      getBuffers(destinations, &Participant::out));
                  group.bytes += group.transfers.back().bytes() *
                                 (sources.size() + destinations.size());
                });
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
  for (const BoxTransfer &transfer : group.transfers)
    transfer.execute(transfer.part(members, member), group.in.data(),
                     group.out.data());
}

void LocalCommunicator::finish(Group &group, uint64_t instance,
                               uint32_t member) {
  group.finished.store(instance + 1, std::memory_order_release);
  wakeOthers(group, member);
}

Status LocalCommunicator::open(uint32_t communication, uint32_t rank,
                               uint32_t &channel) {
  channel = channelNumbers.at({communication, rank});
  return {};
}

Status LocalCommunicator::arrive(uint32_t number, const void *in, void *out,
                                 Queue &) {
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
  for (const BoxTransfer &transfer : group.transfers)
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
