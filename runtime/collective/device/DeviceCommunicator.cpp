// DeviceCommunicator.cpp
#include "DeviceCommunicator.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

/// Ranks of one communication that wait for each other. A mark is recorded
/// again when all who waited for it have gone on: then all have arrived anew.
struct DeviceCommunicator::Group {
  Device *device;
  std::vector<uint32_t> ranks;
  TransferOperands operands; ///< buffers: per member what it brings and takes
  uint32_t opened = 0, firings = 1;
  std::unique_ptr<BoundKernel> kernel; ///< null: nothing moves
  std::vector<std::unique_ptr<Mark>> arrivals;
  std::unique_ptr<Mark> done;
  uint32_t last = 0; ///< who issued the instance that finished last
  // Counted over all instances, never reset.
  std::atomic<uint64_t> arrived{0}, finished{0};
};

DeviceCommunicator::~DeviceCommunicator() = default;

DeviceCommunicator::DeviceCommunicator(const Program &program, uint32_t entry,
                                       const LocalWorld &world,
                                       const DeviceOf &deviceOf, Waker &waker,
                                       std::unique_ptr<Communicator> inner)
    : waker(waker), seats(std::move(inner)) {
  Meetings meetings(program);
  const auto &communications = program.plan.communications;
  for (uint32_t c = 0; c < communications.size(); ++c)
    if (communications[c]->entry == entry)
      addCommunication(program, c, meetings.get()[meetings.of(c)], world,
                       deviceOf);
}

/// By component, the device that all its ranks share; null: there is none, or
/// it is the host.
static std::vector<Device *>
findDevices(const Components &components, const std::vector<bool> &isHere,
            const DeviceCommunicator::DeviceOf &deviceOf) {
  std::vector<Device *> devices(components.count, nullptr);
  std::vector<bool> areMany(components.count);
  for (size_t i = 0; i < components.ranks.size(); ++i) {
    uint32_t component = components.component[i];
    if (!isHere[component])
      continue;
    Device *device = &deviceOf(components.ranks[i]);
    Device *&known = devices[component];
    if (device->isHost() || (known && known != device))
      areMany[component] = true;
    known = device;
  }
  for (uint32_t component = 0; component < components.count; ++component)
    if (areMany[component])
      devices[component] = nullptr;
  return devices;
}

void DeviceCommunicator::addCommunication(const Program &program,
                                          uint32_t index,
                                          const Meeting &meeting,
                                          const LocalWorld &world,
                                          const DeviceOf &deviceOf) {
  const CommunicationT &communication = *program.plan.communications[index];
  const MovementT &movement = *program.plan.movements[communication.movement];
  Components components(movement);
  std::vector<Group *> groupOf(components.count, nullptr);
  std::vector<Device *> devices =
      findDevices(components, components.areOwned(world), deviceOf);
  for (size_t i = 0; i < components.ranks.size(); ++i) {
    uint32_t component = components.component[i], rank = components.ranks[i];
    if (!devices[component])
      continue;
    Group *&group = groupOf[component];
    if (!group) {
      groups.push_back(std::make_unique<Group>());
      group = groups.back().get();
      group->device = devices[component];
      group->operands.dtype = communication.dtype;
    }
    seats.add(index, rank, {group, uint32_t(group->ranks.size())});
    group->ranks.push_back(rank);
    const Participant &participant = meeting.participants[rank];
    for (const std::optional<PlanBox> &box : {participant.in, participant.out})
      group->operands.buffers.push_back({{}, box.value_or(PlanBox())});
  }
  // Whoever is in no transfer (a piece of nothing) waits for nobody.
  for (uint32_t rank : world.ranks()) {
    const Participant &participant = meeting.participants[rank];
    if (!(participant.in || participant.out) || components.of(rank) >= 0 ||
        deviceOf(rank).isHost())
      continue;
    Group &alone = *groups.emplace_back(std::make_unique<Group>());
    alone.device = &deviceOf(rank);
    alone.ranks = {rank};
    alone.operands.buffers.resize(2);
    seats.add(index, rank, {&alone, 0});
  }
  for (const auto &transfer : movement.transfers) {
    Combiner combiner = getCombiner(program.plan, communication, *transfer);
    forEachAtom(
        *transfer, meeting.participants,
        [&](const PlanBox &box, const std::vector<uint32_t> &sources,
            const std::vector<uint32_t> &destinations) {
          Group *group = groupOf[components.of(destinations[0])];
          if (!group)
            return;
          auto find = [&](const std::vector<uint32_t> &ranks, uint32_t side) {
            std::vector<uint32_t> buffers;
            for (uint32_t rank : ranks)
              buffers.push_back(2 * seats.at(index, rank).member + side);
            return buffers;
          };
          group->operands.transfers.push_back(
              {combiner, box, find(sources, 0), find(destinations, 1)});
        });
  }
}

