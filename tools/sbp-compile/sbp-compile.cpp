// sbp-compile.cpp: compiles a model to an artifact, an executable or tasks
//
// Reads and normalises the model, then compiles it from level 0 to level 3,
// more than once under a memory limit (Attempt.cpp), then adds the one-rank
// reference programs if requested, and writes the output and the report.

#include "../common/InputFile.h"
#include "../common/InternalErrors.h"
#include "../common/KeptMemory.h"
#include "../common/Nesting.h"
#include "../common/ReadModel.h"
#include "../common/SourceLines.h"
#include "Attempt.h"
#include "LowerCredits.h"
#include "MachineFiles.h"
#include "Memory.h"
#include "Options.h"
#include "Output.h"
#include "ProgramDigest.h"
#include "Progress.h"
#include "Report.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/InitAll.h"
#include "sbp/Pipelines/Pipelines.h"
#include "sbp/Target/Artifact/ArtifactBuilder.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace sbp;

// Exit code of every user error (contract.md).
static constexpr int kUserError = 1;

static TargetOptions getTargetOptions(const Options &options) {
  return {options.cpu,       options.chip,   options.float32,   options.overlap,
          /*assemble=*/true, options.tuning, options.tuningFile};
}

namespace {

class Compilation {
public:
  Compilation(const Options &options, MLIRContext &context,
              llvm::SourceMgr &sources)
      : options(options), context(context), sources(sources), progress(context),
        targets(getTargetOptions(options)) {}
  int run();

private:
  bool load();
  bool runPasses(ModuleOp module,
                 llvm::function_ref<void(OpPassManager &)> build);
  bool runPhase(ModuleOp module, Phase phase, KernelLibrary &kernels,
                bool isReference, int64_t selectionLimit = 0,
                double freeBound = 0);
  PhaseOptions getPhaseOptions(KernelLibrary &kernels, bool isReference) const;
  bool fitByCredits(Attempt &attempt);
  bool normalise();
  bool identify(ProgramDigests &programs);
  std::unique_ptr<Attempt> attempt(int64_t selectionLimit, double freeBound);
  std::unique_ptr<Attempt>
  attemptWith(bool allowsPersistent, int64_t selectionLimit, double freeBound);
  std::unique_ptr<Attempt> plan();
  bool compileModel();
  bool addReference(ArtifactBuilder &builder, bool inF64);
  bool compile();
  bool makeArtifact(ArtifactBuilder &builder);
  bool openReport();
  bool keepFiles();

  const Options &options;
  MLIRContext &context;
  llvm::SourceMgr &sources;
  Progress progress;
  PhaseCosts costs;
  OutputFile output, reportFile;
  std::unique_ptr<Report> report;      ///< null without --report
  OwningOpRef<ModuleOp> module, model; ///< compiled; level 0 for references
  Attribute boundaries;                ///< values that references return too
  TargetSet targets;
  std::unique_ptr<KernelLibrary> kernels; ///< kernels of `module`
};

} // namespace

bool Compilation::load() {
  auto buffer = readInputFile(options.input, /*mayBeInput=*/true);
  if (!buffer) {
    llvm::WithColor::error(llvm::errs(), "sbp-compile")
        << llvm::toString(buffer.takeError()) << "\n";
    return false;
  }
  StringRef text = (*buffer)->getBuffer();
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  if (auto place = findDeepNesting(text)) {
    sources.PrintMessage(llvm::errs(),
                         llvm::SMLoc::getFromPointer(text.data() + *place),
                         llvm::SourceMgr::DK_Error,
                         "brackets nest deeper than " + Twine(kMaxNesting));
    return false;
  }
  module = readModel(sources, context);
  return module && checkDevices(*module) &&
         attachTopology(*module, options.topologyFile) &&
         attachRates(*module, options.ratesFile);
}

bool Compilation::runPasses(ModuleOp op,
                            llvm::function_ref<void(OpPassManager &)> build) {
  PassManager manager(&context);
  build(manager);
  return succeeded(manager.run(op));
}

namespace {
/// Stores the argument of the first pass that fails.
class FailedPass : public PassInstrumentation {
public:
  explicit FailedPass(std::string &name) : name(name) {}
  void runAfterPassFailed(Pass *pass, Operation *) override {
    if (name.empty())
      name = pass->getArgument().str();
  }

private:
  std::string &name;
};
} // namespace

PhaseOptions Compilation::getPhaseOptions(KernelLibrary &kernels,
                                          bool isReference) const {
  PhaseOptions phases;
  phases.kernels = &kernels;
  phases.streams = options.streams;
  if (isReference)
    return phases;
  phases.strict = options.strict;
  phases.explain = options.explain;
  phases.credits = options.credits;
  phases.dumpFolder = options.dumpFolder;
  return phases;
}

