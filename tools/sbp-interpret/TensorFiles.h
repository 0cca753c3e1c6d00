// TensorFiles.h: the interpreter's values in files
//
// Files and literals are read and written by the runtime's library, which is
// strict, bounded and fuzzed; this file converts its tensors to values of the
// interpreter and back. Every function that fails prints the error to stderr.
#ifndef SBP_TOOLS_INTERPRET_TENSORFILES_H
#define SBP_TOOLS_INTERPRET_TENSORFILES_H

#include "mlir/IR/MLIRContext.h"
#include "sbp/Interpreter/TensorValue.h"
#include <map>
#include <memory>
#include <string>

namespace sbp {

class OutputFiles;

/// Prints `sbp-interpret: error: MESSAGE`.
llvm::LogicalResult reportError(const llvm::Twine &message);

/// Returns a type in the syntax of the command line: "2x3xf32".
std::string describeType(const TensorValue &tensor);
std::string describeType(mlir::RankedTensorType type);

/// Returns true for the element types of files: f64 f32 f16 bf16 i64 i32 i8 i1.
bool isFileType(mlir::Type elementType);

mlir::FailureOr<TensorValue> readNpy(mlir::MLIRContext *context,
                                     llvm::StringRef path);
/// Parses "2x2xf32=1,2,3,4"; error messages start with `argument`.
mlir::FailureOr<TensorValue> parseLiteral(mlir::MLIRContext *context,
                                          llvm::StringRef text,
                                          const llvm::Twine &argument);

using NamedTensors = std::map<std::string, TensorValue>;

/// Adds the requested tensors of a safetensors file to `tensors`; `others` is
/// incremented per other tensor.
mlir::LogicalResult
readSafetensors(mlir::MLIRContext *context, llvm::StringRef path,
                llvm::function_ref<bool(const std::string &)> isRequested,
                NamedTensors &tensors, unsigned &others);

/// Output files that appear together once all of them are complete.
class ResultFiles {
public:
  ResultFiles();
  ~ResultFiles();
  mlir::LogicalResult add(llvm::StringRef path, llvm::StringRef contents);
  mlir::LogicalResult addNpy(llvm::StringRef path, const TensorValue &value);
  mlir::LogicalResult addSafetensors(llvm::StringRef path,
                                     const NamedTensors &tensors);
  mlir::LogicalResult keep();

private:
  std::unique_ptr<OutputFiles> files;
};

/// Makes signals remove unfinished files before the program ends.
void removeUnfinishedOnSignals();

/// Returns the contents of a file.
mlir::FailureOr<std::string> readFile(llvm::StringRef path);

} // namespace sbp

#endif // SBP_TOOLS_INTERPRET_TENSORFILES_H
