// Actor.cpp
#include "Actor.h"
#include <chrono>

using namespace sbp;

int64_t sbp::readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Status Actor::create(uint32_t rank, const plan::TemplateT &graph,
                     std::vector<BoundTask> tasks, Device &device,
                     Communicator &communicator, Waker &waker,
                     std::unique_ptr<Actor> &result) {
  std::unique_ptr<Actor> actor(
      new Actor(rank, graph, std::move(tasks), device, communicator));
  for (const auto &list : graph.streams) {
    actor->streams.emplace_back();
    Stream &stream = actor->streams.back();
    stream.entries = list->entries.data();
    stream.size = list->entries.size();
    stream.position = std::make_unique<StreamPosition>();
    SBP_RETURN_IF_FAILED(device.createQueue(rank, waker, stream.queue));
    SBP_RETURN_IF_FAILED(device.createMark(stream.last));
  }
  SBP_RETURN_IF_FAILED(actor->makeMarks());
  result = std::move(actor);
  return {};
}

Status Actor::makeMark(std::unique_ptr<Mark> &mark) {
  return mark ? Status() : device.createMark(mark);
}

/// One mark per firing of a task that another queue waits for, or that a device
/// does later: the queues are empty when a step ends, so each is recorded once
/// a step.
Status Actor::makeMarks() {
  std::vector<size_t> streamOf(tasks.size());
  for (size_t s = 0; s < graph.streams.size(); ++s)
    for (const plan::LaunchEntry &entry : graph.streams[s]->entries)
      streamOf[entry.task()] = s;
  std::vector<bool> isMarked(tasks.size(), !device.isHost());
  for (size_t t = 0; t < tasks.size(); ++t)
    for (const Wait &wait : *tasks[t].waits) {
      if (streamOf[t] == streamOf[wait.task])
        continue;
      tasks[t].queueWaits.push_back(wait);
      isMarked[wait.task] = true;
    }
  for (size_t t = 0; t < tasks.size(); ++t) {
    tasks[t].marks.resize(isMarked[t] ? tasks[t].firings : 0);
    for (std::unique_ptr<Mark> &mark : tasks[t].marks)
      SBP_RETURN_IF_FAILED(makeMark(mark));
  }
  return {};
}

Status Actor::setTrace(std::vector<TraceEvent> *events) {
  trace = events;
  return !trace || deviceTrace || device.isHost()
             ? Status()
             : DeviceTrace::create(device, graph, deviceTrace);
}

Status Actor::beginStep(uint32_t number) {
  step = number;
  reported = false;
  for (BoundTask &task : tasks)
    task.fired = 0;
  for (Stream &stream : streams) {
    stream.head = 0;
    stream.ended = false;
    stream.position->launch.store(0, std::memory_order_relaxed);
  }
  return trace && deviceTrace && !streams.empty()
             ? deviceTrace->beginStep(*streams[0].queue)
             : Status();
}

Status Actor::beginRecording(Mark &begin) {
  records = true;
  for (Stream &stream : streams)
    SBP_RETURN_IF_FAILED(stream.queue->wait(begin));
  return {};
}

Status Actor::endRecording(Queue &other) {
  records = false;
  for (Stream &stream : streams)
    SBP_RETURN_IF_FAILED(other.wait(*stream.last));
  return {};
}

