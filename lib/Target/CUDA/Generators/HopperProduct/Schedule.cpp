// Schedule.cpp: the schedules of products on tensor cores
//
// A product of 4096 x 4096 x 4096 has 1024 tiles of 128 x 128, which 132
// multiprocessors compute in 8 waves of 64 slices: 8 x (64 x 0.362 + 0.45) + 3
// us = 192 us; 704 tiles of 128 x 192 take 6 waves and 206 us, 512 tiles of 128
// x 256 take 4 waves and 179 us. The last ones are chosen.
#include "Schedule.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

using namespace sbp::cuda;

/// Constants of the first three were fitted to durations on an H100 over 133
/// shapes. Those of few rows are estimates, by the 64 bytes a cycle that a
/// multiprocessor can load: memory bounds most of such products.
static constexpr std::array<Schedule, 7> kSchedules = {{
    {false, false, 128, 128, 2, 6, 1, 1, 0.362e-6, 0.45e-6, 3.0e-6},
    {true, false, 128, 192, 2, 4, 2, 1, 0.509e-6, 0.98e-6, 4.1e-6},
    {false, false, 128, 256, 2, 4, 1, 1, 0.658e-6, 2.35e-6, 1.6e-6},
    {false, true, 64, 8, 1, 10, 1, 2, 0.17e-6, 0.5e-6, 3.0e-6},
    {false, true, 64, 16, 1, 10, 1, 2, 0.19e-6, 0.5e-6, 3.0e-6},
    {false, true, 64, 32, 1, 8, 1, 2, 0.23e-6, 0.5e-6, 3.0e-6},
    {false, true, 64, 64, 1, 6, 1, 2, 0.30e-6, 0.5e-6, 3.0e-6},
}};
/// Slots hold 32 k of TF32, which tensor cores multiply in the time of 64 k of
/// bf16: 358 and 660 TFLOP/s.
static constexpr std::array<Schedule, 7> kTF32Schedules = [] {
  std::array<Schedule, 7> schedules = kSchedules;
  for (Schedule &schedule : schedules)
    schedule.float32 = Float32::TF32;
  return schedules;
}();
/// A slot has two parts of each factor, which three products read; a consumer
/// has partial sums beside its sums. The constants are three times those above,
/// and were not measured.
static constexpr Schedule kSplitSchedules[] = {
    {false, false, 128, 128, 2, 3, 1, 1, 1.1e-6, 0.45e-6, 3.0e-6,
     Float32::SplitTF32},
    {false, true, 64, 8, 1, 5, 1, 2, 0.51e-6, 0.5e-6, 3.0e-6,
     Float32::SplitTF32},
    {false, true, 64, 16, 1, 5, 1, 2, 0.57e-6, 0.5e-6, 3.0e-6,
     Float32::SplitTF32},
    {false, true, 64, 32, 1, 4, 1, 2, 0.69e-6, 0.5e-6, 3.0e-6,
     Float32::SplitTF32},
    {false, true, 64, 64, 1, 3, 1, 2, 0.90e-6, 0.5e-6, 3.0e-6,
     Float32::SplitTF32},
};
/// Highest rate at which operands are read, in bytes per second, and the
/// seconds that a launch adds to it.
static constexpr double kReadRate = 2.8e12, kReadSeconds = 3e-6;

std::string Schedule::print() const {
  return llvm::formatv(
      "tiles of {0} x {1} x {2}, {3} slots{4}{5}{6}{7}", tileM, tileN,
      getSliceK(), stages, isPingPong ? ", ping-pong" : "",
      isTransposed ? ", transposed" : "",
      clusterSize > 1 ? ", clusters of " + std::to_string(clusterSize)
                      : std::string(),
      float32 == Float32::Exact ? std::string()
                                : ", " + kFloat32Names[size_t(float32)].str());
}

llvm::ArrayRef<Schedule> sbp::cuda::getSchedules(Float32 float32) {
  switch (float32) {
  case Float32::Exact:
    return kSchedules;
  case Float32::TF32:
    return kTF32Schedules;
  case Float32::SplitTF32:
    return kSplitSchedules;
  }
  return {};
}

/// Rows that several schedules for few rows hold fit the one with the least
/// tile alone.
bool sbp::cuda::fits(const Schedule &schedule, const ProductSize &size) {
  if (!schedule.isTransposed)
    return true;
  constexpr int64_t kLeast = 8;
  return size.m <= schedule.tileN &&
         (size.m > schedule.tileN / 2 || schedule.tileN == kLeast);
}

int64_t sbp::cuda::countTiles(const Schedule &schedule,
                              const ProductSize &size) {
  int64_t rows = schedule.isTransposed ? size.n : size.m,
          columns = schedule.isTransposed ? size.m : size.n;
  return llvm::alignTo(llvm::divideCeil(rows, schedule.tileM),
                       schedule.clusterSize) *
         llvm::divideCeil(columns, schedule.tileN) * size.batch;
}

double sbp::cuda::predictTileSeconds(const Schedule &schedule,
                                     const ProductSize &size,
                                     const Chip &chip) {
  double waves = double(llvm::divideCeil(
      countTiles(schedule, size), chip.multiprocessors * schedule.blocks));
  double slices = double(llvm::divideCeil(size.k, schedule.getSliceK()));
  return waves * (slices * schedule.sliceSeconds + schedule.tileSeconds) +
         schedule.kernelSeconds;
}

double sbp::cuda::predictSeconds(const Schedule &schedule,
                                 const ProductSize &size, const Chip &chip) {
  return std::max(predictTileSeconds(schedule, size, chip),
                  size.bytes / kReadRate + kReadSeconds);
}
