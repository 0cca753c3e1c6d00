// Targets.cpp: refuses outputs that would overwrite the inputs of a run
#include "Runner.h"
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

namespace {
/// A file that is read, and what it is to this run.
struct Source {
  std::string path, meaning, name = "";
};
/// A file that is written, and the flag that names it.
struct Target {
  std::string path, flag, name = "";
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
  for (const NamedValue &output : options.outputs)
    targets.push_back(
        {getFile(output), "--output " + output.name, output.name});
  targets.push_back({options.trace, "--trace"});
  targets.push_back({options.saveState, "--save-state", "", /*isState=*/true});
  return targets;
}

/// Files that are read. A result may take the place of the input that it is the
/// next value of.
static std::vector<Source> getSources(const Options &options,
                                      bool carriesArtifact) {
  Source program = {"/proc/self/exe", "the running program"};
  std::vector<Source> sources = {
      program,
      carriesArtifact ? program : Source{options.model, "the model"},
      {options.weights, "--weights"}};
  for (const NamedValue &input : options.inputs)
    if (input.value.starts_with("@"))
      sources.push_back(
          {input.value.substr(1), "--input " + input.name, input.name});
  return sources;
}

static bool isUpdate(const Target &target, const Source &source) {
  if (target.isState && source.meaning == "--weights")
    return true;
  return target.name == source.name && !target.name.empty();
}

Status run::checkTargets(const Options &options, bool carriesArtifact) {
  std::set<std::filesystem::path> paths;
  std::vector<Source> sources = getSources(options, carriesArtifact);
  for (const Target &target : getTargets(options)) {
    for (const Source &source : sources)
      if (!isUpdate(target, source) && isSameFile(target.path, source.path))
        return userError(target.flag, ": ", target.path, " is ", source.meaning,
                         " of this run: write to another file");
    if (!target.path.empty() && target.path == options.outputShards)
      return userError(target.flag, ": ", target.path,
                       " is the folder of --output-shards");
    std::error_code error;
    std::filesystem::path path =
        std::filesystem::weakly_canonical(target.path, error);
    if (target.path.empty() || error ||
        std::filesystem::is_character_file(path, error))
      continue;
    if (!paths.insert(path).second)
      return userError("two outputs would be written to ", target.path,
                       ": give each a file of its own");
  }
  return {};
}

Status run::checkKeptTargets(const Options &options) {
  std::vector<Target> targets = {{options.trace, "--trace"},
                                 {options.outputShards, "--output-shards"}};
  for (const NamedValue &output : options.outputs)
    if (!isOfAllSteps(output))
      targets.push_back({getFile(output), "--output " + output.name});
  for (const Target &target : targets)
    if (!target.path.empty() && access(target.path.c_str(), F_OK) != 0)
      return userError(
          "--resume: all ", options.steps.value_or(1),
          " steps were run before, and the checkpoint does not keep what ",
          target.flag, " writes to ", target.path,
          ": run more --steps, or all of them with another --checkpoint");
  return {};
}
