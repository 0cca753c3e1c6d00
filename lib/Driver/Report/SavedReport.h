// SavedReport.h: the values that forward keeps for backward, in the report
#ifndef SBP_LIB_DRIVER_REPORT_SAVEDREPORT_H
#define SBP_LIB_DRIVER_REPORT_SAVEDREPORT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <vector>

namespace sbp {

/// The values that the entries of a module keep from forward to backward, and
/// the bytes of each rank. Arguments, states and results are held anyway and
/// are no part of it.
class SavedReport {
public:
  /// Reads the values from a module at level 1.
  void addDistributed(mlir::ModuleOp module);
  /// Counts the micro-batches that a pipeline has in flight, from the same
  /// module at level 3: each holds a copy.
  void addTasks(mlir::ModuleOp module);
  /// Writes "saved", the values of the rank that keeps most, largest first;
  /// "saved_bound_bytes", the least that a choice without a memory limit keeps,
  /// of the tensors of all ranks and micro-batches together; and "saved_bytes",
  /// the sum of "saved". Nothing for a module without backward.
  void write(llvm::json::OStream &json) const;

  /// A value that is kept.
  struct Value {
    std::string entry, name, location;
    std::string maker; ///< the display name of the op that makes it
    mlir::LocationAttr loc;
    mlir::StringAttr placement;
    std::map<int64_t, int64_t> bytes; ///< per rank, of one micro-batch
    int64_t copies = 1;
  };
  /// Returns the values that `rank` keeps, with the bytes of all copies, the
  /// largest first. They live as long as this object is not changed.
  std::vector<std::pair<int64_t, const Value *>> getKept(int64_t rank) const;

private:
  void addEntry(mlir::func::FuncOp entry);

  std::vector<Value> values;
  bool hasBackward = false;
  int64_t bound = 0;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_SAVEDREPORT_H