/// Marks of a queue are reached in its order.
std::optional<uint32_t> Actor::countDone(size_t index) const {
  const Stream &stream = streams[index];
  uint32_t begin = 0,
           end = stream.position->launch.load(std::memory_order_acquire);
  if (device.isHost())
    return std::nullopt;
  while (begin < end) {
    uint32_t middle = begin + (end - begin) / 2;
    const plan::LaunchEntry &entry = stream.entries[middle];
    bool reached = false;
    if (device.look(*tasks[entry.task()].marks[entry.micro_batch()], reached)
            .failed())
      return std::nullopt;
    if (reached)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

bool Actor::isReady(const BoundTask &task, uint32_t firing) const {
  for (const Wait &wait : *task.waits)
    if (wait.needed(firing) > int64_t(tasks[wait.task].fired))
      return false;
  return true;
}

Status Actor::waitForQueues(Stream &stream, const BoundTask &task,
                            uint32_t firing) {
  for (const Wait &wait : task.queueWaits)
    if (int64_t needed = wait.needed(firing); needed > 0)
      SBP_RETURN_IF_FAILED(
          stream.queue->wait(*tasks[wait.task].marks[needed - 1]));
  return {};
}

Status Actor::communicate(Stream &stream, BoundTask &task, uint32_t firing,
                          bool &complete) {
  bool isNew = !stream.arrived;
  if (isNew) {
    stream.arrived = true;
    stream.position->arrived.store(true, std::memory_order_relaxed);
    const auto &[input, output] = *task.registers;
    const void *in = input ? input->at(firing) : nullptr;
    void *out = output ? output->at(firing) : nullptr;
    SBP_RETURN_IF_FAILED(
        communicator.arrive(task.channel, in, out, *stream.queue));
  }
  SBP_RETURN_IF_FAILED(communicator.progress(task.channel, complete));
  if (!complete && isNew)
    stream.position->since.store(readClock(), std::memory_order_relaxed);
  if (complete) {
    stream.arrived = false;
    stream.position->arrived.store(false, std::memory_order_relaxed);
  }
  return {};
}

/// `complete`: the task is over for this stream, which goes on.
Status Actor::fire(Stream &stream, BoundTask &task, uint32_t firing,
                   bool &complete) {
  int64_t begin = timed ? readClock() : 0;
  Status status;
  if (task.kind == plan::TaskKind::communicate) {
    status = communicate(stream, task, firing, complete);
  } else {
    stream.position->running.store(true, std::memory_order_relaxed);
    status = stream.queue->issue(*task.kernel, firing);
    complete = !status.failed();
    stream.position->running.store(!complete, std::memory_order_relaxed);
  }
  if (timed)
    busy += readClock() - begin;
  return status;
}

/// Once for each launch, when it may be issued.
Status Actor::beginLaunch(uint32_t index, const BoundTask &task,
                          uint32_t firing) {
  Stream &stream = streams[index];
  SBP_RETURN_IF_FAILED(waitForQueues(stream, task, firing));
  recorder.record(step, index, stream.head);
  if (!trace)
    return {};
  stream.begin = readClock();
  return deviceTrace ? deviceTrace->begin(index, stream.head, *stream.queue)
                     : Status();
}

/// When it is issued. Who waits for its mark begins after its end.
Status Actor::endLaunch(uint32_t index, BoundTask &task, uint32_t firing) {
  Stream &stream = streams[index];
  if (trace && deviceTrace)
    SBP_RETURN_IF_FAILED(deviceTrace->end(index, stream.head, *stream.queue));
  else if (trace)
    trace->push_back(
        {step, index, uint32_t(stream.head), stream.begin, readClock()});
  if (!task.marks.empty())
    SBP_RETURN_IF_FAILED(stream.queue->record(*task.marks[firing]));
  ++task.fired;
  ++stream.head;
  stream.position->launch.store(stream.head, std::memory_order_release);
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
    SBP_RETURN_IF_FAILED(beginLaunch(index, task, firing));
  }
  bool complete = false;
  SBP_RETURN_IF_FAILED(fire(stream, task, firing, complete));
  if (!complete)
    return {};
  progressed = true;
  return endLaunch(index, task, firing);
}

/// Whether all that a stream issued in this step is done.
Status Actor::isDrained(Stream &stream, bool &drained) {
  drained = false;
  if (stream.head != stream.size)
    return {};
  if (!stream.ended)
    SBP_RETURN_IF_FAILED(stream.queue->record(*stream.last));
  stream.ended = true;
  drained = records; // then nothing of it is done
  return records ? Status() : stream.queue->poll(*stream.last, drained);
}

Status Actor::advance(bool &finished) {
  finished = false;
  for (bool progressed = true; progressed;) {
    progressed = false;
    for (uint32_t i = 0; i < streams.size(); ++i)
      for (bool again = true; again; progressed |= again)
        if (Status status = advanceStream(i, again); status.failed()) {
          failedStream = i;
          return status;
        }
  }
  if (reported)
    return {};
  for (uint32_t i = 0; i < streams.size(); ++i) {
    bool drained = false;
    if (Status status = isDrained(streams[i], drained); status.failed()) {
      failedStream = i;
      return status;
    }
    if (!drained)
      return {};
  }
  finished = reported = true;
  return finish();
}

/// Nothing of the step is on its way any more.
Status Actor::finish() {
  return trace && deviceTrace ? deviceTrace->collect(step, *trace) : Status();
}
