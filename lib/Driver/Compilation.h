// Compilation.h: one compilation of a model
//
// Reads and normalises the model, compiles it from level 0 to level 3, more
// than once under a memory limit (Fit/MemoryLadder.h), adds the one-rank
// reference programs if requested, and makes the artifact and the report.
#ifndef SBP_LIB_DRIVER_COMPILATION_H
#define SBP_LIB_DRIVER_COMPILATION_H

#include "DiagnosticSink.h"
#include "Fit/Attempt.h"
#include "Machine/MachineFiles.h"
#include "ProgramDigest.h"
#include "Report/Report.h"

#include "mlir/IR/MLIRContext.h"
#include "sbp/Pipelines/Pipelines.h"
#include "sbp/Target/Artifact/ArtifactBuilder.h"
#include "llvm/Support/SourceMgr.h"

namespace sbp {

/// A context for one model whose diagnostics go to a sink: the first error and
/// what precedes it; remarks only if they are requested.
class ModelContext {
public:
  /// `sink` outlives this object.
  ModelContext(DiagnosticSink &sink, bool withRemarks);

  /// Parses and verifies `text`, which outlives this object. Returns null after
  /// an error, which is in the sink.
  mlir::OwningOpRef<mlir::ModuleOp> read(const std::string &text,
                                         const std::string &name);
  mlir::MLIRContext &get() { return context; }

private:
  DiagnosticSink &sink;
  llvm::SourceMgr sources;
  mlir::MLIRContext context;
  std::atomic<bool> hasError = false;
  mlir::ScopedDiagnosticHandler collect;
  std::optional<mlir::ScopedDiagnosticHandler> hideRemarks;
};

/// Checks the options, except for the target's. Returns false after an error,
/// which is in the sink.
bool checkOptions(const CompilerOptions &options, DiagnosticSink &sink);

/// Returns the options of targets, which are checked, with the text of the
/// tuning file; nullopt after an error, which is in the sink.
std::optional<TargetOptions> readTargetOptions(const CompilerOptions &options,
                                               DiagnosticSink &sink);

class Compilation {
public:
  /// All arguments outlive this object; `listener` may be null. A compilation
  /// ends early once `isCancelled` is set.
  Compilation(const CompilerOptions &options, TargetOptions targetOptions,
              DiagnosticSink &sink, CompilerListener *listener,
              const std::atomic<bool> &isCancelled);

  /// Compiles the model. Once per object. The diagnostics are in the sink.
  CompilerResult run(const std::string &text, const std::string &name);

private:
  bool load(const std::string &text, const std::string &name);
  bool runPasses(mlir::ModuleOp module,
                 llvm::function_ref<void(mlir::OpPassManager &)> build);
  bool runPhase(mlir::ModuleOp module, Phase phase, KernelLibrary &kernels,
                bool isReference, const MemoryTrial &trial = {});
  PhaseOptions getPhaseOptions(KernelLibrary &kernels, bool isReference) const;
  void beginPhase(llvm::StringRef name, mlir::ModuleOp module);
  bool fitByCredits(Attempt &attempt);
  bool normalise();
  bool identify(ProgramDigests &programs);
  std::unique_ptr<Attempt> attempt(const MemoryTrial &trial);
  std::unique_ptr<Attempt> attemptWith(bool allowsPersistent,
                                       const MemoryTrial &trial);
  std::unique_ptr<Attempt>
  attemptChanged(mlir::OwningOpRef<mlir::ModuleOp> changed);
  std::unique_ptr<Attempt> plan();
  bool compileModel();
  bool addReference(ArtifactBuilder &builder, bool inF64);
  bool makeArtifact(ArtifactBuilder &builder);
  bool compile();

  const CompilerOptions &options;
  DiagnosticSink &sink;
  CompilerListener *listener;
  const std::atomic<bool> &isCancelled;
  ModelContext model;
  mlir::MLIRContext &context;
  PhaseCosts costs;
  CompilerResult result;
  llvm::raw_string_ostream reportStream; ///< writes to the result
  std::unique_ptr<Report> report;        ///< null if none is requested
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The model before its normal form, for advice; null without a limit.
  mlir::OwningOpRef<mlir::ModuleOp> written;
  mlir::OwningOpRef<mlir::ModuleOp> numbered; ///< level 0, for references
  mlir::Attribute boundaries; ///< values that references return too
  const std::string device;   ///< of placements that name none
  TargetSet targets;
  std::unique_ptr<KernelLibrary> kernels; ///< kernels of `module`
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_COMPILATION_H
