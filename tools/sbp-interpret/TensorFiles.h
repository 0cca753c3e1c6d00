// TensorFiles.h: the interpreter's values in files
//
// Files and literals are read and written by the runtime's library, which is
// strict, bounded and fuzzed; here its tensors become values of the interpreter
// and back. Every function that fails has said why on stderr.
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

/// "2x3xf32", as types are written on the command line.
std::string describeType(const TensorValue &tensor);
std::string describeType(mlir::RankedTensorType type);

/// f64 f32 f16 bf16 i64 i32 i8 i1: what files hold.
bool isFileType(mlir::Type elementType);

mlir::FailureOr<TensorValue> readNpy(mlir::MLIRContext *context,
                                     llvm::StringRef path);
/// "2x2xf32=1,2,3,4"; `argument` stands before what is wrong with it.
mlir::FailureOr<TensorValue> parseLiteral(mlir::MLIRContext *context,
                                          llvm::StringRef text,
                                          const llvm::Twine &argument);

using NamedTensors = std::map<std::string, TensorValue>;

/// Adds the tensors of a safetensors file that are wanted; `others` counts the
/// rest.
mlir::LogicalResult
readSafetensors(mlir::MLIRContext *context, llvm::StringRef path,
                llvm::function_ref<bool(const std::string &)> isWanted,
                NamedTensors &tensors, unsigned &others);

/// Files that appear together, when all are complete.
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

/// What a signal finds unfinished goes with the program.
void removeUnfinishedOnSignals();

/// The whole file; says what failed.
mlir::FailureOr<std::string> readFile(llvm::StringRef path);

} // namespace sbp

#endif // SBP_TOOLS_INTERPRET_TENSORFILES_H
