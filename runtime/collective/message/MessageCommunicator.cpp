// MessageCommunicator.cpp: instances driven by completed messages
//
// An instance of a group goes through the stages of its schedule (Schedule.h);
// the driver, the rank that arrived last, runs as far as the messages allow and
// is woken when the last message of a stage completes:
//
//   Arrived     wait until the sends of the previous instance are done;
//               post all receives, pack, post sends of round 0, local transfers
//   Combining   wait for the receives of round 0; combine, post sends of round
//   1 Unpacking   wait for the receives of round 1; unpack, wake the other
//   ranks
//
// The sends of the last instance from the schedule's own buffers may still be
// in flight when it ends; they are waited for only before the buffers are
// written again.
#include "MessageCommunicator.h"

using namespace sbp;
using namespace sbp::plan;

namespace {
/// The number of messages that are not completed. `countOne` returns true for
/// the last one.
class Countdown {
public:
  void set(uint32_t messages) {
    left.store(messages, std::memory_order_relaxed);
  }
  bool isOver() const { return left == 0; }
  bool countOne() { return left.fetch_sub(1) == 1; }

private:
  std::atomic<uint32_t> left{0};
};
} // namespace

/// The ranks of this process in a group, their schedule and the current
/// instance.
struct MessageCommunicator::Group {
  /// The step that a message's completion allows: combining, unpacking, or the
  /// reuse of a send buffer.
  enum Purpose { Combine, Unpack, Reuse };
  enum class Stage { Idle, Arrived, Combining, Unpacking };

  /// A message of the group, or a piece of one that exceeds the transport's
  /// bound.
  class Posted final : public Message {
  public:
    void done() override {
      // Nobody waits for the reuse of send buffers, except a driver that has
      // set `waitsForReuse`.
      if (group->left[purpose].countOne() &&
          (purpose != Reuse || group->waitsForReuse))
        group->waker->wake(group->driverRank);
    }
    Group *group;
    Purpose purpose;
    const PlannedMessage *plan;
    uint64_t offset; ///< position of this piece
  };

  Group(const LocalWorld &world, DType dtype, std::vector<uint32_t> ranks)
      : compiled(world, dtype, std::move(ranks)), schedule(compiled.schedule) {}

  /// Creates the messages; `tag` is that of round 0, `tag + 1` that of round 1.
  void makeMessages(uint32_t tag, uint64_t bound);

  Waker *waker = nullptr;
  HostSchedule compiled;
  Schedule &schedule;
  std::vector<std::unique_ptr<Posted>> posted;
  std::vector<Message *> receives, sends[2]; ///< sends by round
  uint32_t counts[3] = {};
  uint64_t sentBytes = 0; ///< bytes sent per instance
  std::vector<const void *>
      sources; ///< indexed by buffer, as are the destinations
  std::vector<void *> destinations;

  // The counters run over all instances and are never reset.
  std::atomic<uint64_t> arrived{0}, finished{0};
  std::atomic<int32_t> driver{
      -1}; ///< member that drives the instance, -1 for none
  std::atomic<uint32_t> driverRank{0};
  std::atomic<bool> waitsForReuse{false};
  Countdown left[3];
  Stage stage = Stage::Idle; ///< accessed by the driver alone
};

void MessageCommunicator::Group::makeMessages(uint32_t tag, uint64_t bound) {
  for (const PlannedMessage &plan : schedule.messages) {
    Purpose purpose = !plan.isSend && plan.round == 0       ? Combine
                      : !plan.isSend || plan.registerBuffer ? Unpack
                                                            : Reuse;
    for (uint64_t offset = 0; offset < plan.bytes; offset += bound) {
      auto message = std::make_unique<Posted>();
      message->isSend = plan.isSend;
      message->peer = plan.peer;
      message->tag = tag + plan.round;
      message->bytes = std::min(bound, plan.bytes - offset);
      if (char *memory =
              compiled.find(plan)) // a register's address is set per instance
        message->data = memory + offset;
      message->group = this;
      message->purpose = purpose;
      message->plan = &plan;
      message->offset = plan.offset + offset;
      (plan.isSend ? sends[plan.round] : receives).push_back(message.get());
      ++counts[purpose];
      sentBytes += plan.isSend ? message->bytes : 0;
      posted.push_back(std::move(message));
    }
  }
  for (char *buffer : compiled.getBuffers()) {
    sources.push_back(buffer);
    destinations.push_back(buffer);
  }
}

