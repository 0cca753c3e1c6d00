// LateRunner.cpp: sbp-run on a device that does its work late
//
// All ranks are on one AsyncDevice: memory that the host may not touch, work
// that is done in an order drawn from SBP_LATE_SEED. One thread steps the ranks
// in an order drawn from it too, or, with SBP_LATE_THREADS, as many as sbp-run
// has. SBP_LATE_DROP=N leaves out the N-th wait; with SBP_LATE_COUNT=FILE it
// writes how many waits there were.
#include "AsyncDevice.h"
#include "Runner.h"
#include <cstdio>
#include <cstdlib>

using namespace sbp;

static uint64_t readVariable(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

int main(int argc, char **argv) {
  uint64_t seed = readVariable("SBP_LATE_SEED", 1);
  HostDevice host;
  testing::AsyncDevice device(host, seed);
  device.dropWait(readVariable("SBP_LATE_DROP", UINT64_MAX));
  SessionOptions options;
  options.device = &device;
  if (!std::getenv("SBP_LATE_THREADS"))
    options.seed = seed;
  int code = run::start(argc, argv, options);
  if (const char *path = std::getenv("SBP_LATE_COUNT"))
    if (std::FILE *file = std::fopen(path, "w")) {
      std::fprintf(file, "%llu\n", (unsigned long long)device.countWaits());
      std::fclose(file);
    }
  return code;
}
