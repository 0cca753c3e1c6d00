// TargetRegistry.h: the kinds of device there are, by name
//
// A target's folder registers its kind. Whoever wants to know which kinds there
// are, which one is meant where none is named, or wants a target made asks
// here; the registry knows no IR, so that the verifier of placements asks too.
#ifndef SBP_TARGET_TARGETREGISTRY_H
#define SBP_TARGET_TARGETREGISTRY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>

namespace sbp {

class Target;

/// What a compilation wants of its targets; each takes what concerns it.
struct TargetOptions {
  std::string cpu = "native"; ///< of the processors that run the model
  /// Machine code beside portable code, where there is an assembler.
  bool assemble = false;
};

struct TargetKind {
  std::string name; ///< as placements and --target say it
  std::function<std::unique_ptr<Target>(const TargetOptions &)> make;
  /// An error that says what is wrong with the options; null: takes all.
  std::function<llvm::Error(const TargetOptions &)> check;
  /// Every machine has such a device: it is meant where none is named, and
  /// references run there.
  bool isDefault = false;
};

/// Makes a kind known; again, replaces it. Not thread-safe: tools call it at
/// their start (InitAll.h).
void registerTarget(TargetKind kind);

/// Null where no target has the name.
const TargetKind *findTarget(llvm::StringRef name);
const TargetKind &getDefaultTarget();
/// The first error of a kind that does not take the options.
llvm::Error checkTargetOptions(const TargetOptions &options);
/// "host or cuda", in the order in which they were registered: each name
/// between two `quote`s, the default one followed by `afterDefault`.
std::string listTargets(llvm::StringRef quote = "",
                        llvm::StringRef afterDefault = "");

} // namespace sbp

#endif // SBP_TARGET_TARGETREGISTRY_H
