// Schedule.cpp: the schedules of products on tensor cores
//
// A product of 4096 x 4096 x 4096 has 1024 tiles of 128 x 128, which 132
// multiprocessors compute in 8 waves of 64 slices: 8 x (64 x 0.362 + 0.45) + 3
// us = 192 us; 704 tiles of 128 x 192 take 6 waves and 206 us, 512 tiles of 128
// x 256 take 4 waves and 179 us. The last ones are chosen.
#include "Schedule.h"
#include "Choice/Prediction.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

using namespace sbp::cuda;

/// Constants of the first three were fitted to durations on an H100 over 133
/// shapes, those of 64 x 128 to three shapes with less than one wave of tiles.
/// Those of few rows are estimates, by the 64 bytes a cycle that a
/// multiprocessor can load: memory bounds most of such products. An exchange of
/// partial sums took 2 to 6 us.
static constexpr std::array<Schedule, 18> kSchedules = {{
    {false, false, 128, 128, 2, 6, 1, 1, 0.362e-6, 0.45e-6, 3.0e-6},
    {true, false, 128, 192, 2, 4, 2, 1, 0.509e-6, 0.98e-6, 4.1e-6},
    {false, false, 128, 256, 2, 4, 1, 1, 0.658e-6, 2.35e-6, 1.6e-6},
    {false, true, 64, 8, 1, 10, 1, 2, 0.17e-6, 0.5e-6, 3.0e-6},
    {false, true, 64, 16, 1, 10, 1, 2, 0.19e-6, 0.5e-6, 3.0e-6},
    {false, true, 64, 32, 1, 8, 1, 2, 0.23e-6, 0.5e-6, 3.0e-6},
    {false, true, 64, 64, 1, 6, 1, 2, 0.30e-6, 0.5e-6, 3.0e-6},
    // Few tiles.
    {false, false, 64, 128, 1, 8, 1, 1, 0.27e-6, 0.45e-6, 3.0e-6},
    {false, false, 128, 64, 2, 8, 1, 1, 0.27e-6, 0.45e-6, 3.0e-6},
    {false, false, 64, 128, 1, 6, 1, 1, 0.27e-6, 0.45e-6, 3.0e-6,
     Float32::Exact, 2, 6e-6},
    {false, false, 64, 128, 1, 6, 1, 1, 0.27e-6, 0.45e-6, 3.0e-6,
     Float32::Exact, 4, 6e-6},
    // Few rows and long k.
    {false, true, 128, 16, 2, 10, 1, 1, 0.17e-6, 0.5e-6, 3.0e-6, Float32::Exact,
     2, 2e-6},
    {false, true, 128, 32, 2, 8, 1, 1, 0.18e-6, 0.5e-6, 3.0e-6, Float32::Exact,
     2, 2e-6},
    {false, true, 128, 64, 2, 8, 1, 1, 0.22e-6, 0.5e-6, 3.0e-6, Float32::Exact,
     2, 2e-6},
    // Few rows of two products.
    {false, true, 128, 8, 1, 6, 1, 2, 0.31e-6, 0.5e-6, 3.0e-6},
    {false, true, 128, 16, 1, 6, 1, 2, 0.33e-6, 0.5e-6, 3.0e-6},
    {false, true, 128, 32, 1, 5, 1, 2, 0.37e-6, 0.5e-6, 3.0e-6},
    {false, true, 128, 64, 1, 4, 1, 2, 0.44e-6, 0.5e-6, 3.0e-6},
}};
/// Slots hold 32 k of TF32, which tensor cores multiply in the time of 64 k of
/// bf16: 358 and 660 TFLOP/s.
static constexpr std::array<Schedule, 7> kTF32Schedules = [] {
  std::array<Schedule, 7> schedules = {};
  for (size_t i = 0; i < schedules.size(); ++i) {
    schedules[i] = kSchedules[i];
    schedules[i].float32 = Float32::TF32;
  }
  return schedules;
}();
/// A slot has two parts of each factor, which three products read; a consumer
/// has partial sums in addition to its sums. The constants are three times
/// those above, and were not measured.
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
  std::string text = llvm::formatv("tiles of {0} x {1} x {2}, {3} slots", tileM,
                                   tileN, getSliceK(), stages);
  if (isPingPong)
    text += ", ping-pong";
  if (isTransposed)
    text += ", transposed";
  if (clusterSize > 1)
    text += ", clusters of " + std::to_string(clusterSize);
  if (splits > 1)
    text += ", k split " + std::to_string(splits) + " ways";
  if (float32 != Float32::Exact)
    text += ", " + kFloat32Names[size_t(float32)].str();
  return text;
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

/// Returns the number of k-slices of a block, the most of those that split k.
static int64_t countSlices(const Schedule &schedule, const ProductSize &size) {
  return llvm::divideCeil(llvm::divideCeil(size.k, schedule.getSliceK()),
                          schedule.splits);
}

/// Returns whether the rule that was measured allows to split the k of few
/// rows: of 32 and more, or of a long k, where there are not more than 8192 n.
static bool gainsBySplit(const ProductSize &size) {
  return (size.m >= 32 || size.k >= 8192) && size.n < 8192;
}

/// Rows that several schedules for few rows hold fit the one with the least
/// tile alone.
bool sbp::cuda::fits(const Schedule &schedule, const ProductSize &size) {
  bool isSplit = schedule.splits > 1,
       holdsPair = !schedule.isPingPong && schedule.getClusterBlocks() == 1 &&
                   schedule.tileN >= 128 && schedule.float32 == Float32::Exact;
  if (int64_t(llvm::divideCeil(size.k, schedule.getSliceK())) < schedule.splits)
    return false;
  if (!schedule.isTransposed)
    return holdsPair || !size.isPair;
  // A consumer of a pair has 64 rows of each product.
  if (size.isPair != (schedule.getConsumerRows() == 128) ||
      (isSplit && !gainsBySplit(size)))
    return false;
  int64_t least = isSplit ? 16 : 8;
  return size.m <= schedule.tileN &&
         (size.m > schedule.tileN / 2 || schedule.tileN == least);
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
  double waves =
      double(llvm::divideCeil(countTiles(schedule, size) * schedule.splits,
                              chip.multiprocessors * schedule.blocks));
  double tile = double(countSlices(schedule, size)) * schedule.sliceSeconds +
                schedule.tileSeconds,
         epilogue = size.epilogueSteps * kEpilogueStepSeconds *
                    double(schedule.tileM * schedule.tileN);
  // One warpgroup finishes a tile while the other one multiplies.
  if (schedule.isPingPong)
    return waves * std::max(tile, epilogue * 2) + schedule.kernelSeconds;
  if (schedule.consumers == 1)
    epilogue *= 2;
  return waves * (tile + epilogue) + schedule.kernelSeconds;
}

double sbp::cuda::predictSeconds(const Schedule &schedule,
                                 const ProductSize &size, const Chip &chip) {
  return std::max(predictTileSeconds(schedule, size, chip),
                  size.bytes / kReadRate + kReadSeconds) +
         schedule.exchangeSeconds;
}
