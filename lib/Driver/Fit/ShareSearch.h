// ShareSearch.h: how much backward makes again under a memory limit
#ifndef SBP_LIB_DRIVER_FIT_SHARESEARCH_H
#define SBP_LIB_DRIVER_FIT_SHARESEARCH_H

#include <cstdint>
#include <optional>

namespace sbp {

/// Finds the least share of repeated layers that backward has to make again
/// (sbp-keep-values) for a plan to fit, by bisection: a larger share needs less
/// memory and more time. Where a share of 1 does not fit, nothing else is
/// tried.
///
///     ShareSearch shares(limit);
///     while (std::optional<double> share = shares.getNext())
///       shares.add(peak of the plan with *share)
class ShareSearch {
public:
  explicit ShareSearch(int64_t limit) : limit(limit) {}

  /// Returns the next share, above 0 and at most 1; nullopt at the end. Equal
  /// until add() is called.
  std::optional<double> getNext() const;

  /// Takes the peak of the plan that getNext() requested, in bytes of the
  /// fullest rank.
  void add(int64_t peakBytes);

private:
  static constexpr unsigned kSteps = 64; ///< a share is a number of these

  int64_t limit;
  unsigned tooSmall = 0, enough = kSteps; ///< as far as plans have shown
  std::optional<unsigned> next = kSteps;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_FIT_SHARESEARCH_H
