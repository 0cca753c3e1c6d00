// TermGrid.h: which terms are combined in what a rank holds
//
// The values of the symbolic executor. What a rank holds of a tensor is a grid:
// cuts per dim, and per cell the multiset of source terms that are combined in
// it. Grids are canonical (no cut without a difference) and interned, as are
// the multisets: ranks that hold the same share a number, comparing them costs
// nothing, and what one group member gets is worked out once for all.
#ifndef SBP_LIB_CALCULUS_TERMGRID_H
#define SBP_LIB_CALCULUS_TERMGRID_H

#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <unordered_map>
#include <vector>

namespace sbp {

/// Multisets of terms by number.
class TermSets {
public:
  using Id = int32_t;
  static constexpr Id identity = 0; ///< nothing is combined

  TermSets() { intern({}); }
  Id intern(std::vector<int64_t> terms);
  /// The sum of multisets.
  Id join(llvm::ArrayRef<Id> sets);
  /// Ascending.
  llvm::ArrayRef<int64_t> get(Id id) const { return sets[id]; }
  Id size() const { return sets.size(); }

private:
  struct Hash {
    size_t operator()(const std::vector<int64_t> &list) const {
      return llvm::hash_combine_range(list.begin(), list.end());
    }
    size_t operator()(const std::vector<Id> &list) const {
      return llvm::hash_combine_range(list.begin(), list.end());
    }
  };
  std::vector<std::vector<int64_t>> sets;
  std::unordered_map<std::vector<int64_t>, Id, Hash> numbers;
  std::unordered_map<std::vector<Id>, Id, Hash> joins;
};

class TermGrid {
public:
  struct Piece {
    Box box;
    TermSets::Id terms;
  };

  /// Holds nothing.
  TermGrid() = default;
  /// The grid of `pieces`; nothing where two of them overlap: `overlap` is then
  /// where.
  static std::optional<TermGrid> build(llvm::ArrayRef<Piece> pieces,
                                       Box &overlap);
  /// In each element of `box` the sum of what all `grids` hold there; nothing
  /// where one of them, `missing`, does not hold all of the box.
  static std::optional<TermGrid> combine(llvm::ArrayRef<const TermGrid *> grids,
                                         const Box &box, TermSets &sets,
                                         size_t &missing);

  /// Calls `visit` for each piece of what is held inside `box`.
  void forEachPiece(const Box &box,
                    llvm::function_ref<void(const Piece &)> visit) const;
  /// Elements held inside `box`.
  int64_t getVolume(const Box &box) const;
  /// Elements held.
  int64_t getVolume() const;
  /// The smallest box around all that is held.
  Box getHull() const;

  llvm::hash_code getHash() const;
  bool operator==(const TermGrid &other) const = default;

private:
  static constexpr TermSets::Id absent = -1;
  using Cuts = llvm::SmallVector<int64_t, 2>;

  void setCuts(llvm::SmallVector<Cuts, 4> unsorted);
  void forEachCell(const Box &box,
                   llvm::function_ref<void(size_t cell, const Box &cut)>) const;
  void canonicalise();
  bool mergeSlabs(unsigned dim);

  /// Per dim ascending: slab i is [cuts[i], cuts[i + 1]).
  llvm::SmallVector<Cuts, 4> cuts;
  std::vector<TermSets::Id> cells; ///< row-major; empty: holds nothing
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_TERMGRID_H
