// TargetRegistry.cpp: the list of registered kinds of device

#include "sbp/Target/TargetRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sbp;

/// Returns the kinds in order of registration. There are few, so lookups are
/// linear.
static std::vector<TargetKind> &getKinds() {
  static std::vector<TargetKind> kinds;
  return kinds;
}

void sbp::registerTarget(TargetKind kind) {
  for (TargetKind &known : getKinds())
    if (known.name == kind.name) {
      known = std::move(kind);
      return;
    }
  getKinds().push_back(std::move(kind));
}

const TargetKind *sbp::findTarget(llvm::StringRef name) {
  for (const TargetKind &kind : getKinds())
    if (kind.name == name)
      return &kind;
  return nullptr;
}

const TargetKind &sbp::getDefaultTarget() {
  for (const TargetKind &kind : getKinds())
    if (kind.isDefault)
      return kind;
  llvm_unreachable("no target was registered");
}

static bool isRead(llvm::StringRef option) {
  return llvm::any_of(getKinds(), [&](const TargetKind &kind) {
    return llvm::is_contained(kind.options, option);
  });
}

llvm::Error sbp::checkTargetOptions(const TargetOptions &options) {
  for (const auto &[name, value] : options.getValues())
    if (!isRead(name))
      return llvm::createStringError("no target has an option '" + name + "'");
  for (const TargetKind &kind : getKinds())
    if (kind.check)
      if (llvm::Error error = kind.check(options))
        return error;
  return llvm::Error::success();
}

std::vector<std::string>
sbp::describeUnusedOptions(const TargetOptions &options,
                           llvm::function_ref<bool(llvm::StringRef)> isUsed) {
  std::vector<std::string> warnings;
  for (const TargetKind &kind : getKinds())
    if (kind.describeUnused && !isUsed(kind.name))
      if (std::string warning = kind.describeUnused(options); !warning.empty())
        warnings.push_back(std::move(warning));
  return warnings;
}

std::string sbp::listTargets(llvm::StringRef quote,
                             llvm::StringRef afterDefault) {
  std::string text;
  for (const TargetKind &kind : getKinds())
    text += ((text.empty() ? "" : " or ") + quote + kind.name + quote +
             (kind.isDefault ? afterDefault : ""))
                .str();
  return text;
}