bool Compilation::runPhase(ModuleOp op, Phase phase, KernelLibrary &kernels,
                           bool isReference, int64_t selectionLimit,
                           double freeBound) {
  PassManager manager(&context);
  PhaseOptions phases = getPhaseOptions(kernels, isReference);
  phases.memoryLimit = selectionLimit;
  phases.freeBound = freeBound;
  buildPhase(manager, phase, phases);
  std::string failedPass;
  manager.addInstrumentation(std::make_unique<FailedPass>(failedPass));
  progress.begin(getPhaseName(phase), op);
  auto run = [&] {
    if (succeeded(manager.run(op)))
      return true;
    // A failure without a diagnostic is a fault of the compiler, not the model.
    if (!errorWasPrinted)
      exitWithInternalError((": pass '" + failedPass + "' of phase '" +
                             getPhaseName(phase).str() +
                             "' failed without a diagnostic")
                                .c_str());
    return false;
  };
  return isReference ? run() : costs.measure(getPhaseName(phase), run);
}

/// Computes the digests by which checkpoints are matched. They are taken
/// without distributions, so that a checkpoint fits every plan of the same
/// program.
bool Compilation::identify(ProgramDigests &programs) {
  OwningOpRef<ModuleOp> program = module->clone();
  PassManager manager(&context);
  // Errors in the model are reported by later phases, once placements are
  // checked.
  manager.enableVerifier(false);
  manager.addPass(createRemoveDistributionsPass());
  if (failed(manager.run(*program)))
    return false;
  programs = digestPrograms(*program);
  return true;
}

bool Compilation::normalise() {
  ProgramDigests programs;
  if (options.emission != Emission::Tasks && !identify(programs))
    return false;
  KernelLibrary unused(targets, options.target);
  if (!runPhase(*module, Phase::Model, unused, /*isReference=*/false))
    return false;
  setProgramDigests(*module, programs);
  if (options.withReference) {
    if (!runPasses(*module, buildNumbered))
      return false;
    model = module->clone();
  }
  return true;
}

/// Compiles from level 0 to level 3, without persistent memory where a plan
/// that has some exceeds the limit. Returns null after an error.
std::unique_ptr<Attempt> Compilation::attempt(int64_t selectionLimit,
                                              double freeBound) {
  std::unique_ptr<Attempt> result =
      attemptWith(/*allowsPersistent=*/true, selectionLimit, freeBound);
  if (result && options.memoryLimit && hasPersistent(*result->module) &&
      result->peakBytes > *options.memoryLimit)
    result = attemptWith(/*allowsPersistent=*/false, selectionLimit, freeBound);
  if (!result || !options.memoryLimit)
    return result;
  return fitByCredits(*result) ? std::move(result) : nullptr;
}

/// Compiles from level 0 to level 3. Diagnostics other than errors are held
/// back until this attempt turns out to be the result. Returns null after an
/// error.
std::unique_ptr<Attempt> Compilation::attemptWith(bool allowsPersistent,
                                                  int64_t selectionLimit,
                                                  double freeBound) {
  auto result = std::make_unique<Attempt>();
  // Without a limit there is one attempt, which needs no copy of the module.
  result->module = options.memoryLimit ? OwningOpRef<ModuleOp>(module->clone())
                                       : std::move(module);
  result->kernels = std::make_unique<KernelLibrary>(targets, options.target,
                                                    allowsPersistent);
  std::optional<ScopedDiagnosticHandler> waiting;
  if (options.memoryLimit)
    waiting.emplace(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        return failure();
      result->diagnostics.push_back(std::move(diagnostic));
      return success();
    });
  for (Phase phase : kAllPhases) {
    if (phase == Phase::Model)
      continue;
    if (!runPhase(*result->module, phase, *result->kernels,
                  /*isReference=*/false, selectionLimit, freeBound))
      return nullptr;
    if (phase != Phase::Distributed)
      continue;
    if (report || options.memoryLimit)
      result->distributed = result->module->clone();
    if (!options.withReference)
      continue;
    if (!runPasses(*result->module, buildBoundaries))
      return nullptr;
    result->boundaries = (*result->module)->removeAttr(kBoundariesAttr);
  }
  if (options.memoryLimit)
    result->measure();
  return result;
}

/// Lowers the micro-batches in flight where a plan exceeds the limit. Credits
/// that the user has set are kept. Returns false after an error.
bool Compilation::fitByCredits(Attempt &attempt) {
  attempt.freePeakBytes = attempt.peakBytes;
  if (attempt.peakBytes <= *options.memoryLimit || !options.credits.empty())
    return true;
  PhaseOptions phases =
      getPhaseOptions(*attempt.kernels, /*isReference=*/false);
  phases.explain = false;
  LogicalResult lowered =
      lowerCredits(*attempt.module, *options.memoryLimit, [&] {
        return success(runPasses(*attempt.module, [&](OpPassManager &manager) {
          buildLaunchLists(manager, phases);
        }));
      });
  attempt.peakBytes = getPeakBytes(*attempt.module);
  return succeeded(lowered);
}

std::unique_ptr<Attempt> Compilation::plan() {
  if (!options.memoryLimit)
    return attempt(0, 0);
  std::unique_ptr<Attempt> fitting =
      compileWithinLimit(*options.memoryLimit, !options.strict,
                         [&](int64_t selectionLimit, double freeBound) {
                           return attempt(selectionLimit, freeBound);
                         });
  if (fitting && fitting->peakBytes > *options.memoryLimit) {
    emitTooLarge(*fitting->module, *fitting->distributed, *options.memoryLimit);
    return nullptr;
  }
  return fitting;
}

