// TemplateBuilder.h: writes a task graph to the plan
#ifndef SBP_LIB_TARGET_ARTIFACT_TEMPLATEBUILDER_H
#define SBP_LIB_TARGET_ARTIFACT_TEMPLATEBUILDER_H

#include "PlanValues.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// Indices in the plan of everything that a template refers to. The tables
/// belong to the caller.
struct TemplateContext {
  PlanValues &values;
  uint32_t entry = 0; ///< index of the graph's entry
  plan::DeviceKind device = plan::DeviceKind::host; ///< that runs the graph
  /// Numbers by symbol, within this module; they must outlive the context.
  const llvm::DenseMap<mlir::Attribute, int32_t> &communications;
  const llvm::DenseMap<mlir::Attribute, int32_t> &kernels;
  const llvm::StringMap<int32_t> &states;
};

/// Writes one `task.graph`: its template, its debug labels, and the parameters
/// of each rank.
class TemplateBuilder {
public:
  /// Prepares a graph, which must not change until run() returns; the context
  /// must outlive the builder.
  TemplateBuilder(task::GraphOp graph, const TemplateContext &context);
  /// Fills `result`, `debug` and `parameters`, which the caller may move out
  /// afterwards. Called once. Cannot fail: the graph is verified, and the
  /// context has an index for each symbol that it uses.
  void run();

  std::unique_ptr<plan::TemplateT> result;
  std::unique_ptr<plan::TemplateDebugT> debug;
  /// Parameter values of each rank of the class, in its order.
  std::vector<std::vector<int64_t>> parameters;

private:
  /// Adds the register of an op that has one: an input, state, constant or
  /// arena register.
  void addStorage(mlir::Operation &op);
  /// Records the piece of `global` that the register holds. A begin that is not
  /// 0 on all ranks becomes a parameter. Others stay -1, and so do all of a
  /// null distribution.
  void setBox(plan::RegisterT &entry, DistributionAttr distribution,
              mlir::RankedTensorType global);
  /// Gives a register the storage of another one, which is added already.
  void setAlias(plan::RegisterT &entry, mlir::Value aliasOf);
  /// Adds a task with its registers, firings and label.
  void addTask(task::TaskOpInterface op);
  /// Sets the kernel, scratch, parameters and in-place pairs of a compute task.
  void setCompute(plan::TaskT &entry, task::ComputeOp op);
  /// Returns the index of the parameter that has these values on the ranks of
  /// the class, and adds it if there is none.
  int32_t getParameter(llvm::ArrayRef<int64_t> values);
  /// Returns the index of the register of a value, which is added already.
  uint32_t getRegister(mlir::Value value) { return registers.lookup(value); }

  task::GraphOp graph;
  const TemplateContext &context;
  llvm::DenseMap<mlir::Value, uint32_t> registers;
  std::vector<llvm::SmallVector<int64_t>> bindings; ///< by parameter
};

} // namespace sbp

#endif // SBP_LIB_TARGET_ARTIFACT_TEMPLATEBUILDER_H
