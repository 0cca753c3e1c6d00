// Update.cpp: constraints and expansion of nn.update

#include "Updates/Constraints.h"
#include "Updates/UpdateBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/NN/IR/OptimizerKinds.h"
#include "sbp/Interfaces/Misfit.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// Operands before the states: weight, gradient and rate.
static constexpr unsigned kNumFirst = 3;

/// Returns the values of the options; the op must be verified.
static OptimizerNumbers getOptionValues(UpdateOp op) {
  OptimizerNumbers numbers(*findOptimizerKind(op.getOptimizer()));
  for (NamedAttribute option : op.getOptions())
    numbers.set(option.getName(),
                cast<FloatAttr>(option.getValue()).getValueAsDouble());
  return numbers;
}

static SmallVector<OptimizerState> getStatesOf(UpdateOp op) {
  OptimizerNumbers numbers = getOptionValues(op);
  return numbers.getKind().getStates(numbers, getTensorType(op.getWeight()));
}

static LogicalResult verifyOptions(UpdateOp op, const OptimizerKind &kind) {
  for (NamedAttribute given : op.getOptions()) {
    const OptimizerOption *option = kind.findOption(given.getName());
    if (!option)
      return op.emitOpError()
             << "has the option " << given.getName() << ", which \""
             << kind.name << "\" lacks; it has " << kind.listOptions();
    auto value = dyn_cast<FloatAttr>(given.getValue());
    if (!value || !value.getType().isF64() ||
        !option->accepts(value.getValueAsDouble()))
      return op.emitOpError() << "has the option " << given.getName() << " = "
                              << given.getValue() << "; expected an f64, "
                              << option->describeRange();
  }
  return success();
}

static LogicalResult verifyStates(UpdateOp op) {
  SmallVector<OptimizerState> expected = getStatesOf(op);
  if (op.getStates().size() != expected.size())
    return op.emitOpError()
           << "has " << op.getStates().size() << " states, expected "
           << expected.size() << ": "
           << llvm::join(
                  llvm::map_range(expected,
                                  [](const OptimizerState &state) -> StringRef {
                                    return state.suffix.drop_front();
                                  }),
                  ", ");
  RankedTensorType weight = getTensorType(op.getWeight());
  for (auto [value, state] : llvm::zip_equal(op.getStates(), expected)) {
    SmallVector<int64_t> shape;
    for (int64_t dim : state.dims)
      shape.push_back(weight.getDimSize(dim));
    RankedTensorType type = getTensorType(value);
    if (type.getShape() != ArrayRef(shape))
      return emitMisfit(op, {op.getWeight(), value})
             << "state " << state.suffix.drop_front() << " is " << type
             << " for a weight of " << weight << "; expected "
             << type.clone(shape);
  }
  return success();
}

LogicalResult UpdateOp::verify() {
  const OptimizerKind *kind = findOptimizerKind(getOptimizer());
  if (!kind)
    return emitOpError() << "names the optimizer \"" << getOptimizer()
                         << "\", which is unknown; known: "
                         << listOptimizerKinds();
  if (failed(verifyOptions(*this, *kind)) ||
      failed(verifyShape(*this, getWeight(), getGradient(), "gradient")) ||
      failed(verifyScalar(*this, getRate(), "rate")) ||
      failed(verifyStates(*this)))
    return failure();
  if (kind->countsSteps != static_cast<bool>(getStep()))
    return emitOpError() << (getStep() ? "has a step, which \""
                                       : "has no step, which \"")
                         << kind->name
                         << (getStep() ? "\" does not read" : "\" reads");
  if (getStep() && failed(verifyScalar(*this, getStep(), "step")))
    return failure();
  SmallVector<Value> updated = {getWeight()};
  llvm::append_range(updated, getStates());
  return verifyResults(*this, updated);
}

SmallVector<unsigned> UpdateOp::getStateOperands() {
  auto numbers = llvm::seq<unsigned>(kNumFirst, kNumFirst + getStates().size());
  return SmallVector<unsigned>(numbers.begin(), numbers.end());
}

SmallVector<unsigned> UpdateOp::getUpdateOperands() { return {0, 1}; }

SmallVector<int64_t> UpdateOp::getStateDims(unsigned operand) {
  return getStatesOf(*this)[operand - kNumFirst].dims;
}

SmallVector<Value>
UpdateOp::expand(OpBuilder &builder,
                 llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder update(*this, builder, runWhere);
  update.setPlace(getStates().empty() ? 0 : kNumFirst);
  OptimizerNumbers numbers = getOptionValues(*this);
  return numbers.getKind().update(
      update, {getWeight(), getGradient(), getStates(), getStep(), getRate()},
      numbers);
}