bool Compilation::compileModel() {
  if (!normalise())
    return false;
  std::unique_ptr<Attempt> planned = plan();
  if (!planned)
    return false;
  for (Diagnostic &diagnostic : planned->diagnostics)
    context.getDiagEngine().emit(std::move(diagnostic));
  module = std::move(planned->module);
  kernels = std::move(planned->kernels);
  boundaries = planned->boundaries;
  if (report) {
    if (failed(report->addDistributed(*planned->distributed, options.strict)))
      return false;
    report->addTasks(*module, *kernels);
  }
  return true;
}

bool Compilation::addReference(ArtifactBuilder &builder, bool inF64) {
  // Warnings were reported when the model itself was compiled.
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Warning);
  });
  OwningOpRef<ModuleOp> reference = model->clone();
  (*reference)->setAttr(kBoundariesAttr, boundaries);
  if (!runPasses(*reference, [inF64](OpPassManager &manager) {
        buildReference(manager, inF64);
      }))
    return false;
  // References run on the default target whatever the model's: results are
  // compared with it.
  KernelLibrary kernels(targets, getDefaultTarget().name);
  for (Phase phase : kAllPhases)
    if (phase != Phase::Model &&
        !runPhase(*reference, phase, kernels, /*isReference=*/true))
      return false;
  return succeeded(builder.addModule(*reference, kernels,
                                     inF64 ? ModuleRole::ReferenceF64
                                           : ModuleRole::Reference));
}

bool Compilation::makeArtifact(ArtifactBuilder &builder) {
  std::string bytes;
  progress.begin("artifact", *module);
  bool built = costs.measure("artifact", [&] {
    FailureOr<std::string> artifact = builder.finish(module->getLoc());
    if (succeeded(artifact))
      bytes = std::move(*artifact);
    return succeeded(artifact);
  });
  if (built && options.emission == Emission::Executable)
    bytes = makeExecutable(options.programPath, bytes);
  if (!built || bytes.empty())
    return false;
  output.os() << bytes;
  return true;
}

bool Compilation::openReport() {
  StringRef name = options.reportFile;
  if (name.empty())
    return true;
  if (!reportFile.open(name))
    return false;
  report = std::make_unique<Report>(reportFile.os(), name.ends_with(".html"),
                                    options.reportPerRank);
  return true;
}

/// Renames both files or none: all data is written before either gets its name.
bool Compilation::keepFiles() {
  if (report)
    report->finish(costs);
  return output.finish() && (!report || reportFile.keep()) && output.keep();
}

bool Compilation::compile() {
  if (!compileModel())
    return false;
  if (options.emission == Emission::Tasks) {
    output.os() << *module;
    return true;
  }
  ArtifactBuilder builder(targets);
  if (failed(builder.addModule(*module, *kernels, ModuleRole::Model)))
    return false;
  if (options.withReference && (!addReference(builder, /*inF64=*/false) ||
                                !addReference(builder, /*inF64=*/true)))
    return false;
  return makeArtifact(builder);
}

int Compilation::run() {
  if (llvm::Error error = checkTargetOptions(getTargetOptions(options))) {
    llvm::WithColor::error(llvm::errs(), "sbp-compile")
        << llvm::toString(std::move(error)) << "\n";
    return kUserError;
  }
  if (!load())
    return kUserError;
  bool isExecutable = options.emission == Emission::Executable;
  if (!output.open(options.output, isExecutable) || !openReport())
    return kUserError;
  bool isCompiled = compile();
  progress.end();
  if (isCompiled)
    for (const std::string &warning : targets.describeUnusedOptions())
      llvm::WithColor::warning(llvm::errs(), "sbp-compile") << warning << "\n";
  return isCompiled && keepFiles() ? 0 : kUserError;
}

int main(int argc, char **argv) {
  std::error_code ignored = llvm::sys::Process::FixupStandardFileDescriptors();
  (void)ignored;
  reportInternalErrors("sbp-compile");
  keepFreedMemory();
  DialectRegistry registry;
  registerAllDialects(registry);
  Options options = parseOptions(argc, argv);
  if (!readTuning(options))
    return kUserError;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The line of the model is enough; the op would print a whole function.
  context.printOpOnDiagnostic(false);
  // Ops of unknown dialects are reported by the import with the others.
  context.allowUnregisteredDialects();
  llvm::SourceMgr sources;
  shortenSourceLines(sources);
  SourceMgrDiagnosticHandler handler(sources, &context, llvm::errs(),
                                     [](Location) { return true; });
  stopAfterFirstError(context);
  // Remarks are printed for --explain only.
  ScopedDiagnosticHandler quiet(&context, [&](Diagnostic &diagnostic) {
    bool hidden = diagnostic.getSeverity() == DiagnosticSeverity::Remark &&
                  !options.explain;
    return success(hidden);
  });
  return Compilation(options, context, sources).run();
}
