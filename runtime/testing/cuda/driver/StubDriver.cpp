// StubDriver.cpp: settings, and work in its order
#include "StubDriver.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace sbp;
using namespace sbp::stub;

static uint64_t readNumber(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

Settings::Settings() {
  seed = readNumber("SBP_STUB_SEED", seed);
  memory = readNumber("SBP_STUB_MEMORY", memory);
  devices = readNumber("SBP_STUB_DEVICES", devices);
  driver = readNumber("SBP_STUB_DRIVER", driver);
  architecture = readNumber("SBP_STUB_ARCH", architecture);
  threads = readNumber("SBP_STUB_THREADS", threads);
  dropWait = readNumber("SBP_STUB_DROP_WAIT", 0);
  if (const char *text = std::getenv("SBP_STUB_DROP_WAIT"))
    if (const char *colon = std::strchr(text, ':'))
      dropEvery = std::strtoull(colon + 1, nullptr, 10);
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
  for (int number = 0; number < settings.devices; ++number)
    devices.push_back(std::make_unique<Device>(number));
}

/// What scripts/check adds up (test/Target/CUDA/Inputs/counts.py).
static void noteLaunches(uint64_t launches) {
  const char *path = std::getenv("SBP_KERNEL_COUNTS");
  if (std::FILE *file = path ? std::fopen(path, "a") : nullptr) {
    std::fprintf(file, "executed %llu\n",
                 static_cast<unsigned long long>(launches));
    std::fclose(file);
  }
}

stub::Driver::~Driver() {
  if (auto found = calls.find("cuLaunchKernel"); found != calls.end())
    noteLaunches(found->second);
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
  static Driver driver;
  return driver;
}

cuda::Result stub::Driver::enter(const char *name) {
  uint64_t count = ++calls[name], all = ++allCalls;
  if ((settings.failing == name && count == settings.failAt) ||
      (settings.failing == "*" && all == settings.failAt))
    return std::strcmp(name, "cuMemAlloc_v2") == 0 ? cuda::kOutOfMemory
                                                   : cuda::kInvalidValue;
  return cuda::kSuccess;
}

cuda::Result stub::Driver::initialise() {
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

cuda::Result stub::Driver::finishDefault(Device &device) {
  while (!getDefault(device).work.empty() && doSome())
    ;
  return device.error;
}

int64_t stub::readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static bool covers(const Knowledge::Clock &clock,
                   const Knowledge::Clock &other) {
  return std::all_of(other.begin(), other.end(), [&](auto &entry) {
    auto found = clock.find(entry.first);
    return found != clock.end() && found->second >= entry.second;
  });
}

/// What `brought` knows is known from here on; whether anything of it is new.
/// Waits that it makes superfluous are no longer pending; of those that it
/// hangs on itself, which nothing has come after, some may be needed.
static bool join(Knowledge &own, const Knowledge &brought) {
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

void stub::Driver::noteHost(const Event &event) { join(host, event.knowledge); }

void stub::Driver::noteWork(Stream &stream) {
  // It is given after all that the host knows to be done.
  join(stream.knowledge, host);
  ++stream.knowledge.work[&stream];
  for (const auto &[number, brought] : stream.knowledge.pending)
    neededWaits.insert(number);
  stream.knowledge.pending.clear();
}

void stub::Driver::noteWait(Stream &stream, const Event &event) {
  join(stream.knowledge, host);
  // Also what the event's stream waited for, and has done nothing after.
  if (join(stream.knowledge, event.knowledge))
    stream.knowledge.pending[waits] = event.knowledge.work;
}

void stub::Driver::push(Stream &stream, Work work) {
  patience = random() % 8;
  if (stream.capture)
    stream.capture->lanes[stream.lane].push_back(
        {Capture::Op::Run, std::move(work)});
  else
    stream.work.push_back(std::move(work));
}

size_t Capture::join(Stream &stream) {
  streams.push_back(&stream);
  lanes.emplace_back();
  return lanes.size() - 1;
}

bool Capture::isJoined() const {
  // How much of each lane comes before the end of the first one.
  std::vector<size_t> known(lanes.size());
  std::vector<size_t> work = {0};
  known[0] = lanes[0].size();
  while (!work.empty()) {
    size_t lane = work.back();
    work.pop_back();
    for (size_t i = 0; i < known[lane]; ++i) {
      const Op &op = lanes[lane][i];
      if (op.kind != Op::Wait)
        continue;
      auto [other, position] = markers[op.marker];
      if (known[other] <= position) {
        known[other] = position + 1;
        work.push_back(other);
      }
    }
  }
  for (size_t lane = 0; lane < lanes.size(); ++lane)
    for (size_t i = known[lane]; i < lanes[lane].size(); ++i)
      if (lanes[lane][i].kind != Op::Record)
        return false;
  return true;
}

namespace {
/// A graph on its way.
struct GraphRun {
  bool begun = false;
  std::vector<bool> reached; ///< by marker
  std::vector<Stream *> lanes;
};
} // namespace

void stub::Driver::launch(const std::shared_ptr<Capture> &graph,
                          Stream &stream) {
  auto run = std::make_shared<GraphRun>();
  run->reached.resize(graph->markers.size());
  for (const std::vector<Capture::Op> &ops : graph->lanes) {
    Stream *lane = createStream(*stream.device);
    run->lanes.push_back(lane);
    lane->work.push_back(
        {[run] { return run->begun; }, [] { return Status(); }});
    for (const Capture::Op &op : ops)
      if (op.kind == Capture::Op::Run)
        lane->work.push_back(op.work);
      else if (op.kind == Capture::Op::Record)
        lane->work.push_back({nullptr, [run, marker = op.marker] {
                                run->reached[marker] = true;
                                return Status();
                              }});
      else
        lane->work.push_back(
            {[run, marker = op.marker] { return bool(run->reached[marker]); },
             [] { return Status(); }});
  }
  stream.work.push_back({nullptr, [run] {
                           run->begun = true;
                           return Status();
                         }});
  stream.work.push_back({[run] {
                           return std::all_of(
                               run->lanes.begin(), run->lanes.end(),
                               [](Stream *lane) { return lane->work.empty(); });
                         },
                         [this, run] {
                           for (Stream *lane : run->lanes)
                             destroyStream(lane);
                           run->lanes.clear();
                           return Status();
                         }});
}

void stub::Driver::hearQuestion() {
  if (patience > 0)
    --patience;
  else
    doSome();
}

bool stub::Stream::canGoOn() const {
  return !work.empty() && (device->error != cuda::kSuccess ||
                           !work.front().isReady || work.front().isReady());
}

bool stub::Driver::doSome() {
  bool isAny = false;
  for (unsigned left = 1 + random() % 3; left > 0; --left) {
    std::vector<Stream *> ready;
    for (const auto &stream : streams)
      if (stream->canGoOn())
        ready.push_back(stream.get());
    if (ready.empty())
      return isAny;
    isAny = true;
    // Mostly some streams go far before others begin: orders in which each
    // takes its turn hide what is missing.
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
      stream.priority = random(); // another one in the next step
    if (stream.device->error != cuda::kSuccess)
      continue; // nothing runs on a device where something failed
    if (Status status = work.run(); status.failed()) {
      failure = status.message();
      stream.device->error = cuda::kLaunchFailed;
    }
  }
  return isAny;
}
