// NativeChips.cpp: the chips of this machine's GPUs
#include "NativeChips.h"
#include "Gpus.h"
#include "sbp/Runtime/Chips.h"
#include "llvm/ADT/STLExtras.h"

using namespace sbp;

llvm::Expected<llvm::SmallVector<const cuda::Chip *>>
sbp::cuda::findNativeChips() {
  Result<std::vector<Gpu>> gpus = listGpus();
  if (gpus.failed())
    return llvm::createStringError("--chip=native: " + gpus.status().message());
  llvm::SmallVector<const Chip *> chips;
  for (auto [number, gpu] : llvm::enumerate(*gpus)) {
    const ChipName *best = findBestChip(gpu.capability);
    if (!best)
      return llvm::createStringError(
          "--chip=native: GPU " + std::to_string(number) + " ('" + gpu.name +
          "') is of compute capability " + std::to_string(gpu.capability / 10) +
          "." + std::to_string(gpu.capability % 10) +
          ", for which there is no code; known: " + listChips());
    const Chip *chip = findChip(best->name);
    if (!llvm::is_contained(chips, chip))
      chips.push_back(chip);
  }
  llvm::sort(chips); // addresses in the table
  return chips;
}
