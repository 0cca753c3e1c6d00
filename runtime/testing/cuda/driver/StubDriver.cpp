// StubDriver.cpp: settings, and work in its order
#include "StubDriver.h"
#include <algorithm>
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
  dropWait = readNumber("SBP_STUB_DROP_WAIT", 0);
  if (const char *path = std::getenv("SBP_STUB_CALLS"))
    calls = path;
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

stub::Driver::~Driver() {
  if (settings.calls.empty())
    return;
  std::FILE *file = std::fopen(settings.calls.c_str(), "w");
  if (!file)
    return;
  for (const auto &[name, count] : calls)
    std::fprintf(file, "%s %llu\n", name.c_str(),
                 static_cast<unsigned long long>(count));
  std::fclose(file);
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
  streams.push_back(std::make_unique<Stream>(Stream{&device, {}}));
  return streams.back().get();
}

void stub::Driver::destroyStream(Stream *stream) {
  std::erase_if(streams,
                [&](const auto &other) { return other.get() == stream; });
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
    Stream &stream = *ready[random() % ready.size()];
    Work work = std::move(stream.work.front());
    stream.work.pop_front();
    if (stream.device->error != cuda::kSuccess)
      continue; // nothing runs on a device where something failed
    if (Status status = work.run(); status.failed()) {
      failure = status.message();
      stream.device->error = cuda::kLaunchFailed;
    }
  }
  return isAny;
}
