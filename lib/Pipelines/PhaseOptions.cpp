// PhaseOptions.cpp: names of the phases and the options of sbp-compile-to

#include "sbp/Pipelines/Pipelines.h"

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace sbp;

StringRef sbp::getPhaseName(Phase phase) {
  static constexpr StringLiteral names[] = {"model", "distributed", "local",
                                            "tasks"};
  return names[static_cast<int>(phase)];
}

std::optional<Phase> sbp::parsePhase(StringRef name) {
  for (Phase phase : kAllPhases)
    if (getPhaseName(phase) == name)
      return phase;
  return std::nullopt;
}

namespace {

struct CompileToOptions : PassPipelineOptions<CompileToOptions> {
  Option<Phase> phase{
      *this, "phase", llvm::cl::desc("the phase to stop after"),
      llvm::cl::values(clEnumValN(Phase::Model, "model", "level 0, normalised"),
                       clEnumValN(Phase::Distributed, "distributed", "level 1"),
                       clEnumValN(Phase::Local, "local", "level 2"),
                       clEnumValN(Phase::Tasks, "tasks", "level 3")),
      llvm::cl::init(Phase::Tasks)};
  Option<bool> strict{*this, "strict",
                      llvm::cl::desc("select no distributions; an error if "
                                     "annotations do not determine them")};
  Option<bool> explain{
      *this, "explain",
      llvm::cl::desc("emit a remark on every choice and boxing")};
  Option<unsigned> streams{
      *this, "streams",
      llvm::cl::desc("queues per rank, 1 to 3, each with a launch list"),
      llvm::cl::init(1)};
  Option<std::string> dumpFolder{
      *this, "dump-phases",
      llvm::cl::desc(
          "folder for the module after every phase, in numbered files")};
};

} // namespace

void sbp::registerPhasePipeline() {
  PassPipelineRegistration<CompileToOptions>(
      "sbp-compile-to", "run all phases up to one",
      [](OpPassManager &manager, const CompileToOptions &options) {
        PhaseOptions phases;
        phases.strict = options.strict;
        phases.explain = options.explain;
        phases.streams = options.streams;
        phases.dumpFolder = options.dumpFolder;
        buildPhases(manager, options.phase, phases);
      });
}

/// Returns the value of `--name=value` or `-name=value`, or nothing for another
/// argument.
static std::optional<StringRef> getValue(StringRef argument, StringRef name) {
  if (!argument.consume_front("--") && !argument.consume_front("-"))
    return std::nullopt;
  if (!argument.consume_front(name) || !argument.consume_front("="))
    return std::nullopt;
  return argument;
}

// MLIR pass options are `--pass=option=value`. This shorthand makes
// `--sbp-compile-to=tasks` mean `--sbp-compile-to=phase=tasks`, and appends
// `--sbp-dump-phases=FOLDER` to it as the option dump-phases.
std::vector<std::string> sbp::expandPhaseArguments(int argc, char **argv) {
  std::vector<std::string> arguments;
  std::string dumpFolder;
  for (int i = 0; i < argc; ++i)
    // The folder is found first, since it may follow the pipeline it belongs
    // to.
    if (auto folder = getValue(argv[i], "sbp-dump-phases"))
      dumpFolder = folder->str();
  for (int i = 0; i < argc; ++i) {
    StringRef argument = argv[i];
    if (getValue(argument, "sbp-dump-phases"))
      continue;
    for (StringRef name : {"sbp-compile-to", "sbp-verify-phase"}) {
      std::optional<StringRef> value = getValue(argument, name);
      if (!value)
        continue;
      std::string text = ("--" + name + "=").str();
      text += value->contains('=') ? value->str() : "phase=" + value->str();
      if (name == "sbp-compile-to" && !dumpFolder.empty())
        text += " dump-phases=" + dumpFolder;
      arguments.push_back(text);
      argument = {};
    }
    if (argument.data())
      arguments.push_back(argument.str());
  }
  return arguments;
}
