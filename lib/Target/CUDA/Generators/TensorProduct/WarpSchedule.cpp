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
};
/// The least seconds of a slice, and those of a tile's first loads and stores.
static constexpr double kSliceSeconds = 0.15e-6, kTileSeconds = 1e-6;

llvm::ArrayRef<WarpSchedule> sbp::cuda::getWarpSchedules() {
  return kSchedules;
}

std::string WarpSchedule::print() const {
  return llvm::formatv("tiles of {0} x {1} x {2}, {3} stages, {4} warps", tileM,
                       tileN, kTileK, stages, warpsM * warpsN);
}

int64_t WarpSchedule::countTiles(const ProductSize &size) const {
  return llvm::divideCeil(size.m, tileM) * llvm::divideCeil(size.n, tileN) *
         size.batch;
}

double WarpSchedule::predictSeconds(const ProductSize &size,
                                    const Chip &chip) const {
  double waves =
      double(llvm::divideCeil(countTiles(size), chip.multiprocessors));
  double slice = 2.0 * double(tileM * tileN * kTileK) *
                 double(chip.multiprocessors) / (chip.warpProductRate * share);
  double tile =
      double(llvm::divideCeil(size.k, kTileK)) *
          std::max(slice, kSliceSeconds) +
      size.epilogueSteps * kEpilogueStepSeconds * double(tileM * tileN);
  return std::max(chip.launchSeconds + waves * tile + kTileSeconds,
                  getCopySeconds(chip, size.bytes, /*share=*/1.0));
}
