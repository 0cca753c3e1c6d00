// Compiler.h: compilations inside of other programs
//
// A Compiler turns the text of a model into the bytes of an artifact. It prints
// nothing, never ends the program and registers no signal handlers; messages
// are values. This header includes nothing of LLVM. LLVM's own fatal errors,
// such as exhausted memory, still end the process.
#ifndef SBP_DRIVER_COMPILER_H
#define SBP_DRIVER_COMPILER_H

#include "sbp/Driver/Diagnostics.h"
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbp {

/// The form of a compiled model: an artifact that the runtime loads, or level 3
/// as text.
enum class CompilerOutput { Artifact, Tasks };

/// The form of a report. A page displays the report in a browser.
enum class ReportKind { None, Json, Page };

/// The options of a compilation. Messages name an option by the flag of
/// sbp-compile that sets it, which also documents it.
struct CompilerOptions {
  std::string target;         ///< a registered target; empty: the default one
  std::string cpu = "native"; ///< "native", "x86-64-v3" or "x86-64-v4"
  std::string chip;           ///< of GPUs; empty: the target's usual one
  std::string float32;        ///< of products of f32 on GPUs; empty: exact
  std::string overlap;        ///< of launches on a GPU: on or off; empty: on
  std::string topologyFile;   ///< path; empty: links are not known
  /// Path of a file, or the name of an installed one; empty: none.
  std::string ratesFile, tuningFile;
  /// Folder whose subfolders "rates" and "tuning" hold the installed files;
  /// empty: none are installed.
  std::string shareFolder;
  std::string dumpFolder; ///< folder for the module after each phase, or empty
  std::optional<int64_t> memoryLimit; ///< bytes per rank, from 1; nullopt: none
  /// Micro-batches in flight, from 1, per rank of a pipeline; empty to choose.
  std::vector<int64_t> credits;
  unsigned streams = 1;       ///< queues of each rank, 1 to 3
  bool explain = false;       ///< adds remarks on every choice
  bool strict = false;        ///< chooses no distribution
  bool withReference = false; ///< adds the one-rank program
  CompilerOutput output = CompilerOutput::Artifact;
  ReportKind report = ReportKind::None;
  bool reportPerRank = false; ///< lists ranks, not classes, beyond 64 ranks
};

enum class CompilerStatus {
  Success,
  Failure,      ///< the model or an option is wrong; a diagnostic describes it
  Cancelled,    ///< by cancel() or by the listener
  InternalError ///< a fault of the compiler; `internalError` describes it
};

/// The results of a compilation. Texts are empty unless it succeeded.
struct CompilerResult {
  CompilerStatus status = CompilerStatus::Failure;
  std::string artifact; ///< bytes of the artifact, or the text of level 3
  std::string report;   ///< of the requested kind
  std::vector<CompilerDiagnostic> diagnostics; ///< in the order of the phases
  std::string internalError; ///< empty unless the status is InternalError
};

/// Receives the events of a compilation as they happen, in the thread that
/// compiles. Functions must not call the Compiler, except for cancel().
class CompilerListener {
public:
  virtual ~CompilerListener();
  /// A phase begins on a module of that many ops. `name` is "model",
  /// "distributed", "local", "tasks" or "artifact"; phases repeat under a
  /// memory limit and for references.
  virtual void beginPhase(std::string_view name, int64_t ops);
  /// The model was read and its placements, topology and rates fit each other.
  /// Returns whether it is compiled; otherwise the compilation is cancelled.
  virtual bool acceptModel();
  /// A diagnostic, which the result contains as well.
  virtual void receive(const CompilerDiagnostic &diagnostic);
};

/// Compiles models with fixed options. Compilations of one process run one
/// after the other, because LLVM's linker and its options are global: a call
/// waits until the calls of other threads have returned. Different threads may
/// use one Compiler.
class Compiler {
public:
  explicit Compiler(CompilerOptions options);

  /// Checks the options and reads the tuning file without a model. Returns the
  /// errors; none if the options are valid. compile() checks them as well.
  std::vector<CompilerDiagnostic> check() const;

  /// Compiles the model `text`; diagnostics name it `name`. Locations in it
  /// that name other files are not read. `listener` may be null.
  CompilerResult compile(const std::string &text, const std::string &name,
                         CompilerListener *listener = nullptr);

  /// Adds a training step to the model `text`. `training` has the options of
  /// the pass sbp-add-training, such as "loss=loss data=x,y optimizer=adamw".
  /// The result's artifact is the text of the model with the step. Options of
  /// this Compiler do not matter.
  CompilerResult addTraining(const std::string &text, const std::string &name,
                             const std::string &training);

  /// Ends the compilation that runs or waits, and every later one of this
  /// Compiler, with the status Cancelled. Any thread. Passes that have begun
  /// run to their end.
  void cancel();

private:
  CompilerOptions options;
  std::atomic<bool> isCancelled = false;
};

} // namespace sbp

#endif // SBP_DRIVER_COMPILER_H