Result<std::unique_ptr<Communicator>>
MessageCommunicator::create(const Program &program, uint32_t entry,
                            const LocalWorld &world, Transport &transport,
                            Waker &waker) {
  std::unique_ptr<MessageCommunicator> communicator(
      new MessageCommunicator(program, entry, world, transport, waker));
  CommunicationPatterns patterns(program);
  for (uint32_t c = 0; c < program.plan.communications.size(); ++c)
    if (program.plan.communications[c]->entry == entry)
      SBP_RETURN_IF_FAILED(communicator->addCommunication(
          program, c, patterns.get()[patterns.of(c)].participants, world));
  size_t messages = 0;
  for (const auto &group : communicator->groups)
    messages += group->posted.size();
  transport.reserve(messages);
  return communicator;
}

MessageCommunicator::MessageCommunicator(const Program &program, uint32_t entry,
                                         const LocalWorld &world,
                                         Transport &transport, Waker &waker)
    : transport(transport), waker(waker),
      endpoints(
          std::make_unique<LocalCommunicator>(program, entry, world, waker)) {}

MessageCommunicator::~MessageCommunicator() = default;

/// Adds the groups of a communication. All processes number the groups alike,
/// also those without ranks of theirs: two tags identify a group and its
/// rounds.
Status MessageCommunicator::addCommunication(
    const Program &program, uint32_t index,
    const std::vector<Participant> &participants, const LocalWorld &world) {
  const CommunicationT &communication = *program.plan.communications[index];
  const MovementT &movement = *program.plan.movements[communication.movement];
  Components components(movement);
  std::vector<bool> isHere = components.areOwned(world);
  std::vector<std::vector<uint32_t>> members(components.count);
  for (uint32_t rank : world.ranks())
    if (int32_t component = components.of(rank);
        component >= 0 && !isHere[component])
      members[component].push_back(rank);
  std::vector<Group *> groupOf(components.count);
  uint32_t firstTag = nextTag;
  nextTag += 2 * components.count;
  if (nextTag > transport.getTagBound())
    return userError("more than ", transport.getTagBound() / 2,
                     " groups of ranks exchange messages");
  for (uint32_t i = 0; i < components.count; ++i) {
    if (members[i].empty())
      continue;
    groups.push_back(
        std::make_unique<Group>(world, communication.dtype, members[i]));
    groupOf[i] = groups.back().get();
    groupOf[i]->waker = &waker;
    for (uint32_t member = 0; member < members[i].size(); ++member)
      endpoints.add(index, members[i][member], {groupOf[i], member});
  }
  for (const auto &transfer : movement.transfers) {
    Group *group = groupOf[components.of(transfer->destinations[0])];
    if (!group)
      continue;
    Combiner combiner = getCombiner(program.plan, communication, *transfer);
    forEachAtom(*transfer, participants,
                [&](const PlanBox &box, const std::vector<uint32_t> &sources,
                    const std::vector<uint32_t> &destinations) {
                  group->schedule.add(combiner, box, sources, destinations,
                                      participants);
                });
  }
  for (uint32_t i = 0; i < components.count; ++i)
    if (groupOf[i]) {
      groupOf[i]->compiled.finish();
      groupOf[i]->makeMessages(firstTag + 2 * i, transport.getMessageBound());
    }
  return {};
}

