// NcclCommunicator.cpp: one ordered NCCL stream per GPU
//
// Without an order, two GPUs can deadlock: if GPU 0 issues collective A before
// B and GPU 1 issues B before A, each waits for the other's kernel. Therefore
// the entry's order is a list of slots, and a slot is issued only when all
// ranks of the GPU have arrived for it:
//
//   order:     A B A' B'
//   arrivals:  B arrives first: nothing is issued
//              A arrives: A is issued, then B
//
// Calls are non-blocking (ncclCommGetAsyncError), so a slot may take several
// attempts; the worker of one of its ranks polls.
#include "NcclCommunicator.h"
#include "CudaQueue.h"

using namespace sbp;
using namespace sbp::nccl;
using namespace sbp::plan;

/// The NCCL stream of one GPU. Workers of its ranks call it under its mutex.
class NcclCommunicator::NcclStream {
public:
  NcclStream(const NcclWorld &world, Waker &waker)
      : world(world), waker(waker) {}

  Status create(CudaDevice &device, uint32_t rank) {
    SBP_ASSIGN_OR_RETURN(queue, device.createQueue(rank, waker));
    return {};
  }
  /// Appends the next slot to the order of a step.
  void add(NcclPart &part, uint32_t firing) {
    order.push_back({&part, firing});
  }

  Status arrive(NcclPart &part, uint32_t member, Queue &from) {
    std::lock_guard lock(mutex);
    SBP_RETURN_IF_FAILED(from.record(*part.arrivals[member]));
    ++part.arrived;
    return advance();
  }
  /// Advances the stream. Returns true where `instance` of the part is issued;
  /// otherwise the ranks of the part are woken when it is.
  Result<bool> progress(const NcclPart &part, uint64_t instance) {
    std::lock_guard lock(mutex);
    SBP_RETURN_IF_FAILED(advance());
    return part.finished > instance;
  }
  std::mutex &getMutex() { return mutex; }

private:
  /// A position of the order: one instance of a communication, given by its
  /// part and firing.
  struct Slot {
    NcclPart *part;
    uint32_t firing;
  };
  /// Returns true when all local ranks of the part have arrived for its next
  /// instance.
  bool hasArrived(const NcclPart &part) const {
    return part.arrived == (part.finished + 1) * part.getRanks().size();
  }
  /// Issues slots in order as long as their ranks have arrived.
  Status advance();
  Result<bool> issue(const Slot &slot);

  const NcclWorld &world;
  Waker &waker;
  std::mutex mutex;
  std::unique_ptr<Queue> queue;
  std::vector<Slot> order;
  size_t next = 0,
         step = 0; ///< index of the current slot, and of the next step in it
  bool isBegun = false;   ///< the stream waits for the arrivals
  bool isCalling = false; ///< NCCL has not yet confirmed the last calls
};

/// Issues the remaining steps of a slot and returns true once all of them are.
/// Stops where NCCL has not yet put the last calls on the stream, since no work
/// may follow before.
Result<bool> NcclCommunicator::NcclStream::issue(const Slot &slot) {
  NcclPart &part = *slot.part;
  if (!isBegun)
    for (const std::unique_ptr<DeviceEvent> &event : part.arrivals)
      SBP_RETURN_IF_FAILED(queue->wait(*event));
  isBegun = true;
  while (isCalling || step < part.steps.size()) {
    if (isCalling) {
      SBP_ASSIGN_OR_RETURN(bool isReady, world.query(part.comm));
      if (!isReady)
        return false;
      isCalling = false;
      continue;
    }
    const NcclStep &current = part.steps[step++];
    if (current.kernel) {
      SBP_RETURN_IF_FAILED(part.issueKernel(current, *queue, slot.firing));
      continue;
    }
    SBP_RETURN_IF_FAILED(
        part.issueCalls(current, cuda::getStream(*queue), slot.firing));
    isCalling = true;
  }
  SBP_RETURN_IF_FAILED(queue->record(*part.done));
  return true;
}

