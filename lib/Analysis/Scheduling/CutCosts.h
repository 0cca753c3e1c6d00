// CutCosts.h: the cost of a cut between two ops
#ifndef SBP_LIB_ANALYSIS_SCHEDULING_CUTCOSTS_H
#define SBP_LIB_ANALYSIS_SCHEDULING_CUTCOSTS_H

#include "sbp/Analysis/Scheduling/RegionCuts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace sbp {

/// Ops without communication between them, and the values that are live at each
/// position (before the op with that index).
class CutCosts {
public:
  /// Computes lifetimes and forbidden positions. The array of ops, which are in
  /// program order, must outlive this object; `updates` need not.
  CutCosts(llvm::ArrayRef<mlir::Operation *> ops,
           llvm::ArrayRef<StateUpdate> updates);

  /// Returns true if a region may begin at `position`, below the number of ops.
  bool isAllowed(unsigned position) const { return !forbidden[position]; }

  /// Returns the allowed position in [low, high) that stores the fewest bytes,
  /// then parts the fewest fusible ops, the first of equals; nullopt if none is
  /// allowed. Values defined before `from` count as stored already. Values that
  /// live for more than `longest` ops are stored anyway and do not count.
  std::optional<unsigned> getCheapest(unsigned low, unsigned high,
                                      unsigned from, unsigned longest) const;

private:
  /// A value defined by op `begin` and read last by op `end`, or a pair of
  /// fusible ops.
  struct Lifetime {
    unsigned begin, end;
    int64_t bytes, torn; ///< torn: 1 for a pair of ops, 0 for a value
  };
  /// Returns which of the ops (begin, end] depend on op `begin` along some path
  /// through a contraction, by offset from `begin`: no loop nest contains both.
  /// Bit 0 is not set.
  llvm::BitVector findSeparate(unsigned begin, unsigned end) const;
  /// Returns one entry per pair of ops that could share a loop nest, with
  /// `torn` 1 and no bytes.
  std::vector<Lifetime> findLoopNests() const;
  /// Marks the positions that lie between the definition of a state's next
  /// value and the last read of its old one.
  void forbid(llvm::ArrayRef<StateUpdate> updates);

  llvm::ArrayRef<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> positions;
  llvm::DenseMap<mlir::Value, unsigned> lastReads;
  std::vector<llvm::SmallVector<unsigned>> producers; ///< per op, its inputs
  std::vector<Lifetime> lives; ///< in ascending order of begin
  llvm::BitVector forbidden;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SCHEDULING_CUTCOSTS_H
