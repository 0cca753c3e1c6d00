// PhaseCosts.cpp: time and peak memory of each phase of a compilation

#include "Report/PhaseCosts.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

using namespace sbp;

static double readSeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static int64_t readPeakBytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return int64_t(usage.ru_maxrss) * 1024;
}

/// Returns the resident set in bytes, or 0 without /proc.
static int64_t readResidentBytes() {
  long long size = 0, resident = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lld %lld", &size, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident * sysconf(_SC_PAGESIZE);
}

bool PhaseCosts::measure(llvm::StringRef name,
                         llvm::function_ref<bool()> phase) {
  double start = readSeconds();
  int64_t resident = readResidentBytes(), peak = readPeakBytes();
  // The system's peak covers the whole process. It is the phase's peak only if
  // it grew during the phase; else the larger resident set at its ends is used.
  bool succeeded = phase();
  resident = std::max(resident, readResidentBytes());
  if (int64_t after = readPeakBytes(); after > peak)
    resident = std::max(resident, after);
  PhaseCost &cost = costs[name.str()];
  cost.seconds += readSeconds() - start;
  cost.peakBytes = std::max(cost.peakBytes, resident);
  return succeeded;
}
