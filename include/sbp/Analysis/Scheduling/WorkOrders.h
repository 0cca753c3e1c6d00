// WorkOrders.h: orders of a pipeline's work that users write
//
// A schedule can come from a file, whose name takes the place of that of a
// kind: sbp.schedule = "orders.json". The file has a list for each rank of the
// pipeline, in which every group of the rank is listed once:
//   {"order": [["F0", "F1", "B0", "B1"], ["F0", "B0", "F1", "B1"]]}
// A group is named by its kind (F, B, or W for the gradients of weights) and
// micro-batch, and by its chunk where ranks have several: "F0.c1". Reports and
// --sbp-print-schedule write orders in this form.
#ifndef SBP_ANALYSIS_SCHEDULING_WORKORDERS_H
#define SBP_ANALYSIS_SCHEDULING_WORKORDERS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "sbp/Analysis/Scheduling/PipelineKinds.h"

namespace sbp {

/// Attribute of an entry from the import on: the order that the file of its
/// `sbp.schedule` has, a string of groups for each rank.
inline constexpr llvm::StringLiteral kWorkOrderAttr = "sbp.work_order";

/// Returns true for a schedule that is the name of a file.
bool isOrderFile(llvm::StringRef schedule);

/// Returns the name of a group; `hasChunks`: with its chunk.
std::string toText(WorkGroup group, bool hasChunks);

/// Returns the order that the text of a file has. Members that a report writes
/// next to "order" are ignored. Errors name the entry, what it holds and what
/// is expected; whether a pipeline has these groups is not checked.
llvm::Expected<WorkOrder> parseOrder(llvm::StringRef json);
/// Reads a file. Errors begin with its path.
llvm::Expected<WorkOrder> readOrderFile(llvm::StringRef path);

/// Returns `order` as the value of kWorkOrderAttr.
mlir::ArrayAttr toAttribute(mlir::MLIRContext *context, const WorkOrder &order);
/// Returns the order that toAttribute has written, or nullopt for null. What is
/// no group in a text by hand is left out; simulateOrder misses it.
std::optional<WorkOrder> readOrder(mlir::ArrayAttr attribute);

/// Returns the kind of `order`, named "order": it splits backward if some group
/// is weight work. The result is static.
const PipelineKind &getKindOf(const WorkOrder &order);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_WORKORDERS_H
