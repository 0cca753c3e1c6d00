// ModelRun.h: executes some steps of one entry of a model
#ifndef SBP_TOOLS_INTERPRET_MODELRUN_H
#define SBP_TOOLS_INTERPRET_MODELRUN_H

#include "TensorFiles.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Interpreter/DistributedInterpreter.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// The flags of the command line.
struct RunOptions {
  std::string entry;
  std::vector<std::string> inputs, outputs, weights;
  std::string inputShards, outputShards, saveState;
  int64_t steps = 1;
  bool stepsGiven = false;
  bool float64 = false;
  bool checkIndices = false;
};

/// An argument or a result of the entry.
struct Port {
  std::string name;
  std::string state; ///< name of the state, or empty
  mlir::RankedTensorType type;
  std::optional<DeclaredDistribution> declared;
};

/// The values of one argument.
struct Source {
  TensorValue value;            ///< global; has a leading dimension if stepped
  std::optional<Pieces> pieces; ///< instead of `value`
  bool stepped = false;
};

/// Returns the entry of that name; without a name the only one, or `main`.
mlir::FailureOr<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                              llvm::StringRef name);

/// Return names, types and distributions of an entry's arguments and results.
mlir::FailureOr<std::vector<Port>> getArguments(mlir::func::FuncOp entry);
mlir::FailureOr<std::vector<Port>> getResults(mlir::func::FuncOp entry);

/// Returns a value for every argument from, in this order, --input,
/// --input-shards, --weights, sbp.init.
mlir::FailureOr<std::vector<Source>> readSources(mlir::func::FuncOp entry,
                                                 llvm::ArrayRef<Port> arguments,
                                                 const RunOptions &options);

/// Collects results and writes the files of --output and --output-shards.
class OutputWriter {
public:
  mlir::LogicalResult parse(llvm::StringRef entry, llvm::ArrayRef<Port> results,
                            const RunOptions &options);
  /// Keeps the results of a step: of the last one, or of all if requested.
  void addStep(std::vector<TensorValue> globals,
               std::vector<std::optional<PlacedTensor>> placed);
  mlir::LogicalResult writeAll(ResultFiles &into) const;

private:
  struct File {
    unsigned result;
    std::string path;
    bool all;
  };
  mlir::FailureOr<llvm::json::Object> writePieces(ResultFiles &into,
                                                  const PlacedTensor &placed,
                                                  llvm::StringRef name) const;
  mlir::LogicalResult writeShards(ResultFiles &into) const;
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
mlir::LogicalResult runModel(mlir::ModuleOp module, const RunOptions &options);

} // namespace sbp

#endif // SBP_TOOLS_INTERPRET_MODELRUN_H
