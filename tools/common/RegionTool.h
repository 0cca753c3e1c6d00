// RegionTool.h: common parts of the tools that compile single regions
//
// Developers' tools: every function of a module is one region. The code is
// written to a file, and a JSON manifest for tests that call the kernels to
// stdout.
#ifndef TOOLS_COMMON_REGIONTOOL_H
#define TOOLS_COMMON_REGIONTOOL_H

#include "Version.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Target/Region/Passes.h"
#include "sbp/Target/Target.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

namespace sbp {

/// The regions of a file, in a context of their own.
class RegionFile {
public:
  /// Parses the file `name` ("-": standard input) and prints its errors to
  /// stderr. The module lives as long as this object.
  explicit RegionFile(llvm::StringRef name)
      : context(getRegistry(), mlir::MLIRContext::Threading::DISABLED),
        handler(sources, &context),
        module(mlir::parseSourceFile<mlir::ModuleOp>(name, sources, &context)) {
  }
  /// Returns the module; null after an error, which was printed.
  mlir::ModuleOp get() const { return module.get(); }

private:
  /// Returns the dialects that a region may have.
  static mlir::DialectRegistry getRegistry() {
    mlir::DialectRegistry registry;
    region::registerDialects(registry);
    registry.insert<memory_layer::MemoryLayerDialect, nn::NNDialect>();
    return registry;
  }

  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Returns {"shape", "type"} of a ranked tensor, with the name of its element
/// type; other types are not allowed.
inline llvm::json::Object describe(mlir::Type type) {
  auto tensor = mlir::cast<mlir::RankedTensorType>(type);
  std::string element;
  llvm::raw_string_ostream(element) << tensor.getElementType();
  return llvm::json::Object{{"shape", llvm::json::Array(tensor.getShape())},
                            {"type", element}};
}

/// Returns the part of a region's manifest that is common to all targets. Pairs
/// of "in_place" are [output, input]; "scratch" counts bytes.
inline llvm::json::Object describe(mlir::func::FuncOp region,
                                   const PreparedRegion &prepared) {
  llvm::json::Array inputs, outputs, pairs;
  for (mlir::Type type : region.getArgumentTypes())
    if (mlir::isa<mlir::RankedTensorType>(type))
      inputs.push_back(describe(type));
  for (mlir::Type type : region.getResultTypes())
    outputs.push_back(describe(type));
  for (InPlacePair pair : prepared.inPlace)
    pairs.push_back(llvm::json::Array{pair.output, pair.input});
  return llvm::json::Object{
      {"symbol", prepared.symbol},     {"inputs", std::move(inputs)},
      {"outputs", std::move(outputs)}, {"parameters", prepared.numParameters},
      {"in_place", std::move(pairs)},  {"scratch", prepared.scratchBytes}};
}

/// Writes the code to the file `output` and the manifest to stdout. Returns the
/// exit code: 1 where the file cannot be opened, with the error on stderr; a
/// full disk is a fatal error of LLVM. Writes nothing and returns 0 if `output`
/// is empty.
inline int writeRegions(llvm::StringRef output, const CodeBlob &blob,
                        llvm::json::Object manifest) {
  if (output.empty())
    return 0;
  std::error_code code;
  llvm::ToolOutputFile file(output, code, llvm::sys::fs::OF_None);
  if (code) {
    llvm::errs() << "cannot write " << output << ": " << code.message() << "\n";
    return 1;
  }
  file.os().write(blob.bytes.data(), blob.bytes.size());
  file.keep();
  llvm::outs() << llvm::json::Value(std::move(manifest)) << "\n";
  return 0;
}

} // namespace sbp

#endif // TOOLS_COMMON_REGIONTOOL_H
