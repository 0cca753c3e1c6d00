// Pipelines.h: the phases of compilation
#ifndef SBP_PIPELINES_PIPELINES_H
#define SBP_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "sbp/Target/KernelLibrary.h"
#include <optional>
#include <string>

namespace sbp {

/// Options of the import.
struct ImportSettings {
  /// Two products around a softmax stay what they are, in later imports too.
  bool keepsAttention = false;
  bool explain = false; ///< emits remarks on attention that stays
};

/// Brings a user's module into the form every later pass expects: linalg,
/// tensor, nn and constants on static tensors, one function per entry.
/// `manager` runs on modules. Its passes emit errors at the user's line and
/// fail where the model has anything else.
void buildImportPipeline(mlir::OpPassManager &manager,
                         const ImportSettings &settings = {});

/// Registers the pipeline as --sbp-import, with the option attention=off.
/// Called once per process.
void registerImportPipeline();

/// The levels of a module before it becomes an artifact.
enum class Phase { Model, Distributed, Local, Tasks };
inline constexpr Phase kAllPhases[] = {Phase::Model, Phase::Distributed,
                                       Phase::Local, Phase::Tasks};
/// Returns "model", "distributed", "local" or "tasks", a static string.
llvm::StringRef getPhaseName(Phase phase);
/// Returns the phase of that name; nullopt for any other text.
std::optional<Phase> parsePhase(llvm::StringRef name);

/// Options of the phases.
struct PhaseOptions {
  bool strict = false;  ///< chooses no distribution; open choices are errors
  bool explain = false; ///< emits remarks on every choice
  unsigned streams = 1; ///< launch lists per rank, 1 to 3
  /// Most micro-batches in flight per rank of a pipeline; empty to choose.
  std::vector<int64_t> credits;
  /// Memory limit for the selection, in bytes per rank; 0 means no limit. If it
  /// is set, the unlimited choice is known not to fit, and `freeBound` is a
  /// lower bound on its cost in seconds.
  int64_t memoryLimit = 0;
  double freeBound = 0;
  /// The share of repeated layers that backward makes again, from 0 (only ops
  /// that cost nearly nothing) to 1 (`share` of sbp-keep-values).
  double repeatedShare = 0;
  /// Chooses what backward makes again together with distributions, under
  /// `memoryLimit`.
  bool repeats = false;
  /// The library that prepares kernels; it must outlive the passes. Null: the
  /// pass makes targets of its own.
  KernelLibrary *kernels = nullptr;
  std::string dumpFolder; ///< folder for one numbered file per phase, or empty
};

/// Adds the passes from the level before `phase` to `phase`, the verifier of
/// that level, and the dump if there is a folder. `manager` runs on modules,
/// here and below; `options` is copied. Faults of a module are errors of the
/// passes.
void buildPhase(mlir::OpPassManager &manager, Phase phase,
                const PhaseOptions &options);
/// Adds all phases up to and including `last`.
void buildPhases(mlir::OpPassManager &manager, Phase last,
                 const PhaseOptions &options);

/// Adds the passes that write the launch lists and plan the memory of a module
/// at level 3, which may have both, and the verifier of that level.
void buildLaunchLists(mlir::OpPassManager &manager,
                      const PhaseOptions &options);

/// Pipelines for models that are compared with a one-rank reference, at their
/// results and where values cross between ranks: number the ops of the model at
/// level 0; record the crossing values at level 1 in a list on the module;
/// build the reference, in f64 or in the model's types, from a copy with that
/// list.
void buildNumbered(mlir::OpPassManager &manager);
/// Adds the second of these: level 1 then returns the crossing values.
void buildBoundaries(mlir::OpPassManager &manager);
/// Adds the third. With `inF64` floats are widened; otherwise the precision of
/// results is recorded, and positions are returned.
void buildReference(mlir::OpPassManager &manager, bool inF64);

/// Registers the pipeline as --sbp-compile-to, with tasks as default phase.
/// Called once per process.
void registerPhasePipeline();

/// Expands the short forms of sbp-opt, `--sbp-compile-to=local
/// --sbp-dump-phases=DIR` and `--sbp-verify-phase=tasks`, to the syntax of
/// MLIR's option parser. Returns all arguments in order, the program's name
/// included, without --sbp-dump-phases, the last of which counts, but only for
/// an --sbp-compile-to with a value. Unknown phases are left to the parser.
std::vector<std::string> expandPhaseArguments(int argc, char **argv);

} // namespace sbp

#endif // SBP_PIPELINES_PIPELINES_H
