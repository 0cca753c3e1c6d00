// StepGraphs.cpp: records a step and replays it as one graph for each device
#include "StepGraphs.h"

using namespace sbp;

Result<std::unique_ptr<StepGraphs>>
StepGraphs::create(const std::vector<uint32_t> &ranks, const DeviceOf &deviceOf,
                   const Communicator &communicator, Waker &waker) {
  for (uint32_t rank : ranks)
    if (!deviceOf(rank).recordsGraphs())
      return userError("--cuda-graph: rank ", rank,
                       " runs on the host; all ranks must run on GPUs");
  if (!communicator.isOnQueues())
    return userError("--cuda-graph: ranks exchange values through host memory, "
                     "which a graph "
                     "cannot record: use NCCL, and one process per GPU");
  auto made = std::make_unique<StepGraphs>();
  for (uint32_t rank : ranks) {
    Device &device = deviceOf(rank);
    Part &part = made->parts[&device];
    part.ranks.push_back(rank);
    made->ranks[rank].part = &part;
    if (part.queue)
      continue;
    SBP_ASSIGN_OR_RETURN(part.queue, device.createQueue(rank, waker));
    SBP_ASSIGN_OR_RETURN(part.begin, device.createEvent());
    SBP_ASSIGN_OR_RETURN(part.done, device.createEvent());
  }
  return made;
}

Status StepGraphs::describeFailure(uint32_t rank, const Status &status) {
  return status.failed()
             ? Status(status.code(),
                      textOf("rank ", rank,
                             ", the graph of the step: ", status.message()))
             : Status();
}

Status StepGraphs::begin(Part &part, const Actors &actors) {
  SBP_RETURN_IF_FAILED(part.queue->beginGraph());
  part.isRecording = true;
  SBP_RETURN_IF_FAILED(part.queue->record(*part.begin));
  for (uint32_t rank : part.ranks)
    SBP_RETURN_IF_FAILED(actors[rank]->beginRecording(*part.begin));
  return {};
}

Status StepGraphs::end(Part &part, const Actors &actors) {
  for (uint32_t rank : part.ranks)
    SBP_RETURN_IF_FAILED(actors[rank]->endRecording(*part.queue));
  part.isRecording = false;
  SBP_ASSIGN_OR_RETURN(part.graph, part.queue->endGraph());
  return {};
}

/// A recording in progress keeps communicators alive as a graph does.
void StepGraphs::drop() {
  for (auto &[device, part] : parts) {
    std::lock_guard lock(part.mutex);
    if (std::exchange(part.isRecording, false))
      (void)part.queue->endGraph();
    part.graph.reset();
  }
}

Status StepGraphs::begin(const Actors &actors) {
  for (auto &[device, part] : parts)
    SBP_RETURN_IF_FAILED(
        describeFailure(part.ranks.front(), begin(part, actors)));
  return {};
}

Status StepGraphs::end(const Actors &actors) {
  for (auto &[device, part] : parts)
    SBP_RETURN_IF_FAILED(
        describeFailure(part.ranks.front(), end(part, actors)));
  ready.store(true, std::memory_order_release);
  return {};
}

void StepGraphs::beginStep() {
  for (auto &[number, rank] : ranks)
    rank.reported = false;
  for (auto &[device, part] : parts)
    part.issued = false;
}

/// The first rank of each device works for all of them.
Result<bool> StepGraphs::advance(uint32_t number) {
  Rank &rank = ranks.at(number);
  Part &part = *rank.part;
  if (rank.reported)
    return false;
  if (number == part.ranks.front()) {
    if (!part.issued) {
      std::lock_guard lock(part.mutex);
      if (!part.graph)
        return Status(ExitCode::RankLost, "the run is ending");
      SBP_RETURN_IF_FAILED(part.queue->issue(*part.graph, 0));
      SBP_RETURN_IF_FAILED(part.queue->record(*part.done));
      part.issued = true;
    }
    SBP_ASSIGN_OR_RETURN(bool reached, part.queue->query(*part.done));
    if (!reached)
      return false;
  }
  rank.reported = true;
  return true;
}

bool StepGraphs::isFinished(uint32_t rank) const {
  return ranks.at(rank).reported;
}
