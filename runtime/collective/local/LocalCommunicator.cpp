// LocalCommunicator.cpp: rendezvous in host memory
//
// Every member increments `arrived`. The member that completes instance i (its
// increment gives (i + 1) * members) either executes the instance or, if it is
// large, wakes the others; then every member executes its share in `progress`,
// and the member whose increment of `shared` is the last one finishes the
// instance. The acquire-release increments order the members' reads and writes.
// No counter is reset, so members may arrive for the next instance while others
// still leave the last one.
#include "LocalCommunicator.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

LocalCommunicator::LocalCommunicator(const Program &program, uint32_t entry,
                                     const LocalWorld &world, Waker &waker)
    : waker(waker) {
  CommunicationPatterns patterns(program);
  const auto &communications = program.plan.communications;
  for (uint32_t c = 0; c < communications.size(); ++c) {
    if (communications[c]->entry != entry)
      continue;
    auto [found, isNew] = patternPlans.try_emplace(patterns.of(c));
    if (isNew)
      planPattern(program, patterns.get()[patterns.of(c)], world,
                  found->second);
    addCommunication(c, patterns.of(c));
  }
}

void LocalCommunicator::planPattern(const Program &program,
                                    const CommunicationPattern &pattern,
                                    const LocalWorld &world,
                                    PatternPlan &result) {
  const PlanT &plan = program.plan;
  const CommunicationT &communication =
      *plan.communications[pattern.communication];
  const MovementT &movement = *plan.movements[communication.movement];
  const std::vector<Participant> &participants = pattern.participants;
  Components components(movement);
  std::vector<bool> isHere = components.areOwned(world);
  auto &groupPlans = result.groupPlans;
  for (uint32_t i = 0; i < components.count; ++i)
    groupPlans.push_back(std::make_unique<GroupPlan>());
  result.endpointOf.assign(plan.ranks, -1);
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    int32_t component = components.of(rank);
    if (participants[rank].tasks == 0 || !world.owns(rank) ||
        (component >= 0 && !isHere[component]))
      continue;
    if (component < 0) {
      component = groupPlans.size(); // the group of a rank without transfers
      groupPlans.push_back(std::make_unique<GroupPlan>());
    }
    auto &ranks = groupPlans[component]->ranks;
    result.endpointOf[rank] = result.endpoints.size();
    result.endpoints.push_back({uint32_t(component), uint32_t(ranks.size())});
    ranks.push_back(rank);
  }
  for (const auto &transfer : movement.transfers) {
    if (!isHere[components.of(transfer->destinations[0])])
      continue;
    Combiner combiner = getCombiner(plan, communication, *transfer);
    auto getBuffers = [&](const std::vector<uint32_t> &ranks,
                          std::optional<PlanBox> Participant::*side) {
      std::vector<BufferBox> buffers;
      for (uint32_t rank : ranks)
        buffers.push_back({result.endpoints[result.endpointOf[rank]].member,
                           *(participants[rank].*side)});
      return buffers;
    };
    forEachAtom(*transfer, participants,
                [&](const PlanBox &box, const std::vector<uint32_t> &sources,
                    const std::vector<uint32_t> &destinations) {
                  GroupPlan &groupPlan =
                      *groupPlans[components.of(destinations[0])];
                  groupPlan.transfers.emplace_back(
                      communication.dtype, combiner, box,
                      getBuffers(sources, &Participant::in),
                      getBuffers(destinations, &Participant::out));
                  groupPlan.bytes += groupPlan.transfers.back().bytes() *
                                     (sources.size() + destinations.size());
                });
  }
}

void LocalCommunicator::addCommunication(uint32_t index, uint32_t pattern) {
  const PatternPlan &patternPlan = patternPlans.at(pattern);
  channelRanges[index] = {&patternPlan, uint32_t(channels.size())};
  size_t first = groups.size();
  for (const auto &groupPlan : patternPlan.groupPlans)
    groups.push_back(std::make_unique<Group>(*groupPlan));
  for (auto [group, member] : patternPlan.endpoints)
    channels.push_back({groups[first + group].get(), member});
}

void LocalCommunicator::wakeOthers(const Group &group, uint32_t member) {
  for (uint32_t i = 0; i < group.plan.ranks.size(); ++i)
    if (i != member)
      waker.wake(group.plan.ranks[i]);
}

/// Many transfers are distributed round robin; few are cut, so that all members
/// have work of about equal size.
void LocalCommunicator::executeShare(Group &group, uint32_t member) {
  size_t members = group.plan.ranks.size();
  if (group.plan.transfers.size() >= 4 * members) {
    for (size_t i = member; i < group.plan.transfers.size(); i += members)
      group.plan.transfers[i].execute(group.plan.transfers[i].whole(),
                                      group.in.data(), group.out.data());
    return;
  }
  for (const BoxTransfer &transfer : group.plan.transfers)
    transfer.execute(transfer.part(members, member), group.in.data(),
                     group.out.data());
}

void LocalCommunicator::finish(Group &group, uint64_t instance,
                               uint32_t member) {
  group.finished.store(instance + 1, std::memory_order_release);
  wakeOthers(group, member);
}

Result<uint32_t> LocalCommunicator::open(uint32_t communication, uint32_t rank,
                                         const ChannelRegisters &) {
  const ChannelRange &range = channelRanges.at(communication);
  return range.firstChannel + range.plan->endpointOf[rank];
}

Status LocalCommunicator::arrive(uint32_t number, const void *in, void *out,
                                 Queue &) {
  Channel &channel = channels[number];
  Group &group = *channel.group;
  uint64_t members = group.plan.ranks.size(),
           all = (channel.instance + 1) * members;
  channel.shareDone = false;
  group.in[channel.member] = in;
  group.out[channel.member] = out;
  if (group.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != all)
    return {};
  // A wake-up costs more than copying a few kilobytes: small instances are
  // executed by the member that is awake anyway.
  if (group.plan.bytes > smallBytes && members > 1) {
    wakeOthers(group, channel.member);
    return {};
  }
  for (const BoxTransfer &transfer : group.plan.transfers)
    transfer.execute(transfer.whole(), group.in.data(), group.out.data());
  finish(group, channel.instance, channel.member);
  return {};
}

Result<bool> LocalCommunicator::progress(uint32_t number) {
  Channel &channel = channels[number];
  Group &group = *channel.group;
  uint64_t members = group.plan.ranks.size(),
           all = (channel.instance + 1) * members;
  bool finished =
      group.finished.load(std::memory_order_acquire) > channel.instance;
  if (!finished) {
    // The member waits where its share is done, where another member executes a
    // small instance, or where members are missing.
    if (channel.shareDone || (group.plan.bytes <= smallBytes || members == 1) ||
        group.arrived.load(std::memory_order_acquire) < all)
      return false;
    executeShare(group, channel.member);
    channel.shareDone = true;
    if (group.shared.fetch_add(1, std::memory_order_acq_rel) % members !=
        members - 1)
      return false;
    finish(group, channel.instance, channel.member);
  }
  ++channel.instance;
  return true;
}
