// StepGraphs.cpp: records a step and replays it as one graph for each device
#include "StepGraphs.h"

using namespace sbp;

Status StepGraphs::create(const std::vector<uint32_t> &ranks,
                          const DeviceOf &deviceOf,
                          const Communicator &communicator, Waker &waker,
                          std::unique_ptr<StepGraphs> &result) {
  for (uint32_t rank : ranks)
    if (deviceOf(rank).isHost())
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
    SBP_RETURN_IF_FAILED(device.createQueue(rank, waker, part.queue));
    SBP_RETURN_IF_FAILED(device.createEvent(part.begin));
    SBP_RETURN_IF_FAILED(device.createEvent(part.done));
  }
  result = std::move(made);
  return {};
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
  return part.queue->endGraph(part.graph);
}

/// A recording in progress keeps communicators alive as a graph does.
void StepGraphs::drop() {
  for (auto &[device, part] : parts) {
    std::lock_guard lock(part.mutex);
    if (std::exchange(part.isRecording, false))
      (void)part.queue->endGraph(part.graph);
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
Status StepGraphs::advance(uint32_t number, bool &finished) {
  Rank &rank = ranks.at(number);
  Part &part = *rank.part;
  finished = false;
  if (rank.reported)
    return {};
  if (number == part.ranks.front()) {
    if (!part.issued) {
      std::lock_guard lock(part.mutex);
      if (!part.graph)
        return Status(ExitCode::RankLost, "the run is ending");
      SBP_RETURN_IF_FAILED(part.queue->issue(*part.graph, 0));
      SBP_RETURN_IF_FAILED(part.queue->record(*part.done));
      part.issued = true;
    }
    bool reached = false;
    SBP_RETURN_IF_FAILED(part.queue->query(*part.done, reached));
    if (!reached)
      return {};
  }
  finished = rank.reported = true;
  return {};
}

bool StepGraphs::isFinished(uint32_t rank) const {
  return ranks.at(rank).reported;
}
