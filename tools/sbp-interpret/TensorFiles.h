//===- TensorFiles.h - tensors in files and on the command line -----------===//
//
// The oracle reads and writes its own files: it shares no code with the runtime
// it judges. Every function that fails has said why on stderr.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_TOOLS_INTERPRET_TENSORFILES_H
#define SBP_TOOLS_INTERPRET_TENSORFILES_H

#include "mlir/IR/MLIRContext.h"
#include "sbp/Interpreter/TensorValue.h"
#include "llvm/Support/FileSystem.h"
#include <map>
#include <string>

namespace sbp {

/// Prints `sbp-interpret: error: MESSAGE`.
llvm::LogicalResult reportError(const llvm::Twine &message);

/// "2x3xf32", as types are written on the command line.
std::string describeType(const TensorValue &tensor);
std::string describeType(mlir::RankedTensorType type);

/// `f64 f32 f16 bf16 i64 i32 i8 i1`, null for anything else.
mlir::Type parseElementType(mlir::MLIRContext *context, llvm::StringRef name);

/// Bytes of one element in files: 8, 4, 2 or 1.
unsigned getFileBytes(mlir::Type elementType);
/// Little-endian elements, row-major. Bytes must be as many as the type needs;
/// a bool other than 0 and 1 is an error that names `file`.
mlir::LogicalResult decodeElements(llvm::StringRef bytes, TensorValue &tensor,
                                   llvm::StringRef file);
std::string encodeElements(const TensorValue &tensor);

/// Versions 1 to 3, C and Fortran order, little endian.
mlir::FailureOr<TensorValue> readNpy(mlir::MLIRContext *context,
                                     llvm::StringRef path);
/// Files that get their names together, when all are complete; until then they
/// lie beside, and where one cannot be written, none appears.
class OutputFiles {
public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles &) = delete;
  ~OutputFiles();
  /// Says what failed. Devices are written to at once.
  mlir::LogicalResult add(llvm::StringRef path, llvm::StringRef contents);
  mlir::LogicalResult keep();

private:
  std::vector<std::pair<llvm::sys::fs::TempFile, std::string>> files;
};

/// Version 1, C order.
mlir::LogicalResult writeNpy(OutputFiles &files, llvm::StringRef path,
                             const TensorValue &tensor);

/// Elements separated by commas, as many as `type` has.
mlir::FailureOr<TensorValue> parseLiteral(mlir::RankedTensorType type,
                                          llvm::StringRef text,
                                          llvm::StringRef argument);

using NamedTensors = std::map<std::string, TensorValue>;

/// All tensors of a file, except those of types we do not have.
mlir::FailureOr<NamedTensors> readSafetensors(mlir::MLIRContext *context,
                                              llvm::StringRef path);
mlir::LogicalResult writeSafetensors(OutputFiles &files, llvm::StringRef path,
                                     const NamedTensors &tensors);

/// The whole file; says what failed.
mlir::FailureOr<std::string> readFile(llvm::StringRef path);

} // namespace sbp

#endif // SBP_TOOLS_INTERPRET_TENSORFILES_H
