// NcclPart.cpp: binding of collectives and schedules to a GPU
#include "NcclPart.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::nccl;
using namespace sbp::plan;

NcclPart::NcclPart(const NcclGroup &group, const CommunicationPattern &pattern,
                   DType dtype, uint32_t gpu, const NcclWorld &world)
    : group(group), world(world), device(*world.getGpus().getDevice(gpu)),
      gpu(gpu), dtype(dtype) {
  const Gpus &gpus = world.getGpus();
  for (uint32_t rank : group.ranks)
    if (gpus.of(rank) == int32_t(gpu))
      ranks.push_back(rank);
  registers.resize(2 * ranks.size());
  if (!group.calls.empty())
    return;
  PeerMap peers = {gpu,
                   [&gpus](uint32_t rank) { return uint32_t(gpus.of(rank)); }};
  schedule = std::make_unique<Schedule>(peers, dtype, ranks);
  for (const NcclGroup::Atom &atom : group.atoms)
    schedule->add(atom.combiner, atom.box, atom.sources, atom.destinations,
                  pattern.participants);
}

Status NcclPart::open(uint32_t member, const ChannelRegisters &given) {
  if (given.input)
    registers[2 * member] = *given.input;
  if (given.output)
    registers[2 * member + 1] = *given.output;
  return ++opened == ranks.size() ? bind() : Status();
}

Status NcclPart::bind() {
  arrivals.resize(ranks.size());
  for (std::unique_ptr<DeviceEvent> &event : arrivals) {
    SBP_ASSIGN_OR_RETURN(event, device.createEvent());
  }
  SBP_ASSIGN_OR_RETURN(done, device.createEvent());
  return schedule ? bindSchedule() : bindCalls();
}

/// Binds the collective calls. The GPU has exactly one rank of the group.
Status NcclPart::bindCalls() {
  comm = world.get(group.gpus, gpu);
  // A communicator numbers its members in the order of GPUs, the calls in the
  // order of ranks.
  std::vector<int> communicatorRankOf;
  for (uint32_t rank : group.ranks)
    communicatorRankOf.push_back(
        std::lower_bound(group.gpus.begin(), group.gpus.end(),
                         uint32_t(world.getGpus().of(rank))) -
        group.gpus.begin());
  uint32_t self = std::find(group.ranks.begin(), group.ranks.end(), ranks[0]) -
                  group.ranks.begin();
  uint64_t width = artifact::getByteWidth(dtype);
  using Kind = NcclStep::Call;
  static constexpr Kind::Kind kinds[] = {Kind::AllReduce, Kind::Reduce,
                                         Kind::Broadcast, Kind::AllGather,
                                         Kind::ReduceScatter};
  NcclStep step;
  for (const NativeCall &call : group.calls) {
    NcclStep::Operand in = {registers[0], call.in[self] * width},
                      out = {registers[1], call.out[self] * width};
    // NCCL validates both pointers on every member, also where the member only
    // sends or only receives.
    step.calls.push_back({kinds[call.kind], call.sends[self] ? in : out,
                          call.receives[self] ? out : in, call.count, call.type,
                          call.op, communicatorRankOf[call.root]});
  }
  steps.push_back(std::move(step));
  return {};
}

Status NcclPart::addTransfers(const std::vector<PlannedTransfer> &list) {
  if (list.empty())
    return {};
  TransferOperands operands;
  operands.dtype = dtype;
  std::vector<std::optional<uint64_t>> offsets = schedule->getBuffers();
  auto add = [&](const std::vector<BufferBox> &buffers) {
    std::vector<uint32_t> numbers;
    for (const BufferBox &buffer : buffers) {
      RegisterPointer pointer;
      if (offsets[buffer.member])
        pointer.base = static_cast<char *>(memory) + *offsets[buffer.member];
      else
        pointer = registers[buffer.member];
      numbers.push_back(operands.buffers.size());
      operands.buffers.push_back({pointer, buffer.box});
    }
    return numbers;
  };
  for (const PlannedTransfer &planned : list) {
    std::vector<uint32_t> sources = add(planned.sources);
    operands.transfers.push_back(
        {planned.combiner, planned.box, sources, add(planned.destinations)});
  }
  NcclStep step;
  SBP_ASSIGN_OR_RETURN(step.kernel, device.bindTransfers(operands));
  steps.push_back(std::move(step));
  return {};
}

