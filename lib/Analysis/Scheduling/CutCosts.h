// CutCosts.h: what a cut between two ops costs
#ifndef SBP_LIB_ANALYSIS_SCHEDULING_CUTCOSTS_H
#define SBP_LIB_ANALYSIS_SCHEDULING_CUTCOSTS_H

#include "sbp/Analysis/Scheduling/RegionCuts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace sbp {

/// A run of ops without communication, and at each position (in front of the op
/// of that number) what is alive there. Positions are those of `ops`.
class CutCosts {
public:
  CutCosts(llvm::ArrayRef<mlir::Operation *> ops,
           llvm::ArrayRef<StateUpdate> updates);

  bool isAllowed(unsigned position) const { return !forbidden[position]; }

  /// The cheapest allowed position in [low, high), the first of equals, where
  /// what is made before `from` counts as stored already. Values that live for
  /// more than `longest` ops are stored wherever one cuts: they do not count.
  std::optional<unsigned> getCheapest(unsigned low, unsigned high,
                                      unsigned from, unsigned longest) const;

private:
  /// Made by op `begin`, read last by op `end`.
  struct Life {
    unsigned begin, end;
    int64_t bytes, torn; ///< torn: it stands for a loop nest, not for memory
  };
  /// Which of the ops (begin, end] read what op `begin` makes, less `begin`,
  /// only after a contraction that reads it: no loop nest has both.
  llvm::BitVector findApart(unsigned begin, unsigned end) const;
  /// From every op to those that could stand in one loop nest with it.
  std::vector<Life> findLoopNests() const;
  void forbid(llvm::ArrayRef<StateUpdate> updates);

  llvm::ArrayRef<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> positions;
  llvm::DenseMap<mlir::Value, unsigned> lastReads;
  std::vector<llvm::SmallVector<unsigned>> producers; ///< of what an op reads
  std::vector<Life> lives;                            ///< ascending begins
  llvm::BitVector forbidden;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SCHEDULING_CUTCOSTS_H
