// ControlScalars.cpp: branches, loops and index maps in scalar bodies

#include "ScalarProgram.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

namespace sbp {

const char *runSteps(ArrayRef<ScalarStep> steps, Scalar *slots) {
  for (const ScalarStep &step : steps)
    if (const char *error = step.function(step, slots))
      return error;
  return nullptr;
}

/// Returns the yielded values. They are copied first, because the targets may
/// be among the yielded slots (a swap in a loop).
static SmallVector<Scalar> getYields(const ScalarRegion &region,
                                     const Scalar *slots) {
  return llvm::map_to_vector(region.yields,
                             [&](unsigned slot) { return slots[slot]; });
}

/// scf.if: region 0 is the then-branch, region 1 the else-branch.
static const char *evaluateIf(const ScalarStep &step, Scalar *slots) {
  const ScalarRegion &region = step.regions[slots[step.operands[0]].i ? 0 : 1];
  if (const char *error = runSteps(region.steps, slots))
    return error;
  llvm::copy(getYields(region, slots), slots + step.result);
  return nullptr;
}

/// scf.for: the operands are lower bound, upper bound, step and the initial
/// values of the loop-carried variables.
static const char *evaluateFor(const ScalarStep &step, Scalar *slots) {
  const ScalarRegion &body = step.regions.front();
  SmallVector<Scalar> carried;
  for (unsigned slot : ArrayRef(step.operands).drop_front(3))
    carried.push_back(slots[slot]);
  int64_t end = slots[step.operands[1]].i, stride = slots[step.operands[2]].i;
  if (stride <= 0)
    return "has a step that is not positive";
  for (int64_t i = slots[step.operands[0]].i; i < end; i += stride) {
    slots[body.arguments.front()].i = i;
    for (auto [slot, value] :
         llvm::zip_equal(ArrayRef(body.arguments).drop_front(), carried))
      slots[slot] = value;
    if (const char *error = runSteps(body.steps, slots))
      return error;
    carried = getYields(body, slots);
  }
  llvm::copy(carried, slots + step.result);
  return nullptr;
}

/// affine.apply: folds the map for constant operands.
static const char *applyMap(const ScalarStep &step, Scalar *slots) {
  AffineMap map = cast<affine::AffineApplyOp>(step.op).getAffineMap();
  Builder builder(map.getContext());
  SmallVector<Attribute> operands;
  for (unsigned slot : step.operands)
    operands.push_back(builder.getIndexAttr(slots[slot].i));
  SmallVector<int64_t> results;
  map.partialConstantFold(operands, &results);
  if (results.empty())
    return "divides by zero";
  slots[step.result].i = results.front();
  return nullptr;
}

/// cf.assert: the guarded ops are defined without it.
static const char *ignore(const ScalarStep &, Scalar *) { return nullptr; }

void addControlScalars(ScalarTable &table) {
  table["cf.assert"] = ignore;
  table["scf.if"] = evaluateIf;
  table["scf.for"] = evaluateFor;
  table["affine.apply"] = applyMap;
}

} // namespace sbp
