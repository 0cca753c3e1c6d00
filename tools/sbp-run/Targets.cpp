// Targets.cpp - no output takes the place of what is run
#include "Runner.h"
#include <sys/stat.h>

using namespace sbp;
using namespace sbp::run;

namespace {
/// A file that is read, and what it is to this run.
struct Source {
  std::string path, meaning;
};
/// A file that is written, and the flag that says so.
struct Target {
  std::string path, flag;
  bool isState = false;
};
} // namespace

static bool isSameFile(const std::string &left, const std::string &right) {
  struct stat a, b;
  return stat(left.c_str(), &a) == 0 && stat(right.c_str(), &b) == 0 &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino && S_ISREG(a.st_mode);
}

static std::vector<Target> getTargets(const Options &options) {
  std::vector<Target> targets;
  for (const NamedValue &output : options.outputs) {
    std::string path = output.value.substr(1);
    if (path.ends_with(":all"))
      path.resize(path.size() - 4);
    targets.push_back({path, "--output " + output.name});
  }
  targets.push_back({options.trace, "--trace"});
  targets.push_back({options.saveState, "--save-state", /*isState=*/true});
  return targets;
}

Status run::checkTargets(const Options &options, bool carriesArtifact) {
  Source program = {"/proc/self/exe", "the running program"};
  Source model = carriesArtifact ? program : Source{options.model, "the model"};
  Source weights = {options.weights, "--weights"};
  for (const Target &target : getTargets(options))
    for (const Source &source : {program, model, weights}) {
      bool isUpdate = target.isState && source.path == weights.path;
      if (!isUpdate && isSameFile(target.path, source.path))
        return userError(target.flag, ": ", target.path, " is ", source.meaning,
                         " of this run: write to another file");
    }
  return {};
}
