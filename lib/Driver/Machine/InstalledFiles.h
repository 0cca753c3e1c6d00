// InstalledFiles.h: rates and tuning files that are installed with the compiler

#ifndef SBP_LIB_DRIVER_MACHINE_INSTALLEDFILES_H
#define SBP_LIB_DRIVER_MACHINE_INSTALLEDFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sbp {

/// The files below a folder: NAME.json in a subfolder for each kind of file
/// ("rates", "tuning").
class InstalledFiles {
public:
  /// `folder` is empty where nothing is installed.
  explicit InstalledFiles(llvm::StringRef folder) : folder(folder) {}

  /// Returns `given` if it has a folder or an extension or names a file, even
  /// if no file is there; else the path of the installed file of that name;
  /// empty if that does not exist.
  std::string find(llvm::StringRef kind, llvm::StringRef given) const;
  /// Returns the sorted names of the installed files of a kind: "A100, CPU,
  /// H100", or "none".
  std::string list(llvm::StringRef kind) const;

private:
  std::string folder;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_MACHINE_INSTALLEDFILES_H
