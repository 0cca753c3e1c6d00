// DeviceCommunicator.cpp: rendezvous by events on one device
//
// An instance with ranks 0, 1 and 2, of which 2 arrives last (a vertical line
// is the order of a queue):
//
//   queue 0          queue 1          queue 2
//   record(arrived0) record(arrived1) wait(arrived0), wait(arrived1)
//      |                |             transfers
//      |                |             record(done)
//   wait(done)       wait(done)          |
//
// Arrivals are counted over all instances and never reset: instance i is
// complete at (i + 1) * members, so no second barrier is needed.
#include "DeviceCommunicator.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

/// A group of ranks of one communication that wait for each other. An event is
/// recorded again in the next instance: by then every waiter has issued its
/// wait, since all members have arrived anew.
struct DeviceCommunicator::Group {
  Device *device;
  std::vector<uint32_t> ranks;
  TransferOperands operands; ///< input and output buffer of each member
  uint32_t opened = 0, firings = 1;
  std::unique_ptr<BoundKernel> kernel; ///< null where nothing is transferred
  std::vector<std::unique_ptr<DeviceEvent>> arrivals;
  std::unique_ptr<DeviceEvent> done;
  uint32_t issuer = 0; ///< member that issued the last finished instance
  // Both counters run over all instances and are never reset.
  std::atomic<uint64_t> arrived{0}, finished{0};
};

DeviceCommunicator::~DeviceCommunicator() = default;

DeviceCommunicator::DeviceCommunicator(const Program &program, uint32_t entry,
                                       const LocalWorld &world,
                                       const DeviceOf &deviceOf, Waker &waker,
                                       std::unique_ptr<Communicator> inner)
    : waker(waker), endpoints(std::move(inner)) {
  CommunicationPatterns patterns(program);
  const auto &communications = program.plan.communications;
  for (uint32_t c = 0; c < communications.size(); ++c)
    if (communications[c]->entry == entry)
      addCommunication(program, c, patterns.get()[patterns.of(c)], world,
                       deviceOf);
}

/// Returns, for each component, the device that all of its ranks share. Null
/// where there is none or where it is the host.
static std::vector<Device *>
findDevices(const Components &components, const std::vector<bool> &isHere,
            const DeviceCommunicator::DeviceOf &deviceOf) {
  std::vector<Device *> devices(components.count, nullptr);
  std::vector<bool> isMixed(components.count);
  for (size_t i = 0; i < components.ranks.size(); ++i) {
    uint32_t component = components.component[i];
    if (!isHere[component])
      continue;
    Device *device = &deviceOf(components.ranks[i]);
    Device *&first = devices[component];
    if (device->sharesHostMemory() || (first && first != device))
      isMixed[component] = true;
    first = device;
  }
  for (uint32_t component = 0; component < components.count; ++component)
    if (isMixed[component])
      devices[component] = nullptr;
  return devices;
}

void DeviceCommunicator::addCommunication(const Program &program,
                                          uint32_t index,
                                          const CommunicationPattern &pattern,
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
    endpoints.add(index, rank, {group, uint32_t(group->ranks.size())});
    group->ranks.push_back(rank);
    const Participant &participant = pattern.participants[rank];
    for (const std::optional<PlanBox> &box : {participant.in, participant.out})
      group->operands.buffers.push_back({{}, box.value_or(PlanBox())});
  }
  // A rank without transfers (an empty piece) forms a group of its own, so that
  // its channel is served by events as well.
  for (uint32_t rank : world.ranks()) {
    const Participant &participant = pattern.participants[rank];
    if (!(participant.in || participant.out) || components.of(rank) >= 0 ||
        deviceOf(rank).sharesHostMemory())
      continue;
    Group &alone = *groups.emplace_back(std::make_unique<Group>());
    alone.device = &deviceOf(rank);
    alone.ranks = {rank};
    alone.operands.buffers.resize(2);
    endpoints.add(index, rank, {&alone, 0});
  }
  for (const auto &transfer : movement.transfers) {
    Combiner combiner = getCombiner(program.plan, communication, *transfer);
    forEachAtom(
        *transfer, pattern.participants,
        [&](const PlanBox &box, const std::vector<uint32_t> &sources,
            const std::vector<uint32_t> &destinations) {
          Group *group = groupOf[components.of(destinations[0])];
          if (!group)
            return;
          auto find = [&](const std::vector<uint32_t> &ranks, uint32_t side) {
            std::vector<uint32_t> buffers;
            for (uint32_t rank : ranks)
              buffers.push_back(2 * endpoints.at(index, rank).member + side);
            return buffers;
          };
          group->operands.transfers.push_back(
              {combiner, box, find(sources, 0), find(destinations, 1)});
        });
  }
}

/// Binds the transfers and creates the events.
Status DeviceCommunicator::bind(Group &group) {
  if (!group.operands.transfers.empty()) {
    SBP_ASSIGN_OR_RETURN(group.kernel,
                         group.device->bindTransfers(group.operands));
  }
  group.operands.transfers.clear();
  if (group.ranks.size() == 1)
    return {};
  group.arrivals.resize(group.ranks.size());
  for (std::unique_ptr<DeviceEvent> &event : group.arrivals) {
    SBP_ASSIGN_OR_RETURN(event, group.device->createEvent());
  }
  SBP_ASSIGN_OR_RETURN(group.done, group.device->createEvent());
  return {};
}

Result<uint32_t> DeviceCommunicator::open(uint32_t communication, uint32_t rank,
                                          const ChannelRegisters &registers) {
  SBP_ASSIGN_OR_RETURN(auto opened,
                       endpoints.open(communication, rank, registers));
  auto [number, channel] = opened;
  if (!channel)
    return number;
  Group &group = *channel->group;
  auto setBuffer = [&, member = channel->member](
                       const std::optional<RegisterPointer> &pointer,
                       uint32_t side) {
    if (!pointer)
      return;
    group.operands.buffers[2 * member + side].pointer = *pointer;
    group.firings = std::max(group.firings, pointer->firings);
  };
  setBuffer(registers.input, 0);
  setBuffer(registers.output, 1);
  if (++group.opened == group.ranks.size())
    SBP_RETURN_IF_FAILED(bind(group));
  return number;
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
  Channel *found = endpoints.find(number);
  if (!found)
    return endpoints.arriveInner(number, in, out, queue);
  Channel &channel = *found;
  Group &group = *channel.group;
  channel.queue = &queue;
  if (!group.arrivals.empty())
    SBP_RETURN_IF_FAILED(queue.record(*group.arrivals[channel.member]));
  uint64_t all = (channel.instance + 1) * group.ranks.size();
  if (group.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != all)
    return {};
  SBP_RETURN_IF_FAILED(issue(group, channel.member, channel.instance, queue));
  group.issuer = channel.member;
  group.finished.store(channel.instance + 1, std::memory_order_release);
  for (uint32_t i = 0; i < group.ranks.size(); ++i)
    if (i != channel.member)
      waker.wake(group.ranks[i]);
  return {};
}

Result<bool> DeviceCommunicator::progress(uint32_t number) {
  Channel *found = endpoints.find(number);
  if (!found)
    return endpoints.progressInner(number);
  Channel &channel = *found;
  Group &group = *channel.group;
  if (group.finished.load(std::memory_order_acquire) <= channel.instance)
    return false;
  // The queue of the issuer has the transfers already in its own order.
  if (group.issuer != channel.member)
    SBP_RETURN_IF_FAILED(channel.queue->wait(*group.done));
  ++channel.instance;
  return true;
}
