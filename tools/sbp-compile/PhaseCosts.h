// PhaseCosts.h: what each phase of a compilation took
#ifndef SBP_TOOLS_SBP_COMPILE_PHASECOSTS_H
#define SBP_TOOLS_SBP_COMPILE_PHASECOSTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>

namespace sbp {

struct PhaseCost {
  double seconds = 0;
  /// The most that was resident meanwhile: exact where that is more than in all
  /// phases before, else the larger of begin and end.
  int64_t peakBytes = 0;
};

class PhaseCosts {
public:
  /// Runs `phase` and adds what it took under `name`.
  bool measure(llvm::StringRef name, llvm::function_ref<bool()> phase);
  const std::map<std::string, PhaseCost> &get() const { return costs; }

private:
  std::map<std::string, PhaseCost> costs;
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_PHASECOSTS_H
