// RegionTool.h: what the tools that try a target region by region share
//
// Developers' tools: every function of a module is one region. The code goes to
// a file, a manifest (JSON) from which a test calls the kernels to stdout.
#ifndef TOOLS_COMMON_REGIONTOOL_H
#define TOOLS_COMMON_REGIONTOOL_H

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
  explicit RegionFile(llvm::StringRef name)
      : context(getRegistry(), mlir::MLIRContext::Threading::DISABLED),
        handler(sources, &context),
        module(mlir::parseSourceFile<mlir::ModuleOp>(name, sources, &context)) {
  }
  /// Null where the file is wrong, which was said.
  mlir::ModuleOp get() const { return module.get(); }

private:
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

inline llvm::json::Object describe(mlir::Type type) {
  auto tensor = mlir::cast<mlir::RankedTensorType>(type);
  std::string element;
  llvm::raw_string_ostream(element) << tensor.getElementType();
  return llvm::json::Object{{"shape", llvm::json::Array(tensor.getShape())},
                            {"type", element}};
}

/// What a caller of the region must know, whatever the target.
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

/// The tool's exit code. No file is written where none is named.
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
