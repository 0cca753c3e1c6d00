// Questions.cpp: flags of sbp-opt that are answered without a pipeline

#include "Questions.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Questions/Answers.h"
#include "sbp/Support/InputFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mlir;

// Declared for --help only: the arguments are read here, before mlir-opt parses
// the command line.
static cl::list<std::string> boxings(
    "sbp-plan-boxing",
    cl::desc("Print the plan of a boxing, the bytes it moves and the lower "
             "bound of any plan; needs no model"),
    cl::value_desc("tensor<64x64xf32> on [2, 4] from [S(0), P] to [B, B]"));
static cl::list<std::string> schedules(
    "sbp-print-schedule",
    cl::desc("Print the schedule of a pipeline as JSON; needs no model"),
    cl::value_desc("schedule=interleaved ranks=4 chunks=2 micro-batches=8 "
                   "forward=1 backward=2 [weight=1] [latency=0] "
                   "[credits=4,3,2,1]"));

static int fail(const Twine &message) {
  WithColor::error(errs(), "sbp-opt") << message << "\n";
  return 1;
}

static std::optional<int> planBoxings(ArrayRef<std::string> arguments,
                                      const DialectRegistry &registry) {
  std::vector<StringRef> requested;
  std::optional<std::string> file;
  for (const std::string &argument : arguments.drop_front()) {
    StringRef text = argument;
    if (!text.starts_with("-")) {
      file = argument;
      continue;
    }
    text = text.ltrim('-');
    if (text.consume_front("sbp-plan-boxing") &&
        (text.empty() || text.consume_front("=")))
      requested.push_back(text);
  }
  if (requested.empty())
    return std::nullopt;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> model;
  if (file) {
    auto buffer = sbp::readInputFile(*file, /*mayBeInput=*/true);
    if (!buffer)
      return fail(toString(buffer.takeError()));
    sources.AddNewSourceBuffer(std::move(*buffer), SMLoc());
    model = parseSourceFile<ModuleOp>(sources, &context);
    if (!model)
      return 1;
  }
  int code = 0;
  bool isFirst = true;
  for (StringRef text : requested) {
    if (!std::exchange(isFirst, false))
      outs() << "\n";
    if (Error error = sbp::answerBoxing(text, context,
                                        model ? *model : ModuleOp(), outs()))
      code = fail("--sbp-plan-boxing: " + toString(std::move(error)));
  }
  return code;
}

static std::optional<int> printSchedules(ArrayRef<std::string> arguments) {
  SmallVector<StringRef> texts;
  StringRef other;
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef argument = StringRef(arguments[i]).ltrim('-');
    if (argument.consume_front("sbp-print-schedule="))
      texts.push_back(argument);
    else if (argument == "sbp-print-schedule")
      texts.push_back(++i < arguments.size() ? arguments[i] : StringRef());
    else
      other = arguments[i];
  }
  if (texts.empty())
    return std::nullopt;
  if (!other.empty())
    return fail("'" + other +
                "' beside --sbp-print-schedule, which reads neither "
                "a model nor other flags");
  for (StringRef text : texts)
    if (Error error = sbp::answerSchedule(text, outs()))
      return fail("--sbp-print-schedule: " + toString(std::move(error)));
  return 0;
}

static std::optional<int> solveInstance(ArrayRef<std::string> arguments) {
  StringRef path;
  double seconds = 60;
  bool hasMemory = true;
  if (llvm::none_of(arguments.drop_front(), [](StringRef argument) {
        return argument.ltrim('-').starts_with("sbp-solve-instance");
      }))
    return std::nullopt;
  for (StringRef argument : arguments.drop_front()) {
    StringRef flag = argument.ltrim('-');
    if (flag.consume_front("sbp-solve-instance=") && !flag.empty() &&
        path.empty())
      path = flag;
    else if (flag == "without-memory")
      hasMemory = false;
    else if (!flag.consume_front("time=") || flag.getAsDouble(seconds) ||
             !(seconds > 0))
      return fail(argument + ": expected --sbp-solve-instance=FILE.json[.gz] "
                             "[--time=SECONDS] [--without-memory]");
  }
  std::optional<double> limit;
  if (hasMemory)
    limit = seconds;
  if (Error error = sbp::answerInstance(path, limit, outs()))
    return fail(toString(std::move(error)));
  return 0;
}

std::optional<int>
sbp::answerQuestion(const std::vector<std::string> &arguments,
                    const DialectRegistry &registry) {
  if (auto code = planBoxings(arguments, registry))
    return code;
  if (auto code = printSchedules(arguments))
    return code;
  return solveInstance(arguments);
}
