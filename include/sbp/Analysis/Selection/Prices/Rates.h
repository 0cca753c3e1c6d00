// Rates.h: measured speeds of a machine, as written by sbp-run --calibrate
#ifndef SBP_ANALYSIS_SELECTION_PRICES_RATES_H
#define SBP_ANALYSIS_SELECTION_PRICES_RATES_H

#include "sbp/Calculus/Distribution.h"
#include "sbp/Interfaces/OpWork.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>
#include <vector>

namespace sbp {

/// Module attribute with the text of a rates file; costs are then measured
/// seconds. Absent where the default prices apply.
inline constexpr llvm::StringLiteral kRatesAttr = "sbp.rates";

/// Returns the key of a class in rates files: "contraction",
/// "narrow_contraction", "elementwise", "rows", "attention", "order" or
/// "functions".
llvm::StringRef getWorkClassName(WorkClass kind);

/// The speed of one kind of boxing (all_reduce, all_gather, reduce_scatter or
/// all_to_all) among `ranks` ranks: a latency, and the bytes that each rank
/// receives per second.
struct BoxingRate {
  std::string kind;
  int64_t ranks = 1;
  double latencySeconds = 0, bytesPerSecond = 1;
};

/// The rates of one machine. Rates that a file lacks are derived from others.
struct Rates {
  /// Reads the JSON text of a rates file. An error names the entry that is
  /// wrong, or is that of parseJson if the text is no JSON.
  static llvm::Expected<Rates> parse(llvm::StringRef text);

  /// Returns the rate of boxings of `kind` measured on the next larger number
  /// of ranks, `ranks` included, else the largest; null where the file has none
  /// of this kind. `boxings` owns it.
  const BoxingRate *findBoxing(llvm::StringRef kind, int64_t ranks) const;
  /// Returns the mean latency and the mean time per byte over the kinds that
  /// were measured, each as findBoxing returns it; `parse` requires at least
  /// one. The kind of the result is empty.
  BoxingRate getMeanBoxing(int64_t ranks) const;
  /// Returns the number of ranks that share a core, at least 1.
  double getRanksPerCore(int64_t ranks) const {
    return std::max(1.0, static_cast<double>(ranks) / cores);
  }

  std::string machine; ///< its name, for reports only
  int64_t cores = 1;   ///< that ranks share
  std::array<double, numWorkClasses> flopsPerSecond{};       ///< of one core
  double streamBytesPerSecond = 0, gatherBytesPerSecond = 0; ///< of one core
  // Those from here to `lanes`, and the last three of `flopsPerSecond`, may be
  // absent from a file: rates are derived from others, the rest as set here.
  double cachedBytesPerSecond = 0;   ///< of what caches hold
  double fillBytesPerSecond = 0;     ///< one value again and again
  double rowBytesPerSecond = 0;      ///< rows in no order, fetched ahead
  double allCoresBytesPerSecond = 0; ///< streamed by all cores at once
  double cacheBytes = 0;  ///< that stay near a core while the others run too
  double callSeconds = 0; ///< of an op beyond its work
  double rowSeconds = 0;  ///< of a row in no order, beyond its bytes
  double lanes = 1;       ///< of 4 bytes, that a vector of products holds
  double stepSeconds = 0; ///< of a step that does nothing
  std::vector<BoxingRate> boxings;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_RATES_H
