// Chip.h: the GPUs that code can be generated for
#ifndef SBP_LIB_TARGET_CUDA_CHIP_H
#define SBP_LIB_TARGET_CUDA_CHIP_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace sbp::cuda {

/// Resources and rates of a chip, which generators choose schedules by. Rates
/// are those that a copy or a product reaches, not those of a data sheet.
struct Chip {
  llvm::StringRef name;       ///< of the architecture, as in --chip
  int64_t multiprocessors;    ///< of the largest model
  int64_t maxSharedBytes;     ///< of one block, static and dynamic
  int64_t registers;          ///< of one multiprocessor, 4 bytes each
  bool hasWarpProducts;       ///< mma.sync on bf16
  bool hasAsyncCopies;        ///< cp.async
  bool hasWarpgroupProducts;  ///< wgmma, setmaxnreg
  bool hasBulkCopies;         ///< cp.async.bulk, mbarrier with byte counts
  bool hasClusters;           ///< launches in clusters of blocks
  bool hasDependentLaunches;  ///< griddepcontrol
  double copyRate;            ///< bytes per second of a copy, read plus written
  double floatRate;           ///< FLOPs per second of our f32 products
  double launchSeconds;       ///< duration of the shortest kernel in a queue
  double warpProductRate = 0; ///< FLOPs per second of bf16 by mma.sync, 0 where
                              ///< none is known
};

/// Returns the chip of this name, which lives as long as the program, or null
/// if the name is unknown.
const Chip *findChip(llvm::StringRef name);
/// Returns the names of all chips, as in "sm_80, sm_90".
std::string listChips();

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CHIP_H