void NcclPart::addMessages(unsigned round) {
  NcclStep step;
  for (const PlannedMessage &message : schedule->messages) {
    if (message.round != round || message.bytes == 0)
      continue;
    NcclStep::Operand operand;
    if (message.registerBuffer)
      operand.pointer = registers[*message.registerBuffer];
    else
      operand.pointer.base = static_cast<char *>(memory);
    operand.offset = message.offset;
    step.calls.push_back(
        {message.isSend ? NcclStep::Call::Send : NcclStep::Call::Receive,
         operand, operand, message.bytes, kInt8, kSum, int(message.peer)});
  }
  if (!step.calls.empty())
    steps.push_back(std::move(step));
}

/// Binds a schedule. Its steps run on one stream, each after the one before,
/// so no events are needed between them.
Status NcclPart::bindSchedule() {
  comm = world.getWorld(gpu);
  if (uint64_t bytes = schedule->finish()) {
    // Boxes in a message are aligned to 8 bytes, and the padding travels, too:
    // it is initialised once.
    std::vector<char> zeros(bytes);
    SBP_ASSIGN_OR_RETURN(memory, device.allocate(bytes));
    SBP_RETURN_IF_FAILED(device.write(memory, zeros.data(), bytes));
  }
  SBP_RETURN_IF_FAILED(addTransfers(schedule->pack));
  addMessages(0);
  SBP_RETURN_IF_FAILED(addTransfers(schedule->local));
  SBP_RETURN_IF_FAILED(addTransfers(schedule->combine));
  addMessages(1);
  SBP_RETURN_IF_FAILED(addTransfers(schedule->unpack));
  schedule.reset();
  return {};
}

Status NcclPart::issueKernel(const NcclStep &step, Queue &queue,
                             uint32_t firing) const {
  return queue.issue(*step.kernel, firing);
}

#define SBP_NCCL_RUN(member, ...)                                              \
  nccl.check(nccl.member(__VA_ARGS__), #member, ExitCode::RankLost)

Status NcclPart::call(const NcclStep::Call &call, cuda::Stream stream,
                      uint32_t firing) const {
  const Nccl &nccl = world.getNccl();
  const void *in = call.in.at(firing);
  void *out = call.out.at(firing);
  switch (call.kind) {
  case NcclStep::Call::Send:
    return SBP_NCCL_RUN(send, in, call.count, call.type, call.peer, comm,
                        stream);
  case NcclStep::Call::Receive:
    return SBP_NCCL_RUN(recv, out, call.count, call.type, call.peer, comm,
                        stream);
  case NcclStep::Call::AllReduce:
    return SBP_NCCL_RUN(allReduce, in, out, call.count, call.type, call.op,
                        comm, stream);
  case NcclStep::Call::Reduce:
    return SBP_NCCL_RUN(reduce, in, out, call.count, call.type, call.op,
                        call.peer, comm, stream);
  case NcclStep::Call::Broadcast:
    return SBP_NCCL_RUN(broadcast, in, out, call.count, call.type, call.peer,
                        comm, stream);
  case NcclStep::Call::AllGather:
    return SBP_NCCL_RUN(allGather, in, out, call.count, call.type, comm,
                        stream);
  case NcclStep::Call::ReduceScatter:
    return SBP_NCCL_RUN(reduceScatter, in, out, call.count, call.type, call.op,
                        comm, stream);
  }
  return {};
}

Status NcclPart::issueCalls(const NcclStep &step, cuda::Stream stream,
                            uint32_t firing) const {
  SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
  const Nccl &nccl = world.getNccl();
  SBP_RETURN_IF_FAILED(SBP_NCCL_RUN(groupStart));
  Status status;
  for (const NcclStep::Call &one : step.calls)
    if (!status.failed())
      status = call(one, stream, firing);
  // A group must be closed even after a failure, or the thread's later calls
  // would belong to it.
  Status end = SBP_NCCL_RUN(groupEnd);
  return status.failed() ? status : end;
}
