// LocalCommunicator.cpp
#include "LocalCommunicator.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

LocalCommunicator::LocalCommunicator(const Program &program, uint32_t entry,
                                     const LocalWorld &world, Waker &waker)
    : waker(waker) {
  Meetings meetings(program);
  const auto &communications = program.plan.communications;
  for (uint32_t c = 0; c < communications.size(); ++c) {
    if (communications[c]->entry != entry)
      continue;
    auto [found, isNew] = arrangements.try_emplace(meetings.of(c));
    if (isNew)
      arrange(program, meetings.get()[meetings.of(c)], world, found->second);
    addCommunication(c, meetings.of(c));
  }
}

void LocalCommunicator::arrange(const Program &program, const Meeting &meeting,
                                const LocalWorld &world, Arrangement &result) {
  const PlanT &plan = program.plan;
  const CommunicationT &communication =
      *plan.communications[meeting.communication];
  const MovementT &movement = *plan.movements[communication.movement];
  const std::vector<Participant> &participants = meeting.participants;
  Components components(movement);
  std::vector<bool> isHere = components.areOwned(world);
  auto &parties = result.parties;
  for (uint32_t i = 0; i < components.count; ++i)
    parties.push_back(std::make_unique<Party>());
  result.seatOf.assign(plan.ranks, -1);
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    int32_t component = components.of(rank);
    if (participants[rank].tasks == 0 || !world.owns(rank) ||
        (component >= 0 && !isHere[component]))
      continue;
    if (component < 0) {
      component = parties.size(); // alone
      parties.push_back(std::make_unique<Party>());
    }
    auto &ranks = parties[component]->ranks;
    result.seatOf[rank] = result.seats.size();
    result.seats.push_back({uint32_t(component), uint32_t(ranks.size())});
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
        buffers.push_back({result.seats[result.seatOf[rank]].member,
                           *(participants[rank].*side)});
      return buffers;
    };
    forEachAtom(*transfer, participants,
                [&](const PlanBox &box, const std::vector<uint32_t> &sources,
                    const std::vector<uint32_t> &destinations) {
                  Party &party = *parties[components.of(destinations[0])];
                  party.transfers.emplace_back(
                      communication.dtype, combiner, box,
                      getBuffers(sources, &Participant::in),
                      getBuffers(destinations, &Participant::out));
                  party.bytes += party.transfers.back().bytes() *
                                 (sources.size() + destinations.size());
                });
  }
}

void LocalCommunicator::addCommunication(uint32_t index, uint32_t meeting) {
  const Arrangement &arrangement = arrangements.at(meeting);
  places[index] = {&arrangement, uint32_t(channels.size())};
  size_t first = groups.size();
  for (const auto &party : arrangement.parties)
    groups.push_back(std::make_unique<Group>(*party));
  for (auto [party, member] : arrangement.seats)
    channels.push_back({groups[first + party].get(), member});
}

void LocalCommunicator::wakeOthers(const Group &group, uint32_t member) {
  for (uint32_t i = 0; i < group.party.ranks.size(); ++i)
    if (i != member)
      waker.wake(group.party.ranks[i]);
}

/// Many transfers are dealt out whole, few are cut.
void LocalCommunicator::executeShare(Group &group, uint32_t member) {
  size_t members = group.party.ranks.size();
  if (group.party.transfers.size() >= 4 * members) {
    for (size_t i = member; i < group.party.transfers.size(); i += members)
      group.party.transfers[i].execute(group.party.transfers[i].whole(),
                                       group.in.data(), group.out.data());
    return;
  }
  for (const BoxTransfer &transfer : group.party.transfers)
    transfer.execute(transfer.part(members, member), group.in.data(),
                     group.out.data());
}

void LocalCommunicator::finish(Group &group, uint64_t instance,
                               uint32_t member) {
  group.finished.store(instance + 1, std::memory_order_release);
  wakeOthers(group, member);
}

Status LocalCommunicator::open(uint32_t communication, uint32_t rank,
                               const ChannelRegisters &, uint32_t &channel) {
  const Place &place = places.at(communication);
  channel = place.firstChannel + place.arrangement->seatOf[rank];
  return {};
}

Status LocalCommunicator::arrive(uint32_t number, const void *in, void *out,
                                 Queue &) {
  Channel &channel = channels[number];
  Group &group = *channel.group;
  uint64_t members = group.party.ranks.size(),
           all = (channel.instance + 1) * members;
  channel.shareDone = false;
  group.in[channel.member] = in;
  group.out[channel.member] = out;
  if (group.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != all)
    return {};
  if (group.party.bytes > smallBytes && members > 1) {
    wakeOthers(group, channel.member);
    return {};
  }
  for (const BoxTransfer &transfer : group.party.transfers)
    transfer.execute(transfer.whole(), group.in.data(), group.out.data());
  finish(group, channel.instance, channel.member);
  return {};
}

Status LocalCommunicator::progress(uint32_t number, bool &complete) {
  Channel &channel = channels[number];
  Group &group = *channel.group;
  uint64_t members = group.party.ranks.size(),
           all = (channel.instance + 1) * members;
  complete = false;
  bool finished =
      group.finished.load(std::memory_order_acquire) > channel.instance;
  if (!finished) {
    if (channel.shareDone ||
        (group.party.bytes <= smallBytes || members == 1) ||
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
