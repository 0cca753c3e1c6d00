// InstalledFiles.cpp: rates and tuning files installed with the compiler

#include "Machine/InstalledFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <vector>

using namespace llvm;
using namespace sbp;

std::string InstalledFiles::find(StringRef kind, StringRef given) const {
  // A name with a folder or an extension is a path, even if no file is there:
  // reading it then reports the system's error.
  if (sys::fs::exists(given) || sys::path::has_parent_path(given) ||
      sys::path::has_extension(given))
    return given.str();
  if (folder.empty())
    return "";
  SmallString<256> file(folder);
  sys::path::append(file, kind, given + ".json");
  return sys::fs::exists(file) ? file.str().str() : "";
}

std::string InstalledFiles::list(StringRef kind) const {
  std::vector<std::string> names;
  SmallString<256> files(folder);
  sys::path::append(files, kind);
  std::error_code error;
  if (!folder.empty())
    for (sys::fs::directory_iterator it(files, error), end; it != end && !error;
         it.increment(error))
      if (sys::path::extension(it->path()) == ".json")
        names.push_back(sys::path::stem(it->path()).str());
  llvm::sort(names);
  return names.empty() ? "none" : llvm::join(names, ", ");
}
