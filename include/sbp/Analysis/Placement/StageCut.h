// StageCut.h: the stage that runs an op, so that the fewest bytes move
//
// Stages are numbered in the order of their declaration. A value crosses the
// boundary between stages b and b + 1 forwards if it is produced at or before b
// and read after b, and backwards if it is produced after b and read at or
// before b; either costs its bytes once, however many ops read it. Depends on
// no IR.
#ifndef SBP_ANALYSIS_PLACEMENT_STAGECUT_H
#define SBP_ANALYSIS_PLACEMENT_STAGECUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace sbp {

/// Nodes, which are ops, arguments and results, and the values between them.
/// Nodes are numbered by their index in `stages`.
struct CrossingGraph {
  /// One value: its producing node, its size, and the nodes that read it.
  struct Value {
    unsigned producer;
    int64_t bytes; ///< at least 0
    llvm::SmallVector<unsigned, 4> readers;
  };
  /// Per node, its stage; nullopt where the stage is to be found.
  std::vector<std::optional<unsigned>> stages;
  std::vector<Value> values;
};

/// Returns the bytes that cross all boundaries where node i runs on stage
/// `stages[i]`, one entry per node. A value that crosses several boundaries
/// counts once at each.
int64_t countCrossingBytes(const CrossingGraph &graph,
                           llvm::ArrayRef<unsigned> stages);

/// Returns a stage per node such that the fewest bytes cross. Of all such
/// assignments, every node gets the latest stage that it has in any of them:
/// the latest stages together are such an assignment. Fixed nodes keep their
/// stages, which must be below `numStages`. Every boundary is one
/// minimum cut (Ishikawa 2003: a cost that is a sum over boundaries), found by
/// augmenting paths (Dinitz 1970).
std::vector<unsigned> assignStages(const CrossingGraph &graph,
                                   unsigned numStages);

} // namespace sbp

#endif // SBP_ANALYSIS_PLACEMENT_STAGECUT_H
