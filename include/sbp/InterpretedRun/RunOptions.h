// RunOptions.h: the settings of an interpreted run, and where it writes
#ifndef SBP_INTERPRETEDRUN_RUNOPTIONS_H
#define SBP_INTERPRETEDRUN_RUNOPTIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace sbp {

/// The streams of a run and the name of its program.
struct RunMessages {
  std::string program = "sbp-interpret";
  llvm::raw_ostream &out = llvm::outs();    ///< receives results
  llvm::raw_ostream &errors = llvm::errs(); ///< receives errors and notes

  /// Writes "PROGRAM: error: MESSAGE" as one line and returns failure.
  llvm::LogicalResult error(const llvm::Twine &message) const;
  /// Writes "PROGRAM: note: MESSAGE" as one line.
  void note(const llvm::Twine &message) const;
};

/// The settings, with texts as flags give them; an empty text is a flag that is
/// not given.
struct RunOptions {
  std::string entry = {};
  std::vector<std::string> inputs = {}, outputs = {}, weights = {};
  std::string inputShards = {}, outputShards = {}, saveState = {};
  int64_t steps = 1;
  bool stepsGiven = false;   ///< --steps was given: inputs may have slices
  bool float64 = false;      ///< computes floats of all types in f64
  bool checkIndices = false; ///< refuses computed indices outside of a tensor
  /// Compares the gradients that the entry returns with derived ones.
  bool checkGradient = false;
  RunMessages messages = {};
};

} // namespace sbp

#endif // SBP_INTERPRETEDRUN_RUNOPTIONS_H
