// CutDigits.h: what moves between two distributions, by counting
//
// On the unit cube, the index along a dim is a number of which every axis that
// cuts the dim picks one digit, the outermost axis the first. An axis that both
// ends cut leaves a rank something that it needs only where two digits are
// equal: how many of these equations follow from the others is all that has to
// be known. Axes that are partial choose terms, which the others hold alike.
#ifndef SBP_ANALYSIS_SELECTION_CUTDIGITS_H
#define SBP_ANALYSIS_SELECTION_CUTDIGITS_H

#include "sbp/Analysis/Selection/MovedFraction.h"
#include <array>
#include <optional>

namespace sbp {

/// Transfers of a cell, an intersection of a piece of one distribution and one
/// of another, whatever its size.
struct CellPrice {
  int64_t apart; ///< where no rank has both pieces
  int64_t saved; ///< by those that do
};

/// The digits that the axes of one distribution pick.
class CutDigits {
public:
  static constexpr unsigned mostAxes = 8, mostDims = 16;

  CutDigits() = default;
  /// Says nothing where there are too many axes, or two combiners meet, and
  /// counts for nothing where axes are cut in another order than their own or
  /// pieces are windows.
  CutDigits(const Placement &placement, const Distribution &distribution);

  /// getMovedFraction on `placement`, of which both are; nothing where it takes
  /// more than counting: the two read other digits.
  static std::optional<MovedFraction>
  count(const Placement &placement, const CutDigits &from, const CutDigits &to);

  /// The price of every cell of `placement`, even or not, of pieces that are no
  /// windows; none where one of the two says nothing.
  static std::optional<CellPrice> getPrice(const Placement &placement,
                                           const CutDigits &from,
                                           const CutDigits &to);

  /// Returns the number of pieces; meaningless where the price does not apply.
  int64_t getNumPieces() const { return pieces; }

private:
  static constexpr uint8_t none = 255;
  bool agreesWith(const Placement &placement, const CutDigits &other) const;
  /// One cell of so many meets all equations between what `this` and `to` read
  /// along the axes whose bits are set.
  int64_t getRarity(const CutDigits &to, unsigned equations,
                    llvm::ArrayRef<int64_t> sizes) const;
  bool isPartial(unsigned axis) const { return partialAxes >> axis & 1; }
  bool isCopied(unsigned axis) const {
    return digitOf[axis] == none && !isPartial(axis);
  }
  /// Transfers per cell that some rank holds at both ends, where terms stay
  /// terms of the same combiner.
  static int64_t getPriceOfTerms(llvm::ArrayRef<int64_t> sizes,
                                 const CutDigits &from, const CutDigits &to);

  bool counts = false, hasTerms = false;
  uint8_t partialAxes = 0; ///< a bit each
  Combiner combiner = Combiner::Sum;
  /// Products of the sizes of partial axes; of those that are not cut; of all
  /// that are.
  int64_t partials = 1, copies = 1, pieces = 1;
  std::array<uint8_t, mostAxes> digitOf{};           ///< by axis, or none
  std::array<uint8_t, mostAxes * mostDims> axisOf{}; ///< by digit, or none
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_CUTDIGITS_H
