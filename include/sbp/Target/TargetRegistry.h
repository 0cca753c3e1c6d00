// TargetRegistry.h: the registered kinds of device, by name
//
// Each target's folder registers its kind here, like IREE's HAL target
// registry. The registry depends on no IR, so that the verifier of placements
// can use it. Not thread-safe: tools register at start-up (InitAll.h).
#ifndef SBP_TARGET_TARGETREGISTRY_H
#define SBP_TARGET_TARGETREGISTRY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>

namespace sbp {

class Target;

/// Options of a compilation; each target uses those that apply to it.
struct TargetOptions {
  std::string cpu = "native"; ///< of the processors that run the model
  std::string chip = {};      ///< of the GPUs that run it; empty: the usual one
  /// Whether machine code is added to portable code, if an assembler is
  /// installed.
  bool assemble = false;
  /// Measured choices of kernels (docs/HowTo/RunOnGPUs.md); empty: none.
  std::string tuning = {};
  std::string tuningFile = {}; ///< file that holds them, for messages
};

/// One kind of device.
struct TargetKind {
  std::string name; ///< as in placements and --target
  std::function<std::unique_ptr<Target>(const TargetOptions &)> make;
  /// Returns an error that describes invalid options. Null: all options are
  /// valid.
  std::function<llvm::Error(const TargetOptions &)> check;
  /// Whether every machine has such a device. The default target compiles
  /// placements that name no kind, and all references.
  bool isDefault = false;
};

/// Registers a kind, or replaces the one of the same name.
void registerTarget(TargetKind kind);

/// Returns the kind, or null if the name is not registered.
const TargetKind *findTarget(llvm::StringRef name);
/// Returns the default kind, which must be registered.
const TargetKind &getDefaultTarget();
/// Returns the first error that a registered kind reports for the options.
llvm::Error checkTargetOptions(const TargetOptions &options);
/// Returns the names in order of registration, as in "host or cuda". Each name
/// is enclosed in `quote`; `afterDefault` follows the default one.
std::string listTargets(llvm::StringRef quote = "",
                        llvm::StringRef afterDefault = "");

} // namespace sbp

#endif // SBP_TARGET_TARGETREGISTRY_H
