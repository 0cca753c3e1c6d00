// Layout.h: boxes, partial coordinates and replicas of all ranks
//
// A distribution on a placement for one shape, computed once so that every
// query is a table lookup. The boxes of one distribution are equal or disjoint
// (boxes of windows may overlap, but ascend too), so three small numbers
// describe a rank's state:
//   box      the box of the tensor that it holds (product of the split axes),
//   partial  the term of the reduction that it holds (product of the P axes),
//   replica  its number among the equal copies (product of the B axes).
// Example: [S(0), P] on 2x2 ranks of a tensor<8> has two boxes and two
// partials; rank 3 has box 1 ([4, 8)), partial 1, replica 0.
#ifndef SBP_CALCULUS_LAYOUT_H
#define SBP_CALCULUS_LAYOUT_H

#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

/// Immutable after construction. A position is an index of the placement's rank
/// list; a box number is the row-major index of a rank's parts. Arguments must
/// be in range. Returned lists are views that live as long as the layout.
class Layout {
public:
  /// Computes all tables from a distribution that is legal for `shape` on
  /// `placement`; keeps no reference to the arguments.
  Layout(const Placement &placement, const Distribution &distribution,
         llvm::ArrayRef<int64_t> shape);

  int64_t getNumPositions() const { return ranks.size(); }
  /// Returns the world rank at a position.
  int64_t getRank(int64_t position) const { return ranks[position]; }
  llvm::ArrayRef<int64_t> getRanks() const { return ranks; }
  /// Returns the position of a world rank, or -1 outside of the placement.
  int64_t getPosition(int64_t rank) const {
    return static_cast<uint64_t>(rank) < positionOfRank.size()
               ? positionOfRank[rank]
               : -1;
  }
  /// Returns one more than the largest world rank.
  int64_t getWorldSize() const { return positionOfRank.size(); }

  int64_t getNumBoxes() const { return numBoxes; }
  int64_t getNumPartials() const { return numPartials; }
  int64_t getNumReplicas() const { return numReplicas; }
  unsigned getNumDims() const { return numDims; }
  /// Returns the combiner of the partial terms; nullopt with one term.
  std::optional<Combiner> getCombiner() const { return combiner; }

  /// Returns true if windows split a dimension: boxes may then overlap.
  bool hasWindows() const { return windowed; }

  int64_t getBox(int64_t position) const { return boxOf[position]; }
  int64_t getPartial(int64_t position) const { return partialOf[position]; }
  int64_t getReplica(int64_t position) const { return replicaOf[position]; }
  /// Returns the position with these three numbers.
  int64_t find(int64_t box, int64_t partial, int64_t replica) const {
    return members[(box * numPartials + partial) * numReplicas + replica];
  }
  /// Returns the positions that hold one partial of one box, ascending.
  llvm::ArrayRef<int64_t> getHolders(int64_t box, int64_t partial) const {
    return llvm::ArrayRef(members).slice(
        (box * numPartials + partial) * numReplicas, numReplicas);
  }

  /// Returns the index range of a box in each dimension.
  llvm::ArrayRef<Interval> getIntervals(int64_t box) const {
    return llvm::ArrayRef(intervals).slice(box * numDims, numDims);
  }
  Box getGlobalBox(int64_t box) const {
    llvm::ArrayRef<Interval> range = getIntervals(box);
    return Box(range.begin(), range.end());
  }
  /// Returns the number of elements of a box.
  int64_t getVolume(int64_t box) const { return volumes[box]; }
  /// Returns the number of elements that `box` shares with `otherBox` of
  /// `other`, a layout of the same shape.
  int64_t getOverlap(int64_t box, const Layout &other, int64_t otherBox) const;

  /// Calls `visit(box of other, common box)` in ascending order for each box of
  /// `other` that shares elements with `box`.
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
  std::optional<Combiner> combiner; ///< set if numPartials > 1
  llvm::SmallVector<int64_t> ranks, positionOfRank;
  llvm::SmallVector<int64_t> boxOf, partialOf, replicaOf, members, volumes;
  llvm::SmallVector<Interval> intervals; ///< numDims entries per box
  /// The parts of each dimension, ascending, and the stride of one part in a
  /// box number.
  llvm::SmallVector<llvm::SmallVector<Interval>> parts;
  llvm::SmallVector<int64_t> dimStride;
};

} // namespace sbp

#endif // SBP_CALCULUS_LAYOUT_H
