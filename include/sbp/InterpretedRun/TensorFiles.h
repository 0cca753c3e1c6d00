// TensorFiles.h: the interpreter's values in files
//
// Files and literals are read and written by the runtime's library, which is
// strict, bounded and fuzzed; this file converts its tensors to values of the
// interpreter and back. Every function that fails writes the error to the
// `messages` that it was given.
#ifndef SBP_INTERPRETEDRUN_TENSORFILES_H
#define SBP_INTERPRETEDRUN_TENSORFILES_H

#include "mlir/IR/MLIRContext.h"
#include "sbp/InterpretedRun/RunOptions.h"
#include "sbp/Interpreter/TensorValue.h"
#include <map>
#include <memory>
#include <string>

namespace sbp {

class OutputFiles;
class Status;

/// Returns a type in the syntax of the command line: "2x3xf32".
std::string describeType(const TensorValue &tensor);
/// Returns the same text for a type.
std::string describeType(mlir::RankedTensorType type);

/// Reads an .npy file for an argument with elements of `expected`. Fails where
/// it is damaged or has a type that is no file type.
mlir::FailureOr<TensorValue> readNpy(const RunMessages &messages,
                                     llvm::StringRef path, mlir::Type expected);
/// Parses "2x2xf32=1,2,3,4"; error messages start with `argument`. Fails where
/// the text is no literal.
mlir::FailureOr<TensorValue> parseLiteral(const RunMessages &messages,
                                          mlir::MLIRContext *context,
                                          llvm::StringRef text,
                                          const llvm::Twine &argument);

using NamedTensors = std::map<std::string, TensorValue>;

/// Adds the requested tensors of a safetensors file to `tensors`, where a name
/// that is there already keeps its value; `others` is incremented per other
/// tensor. Fails where the file is damaged or a requested tensor has a type
/// that is no file type.
mlir::LogicalResult
readSafetensors(const RunMessages &messages, mlir::MLIRContext *context,
                llvm::StringRef path,
                llvm::function_ref<bool(const std::string &)> isRequested,
                NamedTensors &tensors, unsigned &others);

/// Output files that appear together once all of them are complete.
class ResultFiles {
public:
  /// `messages` outlives this object.
  explicit ResultFiles(const RunMessages &messages);
  ~ResultFiles();
  /// Writes `contents` to a temporary file that becomes `path` in keep(), or at
  /// once to a device or pipe. Fails where it cannot be written or `path` was
  /// added before; keep() is not called then.
  mlir::LogicalResult add(llvm::StringRef path, llvm::StringRef contents);
  /// Writes a value of a file type as an .npy file under the same rules.
  mlir::LogicalResult addNpy(llvm::StringRef path, const TensorValue &value);
  /// Writes named values as one safetensors file under the same rules.
  mlir::LogicalResult addSafetensors(llvm::StringRef path,
                                     const NamedTensors &tensors);
  /// Gives all files their names. Without it, the destructor removes them.
  mlir::LogicalResult keep();

private:
  mlir::LogicalResult check(const Status &status) const;

  const RunMessages &messages;
  std::unique_ptr<OutputFiles> files;
};

/// Makes signals remove unfinished files before the program ends.
void removeUnfinishedOnSignals();

/// Returns the contents of a file. Fails where it cannot be read.
mlir::FailureOr<std::string> readFile(const RunMessages &messages,
                                      llvm::StringRef path);

} // namespace sbp

#endif // SBP_INTERPRETEDRUN_TENSORFILES_H
