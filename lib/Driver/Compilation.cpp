// Compilation.cpp: one compilation of a model

#include "Compilation.h"

#include "Fit/CheckpointAdvice.h"
#include "Fit/LowerCredits.h"
#include "Fit/Memory.h"
#include "Fit/PlanSearch.h"
#include "OrderedRemarks.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Driver/Source.h"
#include "sbp/Transforms/Passes.h"

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Model and options
//===----------------------------------------------------------------------===//

ModelContext::ModelContext(DiagnosticSink &sink, bool withRemarks)
    : sink(sink), context(getModelDialects(), MLIRContext::Threading::DISABLED),
      collect(&context,
              [this](Diagnostic &diagnostic) { this->sink.add(diagnostic); }) {
  // The line of the model is enough; the op would print a whole function.
  context.printOpOnDiagnostic(false);
  // Ops of unknown dialects are reported by the import with the others.
  context.allowUnregisteredDialects();
  stopAfterFirstError(context, hasError);
  if (!withRemarks)
    hideRemarks.emplace(&context, [](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark);
    });
}

OwningOpRef<ModuleOp> ModelContext::read(const std::string &text,
                                         const std::string &name) {
  unsigned buffer = sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, name), llvm::SMLoc());
  if (auto offset = findDeepNesting(text)) {
    auto [line, column] = sources.getLineAndColumn(
        llvm::SMLoc::getFromPointer(text.data() + *offset), buffer);
    CompilerDiagnostic error;
    error.file = name;
    error.line = line;
    error.column = column;
    error.text = "brackets nest deeper than " + std::to_string(kMaxNesting);
    sink.add(std::move(error));
    return {};
  }
  return readModel(sources, context);
}

bool sbp::checkOptions(const CompilerOptions &options, DiagnosticSink &sink) {
  auto fail = [&](const Twine &text) {
    sink.addAboutOptions(CompilerSeverity::Error, text);
    return false;
  };
  if (!options.target.empty() && !findTarget(options.target))
    return fail("unknown target '" + options.target + "', expected " +
                listTargets());
  if (options.streams < 1 || options.streams > 3)
    return fail("--streams=" + Twine(options.streams) + ": expected 1, 2 or 3");
  if (options.memoryLimit && *options.memoryLimit < 1)
    return fail("--memory-limit=" + Twine(*options.memoryLimit) +
                ": expected a number of bytes from 1 to 2^63 - 1");
  for (int64_t credits : options.credits)
    if (credits < 1)
      return fail("--credits=" + Twine(credits) +
                  ": expected a number from 1 per rank of the pipeline, such "
                  "as 4,3,2,1");
  return true;
}

std::optional<TargetOptions>
sbp::readTargetOptions(const CompilerOptions &options, DiagnosticSink &sink) {
  llvm::Expected<NamedFile> tuning =
      readTuning(options.tuningFile, InstalledFiles(options.shareFolder));
  if (!tuning) {
    sink.accept(tuning.takeError());
    return std::nullopt;
  }
  TargetOptions target{
      {"cpu", options.cpu},         {"chip", options.chip},
      {"float32", options.float32}, {"overlap-launches", options.overlap},
      {"assemble", "on"},           {"tuning", tuning->text},
      {"tuning-file", tuning->path}};
  if (!sink.accept(checkTargetOptions(target)))
    return std::nullopt;
  return target;
}

Compilation::Compilation(const CompilerOptions &options,
                         TargetOptions targetOptions, DiagnosticSink &sink,
                         CompilerListener *listener,
                         const std::atomic<bool> &isCancelled)
    : options(options), sink(sink), listener(listener),
      isCancelled(isCancelled), model(sink, options.explain),
      context(model.get()), reportStream(result.report),
      device(options.target.empty() ? getDefaultTarget().name : options.target),
      targets(std::move(targetOptions)) {
  // Nothing in a pass manager can end a pipeline early. Once passes are
  // skipped, runPhase and runPasses return false.
  context.registerActionHandler(
      [&isCancelled](llvm::function_ref<void()> execute,
                     const tracing::Action &action) {
        if (!isCancelled || !isa<PassExecutionAction>(action))
          execute();
      });
  if (options.report != ReportKind::None)
    report = std::make_unique<Report>(reportStream,
                                      options.report == ReportKind::Page,
                                      options.reportPerRank);
}

