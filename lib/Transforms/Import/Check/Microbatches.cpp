// Microbatches.cpp: checks the micro-batches that a model requests

#include "sbp/Transforms/Microbatches.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"

using namespace mlir;
using namespace sbp;

/// Returns the attribute that requests micro-batches; null without one.
static Attribute getRequest(func::FuncOp entry) {
  Attribute own = entry->getAttr(SBPDialect::kMicrobatchesAttr);
  return own ? own
             : entry->getParentOp()->getAttr(SBPDialect::kMicrobatchesAttr);
}

int64_t sbp::getRequestedMicrobatches(func::FuncOp entry) {
  auto count = dyn_cast_or_null<IntegerAttr>(getRequest(entry));
  return count ? count.getInt() : 1;
}

/// Checks an argument that is cut along `dim`.
static LogicalResult checkCut(BlockArgument argument, int64_t dim,
                              int64_t count, bool isState) {
  if (isState)
    return emitError(argument.getLoc())
           << describe(argument)
           << " is a state and has sbp.microbatch; a state changes once a "
              "step, not in every micro-batch: remove sbp.microbatch";
  int64_t extent = cast<RankedTensorType>(argument.getType()).getDimSize(dim);
  if (extent % count == 0 && extent > 0)
    return success();
  InFlightDiagnostic error = emitError(argument.getLoc())
                             << describe(argument) << " has extent " << extent
                             << " in dimension " << dim << ", which " << count
                             << " micro-batches "
                             << (extent < count ? "exceed" : "do not divide");
  return error << "; expected a multiple of sbp.microbatches";
}

LogicalResult sbp::checkMicrobatches(func::FuncOp entry) {
  Attribute request = getRequest(entry);
  if (!request)
    return success();
  auto number = dyn_cast<IntegerAttr>(request);
  if (!number || number.getInt() < 1 || number.getInt() > (1 << 20))
    return entry.emitError()
           << SBPDialect::kMicrobatchesAttr << " is " << request
           << "; expected a number of micro-batches from 1 to " << (1 << 20);
  if (number.getInt() == 1)
    return success();
  BlockArgument first, uncut;
  for (BlockArgument argument : entry.getArguments()) {
    unsigned index = argument.getArgNumber();
    bool isState = entry.getArgAttr(index, SBPDialect::kStateAttr) != nullptr;
    auto dim =
        entry.getArgAttrOfType<IntegerAttr>(index, SBPDialect::kMicrobatchAttr);
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    // A number, as a learning rate, has nothing that could be cut.
    bool isOpen = !entry.getArgAttr(index, SBPDialect::kMicrobatchAttr);
    if (isOpen && !isState && !uncut && type && type.getRank() > 0)
      uncut = argument;
    if (!dim)
      continue;
    if (failed(checkCut(argument, dim.getInt(), number.getInt(), isState)))
      return failure();
    if (!first)
      first = argument;
  }
  if (!first)
    return entry.emitError()
           << "has " << SBPDialect::kMicrobatchesAttr << " = "
           << number.getInt()
           << " but no argument has sbp.microbatch; give data arguments the "
              "dimension that is cut";
  if (!uncut)
    return success();
  InFlightDiagnostic error =
      emitError(uncut.getLoc())
      << describe(uncut)
      << " has no sbp.microbatch; in an entry of several micro-batches every "
         "data argument names the dimension that is cut, or is \""
      << kWholeInMicrobatch << "\"";
  error.attachNote(first.getLoc()) << describe(first) << " has one";
  return error;
}
