//===- Options.cpp - the command line of sbp-compile ----------------------===//

#include "Options.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace sbp;

[[noreturn]] static void fail(const Twine &message) {
  WithColor::error(errs(), "sbp-compile") << message << "\n";
  exit(1);
}

namespace {

/// All flags; they live while the command line is parsed.
struct Flags {
  cl::OptionCategory category{"sbp-compile"};
  cl::opt<std::string> input{cl::Positional, cl::Required,
                             cl::desc("model.mlir"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("file to write"),
                              cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> target{"target", cl::desc("host or cuda"),
                              cl::init("host"), cl::cat(category)};
  cl::opt<std::string> cpu{"cpu",
                           cl::desc("native, x86-64-v3 or x86-64-v4 (host)"),
                           cl::init("native"), cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc("artifact (.sbpx), executable (runner and artifact in one "
               "program) or tasks (level 3 as text)"),
      cl::init("artifact"), cl::cat(category)};
  cl::opt<std::string> report{"report", cl::desc("write a report"),
                              cl::value_desc("FILE.json|FILE.html"),
                              cl::cat(category)};
  cl::opt<std::string> topology{"topology", cl::desc("links between ranks"),
                                cl::value_desc("FILE.json"), cl::cat(category)};
  cl::opt<std::string> dump{"dump-phases",
                            cl::desc("write a numbered file per phase"),
                            cl::value_desc("folder"), cl::cat(category)};
  cl::opt<bool> explain{"explain", cl::desc("print why each choice was made"),
                        cl::cat(category)};
  cl::opt<bool> strict{"strict", cl::desc("choose nothing"), cl::cat(category)};
  cl::opt<bool> reference{"with-reference",
                          cl::desc("store the one-rank program too"),
                          cl::cat(category)};
  cl::opt<bool> perRank{"report-per-rank",
                        cl::desc("lists per rank beyond 64 ranks"),
                        cl::cat(category)};
};

} // namespace

static Emission parseEmission(StringRef name) {
  if (name == "artifact")
    return Emission::Artifact;
  if (name == "executable")
    return Emission::Executable;
  if (name != "tasks")
    fail("--emit=" + name + ": expected artifact, executable or tasks");
  return Emission::Tasks;
}

/// What cannot be written is said before the work, not after it.
static void checkFolder(StringRef flag, StringRef file) {
  StringRef folder = sys::path::parent_path(file);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    fail(flag + " " + file + ": there is no folder '" + folder + "'");
  if (sys::fs::is_directory(file))
    fail(flag + " " + file + ": is a folder, expected a file");
}

static void checkFiles(const Options &options) {
  checkFolder("-o", options.output);
  if (!options.reportFile.empty())
    checkFolder("--report", options.reportFile);
  if (options.dumpFolder.empty())
    return;
  if (std::error_code error = sys::fs::create_directories(options.dumpFolder))
    fail("--dump-phases " + options.dumpFolder +
         ": cannot make the folder: " + error.message());
}

static void check(const Options &options) {
  if (options.output.empty())
    fail("no output: say -o FILE");
  if (options.target == "cuda")
    fail("target 'cuda' is not in this build: use --target=host");
  if (options.target != "host")
    fail("unknown target '" + options.target + "', expected host or cuda");
  StringRef report = options.reportFile;
  if (!report.empty() && !report.ends_with(".json") &&
      !report.ends_with(".html"))
    fail("--report=" + report + ": expected FILE.json or FILE.html");
}

Options sbp::parseOptions(int argc, char **argv) {
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  cl::ParseCommandLineOptions(argc, argv, "SBP-MLIR compiler\n");
  Options options;
  options.input = flags.input;
  options.output = flags.output;
  options.target = flags.target;
  options.cpu = flags.cpu;
  options.emission = parseEmission(flags.emit);
  options.reportFile = flags.report;
  options.topologyFile = flags.topology;
  options.dumpFolder = flags.dump;
  options.explain = flags.explain;
  options.strict = flags.strict;
  options.withReference = flags.reference;
  options.reportPerRank = flags.perRank;
  options.programPath = argv[0];
  check(options);
  checkFiles(options);
  if (flags.report.getNumOccurrences() > 0 && options.reportFile.empty())
    fail("--report: expected FILE.json or FILE.html");
  return options;
}
