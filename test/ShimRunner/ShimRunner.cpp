// ShimRunner.cpp: sbp-run on shims
//
// SBP_LATE_SEED=S: all ranks are on one AsyncDevice, in memory that the host
// may not touch; work is done late, and ranks are stepped by one thread, both
// in an order drawn from the seed.
//
// SBP_SCHEDULER_SEED=S: one thread steps the ranks in an order drawn from the
// seed. SBP_DELAY_TASKS=S (host only): kernels start after random delays.
// SBP_DELAY_TRANSFERS=S: ranks arrive at communications after random delays,
// and leave them so. The three combine.
//
// SBP_FAULT=WHAT:N: the N-th call of a device fails (device-error) or never
// returns (device-stuck), that of a communicator fails (communicator-error), or
// the N-th arrival at a communication never comes (communicator-lost); where
// there are several processes, in number SBP_FAULT_PROCESS.
// SBP_FAULT_COUNT=FILE: calls of the device, arrivals and calls of the
// communicator are written to FILE and the number of the process.
#include "AsyncDevice.h"
#include "Delays.h"
#include "Faults.h"
#include "Runner.h"
#include <cstdio>
#include <cstdlib>
#include <optional>

using namespace sbp;
using namespace sbp::testing;

static std::string readVariable(const char *name, const char *otherwise) {
  const char *text = std::getenv(name);
  return text ? text : otherwise;
}

namespace {
/// What SBP_FAULT asks of this process.
struct Fault {
  Fault() {
    std::string text = readVariable("SBP_FAULT", "");
    process = readVariable("OMPI_COMM_WORLD_RANK", "0");
    size_t colon = text.find(':');
    if (colon == text.npos ||
        process != readVariable("SBP_FAULT_PROCESS", process.c_str()))
      return;
    what = text.substr(0, colon);
    call = std::strtoull(text.c_str() + colon + 1, nullptr, 10);
  }
  uint64_t callOf(const char *kind) const {
    return what.starts_with(kind) ? call : UINT64_MAX;
  }
  std::string what, process;
  uint64_t call = UINT64_MAX;
};
} // namespace

static std::optional<uint64_t> readSeed(const char *name) {
  const char *text = std::getenv(name);
  return text ? std::optional(std::strtoull(text, nullptr, 10)) : std::nullopt;
}

static int runLate(int argc, char **argv, uint64_t seed) {
  HostDevice host;
  AsyncDevice device(host, seed);
  SessionOptions options;
  options.device = &device;
  options.seed = seed;
  return run::start(argc, argv, options);
}

/// Runs with the seeds that are set, without changing what is executed.
static int runInterleaved(int argc, char **argv,
                          std::optional<uint64_t> scheduler,
                          std::optional<uint64_t> tasks,
                          std::optional<uint64_t> transfers) {
  HostDevice host;
  DelayedDevice device(host, tasks.value_or(0));
  SessionOptions options;
  options.seed = scheduler;
  if (tasks)
    options.device = &device;
  if (transfers)
    options.wrapCommunicator = [&](std::unique_ptr<Communicator> inner) {
      return std::make_unique<DelayedCommunicator>(std::move(inner),
                                                   *transfers);
    };
  return run::start(argc, argv, options);
}

int main(int argc, char **argv) {
  if (std::optional<uint64_t> seed = readSeed("SBP_LATE_SEED"))
    return runLate(argc, argv, *seed);
  auto scheduler = readSeed("SBP_SCHEDULER_SEED"),
       tasks = readSeed("SBP_DELAY_TASKS"),
       transfers = readSeed("SBP_DELAY_TRANSFERS");
  if (scheduler || tasks || transfers)
    return runInterleaved(argc, argv, scheduler, tasks, transfers);
  Fault fault;
  FaultyDevice device(std::make_unique<HostDevice>(), fault.callOf("device"),
                      fault.what == "device-stuck");
  CommunicatorCalls calls;
  SessionOptions options;
  options.device = &device;
  options.wrapCommunicator = [&](std::unique_ptr<Communicator> inner) {
    return std::make_unique<FaultyCommunicator>(
        std::move(inner),
        fault.what == "communicator-lost" ? CommunicatorFault::Lost
                                          : CommunicatorFault::ErrorOfCall,
        fault.callOf("communicator"), &calls);
  };
  int code = run::start(argc, argv, options);
  if (const char *path = std::getenv("SBP_FAULT_COUNT"))
    if (std::FILE *file = std::fopen((path + fault.process).c_str(), "w")) {
      std::fprintf(file, "%llu %llu %llu\n",
                   (unsigned long long)device.countCalls(),
                   (unsigned long long)calls.arrivals.load(),
                   (unsigned long long)calls.all.load());
      std::fclose(file);
    }
  return code;
}
