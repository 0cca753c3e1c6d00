// SplitDigits.h: counts the moved share of a tensor from mixed-radix digits
//
// On the unit cube, the index along a dim is a number of which every axis that
// cuts the dim picks one digit, the outermost axis the first. An axis that both
// ends cut leaves a rank something that it needs only where two digits are
// equal: how many of these equations follow from the others is all that has to
// be known. Axes that are partial choose terms, which the others hold alike.
#ifndef SBP_ANALYSIS_SELECTION_PRICES_SPLITDIGITS_H
#define SBP_ANALYSIS_SELECTION_PRICES_SPLITDIGITS_H

#include "sbp/Analysis/Selection/Prices/MovedFraction.h"
#include <array>
#include <optional>

namespace sbp {

/// Transfers of a cell, the intersection of a source piece and a target piece,
/// of any size, as numbers of copies of the cell.
struct CellTraffic {
  int64_t separate; ///< if no rank has both pieces
  int64_t saved;    ///< by the ranks that have both
};

/// The digits that the axes of one distribution pick.
class SplitDigits {
public:
  static constexpr unsigned kMaxAxes = 8, kMaxDims = 16;

  /// Creates digits that determine neither traffic nor moved fraction.
  SplitDigits() = default;
  /// Reads the digits of `distribution` on `placement`; neither is kept. The
  /// result determines no traffic if there are more than kMaxAxes axes, a split
  /// dimension from kMaxDims on, or two combiners; and no moved fraction either
  /// then, or if axes are applied in another order than their own or pieces are
  /// windows.
  SplitDigits(const Placement &placement, const Distribution &distribution);

  /// Returns getMovedFraction for two distributions on `placement`; nullopt
  /// where one of them determines none, or where the two read digits of
  /// different bases.
  static std::optional<MovedFraction> count(const Placement &placement,
                                            const SplitDigits &from,
                                            const SplitDigits &to);

  /// Returns the traffic of each cell, even or not, of pieces without windows;
  /// nullopt where one of the two does not determine it.
  static std::optional<CellTraffic> getTraffic(const Placement &placement,
                                               const SplitDigits &from,
                                               const SplitDigits &to);

  /// Returns the number of pieces; meaningless where the traffic does not
  /// apply.
  int64_t getNumPieces() const { return pieces; }

private:
  static constexpr uint8_t kNone = 255;
  /// Returns true if each digit that both ends read has one base.
  bool agreesWith(const Placement &placement, const SplitDigits &other) const;
  /// One cell of so many meets all equations between what `this` and `to` read
  /// along the axes whose bits are set.
  int64_t getCellsPerMatch(const SplitDigits &to, unsigned equations,
                           llvm::ArrayRef<int64_t> sizes) const;
  bool isPartial(unsigned axis) const { return partialAxes >> axis & 1; }
  bool isCopied(unsigned axis) const {
    return digitOf[axis] == kNone && !isPartial(axis);
  }
  /// Transfers per cell that some rank holds at both ends, where terms stay
  /// terms of the same combiner.
  static int64_t getTermTraffic(llvm::ArrayRef<int64_t> sizes,
                                const SplitDigits &from, const SplitDigits &to);

  bool counts = false, hasTerms = false;
  uint8_t partialAxes = 0; ///< a bit each
  Combiner combiner = Combiner::Sum;
  /// Products of the sizes of partial axes; of those that are not cut; of all
  /// that are.
  int64_t partials = 1, copies = 1, pieces = 1;
  std::array<uint8_t, kMaxAxes> digitOf{};           ///< by axis, or kNone
  std::array<uint8_t, kMaxAxes * kMaxDims> axisOf{}; ///< by digit, or kNone
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_SPLITDIGITS_H
