// TransferTimes.cpp: durations of communications from the links between ranks

#include "TransferTimes.h"

#include "mlir/IR/SymbolTable.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Dialect/SBP/IR/ModuleTopology.h"
#include <cmath>

using namespace mlir;
using namespace sbp;

/// Returns the seconds of one unit of time: a rank moves 16 bytes in its memory
/// (PrepareKernels.cpp).
static FailureOr<double> getUnitSeconds(ModuleOp module, int64_t ranks) {
  CostModel model;
  if (failed(model.readRates(module, ranks)))
    return failure();
  return 16 * model.perTrafficByte / model.bytesPerSecond;
}

LogicalResult sbp::setTransferTimes(TaskSystem &tasks, ModuleOp module) {
  int64_t ranks = 0;
  for (task::GraphOp graph : tasks.graphs)
    ranks += graph.getRanks().size();
  SymbolTable symbols(module);
  SmallVector<FloatAttr> seconds;
  for (FlatSymbolRefAttr name : tasks.communications) {
    Operation *communication = symbols.lookup(name.getAttr());
    seconds.push_back(
        communication ? communication->getAttrOfType<FloatAttr>(kSecondsAttr)
                      : FloatAttr());
  }
  if (llvm::none_of(seconds, [](FloatAttr time) { return bool(time); }))
    return success();
  FailureOr<double> unit = getUnitSeconds(module, ranks);
  if (failed(unit))
    return failure();
  for (ScheduledGraph &graph : tasks.system.graphs)
    for (ScheduledTask &task : graph.tasks)
      if (FloatAttr time = task.communication < 0 ? FloatAttr()
                                                  : seconds[task.communication])
        task.duration =
            std::max<int64_t>(1, std::llround(time.getValueAsDouble() / *unit));
  return success();
}
