// Graph.h: the graph of a level-1 model for the report
#ifndef SBP_LIB_DRIVER_REPORT_GRAPH_H
#define SBP_LIB_DRIVER_REPORT_GRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// Returns `text` as valid UTF-8 for JSON; attributes may contain any bytes.
std::string toUtf8(llvm::StringRef text);
/// Returns "model.mlir:7:8" with the path as given; empty without a location.
std::string getLocationText(mlir::Location loc);
/// Returns the name of a value of `entry`: for an argument its `sbp.name` or
/// `sbp.state`, else "function/argument#0"; for the result of an op
/// "function/op#0".
std::string getValueName(mlir::func::FuncOp entry, mlir::Value value);
/// Returns the value that the first of consecutive boxings reads; `value`
/// itself where no boxing produces it.
mlir::Value getProduced(mlir::Value value);

/// Returns the entry's ops and boxings in program order (without sources), what
/// each reads in which distribution, and its layer:
///
///     {"name", "arguments": [port], "results": [port], "returned": [input],
///      "nodes": [{"op", "detail", "location", "layer", "type", "to",
///                 "inputs": [{"node" | "argument", "name", "distribution"}],
///                 "steps", "bytes", "bound", "reason", "advice"}]}
///
/// The keys from "steps" on belong to boxings, "advice" to those that move
/// bytes. A port is {"name", "type", "distribution", "bytes", "held"} with the
/// bytes of the tensor and of its largest piece; both are left out without a
/// distribution. Fails, with the error emitted, where a boxing has no plan.
llvm::FailureOr<llvm::json::Object> describeGraph(mlir::func::FuncOp entry,
                                                  BoxingPlans &plans);

/// Returns the name up to its first part that is a number: "h.0" for
/// "h.0.ln1.weight"; empty where no part is one.
std::string getLayerOfName(llvm::StringRef name);
/// Returns the name of each op's layer in program order; ops without one repeat
/// the last, those after the last named op as long as they match the layer
/// before; others have an empty name. `names` holds the name of each op,
/// possibly empty; `shapes` is equal for ops with equal work; both have one
/// element per op. Without names, the longest repetition of `shapes` counts as
/// layers, named "layer 0" and so on.
std::vector<std::string> deriveLayers(llvm::ArrayRef<std::string> names,
                                      llvm::ArrayRef<std::string> shapes);

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_GRAPH_H
