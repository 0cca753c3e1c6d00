// Compiler.cpp: compilations inside of other programs

#include "sbp/Driver/Compiler.h"
#include "Compilation.h"
#include "ModulePath.h"

#include "mlir/Pass/PassManager.h"
#include "sbp/Driver/Source.h"
#include "sbp/Transforms/Passes.h"
#include <condition_variable>
#include <mutex>

using namespace mlir;
using namespace sbp;

CompilerListener::~CompilerListener() = default;
void CompilerListener::beginPhase(std::string_view, int64_t) {}
bool CompilerListener::acceptModel() { return true; }
void CompilerListener::receive(const CompilerDiagnostic &) {}

namespace {

/// The turn of a compilation: one exists at a time in the process.
class Turn {
public:
  /// Waits for the turn, or until `isCancelled` is set and wakeAll is called.
  explicit Turn(const std::atomic<bool> &isCancelled) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return !isTaken || isCancelled; });
    hasTurn = !std::exchange(isTaken, true);
  }
  ~Turn() {
    if (!hasTurn)
      return;
    std::lock_guard<std::mutex> lock(mutex);
    isTaken = false;
    changed.notify_all();
  }
  Turn(const Turn &) = delete;

  /// Has all that wait read `isCancelled` again.
  static void wakeAll() {
    // With the mutex, no thread is between its test and its sleep.
    std::lock_guard<std::mutex> lock(mutex);
    changed.notify_all();
  }

private:
  static inline std::mutex mutex;
  static inline std::condition_variable changed;
  static inline bool isTaken = false;
  bool hasTurn;
};

} // namespace

Compiler::Compiler(CompilerOptions options) : options(std::move(options)) {}

void Compiler::cancel() {
  isCancelled = true;
  Turn::wakeAll();
}

std::vector<CompilerDiagnostic> Compiler::check() const {
  getModelDialects(); // registers the targets that options name
  DiagnosticSink sink;
  if (checkOptions(options, sink))
    (void)readTargetOptions(options, sink);
  return sink.take();
}

/// Runs `body` when it is this call's turn and returns its result with the
/// diagnostics of `sink`.
static CompilerResult runInTurn(const std::atomic<bool> &isCancelled,
                                DiagnosticSink &sink,
                                llvm::function_ref<CompilerResult()> body) {
  Turn turn(isCancelled);
  CompilerResult result;
  if (isCancelled)
    result.status = CompilerStatus::Cancelled;
  else
    result = body();
  result.diagnostics = sink.take();
  return result;
}

CompilerResult Compiler::compile(const std::string &text,
                                 const std::string &name,
                                 CompilerListener *listener) {
  DiagnosticSink sink(listener);
  return runInTurn(isCancelled, sink, [&]() -> CompilerResult {
    getModelDialects();
    if (!checkOptions(options, sink))
      return {};
    std::optional<TargetOptions> target = readTargetOptions(options, sink);
    if (!target)
      return {};
    return Compilation(options, std::move(*target), sink, listener, isCancelled)
        .run(text, name);
  });
}

/// Writes the model with the step that `training` describes to `result`.
static void addTrainingStep(const std::string &text, const std::string &name,
                            const std::string &training, DiagnosticSink &sink,
                            CompilerResult &result) {
  std::unique_ptr<Pass> pass = createAddTrainingPass();
  auto refuse = [&](const Twine &message) {
    sink.addAboutOptions(CompilerSeverity::Error,
                         "sbp-add-training: " +
                             StringRef(message.str()).rtrim());
    return failure();
  };
  if (failed(pass->initializeOptions(training, refuse)))
    return;
  ModelContext model(sink, /*withRemarks=*/false);
  OwningOpRef<ModuleOp> module = model.read(text, name);
  if (!module)
    return;
  PassManager manager(&model.get());
  manager.addPass(std::move(pass));
  if (succeeded(manager.run(*module))) {
    OpPrintingFlags flags;
    flags.enableDebugInfo(hasPlacesElsewhere(*module, name));
    llvm::raw_string_ostream stream(result.artifact);
    module->print(stream, flags);
    stream << "\n";
    result.status = CompilerStatus::Success;
  } else if (!sink.hasError()) {
    result.status = CompilerStatus::InternalError;
    result.internalError = "sbp-add-training failed without a diagnostic";
  }
}

CompilerResult Compiler::addTraining(const std::string &text,
                                     const std::string &name,
                                     const std::string &training) {
  DiagnosticSink sink;
  return runInTurn(isCancelled, sink, [&] {
    CompilerResult result;
    addTrainingStep(text, name, training, sink, result);
    return result;
  });
}
