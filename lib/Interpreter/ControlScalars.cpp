// ControlScalars.cpp: choices, loops and positions in bodies

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

/// What the region yields, before any slot it is copied to is written.
static SmallVector<Scalar> getYields(const ScalarRegion &region,
                                     const Scalar *slots) {
  return llvm::map_to_vector(region.yields,
                             [&](unsigned slot) { return slots[slot]; });
}

static const char *choose(const ScalarStep &step, Scalar *slots) {
  const ScalarRegion &region = step.regions[slots[step.operands[0]].i ? 0 : 1];
  if (const char *error = runSteps(region.steps, slots))
    return error;
  llvm::copy(getYields(region, slots), slots + step.result);
  return nullptr;
}

/// Operands: from, to, step, then what the first iteration begins with.
static const char *count(const ScalarStep &step, Scalar *slots) {
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

/// What an assertion guards has a meaning without it.
static const char *ignore(const ScalarStep &, Scalar *) { return nullptr; }

void addControlScalars(ScalarTable &table) {
  table["cf.assert"] = ignore;
  table["scf.if"] = choose;
  table["scf.for"] = count;
  table["affine.apply"] = applyMap;
}

} // namespace sbp
