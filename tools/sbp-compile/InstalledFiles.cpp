// InstalledFiles.cpp: rates and tuning files installed with the compiler

#include "InstalledFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <vector>

using namespace llvm;

/// Returns the folder of a kind of file: next to an installed program, or in
/// the source tree of a build. Empty where neither exists.
static std::string findFolder(StringRef kind) {
  std::string program = sys::fs::getMainExecutable(nullptr, nullptr);
  for (StringRef relative : {"../share/sbp", "../../share"}) {
    SmallString<256> folder = sys::path::parent_path(program);
    sys::path::append(folder, relative, kind);
    sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
    if (sys::fs::is_directory(folder))
      return folder.str().str();
  }
  return "";
}

std::string sbp::findInstalled(StringRef kind, StringRef given) {
  // A name with a folder or an extension is a path, even if no file is there:
  // reading it then reports the system's error.
  if (sys::fs::exists(given) || sys::path::has_parent_path(given) ||
      sys::path::has_extension(given))
    return given.str();
  SmallString<256> file(findFolder(kind));
  sys::path::append(file, given + ".json");
  return sys::fs::exists(file) ? file.str().str() : "";
}

std::string sbp::listInstalled(StringRef kind) {
  std::vector<std::string> names;
  std::error_code error;
  for (sys::fs::directory_iterator it(findFolder(kind), error), end;
       it != end && !error; it.increment(error))
    if (sys::path::extension(it->path()) == ".json")
      names.push_back(sys::path::stem(it->path()).str());
  llvm::sort(names);
  return names.empty() ? "none" : llvm::join(names, ", ");
}
