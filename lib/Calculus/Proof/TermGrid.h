// TermGrid.h: the symbolic value of one rank
//
// A rank's value is a grid: cuts per dimension, and per cell the multiset of
// source terms that are combined in it. Grids are canonical (every cut
// separates different cells) and interned, as are the multisets: equal values
// share a number, comparison is a comparison of numbers, and the value that all
// members of a group receive is computed once.
#ifndef SBP_LIB_CALCULUS_TERMGRID_H
#define SBP_LIB_CALCULUS_TERMGRID_H

#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <unordered_map>
#include <vector>

namespace sbp {

/// Interned multisets of terms; a multiset is referred to by its number, which
/// stays valid as long as the table.
class TermSets {
public:
  using Id = int32_t;
  static constexpr Id identity = 0; ///< the empty multiset

  /// Creates a table that holds the empty multiset.
  TermSets() { intern({}); }
  /// Returns the number of a multiset of terms in any order, a new one if it is
  /// not in the table.
  Id intern(std::vector<int64_t> terms);
  /// Returns the sum of multisets (multiplicities add up); `identity` for none.
  Id join(llvm::ArrayRef<Id> sets);
  /// Returns the terms of a multiset in ascending order. The array lives until
  /// the next `intern` or `join`.
  llvm::ArrayRef<int64_t> get(Id id) const { return sets[id]; }
  /// Returns the number of different multisets.
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

/// The cells of a tensor that one rank holds, with their terms.
class TermGrid {
public:
  /// A box, in elements of the global tensor, and the terms of all its
  /// elements.
  struct Piece {
    Box box;
    TermSets::Id terms;
  };

  /// Creates a grid without elements.
  TermGrid() = default;
  /// Returns the grid of `pieces`; empty ones are ignored. If two of them
  /// overlap, returns nullopt and sets `overlap` to a box that both hold;
  /// otherwise `overlap` is unchanged.
  static std::optional<TermGrid> build(llvm::ArrayRef<Piece> pieces,
                                       Box &overlap);
  /// Returns a grid whose value in each element of `box` is the sum of all
  /// `grids`, computed in `sets`; the identity for no grids. If one of them
  /// does not hold all of the box, returns nullopt and sets `missing` to its
  /// index.
  static std::optional<TermGrid> combine(llvm::ArrayRef<const TermGrid *> grids,
                                         const Box &box, TermSets &sets,
                                         size_t &missing);

  /// Calls `visit` for each held piece, cut to `box`, in row-major order. The
  /// piece lives during the call.
  void forEachPiece(const Box &box,
                    llvm::function_ref<void(const Piece &)> visit) const;
  /// Returns the number of held elements inside of `box`.
  int64_t getVolume(const Box &box) const;
  /// Returns the number of held elements.
  int64_t getVolume() const;
  /// Returns the smallest box around all held elements; a box without
  /// dimensions if there are none.
  Box getHull() const;

  /// Returns a hash that equal grids share within one process.
  llvm::hash_code getHash() const;
  /// Compares elements and terms; both grids use one table of multisets.
  bool operator==(const TermGrid &other) const = default;

private:
  static constexpr TermSets::Id absent = -1; ///< terms of a cell not held
  using Cuts = llvm::SmallVector<int64_t, 2>;

  /// Sorts the cuts, removes repeated ones and sets all cells to absent.
  void setCuts(llvm::SmallVector<Cuts, 4> unsorted);
  /// Calls `visit` with the index of each cell that `box` touches and the
  /// common box, absent cells included.
  void forEachCell(const Box &box,
                   llvm::function_ref<void(size_t cell, const Box &cut)>) const;
  /// Removes cuts until every one separates different cells.
  void canonicalise();
  /// Does it for one dimension. Returns false if all cells are absent.
  bool mergeSlabs(unsigned dim);

  /// Ascending cuts per dimension: slab i is [cuts[i], cuts[i + 1]).
  llvm::SmallVector<Cuts, 4> cuts;
  std::vector<TermSets::Id> cells; ///< row-major; empty if nothing is held
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_TERMGRID_H
