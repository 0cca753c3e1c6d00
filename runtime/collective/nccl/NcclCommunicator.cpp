// NcclCommunicator.cpp
#include "NcclCommunicator.h"
#include "CudaQueue.h"

using namespace sbp;
using namespace sbp::nccl;
using namespace sbp::plan;

/// Issues what a GPU does through NCCL, one instance after the other; workers
/// of its ranks take turns.
class NcclCommunicator::Lane {
public:
  Lane(const NcclWorld &world, Waker &waker) : world(world), waker(waker) {}

  Status create(CudaDevice &device, uint32_t rank) {
    return device.createQueue(rank, waker, queue);
  }
  /// The next of the step's instances.
  void add(NcclPart &part, uint32_t firing) {
    order.push_back({&part, firing});
  }

  Status arrive(NcclPart &part, uint32_t member, Queue &from) {
    std::lock_guard lock(mutex);
    SBP_RETURN_IF_FAILED(from.record(*part.arrivals[member]));
    ++part.arrived;
    return advance();
  }
  /// Whether an instance is issued; if it is not, its ranks are woken when it
  /// is.
  Status progress(const NcclPart &part, uint64_t instance, bool &complete) {
    std::lock_guard lock(mutex);
    SBP_RETURN_IF_FAILED(advance());
    complete = part.finished > instance;
    return {};
  }
  std::mutex &getMutex() { return mutex; }

private:
  struct Turn {
    NcclPart *part;
    uint32_t firing;
  };
  bool hasArrived(const NcclPart &part) const {
    return part.arrived == (part.finished + 1) * part.getRanks().size();
  }
  Status advance();
  Status issue(const Turn &turn, bool &isDone);

  const NcclWorld &world;
  Waker &waker;
  std::mutex mutex;
  std::unique_ptr<Queue> queue;
  std::vector<Turn> order;
  size_t next = 0, step = 0; ///< of the turn
  bool isBegun = false, isCalling = false;
};

/// As many steps as NCCL takes; what it was told last may not be on the stream
/// yet, then nothing may follow.
Status NcclCommunicator::Lane::issue(const Turn &turn, bool &isDone) {
  NcclPart &part = *turn.part;
  isDone = false;
  if (!isBegun)
    for (const std::unique_ptr<Mark> &mark : part.arrivals)
      SBP_RETURN_IF_FAILED(queue->wait(*mark));
  isBegun = true;
  while (isCalling || step < part.steps.size()) {
    if (isCalling) {
      bool isReady = false;
      SBP_RETURN_IF_FAILED(world.poll(part.comm, isReady));
      if (!isReady)
        return {};
      isCalling = false;
      continue;
    }
    const NcclStep &current = part.steps[step++];
    if (current.kernel) {
      SBP_RETURN_IF_FAILED(part.issueKernel(current, *queue, turn.firing));
      continue;
    }
    SBP_RETURN_IF_FAILED(
        part.issueCalls(current, cuda::getStream(*queue), turn.firing));
    isCalling = true;
  }
  isDone = true;
  return queue->record(*part.done);
}

Status NcclCommunicator::Lane::advance() {
  if (world.isAborted())
    return Status(ExitCode::RankLost, "the run is ending");
  while (!order.empty() && hasArrived(*order[next].part)) {
    bool isDone = false;
    SBP_RETURN_IF_FAILED(issue(order[next], isDone));
    if (!isDone) {
      // One who waits for this turn asks NCCL again; others may have gone on.
      waker.wakeLater(order[next].part->getRanks().front());
      return {};
    }
    NcclPart &part = *order[next].part;
    ++part.finished;
    next = (next + 1) % order.size();
    step = 0;
    isBegun = false;
    for (uint32_t rank : part.getRanks())
      waker.wake(rank);
  }
  return {};
}

NcclCommunicator::NcclCommunicator(const Program &program, NcclWorld &world,
                                   Waker &waker,
                                   std::unique_ptr<Communicator> inner)
    : world(world), waker(waker), meetings(program), seats(std::move(inner)) {}

NcclCommunicator::~NcclCommunicator() = default;

Status NcclCommunicator::create(const Program &program, uint32_t entry,
                                NcclWorld &world, Waker &waker,
                                std::unique_ptr<Communicator> inner,
                                std::unique_ptr<Communicator> &result) {
  std::unique_ptr<NcclCommunicator> made(
      new NcclCommunicator(program, world, waker, std::move(inner)));
  made->groups = findGroups(program, made->meetings, entry, world.getGpus());
  made->addParts(program);
  SBP_RETURN_IF_FAILED(made->addLanes(program, entry));
  result = std::move(made);
  return {};
}

void NcclCommunicator::addParts(const Program &program) {
  for (const NcclGroup &group : groups)
    for (uint32_t gpu : group.gpus) {
      if (!world.getGpus().getDevice(gpu))
        continue;
      parts.push_back(std::make_unique<NcclPart>(
          group, meetings.get()[meetings.of(group.communication)],
          program.plan.communications[group.communication]->dtype, gpu, world));
      NcclPart &part = *parts.back();
      std::unique_ptr<Lane> &lane = lanes[gpu];
      if (!lane)
        lane = std::make_unique<Lane>(world, waker);
      Channel seat = {&part, lane.get()};
      partsOf.insert({group.communication, seat});
      for (; seat.member < part.getRanks().size(); ++seat.member)
        seats.add(group.communication, part.getRanks()[seat.member], seat);
    }
}

/// Every lane has its instances in the order of the entry, which the loader has
/// proved to be possible.
Status NcclCommunicator::addLanes(const Program &program, uint32_t entry) {
  const Gpus &gpus = world.getGpus();
  for (auto &[gpu, lane] : lanes)
    for (uint32_t rank = 0; rank < program.plan.ranks; ++rank)
      if (gpus.of(rank) == int32_t(gpu)) {
        SBP_RETURN_IF_FAILED(lane->create(*gpus.getDevice(gpu), rank));
        break;
      }
  for (const LaunchEntry &launch : program.plan.entries[entry]->order)
    for (auto [at, end] = partsOf.equal_range(launch.task()); at != end; ++at)
      at->second.lane->add(*at->second.part, launch.micro_batch());
  return {};
}

Status NcclCommunicator::open(uint32_t communication, uint32_t rank,
                              const ChannelRegisters &registers,
                              uint32_t &number) {
  Channel *channel = nullptr;
  SBP_RETURN_IF_FAILED(
      seats.open(communication, rank, registers, number, channel));
  return channel ? channel->part->open(channel->member, registers) : Status();
}

Status NcclCommunicator::arrive(uint32_t number, const void *in, void *out,
                                Queue &queue) {
  Channel *channel = seats.find(number);
  if (!channel)
    return seats.arriveWithin(number, in, out, queue);
  channel->queue = &queue;
  return channel->lane->arrive(*channel->part, channel->member, queue);
}

Status NcclCommunicator::progress(uint32_t number, bool &complete) {
  Channel *channel = seats.find(number);
  if (!channel)
    return seats.progressWithin(number, complete);
  complete = false;
  SBP_RETURN_IF_FAILED(
      channel->lane->progress(*channel->part, channel->instance, complete));
  if (!complete)
    return {};
  ++channel->instance;
  return channel->queue->wait(*channel->part->done);
}

void NcclCommunicator::abort() {
  std::vector<std::unique_lock<std::mutex>> locks;
  for (auto &[gpu, lane] : lanes)
    locks.emplace_back(lane->getMutex());
  world.abort();
  seats.getInner().abort();
}
