// SymbolicState.h: what all ranks hold, in symbols
//
// The memory of the symbolic executor. A step hands out offers, each worked out
// once for all ranks that take part of it, and `commit` ends it.
#ifndef SBP_LIB_CALCULUS_SYMBOLICSTATE_H
#define SBP_LIB_CALCULUS_SYMBOLICSTATE_H

#include "TermGrid.h"

namespace sbp {

class SymbolicState {
public:
  SymbolicState(llvm::ArrayRef<int64_t> shape, int64_t worldSize);

  /// Largest world rank + 1.
  int64_t getWorldSize() const { return held.size(); }
  /// Before the first step `rank` holds one term in `box`.
  void setStart(int64_t rank, const Box &box, int64_t term);

  /// Offers the combination of what all `sources` hold in `box` (no source: the
  /// identity). False where the rank `missing` does not hold all of it.
  bool combine(llvm::ArrayRef<int64_t> sources, const Box &box,
               int64_t &missing);
  enum class Union { Right, Missing, Overlap };
  /// Offers what the sources hold in their pieces, side by side. Where one does
  /// not hold all of its piece, or two pieces overlap, says which and where.
  Union unite(llvm::ArrayRef<int64_t> sources,
              llvm::function_ref<Box(int64_t)> getPiece, int64_t &culprit,
              Box &where);
  int64_t getOfferedVolume(const Box &box) const {
    return contents[offer].getVolume(box);
  }
  /// `rank` takes what is offered in `box`.
  void give(int64_t rank, const Box &box);
  /// Ends a step: ranks hold what they were given and nothing else. False where
  /// the rank `culprit` was given the elements `where` twice.
  bool commit(int64_t &culprit, Box &where);

  const TermGrid &get(int64_t rank) const { return contents[held[rank]]; }
  bool holdSame(int64_t rank, int64_t other) const {
    return held[rank] == held[other];
  }
  /// The sum of what `ranks` hold in `box`; all of them hold all of it.
  const TermGrid &getSum(llvm::ArrayRef<int64_t> ranks, const Box &box);
  const TermSets &getSets() const { return sets; }

private:
  using Id = int32_t;
  struct Gift {
    Id content;
    Box box;
    bool operator==(const Gift &other) const = default;
  };
  struct ListHash {
    size_t operator()(const std::vector<int32_t> &list) const {
      return llvm::hash_combine_range(list.begin(), list.end());
    }
  };
  Id intern(TermGrid grid);

  Box whole;
  TermSets sets;
  std::vector<TermGrid> contents; ///< the first holds nothing
  std::unordered_map<size_t, llvm::SmallVector<Id, 1>> byHash;
  llvm::SmallVector<Id> held; ///< by world rank
  Id offer = 0;
  std::vector<Gift> gifts;                 ///< of the present step
  std::vector<std::vector<int32_t>> given; ///< by world rank
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_SYMBOLICSTATE_H
