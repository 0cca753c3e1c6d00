// Chips.h: the GPU architectures that have names
//
// The compiler generates code for these (lib/Target/CUDA/Choice/Chip.cpp has
// their resources and rates), and the runtime names them in messages.
#ifndef SBP_RUNTIME_CHIPS_H
#define SBP_RUNTIME_CHIPS_H

#include <cstddef>

namespace sbp {

/// The name of an architecture, as in --chip and in artifacts, and the GPUs
/// that run its code.
struct ChipName {
  const char *name;
  int capability; ///< compute capability, 90 for 9.0
  /// Whether code runs on GPUs of this compute capability alone. Other code, as
  /// PTX, runs on this and on all later ones.
  bool isSpecific;
};

/// All architectures, later ones after earlier ones.
inline constexpr ChipName kChipNames[] = {
    {"sm_80", 80, false},  {"sm_86", 86, false}, {"sm_89", 89, false},
    {"sm_90", 90, false},  {"sm_90a", 90, true}, {"sm_100", 100, false},
    {"sm_120", 120, false}};

/// Returns the architecture whose code is the best for GPUs of a compute
/// capability, or null where none runs there.
constexpr const ChipName *findBestChip(int capability) {
  const ChipName *best = nullptr;
  for (const ChipName &chip : kChipNames)
    if (chip.isSpecific ? chip.capability == capability
                        : chip.capability <= capability)
      best = &chip;
  return best;
}

} // namespace sbp

#endif // SBP_RUNTIME_CHIPS_H
