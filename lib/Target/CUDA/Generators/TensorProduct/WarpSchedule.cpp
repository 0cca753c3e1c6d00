// WarpSchedule.cpp: the schedules of products of warps
//
// A product of 4096 x 4096 x 4096 has 1024 tiles of 128 x 128, which 108
// multiprocessors compute in 10 waves.
#include "WarpSchedule.h"
#include "Choice/Prediction.h"
#include "StagedTile.h"

using namespace sbp::cuda;

/// Shares are estimates: by the bytes of shared memory that fragments of a warp
/// need for each product, of which the multiprocessor loads 128 a cycle.
static constexpr WarpSchedule kSchedules[] = {
    {128, 128, 2, 2, 4, 0.8},
    {64, 64, 2, 2, 4, 0.5},
    {16, 64, 1, 4, 5, 0.12},
    {64, 64, 2, 2, 4, 0.5, Float32::Exact, 4},
    {16, 64, 1, 4, 5, 0.12, Float32::Exact, 4},
    {16, 64, 1, 4, 5, 0.12, Float32::Exact, 8},
};
/// TF32 has half the rate of bf16, and a split product three times the work.
/// Its sums take registers twice, so that its tiles are smaller.
static constexpr WarpSchedule kTF32Schedules[] = {
    {128, 128, 2, 2, 4, 0.4, Float32::TF32},
    {64, 64, 2, 2, 4, 0.25, Float32::TF32},
    {16, 64, 1, 4, 5, 0.06, Float32::TF32},
    {64, 64, 2, 2, 4, 0.25, Float32::TF32, 4},
    {16, 64, 1, 4, 5, 0.06, Float32::TF32, 4},
};
static constexpr WarpSchedule kSplitSchedules[] = {
    {128, 64, 2, 2, 3, 0.11, Float32::SplitTF32},
    {64, 64, 2, 2, 4, 0.08, Float32::SplitTF32},
    {16, 64, 1, 4, 5, 0.02, Float32::SplitTF32},
    {16, 64, 1, 4, 5, 0.02, Float32::SplitTF32, 4},
};
/// i8 has twice the rate of bf16.
static constexpr WarpSchedule kIntegerSchedules[] = {
    {128, 128, 2, 2, 4, 1.6, Float32::Exact, 1, /*isInteger=*/true},
    {64, 64, 2, 2, 4, 1.0, Float32::Exact, 1, /*isInteger=*/true},
    {16, 64, 1, 4, 5, 0.24, Float32::Exact, 1, /*isInteger=*/true},
};
/// The least seconds of a slice, and those of a tile's first loads and stores.
static constexpr double kSliceSeconds = 0.15e-6, kTileSeconds = 1e-6;

llvm::ArrayRef<WarpSchedule> sbp::cuda::getWarpSchedules(Float32 float32) {
  switch (float32) {
  case Float32::Exact:
    return kSchedules;
  case Float32::TF32:
    return kTF32Schedules;
  case Float32::SplitTF32:
    return kSplitSchedules;
  }
  llvm_unreachable("an arithmetic of f32");
}

llvm::ArrayRef<WarpSchedule> sbp::cuda::getIntegerSchedules() {
  return kIntegerSchedules;
}

int64_t WarpSchedule::getSliceK() const {
  return kSliceBytesOfK / getElementBytes();
}

std::string WarpSchedule::print() const {
  std::string text =
      llvm::formatv("tiles of {0} x {1} x {2}, {3} stages, {4} warps", tileM,
                    tileN, getSliceK(), stages, warpsM * warpsN);
  if (float32 != Float32::Exact)
    text += ", " + kFloat32Names[size_t(float32)].str();
  if (isInteger)
    text += ", i8";
  if (splits > 1)
    text += llvm::formatv(", k split {0} ways", splits);
  return text;
}

int64_t WarpSchedule::countTiles(const ProductSize &size) const {
  return llvm::divideCeil(size.m, tileM) *
         llvm::divideCeil((size.isPair ? 2 : 1) * size.n, tileN) * size.batch;
}

double WarpSchedule::predictSeconds(const ProductSize &size,
                                    const Chip &chip) const {
  double waves =
      double(llvm::divideCeil(countTiles(size) * splits, chip.multiprocessors));
  double slice = 2.0 * double(tileM * tileN * getSliceK()) *
                 double(chip.multiprocessors) / (chip.warpProductRate * share);
  int64_t slices = llvm::divideCeil(size.k, getSliceK());
  double tile =
      double(llvm::divideCeil(slices, splits)) *
          std::max(slice, kSliceSeconds) +
      size.epilogueSteps * kEpilogueStepSeconds * double(tileM * tileN);
  double bytes = size.bytes, join = 0;
  if (splits > 1) {
    // Partial sums are stored and read.
    double sums = (size.isPair ? 8.0 : 4.0) *
                  double(size.m * size.n * size.batch * splits);
    bytes += sums;
    join = getCopySeconds(chip, sums, /*share=*/1.0);
  }
  return join + std::max(chip.launchSeconds + waves * tile + kTileSeconds,
                         getCopySeconds(chip, bytes, /*share=*/1.0));
}