Status NcclCommunicator::NcclStream::advance() {
  if (world.isAborted())
    return Status(ExitCode::RankLost, "the run is ending");
  while (!order.empty() && hasArrived(*order[next].part)) {
    SBP_ASSIGN_OR_RETURN(bool isDone, issue(order[next]));
    if (!isDone) {
      // A rank of this slot polls NCCL; the current caller may wait for another
      // slot.
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
    : world(world), waker(waker), patterns(program),
      endpoints(std::move(inner)) {}

NcclCommunicator::~NcclCommunicator() = default;

Result<std::unique_ptr<Communicator>>
NcclCommunicator::create(const Program &program, uint32_t entry,
                         NcclWorld &world, Waker &waker,
                         std::unique_ptr<Communicator> inner) {
  std::unique_ptr<NcclCommunicator> made(
      new NcclCommunicator(program, world, waker, std::move(inner)));
  made->groups = findGroups(program, made->patterns, entry, world.getGpus());
  made->addParts(program);
  SBP_RETURN_IF_FAILED(made->addStreams(program, entry));
  return made;
}

void NcclCommunicator::addParts(const Program &program) {
  for (const NcclGroup &group : groups)
    for (uint32_t gpu : group.gpus) {
      if (!world.getGpus().getDevice(gpu))
        continue;
      parts.push_back(std::make_unique<NcclPart>(
          group, patterns.get()[patterns.of(group.communication)],
          program.plan.communications[group.communication]->dtype, gpu, world));
      NcclPart &part = *parts.back();
      std::unique_ptr<NcclStream> &stream = streams[gpu];
      if (!stream)
        stream = std::make_unique<NcclStream>(world, waker);
      Channel endpoint = {&part, stream.get()};
      partsOf.insert({group.communication, endpoint});
      for (; endpoint.member < part.getRanks().size(); ++endpoint.member)
        endpoints.add(group.communication, part.getRanks()[endpoint.member],
                      endpoint);
    }
}

/// Creates a queue per GPU and fills the orders. The loader has proved that the
/// entry's order is free of deadlocks.
Status NcclCommunicator::addStreams(const Program &program, uint32_t entry) {
  const Gpus &gpus = world.getGpus();
  for (auto &[gpu, stream] : streams)
    for (uint32_t rank = 0; rank < program.plan.ranks; ++rank)
      if (gpus.of(rank) == int32_t(gpu)) {
        SBP_RETURN_IF_FAILED(stream->create(*gpus.getDevice(gpu), rank));
        break;
      }
  for (const LaunchEntry &launch : program.plan.entries[entry]->order)
    for (auto [at, end] = partsOf.equal_range(launch.task()); at != end; ++at)
      at->second.stream->add(*at->second.part, launch.micro_batch());
  return {};
}

Result<uint32_t> NcclCommunicator::open(uint32_t communication, uint32_t rank,
                                        const ChannelRegisters &registers) {
  SBP_ASSIGN_OR_RETURN(auto opened,
                       endpoints.open(communication, rank, registers));
  if (Channel *channel = opened.own)
    SBP_RETURN_IF_FAILED(channel->part->open(channel->member, registers));
  return opened.number;
}

Status NcclCommunicator::arrive(uint32_t number, const void *in, void *out,
                                Queue &queue) {
  Channel *channel = endpoints.find(number);
  if (!channel)
    return endpoints.arriveInner(number, in, out, queue);
  channel->queue = &queue;
  return channel->stream->arrive(*channel->part, channel->member, queue);
}

Result<bool> NcclCommunicator::progress(uint32_t number) {
  Channel *channel = endpoints.find(number);
  if (!channel)
    return endpoints.progressInner(number);
  SBP_ASSIGN_OR_RETURN(bool complete, channel->stream->progress(
                                          *channel->part, channel->instance));
  if (!complete)
    return false;
  ++channel->instance;
  SBP_RETURN_IF_FAILED(channel->queue->wait(*channel->part->done));
  return true;
}

void NcclCommunicator::abort() {
  std::vector<std::unique_lock<std::mutex>> locks;
  for (auto &[gpu, stream] : streams)
    // NCCL forbids other calls during an abort: all streams stop first.
    locks.emplace_back(stream->getMutex());
  world.abort();
  endpoints.getInner().abort();
}
