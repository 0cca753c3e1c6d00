// Memory.h: the memory of a plan per rank
#ifndef SBP_LIB_DRIVER_FIT_MEMORY_H
#define SBP_LIB_DRIVER_FIT_MEMORY_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace sbp {

/// Bytes of one rank. `states` includes arguments and constants of the largest
/// entry; the arena holds everything else at its peak, of the largest entry as
/// well. No layout of the arena needs less than `arenaLowerBound`. `persistent`
/// counts what kernels of all entries keep between steps.
struct RankMemory {
  int64_t states = 0, arena = 0, arenaLowerBound = 0, persistent = 0;
  int64_t getPeak() const { return states + arena + persistent; }
};

/// Returns the memory of each rank, indexed by rank, for a module at level 3.
/// Ranks without tasks need 0 bytes.
std::vector<RankMemory> getRankMemory(mlir::ModuleOp tasks);
/// Returns the largest peak of all ranks, in bytes.
int64_t getPeakBytes(mlir::ModuleOp tasks);
/// Returns whether any kernel keeps results between steps.
bool hasPersistent(mlir::ModuleOp tasks);

/// Returns the rank that needs the most memory.
int64_t getFullestRank(mlir::ModuleOp tasks);

/// A note of an error: `text` about the line of the model at `loc`.
struct MemoryNote {
  mlir::Location loc;
  std::string text;
};

/// Emits an error with the rank that needs most, a limit in bytes that would be
/// enough, and its largest values, by their names in `distributed`, the module
/// at level 1. `advice` is added to the notes, before the least that any plan
/// needs.
void emitTooLarge(mlir::ModuleOp tasks, mlir::ModuleOp distributed,
                  int64_t limit, llvm::ArrayRef<MemoryNote> advice);

} // namespace sbp

#endif // SBP_LIB_DRIVER_FIT_MEMORY_H
