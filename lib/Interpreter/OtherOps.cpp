// OtherOps.cpp: constants, calls, softmax and gather

#include "OpTable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/SymbolTable.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include <cmath>

using namespace mlir;

namespace sbp {

static OpResult evaluateConstant(Operation *op, ArrayRef<RuntimeValue>,
                                 Frame &) {
  Attribute value = op->getAttr("value");
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements) {
    if (!isa<FloatAttr, IntegerAttr>(value))
      return op->emitOpError("has a value the interpreter cannot read");
    return RuntimeValues{scalarFromAttribute(value)};
  }
  std::optional<TensorValue> tensor = TensorValue::fromAttribute(elements);
  if (!tensor)
    return op->emitOpError("has no data: its dense_resource is missing or not "
                           "of the size of its type");
  return RuntimeValues{std::move(*tensor)};
}

static OpResult evaluateCall(Operation *op, ArrayRef<RuntimeValue> operands,
                             Frame &frame) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, cast<func::CallOp>(op).getCalleeAttr());
  if (!callee)
    return op->emitOpError("calls '")
           << cast<func::CallOp>(op).getCallee() << "', which does not exist";
  return evaluateFunction(callee, operands, frame.getOptions(),
                          frame.getDepth() + 1);
}

/// Evaluates exp(x - max) / sum along one dimension with the steps and
/// roundings of its decomposition; the maximum drops NaN.
static OpResult evaluateSoftmax(Operation *op, ArrayRef<RuntimeValue> operands,
                                Frame &frame) {
  const TensorValue &source = *operands[0];
  int64_t dim = cast<linalg::SoftmaxOp>(op).getDimension();
  Rounding rounding =
      getRounding(source.getElementType(), frame.getOptions().float64);
  // f16 and bf16 sums are accumulated in f32, like all additive reductions.
  Rounding wide = rounding == Rounding::None ? Rounding::None : Rounding::F32;
  TensorValue result(source.getShape(), source.getElementType());
  SmallVector<int64_t> rows(source.getShape());
  // An empty row has no maximum and no quotient: no row is visited.
  int64_t length = rows[dim], stride = source.getStrides()[dim];
  rows[dim] = length ? 1 : 0;
  // Five operations each: maximum, difference, exponential, sum, quotient.
  count(frame, 5 * source.size());
  forEachIndex(rows, [&](ArrayRef<int64_t> index) {
    int64_t base = source.flatten(index);
    double maximum = std::nan(""), sum = 0.0;
    for (int64_t i = 0; i < length; ++i)
      maximum = std::fmax(maximum, source[base + i * stride].f);
    for (int64_t i = 0; i < length; ++i) {
      double shifted = roundTo(rounding, source[base + i * stride].f - maximum);
      double term = roundTo(rounding, std::exp(shifted));
      result[base + i * stride].f = term;
      sum = roundTo(wide, sum + term);
    }
    sum = roundTo(rounding, sum);
    for (int64_t i = 0; i < length; ++i)
      result[base + i * stride].f =
          roundTo(rounding, result[base + i * stride].f / sum);
  });
  return RuntimeValues{std::move(result)};
}

/// Evaluates nn.gather: the dimensions of the indices replace dimension `axis`.
static OpResult evaluateGather(Operation *op, ArrayRef<RuntimeValue> operands,
                               Frame &frame) {
  const TensorValue &data = *operands[0];
  auto gather = cast<nn::GatherOp>(op);
  int64_t axis = gather.getAxis(), batchDims = gather.getBatchDims();
  int64_t indexDims = gather.getNumIndexDims(), extent = data.getShape()[axis];
  auto indices =
      resolvePositions(op, *operands[1], axis, extent, frame.getOptions());
  if (failed(indices))
    return failure();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  TensorValue result(type.getShape(), type.getElementType());
  if (extent == 0) // An empty table yields zeros.
    return RuntimeValues{std::move(result)};
  int64_t position = 0;
  forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> chosen(index.take_front(batchDims));
    llvm::append_range(chosen, index.slice(axis, indexDims));
    SmallVector<int64_t> source(index.take_front(axis));
    source.push_back(indices->at(chosen).i);
    llvm::append_range(source, index.drop_front(axis + indexDims));
    result[position++] = data.at(source);
  });
  return RuntimeValues{std::move(result)};
}

/// nn.barrier is an identity, as are sbp.constrain and sbp.boxing on one rank.
static OpResult evaluateIdentity(Operation *, ArrayRef<RuntimeValue> operands,
                                 Frame &) {
  return RuntimeValues(operands);
}

/// cf.assert is ignored: the compiler drops it too.
static OpResult evaluateNothing(Operation *, ArrayRef<RuntimeValue>, Frame &) {
  return RuntimeValues{};
}

void addOtherOps(OpTable &table) {
  table["cf.assert"] = evaluateNothing;
  table["nn.gather"] = evaluateGather;
  table["nn.barrier"] = evaluateIdentity;
  table["sbp.constrain"] = evaluateIdentity;
  table["sbp.boxing"] = evaluateIdentity;
  table["arith.constant"] = evaluateConstant;
  table["func.call"] = evaluateCall;
  table["linalg.softmax"] = evaluateSoftmax;
}

} // namespace sbp
