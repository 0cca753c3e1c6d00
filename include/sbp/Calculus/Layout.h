// Layout.h: which rank holds which box and which partial
//
// A distribution on a placement for one shape, worked out once so that every
// question about it is a table look-up. The boxes of one distribution are equal
// or disjoint (those of windows overlap; they ascend all the same), so a rank's
// state is three small numbers:
//   box      which box of the tensor it holds (product of the split axes),
//   partial  which term of the reduction it holds (product of the P axes),
//   replica  which of the equal copies it is (product of the B axes).
#ifndef SBP_CALCULUS_LAYOUT_H
#define SBP_CALCULUS_LAYOUT_H

#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

class Layout {
public:
  Layout(const Placement &placement, const Distribution &distribution,
         llvm::ArrayRef<int64_t> shape);

  int64_t getNumPositions() const { return ranks.size(); }
  int64_t getRank(int64_t position) const { return ranks[position]; }
  llvm::ArrayRef<int64_t> getRanks() const { return ranks; }
  /// Position of a world rank, or -1 where the placement lacks it.
  int64_t getPosition(int64_t rank) const {
    return static_cast<uint64_t>(rank) < positionOfRank.size()
               ? positionOfRank[rank]
               : -1;
  }
  /// Largest world rank + 1.
  int64_t getWorldSize() const { return positionOfRank.size(); }

  int64_t getNumBoxes() const { return numBoxes; }
  int64_t getNumPartials() const { return numPartials; }
  int64_t getNumReplicas() const { return numReplicas; }
  unsigned getNumDims() const { return numDims; }
  std::optional<Combiner> getCombiner() const { return combiner; }

  /// Whether some dim is split by windows: boxes may then overlap.
  bool hasWindows() const { return windowed; }

  int64_t getBox(int64_t position) const { return boxOf[position]; }
  int64_t getPartial(int64_t position) const { return partialOf[position]; }
  int64_t getReplica(int64_t position) const { return replicaOf[position]; }
  /// The position with these three numbers.
  int64_t find(int64_t box, int64_t partial, int64_t replica) const {
    return members[(box * numPartials + partial) * numReplicas + replica];
  }
  /// The positions that hold the same partial of the same box, ascending.
  llvm::ArrayRef<int64_t> getHolders(int64_t box, int64_t partial) const {
    return llvm::ArrayRef(members).slice(
        (box * numPartials + partial) * numReplicas, numReplicas);
  }

  llvm::ArrayRef<Interval> getIntervals(int64_t box) const {
    return llvm::ArrayRef(intervals).slice(box * numDims, numDims);
  }
  Box getGlobalBox(int64_t box) const {
    llvm::ArrayRef<Interval> range = getIntervals(box);
    return Box(range.begin(), range.end());
  }
  /// Elements of a box.
  int64_t getVolume(int64_t box) const { return volumes[box]; }
  /// Elements that `box` shares with `otherBox` of `other` (same shape).
  int64_t getOverlap(int64_t box, const Layout &other, int64_t otherBox) const;

  /// Calls `visit(box of other, common box)` for each box of `other` that
  /// shares elements with `box`, ascending.
  void
  forEachOverlap(int64_t box, const Layout &other,
                 llvm::function_ref<void(int64_t otherBox, const Box &common)>
                     visit) const;

private:
  void buildBoxes(const Placement &placement, const Distribution &distribution,
                  llvm::ArrayRef<int64_t> shape);

  unsigned numDims;
  bool windowed = false;
  int64_t numBoxes = 1, numPartials = 1, numReplicas = 1;
  std::optional<Combiner> combiner; ///< set where numPartials > 1
  llvm::SmallVector<int64_t> ranks, positionOfRank;
  llvm::SmallVector<int64_t> boxOf, partialOf, replicaOf, members, volumes;
  llvm::SmallVector<Interval> intervals; ///< numDims per box
  /// The cuts of each dim, ascending, and what one part weighs in a box number.
  llvm::SmallVector<llvm::SmallVector<Interval>> parts;
  llvm::SmallVector<int64_t> dimStride;
};

} // namespace sbp

#endif // SBP_CALCULUS_LAYOUT_H
