// StubDriver.cpp: settings, deferred work, and the analysis of waits
//
// Which waits are necessary is found with vector clocks (Fidge, 1988; Mattern,
// 1989): each stream and event has the clock of the work that precedes it. A
// wait whose event adds nothing to the stream's clock is redundant; one that
// adds something is pending, and becomes necessary when work follows it. With
// streams A and B: A issues a, records e; B waits for e, waits for e again,
// issues b. The first wait is necessary, the second redundant.
#include "StubDriver.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace sbp;
using namespace sbp::stub;

/// Returns the number in an environment variable, else `otherwise`.
static uint64_t readNumber(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Returns the numbers in an environment variable, separated by commas, else
/// `otherwise`.
static std::vector<int> readList(const char *name,
                                 const std::vector<int> &otherwise) {
  const char *text = std::getenv(name);
  std::vector<int> numbers;
  while (text && *text) {
    char *end = nullptr;
    numbers.push_back(int(std::strtol(text, &end, 10)));
    text = *end ? end + 1 : end;
  }
  return numbers.empty() ? otherwise : numbers;
}

Settings::Settings() {
  seed = readNumber("SBP_STUB_SEED", seed);
  memory = readNumber("SBP_STUB_MEMORY", memory);
  devices = readNumber("SBP_STUB_DEVICES", devices);
  driver = readNumber("SBP_STUB_DRIVER", driver);
  architectures = readList("SBP_STUB_ARCH", architectures);
  threads = readNumber("SBP_STUB_THREADS", threads);
  dropWait = readNumber("SBP_STUB_DROP_WAIT", 0);
  if (const char *text = std::getenv("SBP_STUB_DROP_WAIT"))
    if (const char *colon = std::strchr(text, ':'))
      dropEvery = std::strtoull(colon + 1, nullptr, 10);
  dropLaunch = readNumber("SBP_STUB_DROP_LAUNCH", 0);
  delay = readNumber("SBP_STUB_DELAY", 0) * 1'000'000;
  if (const char *path = std::getenv("SBP_STUB_CALLS"))
    calls = path;
  if (const char *path = std::getenv("SBP_STUB_WAITS"))
    waits = path;
  if (const char *text = std::getenv("SBP_STUB_FAIL")) {
    const char *colon = std::strrchr(text, ':');
    failing.assign(text, colon ? colon - text : std::strlen(text));
    failAt = colon ? std::strtoull(colon + 1, nullptr, 10) : 1;
  }
}

stub::Module::Module(Device &device)
    : device(&device), machine(device.memory) {}

stub::Driver::Driver() : random(settings.seed) {
  for (int number = 0; number < settings.devices; ++number) {
    size_t last = settings.architectures.size() - 1;
    devices.push_back(std::make_unique<Device>(
        number, settings.architectures[std::min<size_t>(number, last)]));
  }
}

uint32_t stub::Device::getMaxSharedBytes() const {
  bool isLarge = architecture / 10 == 9 || architecture / 10 == 10;
  bool isMedium = architecture == 80 || architecture == 87;
  return (isLarge ? 227 : isMedium ? 163 : 99) * 1024;
}

bool stub::Device::runs(const std::string &target) const {
  if (target.empty())
    return true;
  int required = std::atoi(target.c_str() + 3);
  bool isSpecific = target.back() < '0' || target.back() > '9';
  return isSpecific ? architecture == required : architecture >= required;
}

/// Appends the number of launches to the file in SBP_KERNEL_COUNTS
/// (test/sbp_testing/kernel_counts.py).
static void appendLaunchCount(uint64_t launches) {
  const char *path = std::getenv("SBP_KERNEL_COUNTS");
  if (std::FILE *file = path ? std::fopen(path, "a") : nullptr) {
    std::fprintf(file, "executed %llu\n",
                 static_cast<unsigned long long>(launches));
    std::fclose(file);
  }
}

void stub::Driver::writeReports() {
  std::lock_guard lock(mutex);
  if (auto found = calls.find("cuLaunchKernel"); found != calls.end())
    appendLaunchCount(found->second);
  if (std::FILE *file = settings.calls.empty()
                            ? nullptr
                            : std::fopen(settings.calls.c_str(), "w")) {
    for (const auto &[name, count] : calls)
      std::fprintf(file, "%s %llu\n", name.c_str(),
                   static_cast<unsigned long long>(count));
    std::fclose(file);
  }
  if (std::FILE *file = settings.waits.empty()
                            ? nullptr
                            : std::fopen(settings.waits.c_str(), "w")) {
    for (uint64_t wait : neededWaits)
      std::fprintf(file, "%llu\n", static_cast<unsigned long long>(wait));
    std::fclose(file);
  }
}

stub::Driver &stub::Driver::get() {
  static Driver &driver = []() -> Driver & {
    std::atexit([] { get().writeReports(); });
    return *new Driver;
  }();
  return driver;
}

cuda::DriverResult stub::Driver::enter(const char *name) {
  uint64_t count = ++calls[name], all = ++allCalls;
  if ((settings.failing == name && count == settings.failAt) ||
      (settings.failing == "*" && all == settings.failAt))
    return std::strcmp(name, "cuMemAlloc_v2") == 0 ? cuda::kOutOfMemory
                                                   : cuda::kInvalidValue;
  return cuda::kSuccess;
}

cuda::DriverResult stub::Driver::initialise() {
  isInitialised = true;
  return devices.empty() ? cuda::kNoDevice : cuda::kSuccess;
}

static thread_local Device *currentDevice = nullptr;

Device *stub::Driver::current() { return currentDevice; }
void stub::Driver::setCurrent(Device *device) { currentDevice = device; }

Stream *stub::Driver::createStream(Device &device) {
  streams.push_back(std::make_unique<Stream>());
  streams.back()->device = &device;
  streams.back()->priority = random();
  return streams.back().get();
}

void stub::Driver::destroyStream(Stream *stream) {
  std::erase_if(streams,
                [&](const auto &other) { return other.get() == stream; });
}

Stream &stub::Driver::getDefault(Device &device) {
  if (!device.unnamed)
    device.unnamed = createStream(device);
  return *device.unnamed;
}

cuda::DriverResult stub::Driver::finishDefault(Device &device) {
  while (!getDefault(device).work.empty() && runSome())
    ;
  return device.error;
}

int64_t stub::readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Returns true where every entry of `other` is at most that of `clock`.
static bool covers(const Causality::Clock &clock,
                   const Causality::Clock &other) {
  return std::all_of(other.begin(), other.end(), [&](auto &entry) {
    auto found = clock.find(entry.first);
    return found != clock.end() && found->second >= entry.second;
  });
}

/// Merges the clock of an event into `own`; returns true where it adds
/// something. Pending waits that the merged clock makes redundant are dropped.
/// Pending waits of the event itself may still be necessary, so they are
/// inherited.
static bool join(Causality &own, const Causality &brought) {
  std::erase_if(own.pending, [&](const auto &pending) {
    return covers(brought.work, pending.second) &&
           !brought.pending.count(pending.first);
  });
  if (covers(own.work, brought.work))
    return false;
  own.pending.insert(brought.pending.begin(), brought.pending.end());
  for (const auto &[other, count] : brought.work)
    own.work[other] = std::max(own.work[other], count);
  return true;
}

void stub::Driver::recordHostSync(const Event &event) {
  join(host, event.causality);
}

void stub::Driver::recordWork(Stream &stream) {
  // Work is issued after everything that the host has observed to be done.
  join(stream.causality, host);
  ++stream.causality.work[&stream];
  for (const auto &[number, brought] : stream.causality.pending)
    neededWaits.insert(number);
  stream.causality.pending.clear();
}

void stub::Driver::recordWait(Stream &stream, const Event &event) {
  join(stream.causality, host);
  // The event's stream may have pending waits without work: they count as well.
  if (join(stream.causality, event.causality))
    stream.causality.pending[waits] = event.causality.work;
}

void stub::Driver::push(Stream &stream, Work work) {
  queriesUntilWork = random() % 8;
  stream.endsWithKernel = false;
  if (stream.capture)
    stream.capture->sequences[stream.sequence].push_back(
        {Capture::Op::Run, std::move(work)});
  else
    stream.work.push_back(std::move(work));
}

size_t Capture::join(Stream &stream) {
  streams.push_back(&stream);
  sequences.emplace_back();
  return sequences.size() - 1;
}

// Trailing records of events, which nothing waits for, need not be joined.
bool Capture::isJoined() const {
  // The number of operations of each sequence that precede the end of the first
  // one, as a fixed point over the waits.
  std::vector<size_t> known(sequences.size());
  std::vector<size_t> work = {0};
  known[0] = sequences[0].size();
  while (!work.empty()) {
    size_t sequence = work.back();
    work.pop_back();
    for (size_t i = 0; i < known[sequence]; ++i) {
      const Op &op = sequences[sequence][i];
      if (op.kind != Op::Wait)
        continue;
      auto [other, position] = markers[op.marker];
      if (known[other] <= position) {
        known[other] = position + 1;
        work.push_back(other);
      }
    }
  }
  for (size_t sequence = 0; sequence < sequences.size(); ++sequence)
    for (size_t i = known[sequence]; i < sequences[sequence].size(); ++i)
      if (sequences[sequence][i].kind != Op::Record)
        return false;
  return true;
}

namespace {
/// The execution of a graph.
struct GraphRun {
  bool begun = false;
  std::vector<bool> reached; ///< markers reached, by index
  std::vector<Stream *> sequences;
};
} // namespace

// Each sequence becomes a temporary stream; a last piece of work on the
// caller's
// stream waits for all of them.
void stub::Driver::launch(const std::shared_ptr<Capture> &graph,
                          Stream &stream) {
  auto run = std::make_shared<GraphRun>();
  run->reached.resize(graph->markers.size());
  for (const std::vector<Capture::Op> &ops : graph->sequences) {
    Stream *sequence = createStream(*stream.device);
    run->sequences.push_back(sequence);
    sequence->work.push_back(
        {[run] { return run->begun; }, [] { return Status(); }});
    for (const Capture::Op &op : ops)
      if (op.kind == Capture::Op::Run)
        sequence->work.push_back(op.work);
      else if (op.kind == Capture::Op::Record)
        sequence->work.push_back({nullptr, [run, marker = op.marker] {
                                    run->reached[marker] = true;
                                    return Status();
                                  }});
      else
        sequence->work.push_back(
            {[run, marker = op.marker] { return bool(run->reached[marker]); },
             [] { return Status(); }});
  }
  stream.endsWithKernel = false;
  stream.work.push_back({nullptr, [run] {
                           run->begun = true;
                           return Status();
                         }});
  stream.work.push_back({[run] {
                           return std::all_of(run->sequences.begin(),
                                              run->sequences.end(),
                                              [](Stream *sequence) {
                                                return sequence->work.empty();
                                              });
                         },
                         [this, run] {
                           for (Stream *sequence : run->sequences)
                             destroyStream(sequence);
                           run->sequences.clear();
                           return Status();
                         }});
}

void stub::Driver::runOnQuery() {
  if (queriesUntilWork > 0)
    --queriesUntilWork;
  else
    runSome();
}

bool stub::Stream::isRunnable() const {
  return !work.empty() && (device->error != cuda::kSuccess ||
                           !work.front().isReady || work.front().isReady());
}

bool stub::Driver::runSome() {
  bool isAny = false;
  for (unsigned left = 1 + random() % 3; left > 0; --left) {
    std::vector<Stream *> ready;
    for (const auto &stream : streams)
      if (stream->isRunnable())
        ready.push_back(stream.get());
    if (ready.empty())
      return isAny;
    isAny = true;
    // Usually one stream runs far ahead of the others, by priority: an order in
    // which all streams alternate would hide missing waits.
    Stream &stream =
        random() % 16 == 0
            ? *ready[random() % ready.size()]
            : **std::max_element(ready.begin(), ready.end(),
                                 [](const Stream *a, const Stream *b) {
                                   return a->priority < b->priority;
                                 });
    Work work = std::move(stream.work.front());
    stream.work.pop_front();
    if (stream.work.empty())
      stream.priority = random(); // another priority in the next step
    if (stream.device->error != cuda::kSuccess)
      continue; // work after an error is discarded
    if (Status status = work.run(); status.failed()) {
      failure = status.message();
      stream.device->error = cuda::kLaunchFailed;
    }
  }
  return isAny;
}
