// ReturnBoundaries.cpp: adds the compared values to the results of a reference

#include "Boundary.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RETURNBOUNDARIESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct ReturnBoundariesPass
    : sbp::impl::ReturnBoundariesPassBase<ReturnBoundariesPass> {
  void runOnOperation() override;
  LogicalResult add(const Boundary &boundary,
                    const llvm::DenseMap<int64_t, Operation *> &numbered);
};
} // namespace

LogicalResult ReturnBoundariesPass::add(
    const Boundary &boundary,
    const llvm::DenseMap<int64_t, Operation *> &numbered) {
  Operation *op = numbered.lookup(boundary.number);
  auto function = op ? dyn_cast<func::FuncOp>(op->getParentOp()) : nullptr;
  if (!function || function.getSymNameAttr() != boundary.entry ||
      boundary.result >= op->getNumResults())
    return emitError(boundary.loc)
           << "boundary " << boundary.name << " is result #" << boundary.result
           << " of operation " << boundary.number << " of @"
           << boundary.entry.getValue() << ", which does not exist";
  addBoundary(function, op->getResult(boundary.result), boundary.name,
              boundary.loc);
  return success();
}

void ReturnBoundariesPass::runOnOperation() {
  ModuleOp module = getOperation();
  // Boundaries identify ops by number, since locations need not be unique.
  llvm::DenseMap<int64_t, Operation *> numbered;
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : function.getOps())
      if (auto number = op.getAttrOfType<IntegerAttr>(kNumberAttr))
        numbered[number.getInt()] = &op;
  auto boundaries =
      dyn_cast_or_null<ArrayAttr>(module->removeAttr(kBoundariesAttr));
  if (!boundaries) {
    emitError(module.getLoc())
        << "has no list " << kBoundariesAttr
        << "; sbp-return-boxed-values leaves it on the module at level 1";
    return signalPassFailure();
  }
  for (Attribute attribute : boundaries) {
    FailureOr<Boundary> boundary = Boundary::read(attribute);
    if (failed(boundary)) {
      emitError(module.getLoc())
          << "an element of " << kBoundariesAttr
          << " has entry, location, name, number and result, found "
          << attribute;
      return signalPassFailure();
    }
    if (failed(add(*boundary, numbered)))
      return signalPassFailure();
  }
  removeNumbers(module);
}
