// Actor.cpp: firing of tasks by tokens and credits
//
// A stream issues its launch list in order (a static-order schedule of a
// synchronous data-flow graph: Lee and Messerschmitt, "Static Scheduling of
// Synchronous Data Flow Programs", 1987). A launch may be issued when the tasks
// that it waits for have fired often enough: producers for the data, readers of
// the overwritten copy for the credit. Example with two streams and a register
// of one copy:
//
//   stream 0: load(0) load(1)        load(1) waits until compute(0) has fired
//   stream 1: compute(0) compute(1)  compute(i) waits until load(i) has fired
//
// On a device that works asynchronously, "has fired" means "is issued": the
// device orders the work itself. For each wait on a task of another queue, the
// queue waits for the event of that firing.
#include "Actor.h"
#include <chrono>

using namespace sbp;

int64_t sbp::readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Result<std::unique_ptr<Actor>>
Actor::create(uint32_t rank, const plan::TemplateT &graph,
              std::vector<BoundTask> tasks, Device &device,
              Communicator &communicator, Waker &waker) {
  std::unique_ptr<Actor> actor(
      new Actor(rank, graph, std::move(tasks), device, communicator));
  for (const auto &list : graph.streams) {
    actor->streams.emplace_back();
    Stream &stream = actor->streams.back();
    stream.entries = list->entries.data();
    stream.size = list->entries.size();
    stream.position = std::make_unique<StreamPosition>();
    SBP_ASSIGN_OR_RETURN(stream.queue, device.createQueue(rank, waker));
    SBP_ASSIGN_OR_RETURN(stream.stepEnd, device.createEvent());
  }
  SBP_RETURN_IF_FAILED(actor->createEvents());
  return actor;
}

/// Creates one event per firing of a task that another queue waits for or that
/// an asynchronous device executes. Queues are empty when a step ends, so each
/// event is recorded once per step and can be reused in the next one.
Status Actor::createEvents() {
  std::vector<size_t> streamOf(tasks.size());
  for (size_t s = 0; s < graph.streams.size(); ++s)
    for (const plan::LaunchEntry &entry : graph.streams[s]->entries)
      streamOf[entry.task()] = s;
  // Every firing on an asynchronous device has an event: the watchdog counts
  // completed launches by them.
  std::vector<bool> needsEvents(tasks.size(), !device.isSynchronous());
  for (size_t t = 0; t < tasks.size(); ++t)
    for (const Wait &wait : *tasks[t].waits) {
      // The order of the queue implies waits within a stream.
      if (streamOf[t] == streamOf[wait.task])
        continue;
      tasks[t].queueWaits.push_back(wait);
      needsEvents[wait.task] = true;
    }
  for (size_t t = 0; t < tasks.size(); ++t) {
    tasks[t].events.resize(needsEvents[t] ? tasks[t].firings : 0);
    for (std::unique_ptr<DeviceEvent> &event : tasks[t].events) {
      SBP_ASSIGN_OR_RETURN(event, device.createEvent());
    }
  }
  return {};
}

Status Actor::setTrace(std::vector<TraceEvent> *events) {
  trace = events;
  if (trace && !deviceTrace && !device.isSynchronous()) {
    SBP_ASSIGN_OR_RETURN(deviceTrace, DeviceTrace::create(device, graph));
  }
  return {};
}

Status Actor::beginStep(uint32_t number) {
  step = number;
  stepFinished = false;
  for (BoundTask &task : tasks)
    task.fired = 0;
  for (Stream &stream : streams) {
    stream.head = 0;
    stream.isEndRecorded = false;
    stream.position->launch.store(0, std::memory_order_relaxed);
  }
  return trace && deviceTrace && !streams.empty()
             ? deviceTrace->beginStep(*streams[0].queue)
             : Status();
}

Queue &Actor::getQueue(uint32_t task) {
  for (Stream &stream : streams)
    for (size_t i = 0; i < stream.size; ++i)
      if (stream.entries[i].task() == task)
        return *stream.queue;
  return *streams.front().queue;
}

Status Actor::beginRecording(DeviceEvent &begin) {
  isRecording = true;
  for (Stream &stream : streams)
    SBP_RETURN_IF_FAILED(stream.queue->wait(begin));
  return {};
}

Status Actor::endRecording(Queue &other) {
  isRecording = false;
  for (Stream &stream : streams)
    SBP_RETURN_IF_FAILED(other.wait(*stream.stepEnd));
  return {};
}

/// Finds the first launch whose event is not reached, by binary search: the
/// events of a queue are reached in its order.
std::optional<uint32_t> Actor::countDone(size_t index) const {
  const Stream &stream = streams[index];
  uint32_t begin = 0,
           end = stream.position->launch.load(std::memory_order_acquire);
  if (device.isSynchronous())
    return std::nullopt;
  while (begin < end) {
    uint32_t middle = begin + (end - begin) / 2;
    const plan::LaunchEntry &entry = stream.entries[middle];
    Result<bool> reached =
        device.query(*tasks[entry.task()].events[entry.micro_batch()]);
    if (reached.failed())
      return std::nullopt;
    if (*reached)
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
          stream.queue->wait(*tasks[wait.task].events[needed - 1]));
  return {};
}

