//===- OrderOps.cpp - argmax, top_k, sort ---------------------------------===//

#include "OpTable.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

namespace sbp {

/// NaN above every number, zeros of either sign equal; true (-1) above false.
static bool isGreater(Type type, Scalar a, Scalar b) {
  if (isa<FloatType>(type))
    return std::isnan(a.f) ? !std::isnan(b.f) : a.f > b.f;
  return type.isInteger(1) ? a.i < b.i : a.i > b.i;
}

/// Calls `body` with the first position of every row of `shape` along `axis`.
static void forEachRow(ArrayRef<int64_t> shape, int64_t axis,
                       llvm::function_ref<void(ArrayRef<int64_t>)> body) {
  SmallVector<int64_t> rows(shape);
  rows[axis] = 1;
  forEachIndex(rows, body);
}

static OpResult evaluateArgmax(Operation *op, ArrayRef<RuntimeValue> operands,
                               Frame &) {
  const TensorValue &input = *operands[0];
  int64_t axis = cast<nn::ArgmaxOp>(op).getAxis();
  int64_t stride = input.getStrides()[axis];
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  TensorValue result(type.getShape(), type.getElementType());
  int64_t position = 0;
  forEachRow(input.getShape(), axis, [&](ArrayRef<int64_t> row) {
    int64_t first = input.flatten(row), best = 0;
    for (int64_t i = 1; i < input.getShape()[axis]; ++i)
      if (isGreater(input.getElementType(), input[first + i * stride],
                    input[first + best * stride]))
        best = i;
    result[position++] = makeInteger(best);
  });
  return RuntimeValues{std::move(result)};
}

void addOrderOps(OpTable &table) { table["nn.argmax"] = evaluateArgmax; }

} // namespace sbp