Result<uint32_t> MessageCommunicator::open(uint32_t communication,
                                           uint32_t rank,
                                           const ChannelRegisters &registers) {
  SBP_ASSIGN_OR_RETURN(auto opened,
                       endpoints.open(communication, rank, registers));
  return opened.number;
}

static void execute(const std::vector<BoxTransfer> &transfers,
                    const std::vector<const void *> &sources,
                    std::vector<void *> &destinations) {
  for (const BoxTransfer &transfer : transfers)
    transfer.execute(transfer.whole(), sources.data(), destinations.data());
}

void MessageCommunicator::begin(Group &group) {
  for (int purpose : {Group::Combine, Group::Unpack, Group::Reuse})
    group.left[purpose].set(group.counts[purpose]);
  for (const auto &message : group.posted)
    if (std::optional<uint32_t> buffer = message->plan->registerBuffer) {
      const void *base =
          *buffer % 2 ? group.destinations[*buffer] : group.sources[*buffer];
      message->data =
          static_cast<char *>(const_cast<void *>(base)) + message->offset;
    }
  sentBytes.fetch_add(group.sentBytes, std::memory_order_relaxed);
  transport.post(group.receives.data(), group.receives.size());
  execute(group.compiled.pack, group.sources, group.destinations);
  transport.post(group.sends[0].data(), group.sends[0].size());
  execute(group.compiled.local, group.sources, group.destinations);
}

// Each stage returns where messages are missing; their completion wakes the
// driver, which continues here.
bool MessageCommunicator::drive(Group &group) {
  using Stage = Group::Stage;
  if (group.stage == Stage::Arrived) {
    if (!group.left[Group::Reuse].isOver()) {
      // The last message may have completed before the flag was set, without a
      // wake-up: check again.
      group.waitsForReuse = true;
      if (!group.left[Group::Reuse].isOver())
        return false;
    }
    group.waitsForReuse = false;
    begin(group);
    group.stage = Stage::Combining;
  }
  if (group.stage == Stage::Combining) {
    if (!group.left[Group::Combine].isOver())
      return false;
    execute(group.compiled.combine, group.sources, group.destinations);
    transport.post(group.sends[1].data(), group.sends[1].size());
    group.stage = Stage::Unpacking;
  }
  if (!group.left[Group::Unpack].isOver())
    return false;
  execute(group.compiled.unpack, group.sources, group.destinations);
  group.stage = Stage::Idle;
  return true;
}

Status MessageCommunicator::arrive(uint32_t number, const void *in, void *out,
                                   Queue &queue) {
  Channel *found = endpoints.find(number);
  if (!found)
    return endpoints.arriveInner(number, in, out, queue);
  Channel &channel = *found;
  Group &group = *channel.group;
  const std::vector<uint32_t> &ranks = group.schedule.getRanks();
  group.sources[2 * channel.member] = in;
  // Results are sent on from the output register.
  group.sources[2 * channel.member + 1] = out;
  group.destinations[2 * channel.member + 1] = out;
  uint64_t all = (channel.instance + 1) * ranks.size();
  if (group.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != all)
    return {};
  group.stage = Group::Stage::Arrived;
  group.driverRank = ranks[channel.member];
  group.driver.store(channel.member, std::memory_order_release);
  return {};
}

Result<bool> MessageCommunicator::progress(uint32_t number) {
  Channel *found = endpoints.find(number);
  if (!found)
    return endpoints.progressInner(number);
  Channel &channel = *found;
  Group &group = *channel.group;
  bool complete =
      group.finished.load(std::memory_order_acquire) > channel.instance;
  if (!complete &&
      group.driver.load(std::memory_order_acquire) == int32_t(channel.member) &&
      drive(group)) {
    group.driver.store(-1, std::memory_order_relaxed);
    group.finished.store(channel.instance + 1, std::memory_order_release);
    for (uint32_t rank : group.schedule.getRanks())
      if (rank != group.driverRank)
        waker.wake(rank);
    complete = true;
  }
  channel.instance += complete;
  return complete;
}