Result<bool> Actor::communicate(Stream &stream, BoundTask &task,
                                uint32_t firing) {
  // The first call announces the rank's buffers; later ones only poll. The time
  // of arrival is stored for the watchdog, and only if the rank has to wait.
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
  SBP_ASSIGN_OR_RETURN(bool complete, communicator.progress(task.channel));
  if (!complete && isNew)
    stream.position->since.store(readClock(), std::memory_order_relaxed);
  if (complete) {
    stream.arrived = false;
    stream.position->arrived.store(false, std::memory_order_relaxed);
  }
  return complete;
}

/// Issues a kernel. `running` stays set after a failure, for reports.
Result<bool> Actor::execute(Stream &stream, BoundTask &task, uint32_t firing) {
  stream.position->running.store(true, std::memory_order_relaxed);
  SBP_RETURN_IF_FAILED(stream.queue->issue(*task.kernel, firing));
  stream.position->running.store(false, std::memory_order_relaxed);
  return true;
}

/// Executes a task, or makes progress with its communication. Returns true when
/// the stream may go on to the next launch.
Result<bool> Actor::fire(Stream &stream, BoundTask &task, uint32_t firing) {
  int64_t begin = timed ? readClock() : 0;
  bool isCommunication = task.kind == plan::TaskKind::communicate;
  Result<bool> complete = isCommunication ? communicate(stream, task, firing)
                                          : execute(stream, task, firing);
  if (timed)
    busy += readClock() - begin;
  return complete;
}

/// Prepares a launch that is ready: its queue waits for other queues, and
/// recorder and trace note it. Called once per launch.
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

/// Ends a launch that is issued. The trace's event comes before the event of
/// the firing: a waiter begins after the traced end.
Status Actor::endLaunch(uint32_t index, BoundTask &task, uint32_t firing) {
  Stream &stream = streams[index];
  if (trace && deviceTrace)
    SBP_RETURN_IF_FAILED(deviceTrace->end(index, stream.head, *stream.queue));
  else if (trace)
    trace->push_back(
        {step, index, uint32_t(stream.head), stream.begin, readClock()});
  if (!task.events.empty())
    SBP_RETURN_IF_FAILED(stream.queue->record(*task.events[firing]));
  ++task.fired;
  ++stream.head;
  stream.position->launch.store(stream.head, std::memory_order_release);
  return {};
}

Result<bool> Actor::advanceStream(uint32_t index) {
  Stream &stream = streams[index];
  if (stream.head == stream.size)
    return false;
  const plan::LaunchEntry &entry = stream.entries[stream.head];
  BoundTask &task = tasks[entry.task()];
  uint32_t firing = entry.micro_batch();
  if (!stream.arrived) {
    if (!isReady(task, firing))
      return false;
    SBP_RETURN_IF_FAILED(beginLaunch(index, task, firing));
  }
  SBP_ASSIGN_OR_RETURN(bool complete, fire(stream, task, firing));
  if (complete)
    SBP_RETURN_IF_FAILED(endLaunch(index, task, firing));
  return complete;
}

/// Checks whether the device has done all that a stream issued in this step.
Result<bool> Actor::isDrained(Stream &stream) {
  if (stream.head != stream.size)
    return false;
  if (!stream.isEndRecorded)
    SBP_RETURN_IF_FAILED(stream.queue->record(*stream.stepEnd));
  stream.isEndRecorded = true;
  if (isRecording)
    return true; // nothing executes while a step is recorded
  return stream.queue->query(*stream.stepEnd);
}

Result<bool> Actor::advance() {
  // A launch of one stream may make a launch of another one ready: repeat until
  // no stream makes progress.
  for (bool progressed = true; progressed;) {
    progressed = false;
    for (uint32_t i = 0; i < streams.size(); ++i)
      for (bool again = true; again; progressed |= again) {
        failedStream = i;
        SBP_ASSIGN_OR_RETURN(again, advanceStream(i));
      }
  }
  if (stepFinished)
    return false;
  for (uint32_t i = 0; i < streams.size(); ++i) {
    failedStream = i;
    SBP_ASSIGN_OR_RETURN(bool drained, isDrained(streams[i]));
    if (!drained)
      return false;
  }
  stepFinished = true;
  SBP_RETURN_IF_FAILED(finish());
  return true;
}

/// Collects the trace of a step. Called when no work of the step is in flight.
Status Actor::finish() {
  return trace && deviceTrace ? deviceTrace->collect(step, *trace) : Status();
}
