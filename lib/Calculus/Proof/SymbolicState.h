// SymbolicState.h: the symbolic values of all ranks
//
// The memory of the symbolic executor. Within a step, an offer is a value that
// is computed once and delivered to several ranks; `commit` ends the step and
// replaces the values of all ranks by what was delivered.
#ifndef SBP_LIB_CALCULUS_SYMBOLICSTATE_H
#define SBP_LIB_CALCULUS_SYMBOLICSTATE_H

#include "TermGrid.h"

namespace sbp {

/// Symbolic values per rank, interned: equal values have one number.
class SymbolicState {
public:
  /// Creates a state in which no rank holds anything. `shape` is that of the
  /// global tensor, in elements.
  SymbolicState(llvm::ArrayRef<int64_t> shape, int64_t worldSize);

  /// Returns the number of world ranks that can hold terms.
  int64_t getWorldSize() const { return held.size(); }
  /// Initialises `rank` with one term in `box`, in place of all it held. Call
  /// before the first step.
  void setStart(int64_t rank, const Box &box, int64_t term);

  /// Offers the combination of the values of all `sources` in `box` (of a
  /// single source, also outside; without sources, the identity in the whole
  /// tensor). Returns false if rank `missing` does not hold all of the box;
  /// `missing` is undefined otherwise.
  bool combine(llvm::ArrayRef<int64_t> sources, const Box &box,
               int64_t &missing);
  /// The outcome of `assemble`: an offer, or the fault that prevented it.
  enum class Assembly { Complete, Missing, Overlap };
  /// Offers the pieces of the sources side by side; `getPiece` returns the box
  /// of a source. Missing: rank `culprit` does not hold all of its piece
  /// `where`. Overlap: `where` lies in two pieces, and `culprit` is the last
  /// source. Complete leaves both undefined.
  Assembly assemble(llvm::ArrayRef<int64_t> sources,
                    llvm::function_ref<Box(int64_t)> getPiece, int64_t &culprit,
                    Box &where);
  /// Returns the number of elements of the last offer inside of `box`.
  int64_t getOfferedVolume(const Box &box) const {
    return contents[offer].getVolume(box);
  }
  /// Delivers the last offered value, as far as it lies in `box`, to `rank`
  /// once `commit` is called.
  void deliver(int64_t rank, const Box &box);
  /// Ends a step: ranks hold exactly what was delivered to them. Returns false
  /// if rank `culprit` received the elements `where` twice; the state cannot be
  /// used after that. Otherwise both are undefined.
  bool commit(int64_t &culprit, Box &where);

  /// Returns the value of a world rank, empty if it holds none. The reference
  /// lives until the next offer, `setStart` or `commit`.
  const TermGrid &get(int64_t rank) const { return contents[held[rank]]; }
  /// Returns true if two world ranks hold the same terms in the same elements.
  bool holdEqual(int64_t rank, int64_t other) const {
    return held[rank] == held[other];
  }
  /// Returns the sum of the values of `ranks` in `box`, all of which must hold
  /// all of it. Replaces the offer; the reference lives until the next one. The
  /// value of a single rank is returned as it is, with its elements outside.
  const TermGrid &getSum(llvm::ArrayRef<int64_t> ranks, const Box &box);
  /// Returns the multisets that the grids refer to, owned by the state.
  const TermSets &getSets() const { return sets; }

private:
  using Id = int32_t;
  /// A value and the box of it that ranks receive at the end of the step.
  struct Delivery {
    Id content;
    Box box;
    bool operator==(const Delivery &other) const = default;
  };
  struct ListHash {
    size_t operator()(const std::vector<int32_t> &list) const {
      return llvm::hash_combine_range(list.begin(), list.end());
    }
  };
  /// Returns the number of an equal grid, a new one if there is none.
  Id intern(TermGrid grid);

  Box whole;                      ///< of the global tensor
  TermSets sets;                  ///< of all `contents`
  std::vector<TermGrid> contents; ///< interned values; number 0 is empty
  std::unordered_map<size_t, llvm::SmallVector<Id, 1>> byHash;
  llvm::SmallVector<Id> held;       ///< indexed by world rank
  Id offer = 0;                     ///< the last one; number 0 before the first
  std::vector<Delivery> deliveries; ///< of the current step
  std::vector<std::vector<int32_t>> delivered; ///< indexed by world rank
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_SYMBOLICSTATE_H
