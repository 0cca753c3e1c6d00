// Memory.h: what the plan needs on every rank, and whether that is too much
#ifndef SBP_TOOLS_SBP_COMPILE_MEMORY_H
#define SBP_TOOLS_SBP_COMPILE_MEMORY_H

#include "mlir/IR/BuiltinOps.h"
#include <vector>

namespace sbp {

/// In bytes. `states`: arguments and constants too; the arena beside them holds
/// everything else at its fullest.
struct RankMemory {
  int64_t states = 0, arena = 0, arenaLowerBound = 0;
  int64_t getPeak() const { return states + arena; }
};

/// By rank, of a module at level 3.
std::vector<RankMemory> getRankMemory(mlir::ModuleOp tasks);
/// Of the rank that needs most.
int64_t getPeakBytes(mlir::ModuleOp tasks);

/// Says which rank needs how much, what would fit, and what takes most of it,
/// by the names it has in `distributed`, the module at level 1.
void emitTooLarge(mlir::ModuleOp tasks, mlir::ModuleOp distributed,
                  int64_t limit);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_MEMORY_H