bool Compilation::load(const std::string &text, const std::string &name) {
  module = model.read(text, name);
  return module && checkDevices(*module) &&
         sink.accept(attachTopology(*module, options.topologyFile)) &&
         sink.accept(attachRates(*module, options.ratesFile,
                                 InstalledFiles(options.shareFolder)));
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

bool Compilation::runPasses(ModuleOp op,
                            llvm::function_ref<void(OpPassManager &)> build) {
  PassManager manager(&context);
  build(manager);
  return succeeded(manager.run(op)) && !isCancelled;
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

void Compilation::beginPhase(StringRef name, ModuleOp op) {
  if (!listener)
    return;
  int64_t ops = 0;
  op->walk([&](Operation *) { ++ops; });
  listener->beginPhase(name, ops);
}

bool Compilation::runPhase(ModuleOp op, Phase phase, KernelLibrary &kernels,
                           bool isReference, const MemoryTrial &trial) {
  PassManager manager(&context);
  PhaseOptions phases = getPhaseOptions(kernels, isReference);
  phases.memoryLimit = trial.selectionLimit;
  phases.freeBound = trial.freeBound;
  phases.repeatedShare = trial.repeatedShare;
  phases.repeats = trial.repeats;
  buildPhase(manager, phase, phases);
  std::string failedPass;
  manager.addInstrumentation(std::make_unique<FailedPass>(failedPass));
  beginPhase(getPhaseName(phase), op);
  auto run = [&] {
    OrderedRemarks remarks(context);
    if (succeeded(manager.run(op)))
      return !isCancelled;
    // A failure without a diagnostic is a fault of the compiler, not the model.
    if (!sink.hasError())
      result.internalError = "pass '" + failedPass + "' of phase '" +
                             getPhaseName(phase).str() +
                             "' failed without a diagnostic";
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
  if (options.output != CompilerOutput::Tasks && !identify(programs))
    return false;
  if (options.memoryLimit)
    written = module->clone();
  KernelLibrary unused(targets, device);
  if (!runPhase(*module, Phase::Model, unused, /*isReference=*/false))
    return false;
  setProgramDigests(*module, programs);
  if (options.withReference) {
    if (!runPasses(*module, buildNumbered))
      return false;
    numbered = module->clone();
  }
  return true;
}

/// Compiles from level 0 to level 3, without persistent memory where a plan
/// that has some exceeds the limit. Returns null after an error.
std::unique_ptr<Attempt> Compilation::attempt(const MemoryTrial &trial) {
  std::unique_ptr<Attempt> result =
      attemptWith(/*allowsPersistent=*/true, trial);
  if (result && options.memoryLimit && hasPersistent(*result->module) &&
      result->figures.peakBytes > *options.memoryLimit)
    result = attemptWith(/*allowsPersistent=*/false, trial);
  if (!result || !options.memoryLimit)
    return result;
  return fitByCredits(*result) ? std::move(result) : nullptr;
}

/// Compiles from level 0 to level 3. Diagnostics other than errors are held
/// back until this attempt turns out to be the result. Returns null after an
/// error.
std::unique_ptr<Attempt> Compilation::attemptWith(bool allowsPersistent,
                                                  const MemoryTrial &trial) {
  auto result = std::make_unique<Attempt>();
  // Without a limit there is one attempt, which needs no copy of the module.
  result->module = options.memoryLimit ? OwningOpRef<ModuleOp>(module->clone())
                                       : std::move(module);
  result->kernels =
      std::make_unique<KernelLibrary>(targets, device, allowsPersistent);
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
                  /*isReference=*/false, trial))
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
  if (attempt.figures.peakBytes <= *options.memoryLimit ||
      !options.credits.empty())
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
  attempt.figures.peakBytes = getPeakBytes(*attempt.module);
  return succeeded(lowered);
}

/// Compiles `changed`, a changed model at level 0 before its normal form: with
/// the free choice, and with all of repeated layers made again where that
/// exceeds the limit. Both are plans that a compilation of that model tries.
/// Returns the smaller one, or null, without a diagnostic, where it is refused.
std::unique_ptr<Attempt>
Compilation::attemptChanged(OwningOpRef<ModuleOp> changed) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  KernelLibrary unused(targets, device);
  std::unique_ptr<Attempt> best;
  if (runPhase(*changed, Phase::Model, unused, /*isReference=*/false)) {
    std::swap(module, changed);
    best = attempt({});
    if (best && best->figures.peakBytes > *options.memoryLimit)
      if (auto again = attempt({0, 0, /*repeatedShare=*/1});
          again && again->figures.peakBytes < best->figures.peakBytes)
        best = std::move(again);
    std::swap(module, changed);
  }
  // A refusal of a change is no fault of the compiler.
  result.internalError.clear();
  return best;
}

std::unique_ptr<Attempt> Compilation::plan() {
  if (!options.memoryLimit)
    return attempt({});
  int64_t limit = *options.memoryLimit;
  std::unique_ptr<Attempt> best =
      PlanSearch(limit, /*isChosen=*/!options.strict,
                 [&](const MemoryTrial &trial) { return attempt(trial); })
          .run();
  if (!best || best->figures.peakBytes <= limit)
    return best;
  std::vector<MemoryNote> advice =
      CheckpointAdvice(*written, *best, limit,
                       [&](OwningOpRef<ModuleOp> changed) {
                         return attemptChanged(std::move(changed));
                       })
          .run();
  if (!isCancelled)
    emitTooLarge(*best->module, *best->distributed, limit, advice);
  return nullptr;
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
  OwningOpRef<ModuleOp> reference = numbered->clone();
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
  beginPhase("artifact", *module);
  return costs.measure("artifact", [&] {
    FailureOr<std::string> artifact = builder.finish(module->getLoc());
    if (succeeded(artifact))
      result.artifact = std::move(*artifact);
    return succeeded(artifact);
  });
}

bool Compilation::compile() {
  if (!compileModel())
    return false;
  if (options.output == CompilerOutput::Tasks) {
    llvm::raw_string_ostream(result.artifact) << *module;
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

CompilerResult Compilation::run(const std::string &text,
                                const std::string &name) {
  bool isLoaded = load(text, name);
  bool isAccepted = isLoaded && (!listener || listener->acceptModel());
  bool isCompiled = isAccepted && compile() && !isCancelled;
  if (isCompiled) {
    for (const std::string &warning : targets.describeUnusedOptions())
      sink.addAboutOptions(CompilerSeverity::Warning, warning);
    if (report)
      report->finish(costs);
    result.status = CompilerStatus::Success;
  } else if (isCancelled || (isLoaded && !isAccepted)) {
    result.status = CompilerStatus::Cancelled;
  } else if (!result.internalError.empty()) {
    result.status = CompilerStatus::InternalError;
  }
  report.reset();
  if (!isCompiled) {
    result.artifact.clear();
    result.report.clear();
  }
  return std::move(result);
}
