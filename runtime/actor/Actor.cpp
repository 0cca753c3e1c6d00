//===- Actor.cpp
//------------------------------------------------------------===//
#include "Actor.h"
#include <chrono>

using namespace sbp;

int64_t sbp::readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Actor::Actor(uint32_t rank, const plan::TemplateT &graph,
             std::vector<BoundTask> tasks, Device &device,
             Communicator &communicator)
    : rank(rank), tasks(std::move(tasks)), device(device),
      communicator(communicator) {
  for (const auto &list : graph.streams)
    streams.push_back({list->entries.data(), list->entries.size(), 0, false, 0,
                       std::make_unique<StreamPosition>()});
  for (BoundTask &task : this->tasks) {
    task.in.resize(task.inputs.size());
    task.out.resize(task.outputs.size());
  }
}

void Actor::beginStep(uint32_t number) {
  step = number;
  reported = false;
  for (BoundTask &task : tasks)
    task.fired = 0;
  for (Stream &stream : streams) {
    stream.head = 0;
    stream.position->launch.store(0, std::memory_order_relaxed);
  }
}

bool Actor::isReady(const BoundTask &task, uint32_t firing) const {
  for (const Wait &wait : task.waits)
    if (wait.needed(firing) > int64_t(tasks[wait.task].fired))
      return false;
  return true;
}

Status Actor::execute(BoundTask &task, uint32_t firing) {
  for (size_t i = 0; i < task.in.size(); ++i)
    task.in[i] = task.inputs[i].at(firing);
  for (size_t i = 0; i < task.out.size(); ++i)
    task.out[i] = task.outputs[i].at(firing);
  if (task.kind == plan::TaskKind::copy) {
    task.copy->execute(task.copy->whole(), task.in.data(), task.out.data());
    return {};
  }
  for (uint32_t position : task.microBatchParameters)
    task.parameters[position] = firing;
  return device.launch(task.kernel, task.in.data(), task.out.data(),
                       task.scratch, task.parameters.data());
}

Status Actor::communicate(Stream &stream, BoundTask &task, uint32_t firing,
                          bool &complete) {
  if (!stream.arrived) {
    stream.arrived = true;
    stream.position->arrived.store(true, std::memory_order_relaxed);
    const void *in = task.inputs.empty() ? nullptr : task.inputs[0].at(firing);
    void *out = task.outputs.empty() ? nullptr : task.outputs[0].at(firing);
    SBP_RETURN_IF_FAILED(communicator.arrive(task.channel, in, out));
  }
  SBP_RETURN_IF_FAILED(communicator.progress(task.channel, complete));
  if (complete) {
    stream.arrived = false;
    stream.position->arrived.store(false, std::memory_order_relaxed);
  }
  return {};
}

Status Actor::advanceStream(uint32_t index, bool &progressed) {
  Stream &stream = streams[index];
  progressed = false;
  if (stream.head == stream.size)
    return {};
  const plan::LaunchEntry &entry = stream.entries[stream.head];
  BoundTask &task = tasks[entry.task()];
  uint32_t firing = entry.micro_batch();
  if (!stream.arrived) {
    if (!isReady(task, firing))
      return {};
    recorder.record(step, index, stream.head);
    stream.begin = trace ? readClock() : 0;
  }
  if (task.kind == plan::TaskKind::communicate) {
    bool complete = false;
    SBP_RETURN_IF_FAILED(communicate(stream, task, firing, complete));
    if (!complete)
      return {};
  } else {
    stream.position->running.store(true, std::memory_order_relaxed);
    SBP_RETURN_IF_FAILED(execute(task, firing));
    stream.position->running.store(false, std::memory_order_relaxed);
  }
  if (trace)
    trace->push_back(
        {step, index, uint32_t(stream.head), stream.begin, readClock()});
  ++task.fired;
  ++stream.head;
  stream.position->launch.store(stream.head, std::memory_order_relaxed);
  progressed = true;
  return {};
}

Status Actor::advance(bool &finished) {
  bool progressed = true;
  finished = false;
  while (progressed) {
    progressed = false;
    for (uint32_t i = 0; i < streams.size(); ++i)
      for (bool again = true; again; progressed |= again)
        if (Status status = advanceStream(i, again); status.failed())
          return Status(status.code(),
                        textOf("rank ", rank, ", task ",
                               streams[i].entries[streams[i].head].task(), ": ",
                               status.message()));
  }
  for (const Stream &stream : streams)
    if (stream.head != stream.size)
      return {};
  finished = !reported;
  reported = true;
  return {};
}
