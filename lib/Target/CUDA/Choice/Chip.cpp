// Chip.cpp: the GPUs that code can be generated for
//
// Rates of sm_90 were measured on an H100 80GB HBM3
// (docs/Rationale/CUDA/Verification.md); those of sm_80 scale them by the data
// sheets of A100 40GB and H100, and products by mma.sync are 0.8 of the sheet.
// PTX for sm_90 runs on every later GPU; PTX for sm_90a may use what only
// Hopper has, and runs nowhere else.
#include "Chip.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sbp::cuda;

static const Chip kChips[] = {
    {"sm_80", 108, 163 * 1024, 65536, /*hasWarpProducts=*/true,
     /*hasAsyncCopies=*/true, false, false, false, false, 1.4e12, 12e12, 2e-6,
     /*warpProductRate=*/250e12},
    {"sm_90", 132, 227 * 1024, 65536, /*hasWarpProducts=*/true,
     /*hasAsyncCopies=*/true, false,
     /*hasBulkCopies=*/true, /*hasClusters=*/true,
     /*hasDependentLaunches=*/true, 3.0e12, 32e12, 1.7e-6},
    {"sm_90a", 132, 227 * 1024, 65536, /*hasWarpProducts=*/true,
     /*hasAsyncCopies=*/true,
     /*hasWarpgroupProducts=*/true, /*hasBulkCopies=*/true,
     /*hasClusters=*/true, /*hasDependentLaunches=*/true, 3.0e12, 32e12,
     1.7e-6},
};

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
