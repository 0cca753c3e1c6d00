// ModelRun.h: executes some steps of one entry of a model
//
// Each function that fails has emitted a diagnostic or printed an error. Values
// and ports are copies; only attributes and types belong to the context.
#ifndef SBP_TOOLS_INTERPRET_MODELRUN_H
#define SBP_TOOLS_INTERPRET_MODELRUN_H

#include "TensorFiles.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Interpreter/DistributedInterpreter.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// The flags of the command line, with texts as they were given; an empty text
/// is a flag that was not given.
struct RunOptions {
  std::string entry;
  std::vector<std::string> inputs, outputs, weights;
  std::string inputShards, outputShards, saveState;
  int64_t steps = 1;
  bool stepsGiven = false;   ///< --steps was given: inputs may have slices
  bool float64 = false;      ///< computes floats of all types in f64
  bool checkIndices = false; ///< refuses computed indices outside of a tensor
};

/// An argument or a result of the entry.
struct Port {
  std::string name;  ///< `sbp.name`, else the state, else the position
  std::string state; ///< name of the state, or empty
  mlir::RankedTensorType type; ///< the whole tensor in one step
  std::optional<DeclaredDistribution> declared; ///< nullopt: none
};

/// The values of one argument.
struct Source {
  TensorValue value;            ///< global; has a leading dimension if stepped
  std::optional<Pieces> pieces; ///< of `value`, where shards gave it
  bool stepped = false;
};

/// Returns the public function of that name; for an empty name the only one, or
/// `main`. Fails where there is none.
mlir::FailureOr<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                              llvm::StringRef name);

/// Return names, types and distributions of an entry's arguments and results.
/// Fail for a type that files cannot hold or a shape that is not static.
mlir::FailureOr<std::vector<Port>> getArguments(mlir::func::FuncOp entry);
mlir::FailureOr<std::vector<Port>> getResults(mlir::func::FuncOp entry);

/// Returns a value for every argument from, in this order, --input,
/// --input-shards, --weights, sbp.init. Fails where an argument has none or its
/// value does not fit.
mlir::FailureOr<std::vector<Source>> readSources(mlir::func::FuncOp entry,
                                                 llvm::ArrayRef<Port> arguments,
                                                 const RunOptions &options);

/// Collects results and writes the files of --output and --output-shards.
class OutputWriter {
public:
  /// Reads the flags for an entry with these results. Called first. Fails for a
  /// malformed flag or an unknown result.
  mlir::LogicalResult parse(llvm::StringRef entry, llvm::ArrayRef<Port> results,
                            const RunOptions &options);
  /// Keeps the results of a step: of the last one, or of all if requested.
  /// `placed` holds the pieces of each result, nullopt without a distribution.
  void addStep(std::vector<TensorValue> globals,
               std::vector<std::optional<PlacedTensor>> placed);
  /// Adds the files to `into`, or prints a summary where no flag names one.
  /// Requires a step.
  mlir::LogicalResult writeAll(ResultFiles &into) const;

private:
  /// One --output.
  struct File {
    unsigned result; ///< index of the result
    std::string path;
    bool all; ///< stacks the values of all steps
  };
  /// Adds the file of each rank to `into` and returns their description.
  mlir::FailureOr<llvm::json::Object> writePieces(ResultFiles &into,
                                                  const PlacedTensor &placed,
                                                  llvm::StringRef name) const;
  /// Adds the pieces of all results and distributions.json to `into`.
  mlir::LogicalResult writeShards(ResultFiles &into) const;
  /// Prints one line of statistics per result to stdout.
  void printSummary() const;

  std::string entry;
  std::vector<Port> results;
  std::vector<File> files;
  std::string shardsDirectory;
  std::vector<std::vector<TensorValue>> history; ///< per step; only the last
                                                 ///< unless all are requested
  std::vector<std::optional<PlacedTensor>> lastPlaced;
};

/// Checks the model as the compiler does, reads inputs, runs, writes results.
/// May expand gradients and optimizers in `module`. Fails with no file written
/// where an input, an op or an output does.
mlir::LogicalResult runModel(mlir::ModuleOp module, const RunOptions &options);

} // namespace sbp

#endif // SBP_TOOLS_INTERPRET_MODELRUN_H
