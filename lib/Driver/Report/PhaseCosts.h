// PhaseCosts.h: time and memory of the phases of a compilation
#ifndef SBP_LIB_DRIVER_REPORT_PHASECOSTS_H
#define SBP_LIB_DRIVER_REPORT_PHASECOSTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>

namespace sbp {

/// The cost of one phase.
struct PhaseCost {
  double seconds = 0; ///< wall-clock time
  /// Peak resident bytes during the phase: exact if it exceeds all earlier
  /// phases, else the larger of the values at begin and end.
  int64_t peakBytes = 0;
};

/// Accumulates costs by name.
class PhaseCosts {
public:
  /// Runs `phase`, adds its cost under `name` and returns its result. Repeated
  /// phases of a name add their seconds and keep the largest peak.
  bool measure(llvm::StringRef name, llvm::function_ref<bool()> phase);
  const std::map<std::string, PhaseCost> &get() const { return costs; }

private:
  std::map<std::string, PhaseCost> costs;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_PHASECOSTS_H
