// sbp-interpret.cpp: the reference interpreter that tests compare results with
//
// Runs a level-0 model on one rank or a level-1 model on simulated ranks with
// plain loops. Input and output flags are those of sbp-run.

#include "../common/CommandLine.h"
#include "../common/InternalErrors.h"
#include "../common/SourceLines.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Driver/Source.h"
#include "sbp/InitAll.h"
#include "sbp/InterpretedRun/ModelRun.h"
#include "sbp/InterpretedRun/TensorFiles.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

static cl::OptionCategory category("sbp-interpret");
static cl::list<std::string> models(cl::Positional, cl::desc("model.mlir"),
                                    cl::cat(category));
static cl::opt<std::string> entry("entry", cl::desc("the function to run"),
                                  cl::value_desc("NAME"), cl::cat(category));
static cl::list<std::string>
    inputs("input",
           cl::desc("value of an argument: NAME=@FILE.npy or "
                    "NAME=2x2xf32=1,2,3,4"),
           cl::value_desc("NAME=VALUE"), cl::cat(category));
static cl::list<std::string>
    outputs("output",
            cl::desc("write a result; NAME=@FILE.npy:all stacks all steps"),
            cl::value_desc("NAME=@FILE.npy"), cl::cat(category));
static cl::list<std::string> weights("weights",
                                     cl::desc("values of arguments by name"),
                                     cl::value_desc("FILE.safetensors"),
                                     cl::cat(category));
static cl::opt<std::string> inputShards("input-shards",
                                        cl::desc("read DIR/NAME.rankR.npy"),
                                        cl::value_desc("DIR"),
                                        cl::cat(category));
static cl::opt<std::string> outputShards("output-shards",
                                         cl::desc("write DIR/NAME.rankR.npy"),
                                         cl::value_desc("DIR"),
                                         cl::cat(category));
static cl::opt<int64_t> steps("steps", cl::desc("run the entry N times"),
                              cl::value_desc("N"), cl::init(1),
                              cl::cat(category));
static cl::opt<std::string>
    saveState("save-state", cl::desc("write the states after the last step"),
              cl::value_desc("FILE.safetensors"), cl::cat(category));
static cl::opt<bool> float64("float64", cl::desc("evaluate all floats in f64"),
                             cl::cat(category));

static cl::opt<bool>
    checkIndices("check-indices",
                 cl::desc("stop at a computed index outside of its tensor "
                          "instead of clamping it"),
                 cl::cat(category));

static cl::opt<bool> checkGradient(
    "check-gradient",
    cl::desc("compare the gradients that the entry returns "
             "(sbp.gradient_of) with those derived from its loss, in f64"),
    cl::cat(category));

/// Returns the streams of this program. Not made before `main`, which opens
/// standard files that are closed.
static const sbp::RunMessages &getMessages() {
  static const sbp::RunMessages messages;
  return messages;
}

/// Checks that every --input and --output has a value, and that no output
/// overwrites the model or the weights, also through a link.
static LogicalResult checkFiles(StringRef model) {
  auto check = [](StringRef flag, StringRef file, StringRef source,
                  StringRef meaning) {
    if (file.empty() || !sys::fs::equivalent(file, source))
      return success();
    return getMessages().error(Twine(flag) + ": " + file + " is " + meaning +
                               " of this run: write to another file");
  };
  for (const auto &[flag, words] :
       {std::pair("--input ", ArrayRef<std::string>(inputs)),
        std::pair("--output ", ArrayRef<std::string>(outputs))})
    for (StringRef word : words) {
      auto [name, file] = word.split('=');
      if (word.contains('=') && (file.empty() || file == "@"))
        return getMessages().error(Twine(flag) + word + ": names no " +
                                   (file.empty() ? "value" : "file"));
    }
  for (StringRef word : outputs) {
    auto [name, file] = word.split("=@");
    file.consume_back(":all");
    std::string flag = "--output " + name.str();
    if (!outputShards.empty() && file == StringRef(outputShards))
      return getMessages().error(Twine(flag) + ": " + file +
                                 " is the folder of --output-shards");
    if (failed(check(flag, file, model, "the model")))
      return failure();
    for (StringRef source : weights)
      if (failed(check(flag, file, source, "--weights")))
        return failure();
  }
  return check("--save-state", saveState, model, "the model");
}

static sbp::RunOptions getOptions() {
  sbp::RunOptions options;
  options.entry = entry;
  options.inputs = {inputs.begin(), inputs.end()};
  options.outputs = {outputs.begin(), outputs.end()};
  options.weights = {weights.begin(), weights.end()};
  options.inputShards = inputShards;
  options.outputShards = outputShards;
  options.saveState = saveState;
  options.steps = steps;
  options.stepsGiven = steps.getNumOccurrences() > 0;
  options.float64 = float64 || checkGradient;
  options.checkGradient = checkGradient;
  options.checkIndices = checkIndices;
  return options;
}

int main(int argc, char **argv) {
  (void)sys::Process::FixupStandardFileDescriptors();
  sbp::reportInternalErrors("sbp-interpret");
  InitLLVM init(argc, argv);
  sbp::removeUnfinishedOnSignals();
  sbp::parseCommandLine(
      "sbp-interpret", argc, argv,
      "Interprets a model with plain loops: level 0 on one rank, level 1 on "
      "all.\nExit codes: 0 ok, 1 user error, 2 comparison failed, 70 internal "
      "error\n",
      category);
  if (models.size() != 1)
    sbp::failUsage("sbp-interpret",
                   models.empty()
                       ? "no model; expected sbp-interpret model.mlir"
                       : "one model is interpreted at a time");
  const std::string &model = models[0];
  if (steps < 1) {
    (void)getMessages().error("--steps is " + Twine(steps) +
                              ", but at least one step is run");
    return 1;
  }
  if (failed(checkFiles(model)))
    return 1;
  FailureOr<std::string> text = sbp::readFile(getMessages(), model);
  if (failed(text))
    return 1;
  // MLIR's parser is recursive: deep nesting would overflow its stack.
  if (sbp::findDeepNesting(*text)) {
    (void)getMessages().error("brackets nest deeper than " +
                              Twine(sbp::kMaxNesting));
    return 1;
  }
  mlir::DialectRegistry registry;
  sbp::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(*text, model), SMLoc());
  sbp::shortenSourceLines(sources);
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  context.printOpOnDiagnostic(false);
  sbp::stopAfterFirstError(context, sbp::errorWasPrinted);
  auto module = sbp::readModel(sources, context);
  if (!module)
    return 1;
  return static_cast<int>(sbp::runModel(*module, getOptions()));
}
