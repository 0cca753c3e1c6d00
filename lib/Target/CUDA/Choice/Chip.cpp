// Chip.cpp: the GPUs that code can be generated for
//
// Rates of sm_90 and sm_90a were measured on an H100 80GB HBM3
// (docs/Rationale/CUDA/Verification.md). All others are scaled by data sheets:
// a copy reaches 0.9 of the bandwidth, as on the H100, products of f32 reach
// 0.48 of the sheet's rate, except on sm_80, and products by mma.sync 0.8.
// Those of the H100 by mma.sync are limited to 0.62 of the rate of wgmma. On
// sm_100, which has a sheet's rate for its own instructions alone, they are
// those of the H100, scaled by multiprocessors and clocks.
#include "Chip.h"
#include "sbp/Runtime/Chips.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sbp;
using namespace sbp::cuda;

static const Chip kChips[] = {
    {.name = "sm_80",
     .capability = 80,
     .isDefault = true,
     .ptxVersion = 80,
     .driver = 12000,
     .multiprocessors = 108,
     .maxSharedBytes = 163 * 1024,
     .copyRate = 1.4e12,
     .floatRate = 12e12,
     .launchSeconds = 2e-6,
     .warpProductRate = 250e12,
     .source = "scaled by the data sheet of A100 40GB"},
    {.name = "sm_86",
     .capability = 86,
     .ptxVersion = 80,
     .driver = 12000,
     .multiprocessors = 84,
     .maxSharedBytes = 99 * 1024,
     .copyRate = 0.69e12,
     .floatRate = 18.5e12,
     .launchSeconds = 2e-6,
     .warpProductRate = 124e12,
     .source = "scaled by the data sheet of RTX A6000"},
    {.name = "sm_89",
     .capability = 89,
     .ptxVersion = 80,
     .driver = 12000,
     .multiprocessors = 142,
     .maxSharedBytes = 99 * 1024,
     .copyRate = 0.78e12,
     .floatRate = 44e12,
     .launchSeconds = 2e-6,
     .warpProductRate = 290e12,
     .source = "scaled by the data sheet of L40S"},
    {.name = "sm_90",
     .capability = 90,
     .ptxVersion = 80,
     .driver = 12000,
     .multiprocessors = 132,
     .maxSharedBytes = 227 * 1024,
     .hasBulkCopies = true,
     .hasClusters = true,
     // Remote stores are of PTX 8.1, which a later driver loads.
     .hasDependentLaunches = true,
     .copyRate = 3.0e12,
     .floatRate = 32e12,
     .launchSeconds = 1.7e-6,
     .warpProductRate = 495e12,
     .source = "measured on H100 80GB HBM3; products by mma.sync scaled"},
    {.name = "sm_90a",
     .capability = 90,
     .isSpecific = true,
     .isDefault = true,
     .ptxVersion = 81,
     .driver = 12010,
     .multiprocessors = 132,
     .maxSharedBytes = 227 * 1024,
     .hasWarpgroupProducts = true,
     .hasBulkCopies = true,
     .hasClusters = true,
     .hasRemoteStores = true,
     .hasDependentLaunches = true,
     .copyRate = 3.0e12,
     .floatRate = 32e12,
     .launchSeconds = 1.7e-6,
     .warpProductRate = 495e12,
     .source = "measured on H100 80GB HBM3; products by mma.sync scaled"},
    {.name = "sm_100",
     .capability = 100,
     .ptxVersion = 86,
     .driver = 12070,
     .multiprocessors = 148,
     .maxSharedBytes = 227 * 1024,
     .hasBulkCopies = true,
     .hasClusters = true,
     .hasRemoteStores = true,
     .hasDependentLaunches = true,
     .copyRate = 7.2e12,
     .floatRate = 38e12,
     .launchSeconds = 1.7e-6,
     .warpProductRate = 585e12,
     .source = "scaled by the data sheet of B200"},
    {.name = "sm_120",
     .capability = 120,
     .ptxVersion = 87,
     .driver = 12080,
     .multiprocessors = 170,
     .maxSharedBytes = 99 * 1024,
     .hasBulkCopies = true,
     .hasClusters = true,
     .hasRemoteStores = true,
     .hasDependentLaunches = true,
     .copyRate = 1.6e12,
     .floatRate = 50e12,
     .launchSeconds = 1.7e-6,
     .warpProductRate = 168e12,
     .source = "scaled by the data sheet of RTX 5090"},
};
static_assert(std::size(kChips) == std::size(kChipNames),
              "the runtime knows the names of all chips");

llvm::ArrayRef<Chip> sbp::cuda::getChips() { return kChips; }

const Chip *sbp::cuda::findChip(llvm::StringRef name) {
  const Chip *found = llvm::find_if(
      kChips, [&](const Chip &chip) { return chip.name == name; });
  return found == std::end(kChips) ? nullptr : found;
}

std::string sbp::cuda::listChips() {
  return llvm::join(
      llvm::map_range(kChips, [](const Chip &chip) { return chip.name; }),
      ", ");
}

/// Returns true where a GPU of the chip `gpu` runs PTX for `code`.
static bool runs(const Chip &gpu, const Chip &code) {
  return code.isSpecific ? gpu.capability == code.capability
                         : gpu.capability >= code.capability;
}

Chip sbp::cuda::limitToServed(const Chip &chip,
                              llvm::ArrayRef<const Chip *> chips) {
  Chip limited = chip;
  for (const Chip &gpu : kChips) {
    const Chip *best = nullptr;
    for (const Chip *code : chips)
      if (runs(gpu, *code))
        best = code;
    if (best == &chip)
      limited.maxSharedBytes =
          std::min(limited.maxSharedBytes, gpu.maxSharedBytes);
  }
  return limited;
}
