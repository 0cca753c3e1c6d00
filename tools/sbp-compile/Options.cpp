// Options.cpp: parsing and checking of the command line of sbp-compile

#include "Options.h"

#include "../common/CommandLine.h"
#include "sbp/Target/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace sbp;

[[noreturn]] static void fail(const Twine &message) {
  failUsage("sbp-compile", message);
}

namespace {

/// All flags. LLVM registers them globally while they live, which is while the
/// command line is parsed.
struct Flags {
  cl::OptionCategory category{"sbp-compile"};
  cl::list<std::string> inputs{cl::Positional, cl::desc("model.mlir"),
                               cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("file to write (required)"),
                              cl::value_desc("file"), cl::cat(category)};
  std::string targets = listTargets("", " (default)") +
                        ": the device of placements that name none";
  cl::opt<std::string> target{
      "target", cl::desc(targets), cl::value_desc("name"),
      cl::init(getDefaultTarget().name), cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu",
      cl::desc(
          "CPU that runs the model: native (default), x86-64-v3 or x86-64-v4"),
      cl::value_desc("name"), cl::init("native"), cl::cat(category)};
  cl::opt<std::string> chip{"chip",
                            cl::desc("architectures of the GPUs that run the "
                                     "model, such as sm_80,sm_90a (default); "
                                     "an unknown name prints the list"),
                            cl::value_desc("names"), cl::cat(category)};
  cl::opt<std::string> float32{
      "float32",
      cl::desc("products of f32 on GPUs: exact (default), tf32 (tensor cores, "
               "11 bits of each factor) or 3xtf32 (tensor cores, about the "
               "error of f32)"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> overlap{
      "overlap-launches",
      cl::desc("on (default): kernels on GPUs may start before the one in "
               "front has ended, and wait for it; off: they start in turn"),
      cl::value_desc("on|off"), cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc("artifact (.sbpx, default), executable (runner and artifact in "
               "one program) or tasks (level 3 as text)"),
      cl::value_desc("kind"), cl::init("artifact"), cl::cat(category)};
  cl::opt<std::string> report{
      "report", cl::desc("write a report on boxings, their reasons and memory"),
      cl::value_desc("FILE.json|FILE.html"), cl::cat(category)};
  cl::opt<std::string> topology{
      "topology",
      cl::desc("links between ranks; plans then minimise "
               "time instead of bytes"),
      cl::value_desc("FILE.json"), cl::cat(category)};
  cl::opt<std::string> rates{
      "rates",
      cl::desc("rates of the machine, as measured by sbp-run --calibrate, "
               "or the name of a machine in share/rates"),
      cl::value_desc("FILE.json|NAME"), cl::cat(category)};
  cl::opt<std::string> tuning{
      "tuning",
      cl::desc("kernels that scripts/gpu-tune chose by measuring, or the name "
               "of a file in share/tuning"),
      cl::value_desc("FILE.json|NAME"), cl::cat(category)};
  cl::opt<std::string> memoryLimit{
      "memory-limit",
      cl::desc("bytes that a rank may use; an error if no plan within the "
               "limit is found"),
      cl::value_desc("BYTES"), cl::cat(category)};
  cl::opt<std::string> credits{
      "credits",
      cl::desc(
          "micro-batches that each rank of a pipeline (1f1b, greedy) may have "
          "in flight; by default the fewest that give the shortest step"),
      cl::value_desc("4,3,2,1"), cl::cat(category)};
  cl::opt<std::string> dump{
      "dump-phases", cl::desc("write the module after every phase to a file"),
      cl::value_desc("DIR"), cl::cat(category)};
  cl::opt<std::string> diagnostics{
      "diagnostics",
      cl::desc("form of messages on stderr: text (default) or json, one object "
               "per line"),
      cl::value_desc("form"), cl::init("text"), cl::cat(category)};
  cl::opt<bool> explain{
      "explain",
      cl::desc("print the selected distributions, the alternatives and the "
               "reasons of boxings"),
      cl::cat(category)};
  cl::opt<bool> strict{"strict",
                       cl::desc("select no distributions; an error if "
                                "annotations do not determine them"),
                       cl::cat(category)};
  cl::opt<unsigned> streams{
      "streams",
      cl::desc("queues per rank: 2 overlap communication with "
               "computation, 3 also copies within a rank (default 1)"),
      cl::init(1), cl::cat(category)};
  cl::opt<bool> reference{
      "with-reference",
      cl::desc("store the one-rank program too, for sbp-run --compare"),
      cl::cat(category)};
  cl::opt<bool> perRank{
      "report-per-rank",
      cl::desc("list values per rank in the report, also beyond 64 ranks"),
      cl::cat(category)};
};

} // namespace

static void parseEmission(StringRef name, Options &options) {
  if (name != "artifact" && name != "executable" && name != "tasks")
    fail("--emit=" + name + ": expected artifact, executable or tasks");
  options.isExecutable = name == "executable";
  if (name == "tasks")
    options.compiler.output = CompilerOutput::Tasks;
}

/// Returns the folder of installed rates and tuning files: next to an installed
/// program, or in the source tree of a build. Empty where neither exists.
static std::string findShareFolder() {
  std::string program = sys::fs::getMainExecutable(nullptr, nullptr);
  for (StringRef relative : {"../share/sbp", "../../share"}) {
    SmallString<256> folder = sys::path::parent_path(program);
    sys::path::append(folder, relative);
    sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
    for (StringRef kind : {"rates", "tuning"})
      if (sys::fs::is_directory(folder + "/" + kind))
        return folder.str().str();
  }
  return "";
}

static std::optional<int64_t> parseLimit(const cl::opt<std::string> &flag) {
  if (flag.getNumOccurrences() == 0)
    return std::nullopt;
  int64_t bytes;
  if (StringRef(flag).getAsInteger(10, bytes) || bytes <= 0)
    fail("--memory-limit=" + StringRef(flag) +
         ": expected a number of bytes from 1 to 2^63 - 1");
  return bytes;
}

static std::vector<int64_t> parseCredits(const cl::opt<std::string> &flag) {
  std::vector<int64_t> credits;
  if (flag.getNumOccurrences() == 0)
    return credits;
  SmallVector<StringRef> parts;
  StringRef(flag).split(parts, ',');
  for (StringRef part : parts)
    if (part.getAsInteger(10, credits.emplace_back()) || credits.back() < 1)
      fail("--credits=" + StringRef(flag) +
           ": expected a number from 1 per rank of the pipeline, such as "
           "4,3,2,1");
  return credits;
}

/// Reports a file that cannot be written before the compilation, not after it.
static void checkFolder(StringRef flag, StringRef file) {
  StringRef folder = sys::path::parent_path(file);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    fail(flag + " " + file + ": no such folder '" + folder + "'");
  if (sys::fs::is_directory(file))
    fail(flag + " " + file + ": is a folder, expected a file");
}

/// Reports an output that would overwrite an input or another output. Devices
/// such as /dev/null may be named twice.
static void checkDistinct(const Options &options) {
  std::pair<StringRef, StringRef> files[] = {
      {"the model", options.input},
      {"--topology", options.compiler.topologyFile},
      {"--rates", options.compiler.ratesFile},
      {"-o", options.output},
      {"--report", options.reportFile}};
  for (auto &[flag, file] : ArrayRef(files).drop_front(3))
    for (auto &[other, path] : files) {
      if (other == flag)
        break;
      sys::fs::file_status status;
      bool isDevice = !sys::fs::status(file, status) &&
                      sys::fs::exists(status) && !is_regular_file(status);
      if (!file.empty() && !isDevice &&
          (file == path || sys::fs::equivalent(file, path)))
        fail(flag + " " + file + " would overwrite " + other +
             "; name another "
             "file");
    }
}

static void checkFiles(const Options &options) {
  checkDistinct(options);
  checkFolder("-o", options.output);
  if (!options.reportFile.empty())
    checkFolder("--report", options.reportFile);
  if (options.compiler.dumpFolder.empty())
    return;
  if (sys::fs::exists(options.compiler.dumpFolder) &&
      !sys::fs::is_directory(options.compiler.dumpFolder))
    fail("--dump-phases " + options.compiler.dumpFolder +
         ": is a file, expected a "
         "folder");
  if (std::error_code error =
          sys::fs::create_directories(options.compiler.dumpFolder))
    fail("--dump-phases " + options.compiler.dumpFolder +
         ": cannot create the folder: " + error.message());
}

static void check(const Options &options) {
  if (options.output.empty())
    fail("no output file; add -o FILE");
  if (options.output == "-")
    fail("-o -: artifacts are written to files; use -o /dev/stdout for a pipe");
  if (!findTarget(options.compiler.target))
    fail("unknown target '" + options.compiler.target + "', expected " +
         listTargets());
  if (options.compiler.streams < 1 || options.compiler.streams > 3)
    fail("--streams=" + Twine(options.compiler.streams) +
         ": expected 1, 2 or 3");
  StringRef report = options.reportFile;
  if (!report.empty() && !report.ends_with(".json") &&
      !report.ends_with(".html"))
    fail("--report=" + report + ": expected FILE.json or FILE.html");
}

Options sbp::parseOptions(int argc, char **argv) {
  Flags flags;
  parseCommandLine("sbp-compile", argc, argv,
                   "Compiles a model for the ranks of its placements.\n"
                   "Exit codes: 0 ok, 1 user error, 70 internal error\n",
                   flags.category);
  if (flags.inputs.size() != 1)
    fail(flags.inputs.empty()
             ? Twine("no model; expected sbp-compile model.mlir -o model.sbpx")
             : "one model is compiled at a time, found '" + flags.inputs[0] +
                   "' and '" + flags.inputs[1] + "'");
  // `--report --strict` would otherwise write a file named "--strict".
  for (auto *option : {&flags.report, &flags.topology, &flags.rates,
                       &flags.tuning, &flags.dump, &flags.chip}) {
    StringRef value = option->getValue();
    if (option->getNumOccurrences() > 0 && value.empty())
      fail("--" + option->ArgStr + ": expected " + option->ValueStr);
    if (value.starts_with("--"))
      fail("--" + option->ArgStr + ": expected " + option->ValueStr +
           ", found the flag " + value);
  }
  Options options;
  options.input = flags.inputs[0];
  options.output = flags.output;
  options.reportFile = flags.report;
  parseEmission(flags.emit, options);
  CompilerOptions &compiler = options.compiler;
  compiler.target = flags.target;
  compiler.cpu = flags.cpu;
  compiler.chip = flags.chip;
  compiler.float32 = flags.float32;
  compiler.overlap = flags.overlap;
  compiler.topologyFile = flags.topology;
  compiler.ratesFile = flags.rates;
  compiler.tuningFile = flags.tuning;
  compiler.shareFolder = findShareFolder();
  compiler.dumpFolder = flags.dump;
  compiler.memoryLimit = parseLimit(flags.memoryLimit);
  compiler.explain = flags.explain;
  compiler.strict = flags.strict;
  compiler.streams = flags.streams;
  compiler.credits = parseCredits(flags.credits);
  compiler.withReference = flags.reference;
  compiler.reportPerRank = flags.perRank;
  if (!options.reportFile.empty())
    compiler.report = StringRef(options.reportFile).ends_with(".html")
                          ? ReportKind::Page
                          : ReportKind::Json;
  options.printsJson = flags.diagnostics == "json";
  if (!options.printsJson && flags.diagnostics != "text")
    fail("--diagnostics=" + flags.diagnostics + ": expected text or json");
  options.programPath = argv[0];
  check(options);
  checkFiles(options);
  return options;
}
