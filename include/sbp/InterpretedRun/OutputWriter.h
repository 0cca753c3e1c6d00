// OutputWriter.h: results as files, shards, or a summary
//
// Each function that fails has emitted a diagnostic or written an error.
#ifndef SBP_INTERPRETEDRUN_OUTPUTWRITER_H
#define SBP_INTERPRETEDRUN_OUTPUTWRITER_H

#include "sbp/InterpretedRun/Port.h"
#include "sbp/InterpretedRun/TensorFiles.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// Collects results and writes the files of --output and --output-shards.
class OutputWriter {
public:
  /// Reads the flags for an entry with these results. Called first; `options`
  /// outlives this object. Fails for a malformed flag or an unknown result.
  mlir::LogicalResult parse(llvm::StringRef entry, llvm::ArrayRef<Port> results,
                            const RunOptions &options);
  /// Keeps the results of a step: of the last one, or of all if requested.
  /// `placed` holds the pieces of each result, nullopt without a distribution.
  void addStep(std::vector<TensorValue> globals,
               std::vector<std::optional<PlacedTensor>> placed);
  /// Adds the files to `into`, or writes a summary where no flag names one.
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
  /// Writes one line of statistics per result.
  void printSummary() const;

  const RunMessages *messages = nullptr; ///< of the options of `parse`
  std::string entry;
  std::vector<Port> results;
  std::vector<File> files;
  std::string shardsDirectory;
  std::vector<std::vector<TensorValue>> history; ///< per step; only the last
                                                 ///< unless all are requested
  std::vector<std::optional<PlacedTensor>> lastPlaced;
};

} // namespace sbp

#endif // SBP_INTERPRETEDRUN_OUTPUTWRITER_H
