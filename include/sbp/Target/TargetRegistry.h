// TargetRegistry.h: the registered kinds of device, by name
//
// Each target's folder registers its kind here, like IREE's HAL target
// registry. The registry depends on no IR, so that the verifier of placements
// can use it. Not thread-safe: tools register at start-up (InitAll.h).
#ifndef SBP_TARGET_TARGETREGISTRY_H
#define SBP_TARGET_TARGETREGISTRY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sbp {

class Target;

/// Options of a compilation by name, such as "chip" with the value "sm_90a".
/// The target that reads an option states its name and gives values a meaning.
class TargetOptions {
public:
  TargetOptions() = default;
  TargetOptions(
      std::initializer_list<std::pair<const std::string, std::string>> values)
      : values(values) {}

  /// Returns the value of an option, or `fallback` where it is not given. The
  /// text is valid as long as this object and `fallback`.
  llvm::StringRef get(llvm::StringRef name,
                      llvm::StringRef fallback = "") const {
    auto found = values.find(name);
    return found == values.end() ? fallback : llvm::StringRef(found->second);
  }
  /// Returns all options that are given.
  const std::map<std::string, std::string, std::less<>> &getValues() const {
    return values;
  }

private:
  std::map<std::string, std::string, std::less<>> values;
};

/// One kind of device.
struct TargetKind {
  std::string name;                 ///< as in placements and --target
  std::vector<std::string> options; ///< names of those that it reads
  /// Creates a target that the caller owns, never null, for options that
  /// `check` accepts. Required.
  std::function<std::unique_ptr<Target>(const TargetOptions &)> make;
  /// Returns an error that describes invalid options, else success. Null: all
  /// options are valid.
  std::function<llvm::Error(const TargetOptions &)> check;
  /// Returns a warning for options that the user gave to this target alone,
  /// where a compilation does not use it; empty if there are none. Null: none.
  std::function<std::string(const TargetOptions &)> describeUnused;
  /// Whether every machine has such a device. The default target compiles
  /// placements that name no kind, and all references.
  bool isDefault = false;
};

/// Registers a kind, or replaces the one of the same name. References that the
/// functions below have returned are invalid afterwards.
void registerTarget(TargetKind kind);

/// Returns the kind, which the registry owns, or null if the name is not
/// registered.
const TargetKind *findTarget(llvm::StringRef name);
/// Returns the first kind that is marked as default, owned by the registry. One
/// must be registered; otherwise the behaviour is undefined.
const TargetKind &getDefaultTarget();
/// Returns the first error that a registered kind reports for the options, one
/// for an option that no kind reads, or success.
llvm::Error checkTargetOptions(const TargetOptions &options);
/// Returns the non-empty results of `describeUnused` of the registered kinds
/// that `isUsed`, which gets their names, returns false for.
std::vector<std::string>
describeUnusedOptions(const TargetOptions &options,
                      llvm::function_ref<bool(llvm::StringRef)> isUsed);
/// Returns the names in order of registration, as in "host or cuda". Each name
/// is enclosed in `quote`; `afterDefault` follows the default one. Empty if no
/// kind is registered.
std::string listTargets(llvm::StringRef quote = "",
                        llvm::StringRef afterDefault = "");

} // namespace sbp

#endif // SBP_TARGET_TARGETREGISTRY_H