/// Makes ready what all members have told the places of.
Status DeviceCommunicator::bind(Group &group) {
  if (!group.operands.transfers.empty())
    SBP_RETURN_IF_FAILED(
        group.device->bindTransfers(group.operands, group.kernel));
  group.operands.transfers.clear();
  if (group.ranks.size() == 1)
    return {};
  group.arrivals.resize(group.ranks.size());
  for (std::unique_ptr<Mark> &mark : group.arrivals)
    SBP_RETURN_IF_FAILED(group.device->createMark(mark));
  return group.device->createMark(group.done);
}

Status DeviceCommunicator::open(uint32_t communication, uint32_t rank,
                                const ChannelRegisters &registers,
                                uint32_t &number) {
  Channel *channel = nullptr;
  SBP_RETURN_IF_FAILED(
      seats.open(communication, rank, registers, number, channel));
  if (!channel)
    return {};
  Group &group = *channel->group;
  auto place = [&](const std::optional<RegisterPointer> &pointer,
                   uint32_t side) {
    if (!pointer)
      return;
    group.operands.buffers[2 * channel->member + side].pointer = *pointer;
    group.firings = std::max(group.firings, pointer->firings);
  };
  place(registers.input, 0);
  place(registers.output, 1);
  return ++group.opened == group.ranks.size() ? bind(group) : Status();
}

Status DeviceCommunicator::issue(Group &group, uint32_t member,
                                 uint64_t instance, Queue &queue) {
  for (uint32_t other = 0; other < group.arrivals.size(); ++other)
    if (other != member)
      SBP_RETURN_IF_FAILED(queue.wait(*group.arrivals[other]));
  if (group.kernel)
    SBP_RETURN_IF_FAILED(queue.issue(*group.kernel, instance % group.firings));
  return group.done ? queue.record(*group.done) : Status();
}

Status DeviceCommunicator::arrive(uint32_t number, const void *in, void *out,
                                  Queue &queue) {
  Channel *found = seats.find(number);
  if (!found)
    return seats.arriveWithin(number, in, out, queue);
  Channel &channel = *found;
  Group &group = *channel.group;
  channel.queue = &queue;
  if (!group.arrivals.empty())
    SBP_RETURN_IF_FAILED(queue.record(*group.arrivals[channel.member]));
  uint64_t all = (channel.instance + 1) * group.ranks.size();
  if (group.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != all)
    return {};
  SBP_RETURN_IF_FAILED(issue(group, channel.member, channel.instance, queue));
  group.last = channel.member;
  group.finished.store(channel.instance + 1, std::memory_order_release);
  for (uint32_t i = 0; i < group.ranks.size(); ++i)
    if (i != channel.member)
      waker.wake(group.ranks[i]);
  return {};
}

Status DeviceCommunicator::progress(uint32_t number, bool &complete) {
  Channel *found = seats.find(number);
  if (!found)
    return seats.progressWithin(number, complete);
  Channel &channel = *found;
  Group &group = *channel.group;
  complete = group.finished.load(std::memory_order_acquire) > channel.instance;
  if (!complete)
    return {};
  if (group.last != channel.member)
    SBP_RETURN_IF_FAILED(channel.queue->wait(*group.done));
  ++channel.instance;
  return {};
}
