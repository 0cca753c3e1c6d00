// Chip.h: the GPUs that code can be generated for
#ifndef SBP_LIB_TARGET_CUDA_CHIP_H
#define SBP_LIB_TARGET_CUDA_CHIP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace sbp::cuda {

/// Capabilities, sizes and rates of a chip, which generators choose schedules
/// by. Rates are those that a copy or a product reaches, not those of a data
/// sheet.
struct Chip {
  llvm::StringRef name;    ///< of the architecture, as in --chip
  int capability;          ///< compute capability of the GPUs, 90 for 9.0
  bool isSpecific = false; ///< whether code runs on this capability alone
  bool isDefault = false;  ///< whether code is for it where --chip is not given

  unsigned ptxVersion; ///< lowest one with all instructions in use, 80 for 8.0
  unsigned driver;     ///< first CUDA driver that loads this version

  int64_t multiprocessors;           ///< of the model that `source` names
  int64_t maxSharedBytes;            ///< of one block, static and dynamic
  int64_t registers = 65536;         ///< of one multiprocessor, 4 bytes each
  bool hasWarpgroupProducts = false; ///< wgmma, setmaxnreg
  bool hasBulkCopies = false;   ///< cp.async.bulk, mbarrier with byte counts
  bool hasClusters = false;     ///< launches in clusters of blocks
  bool hasRemoteStores = false; ///< st.async to a block of a cluster
  bool hasDependentLaunches = false; ///< griddepcontrol

  double copyRate;        ///< bytes per second of a copy, read plus written
  double floatRate;       ///< FLOPs per second of our f32 products
  double launchSeconds;   ///< duration of the shortest kernel in a queue
  double warpProductRate; ///< FLOPs per second of bf16 by mma.sync
  llvm::StringRef source; ///< where sizes and rates come from

  /// Returns whether kernels multiply by mma.sync and copy by cp.async, which
  /// each chip has, where another one multiplies by wgmma.
  bool usesWarpProducts() const { return !hasWarpgroupProducts; }
};

/// Returns all chips, later ones after earlier ones. They live as long as the
/// program.
llvm::ArrayRef<Chip> getChips();
/// Returns the chip of this name, which lives as long as the program, or null
/// if the name is unknown.
const Chip *findChip(llvm::StringRef name);
/// Returns the names of all chips, as in "sm_80, sm_90".
std::string listChips();

/// Returns the chips that a value of --chip names, in the order of the table:
/// names separated by commas, "native" for the best ones of this machine's
/// GPUs, or nothing for the default ones. Fails with an error that quotes the
/// text where a name is unknown, missing or given twice, and with the driver's
/// for "native".
llvm::Expected<llvm::SmallVector<const Chip *>>
parseChips(llvm::StringRef text);

/// Returns `chip` as code for it is generated in an artifact for all of
/// `chips`: with no more shared memory than each GPU has that loads this code,
/// because it is the best of the artifact for the GPU. For example, sm_80 alone
/// also serves GPUs of 8.9, which have less than those of 8.0.
Chip limitToServed(const Chip &chip, llvm::ArrayRef<const Chip *> chips);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CHIP_H
