// ReturnBoxedValues.cpp: adds all boxed values to the results of a level-1
// module

#include "Boundary.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/OpNames.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RETURNBOXEDVALUESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct ReturnBoxedValuesPass
    : sbp::impl::ReturnBoxedValuesPassBase<ReturnBoxedValuesPass> {
  void runOnOperation() override;
};
} // namespace

/// Returns true if only the return reads the boxing: it is a result already.
static bool isResult(BoxingOp boxing) {
  return llvm::all_of(boxing->getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
}

static Value getProduced(Value value) {
  while (auto before = value.getDefiningOp<BoxingOp>())
    value = before.getInput();
  return value;
}

/// Returns the dimension along which micro-batches cut a boxed value; nullopt
/// if they do not, and -1 if it is a term of a sum over them.
static std::optional<int64_t> findTimeDim(BoxingOp boxing,
                                          const Sweeps &sweeps) {
  if (!sweeps.isTimed(boxing.getResult()))
    return std::nullopt;
  auto produced = cast<OpResult>(getProduced(boxing.getInput()));
  auto dims =
      produced.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kTimeDimsAttr);
  return dims ? dims[produced.getResultNumber()] : -1;
}

/// Returns the boundary of a boxed value; nullopt if the model lacks the value,
/// because ops that selection substituted have no number.
static std::optional<Boundary> findBoundary(func::FuncOp function,
                                            BoxingOp boxing) {
  Value value = getProduced(boxing.getInput());
  // A sum over micro-batches is what the op makes of the whole batch.
  if (auto leave = value.getDefiningOp<LeaveTimeOp>())
    value = getProduced(leave.getInput());
  auto produced = dyn_cast<OpResult>(value);
  auto number =
      produced ? produced.getOwner()->getAttrOfType<IntegerAttr>(kNumberAttr)
               : IntegerAttr();
  if (!number || isResult(boxing))
    return std::nullopt;
  auto name = StringAttr::get(function.getContext(),
                              function.getSymName() + "/" +
                                  getDisplayName(produced.getOwner()) + "#" +
                                  Twine(produced.getResultNumber()));
  return Boundary{function.getSymNameAttr(), number.getInt(),
                  produced.getResultNumber(), name, produced.getLoc()};
}

void ReturnBoxedValuesPass::runOnOperation() {
  SmallVector<Attribute> boundaries;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    Sweeps sweeps(function);
    for (auto boxing : llvm::to_vector(function.getOps<BoxingOp>())) {
      std::optional<Boundary> found = findBoundary(function, boxing);
      if (!found)
        continue;
      std::optional<int64_t> dim = findTimeDim(boxing, sweeps);
      if (dim == -1)
        continue;
      boundaries.push_back(found->toAttribute());
      // Pieces with halos cannot be results: return the value before the
      // boxing.
      bool hasWindows = boxing.getTo().getDistribution().hasWindows();
      unsigned result = addBoundary(
          function, hasWindows ? boxing.getInput() : boxing.getResult(),
          found->name, found->loc,
          hasWindows ? boxing.getFrom() : boxing.getTo());
      if (dim)
        function.setResultAttr(
            result, SBPDialect::kMicrobatchAttr,
            IntegerAttr::get(IntegerType::get(&getContext(), 64), *dim));
    }
  }
  removeNumbers(getOperation());
  getOperation()->setAttr(kBoundariesAttr,
                          ArrayAttr::get(&getContext(), boundaries));
}
