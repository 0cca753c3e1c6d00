// Pipelines.h: the phases of compilation
#ifndef SBP_PIPELINES_PIPELINES_H
#define SBP_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "sbp/Target/KernelLibrary.h"
#include <optional>
#include <string>

namespace sbp {

/// The levels a module goes through before it becomes an artifact.
enum class Phase { Model, Distributed, Local, Tasks };
inline constexpr Phase allPhases[] = {Phase::Model, Phase::Distributed,
                                      Phase::Local, Phase::Tasks};
/// "model", "distributed", "local", "tasks".
llvm::StringRef getPhaseName(Phase phase);
std::optional<Phase> parsePhase(llvm::StringRef name);

struct PhaseOptions {
  bool strict = false;  ///< choose nothing
  bool explain = false; ///< remarks on every choice
  unsigned streams = 1; ///< launch lists of a rank, up to 3
  /// For the choice, bytes of a rank; 0: none. What is chosen without a limit
  /// is known not to fit, and that nothing takes less than `freeBound` seconds.
  int64_t memoryLimit = 0;
  double freeBound = 0;
  KernelLibrary *kernels = nullptr; ///< null: targets of its own
  std::string dumpFolder;           ///< not empty: a numbered file per phase
};

/// From the level before `phase` to `phase`, and the check of what must hold
/// there.
void buildPhase(mlir::OpPassManager &manager, Phase phase,
                const PhaseOptions &options);
/// All phases up to `last`.
void buildPhases(mlir::OpPassManager &manager, Phase last,
                 const PhaseOptions &options);

/// Models are compared with references of one rank at their results, and where
/// values cross between ranks. In three steps: of the model at level 0, of the
/// same at level 1, and of a copy that has the list which the second step left
/// on the module, to a model of one rank, in f64 or as it is.
void buildNumbered(mlir::OpPassManager &manager);
void buildBoundaries(mlir::OpPassManager &manager);
void buildReference(mlir::OpPassManager &manager, bool inF64);

/// Makes the pipeline known as --sbp-compile-to.
void registerPhasePipeline();

/// The short forms of sbp-opt: `--sbp-compile-to=local --sbp-dump-phases=DIR`,
/// `--sbp-verify-phase=tasks`, as MLIR's option parser wants them.
std::vector<std::string> expandPhaseArguments(int argc, char **argv);

} // namespace sbp

#endif // SBP_PIPELINES_PIPELINES_H
