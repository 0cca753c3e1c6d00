// Graph.h: a model at level 1 as the report draws it
#ifndef SBP_TOOLS_SBP_COMPILE_GRAPH_H
#define SBP_TOOLS_SBP_COMPILE_GRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// `text` as JSON may hold it: attributes may be any bytes.
std::string toUtf8(llvm::StringRef text);
/// "model.mlir:7:8", the path as it was given; empty if there is none.
std::string getLocationText(mlir::Location loc);
/// The `sbp.name` of a value, else "function/op#result".
std::string getValueName(mlir::func::FuncOp entry, mlir::Value value);
/// The value that boxings before it have moved already.
mlir::Value getProduced(mlir::Value value);

/// The entry's ops and boxings in program order (sources left out), what each
/// reads and in which distribution, and the layer each belongs to:
///
///     {"name", "arguments": [port], "results": [port], "layers": ["h.0"],
///      "nodes": [{"op", "detail", "location", "layer", "type", "to",
///                 "inputs": [{"node" | "argument", "name", "distribution"}],
///                 "steps", "bytes", "bound", "reason", "advice"}]}
///
/// where what comes from "steps" on is said of boxings, and a port is
/// {"name", "type", "distribution", "bytes", "held"} with the bytes of the
/// tensor and of its largest piece.
llvm::FailureOr<llvm::json::Object> describeGraph(mlir::func::FuncOp entry,
                                                  BoxingPlans &plans);

/// "h.0" for "h.0.ln1.weight": the name up to its first number.
std::string getLayerOfName(llvm::StringRef name);
/// The layer of each op in program order, as a name; ops repeat the last one
/// that was known. `names`: what each op says about itself, possibly nothing;
/// `shapes`: equal for ops that do the same. Without names, the longest
/// repetition of `shapes` counts as layers.
std::vector<std::string> deriveLayers(llvm::ArrayRef<std::string> names,
                                      llvm::ArrayRef<std::string> shapes);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_GRAPH_H
