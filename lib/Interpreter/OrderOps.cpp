// OrderOps.cpp: argmax, top_k, sort
//
// All of them use one total order: NaN is greater than every number, zeros are
// equal, and equal elements are ordered by index.

#include "OpTable.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

namespace sbp {

/// Returns true if a > b, with NaN above every number, equal zeros, and true
/// (-1) above false.
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
                               Frame &frame) {
  const TensorValue &input = *operands[0];
  // The lowered form makes two passes: the maximum, then its first position.
  count(frame, (input.isFloat() ? 9 : 5) * input.size());
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

/// The elements of a row with their indices.
using Row = std::vector<std::pair<Scalar, int64_t>>;

/// Sorts in descending order; the lower index first among equals.
static void sortRow(Type type, Row &row) {
  llvm::stable_sort(row, [&](const auto &a, const auto &b) {
    if (isGreater(type, a.first, b.first))
      return true;
    return !isGreater(type, b.first, a.first) && a.second < b.second;
  });
}

/// Returns the smallest value of a type, which pads short blocks.
static Scalar getLowest(Type type) {
  if (isa<FloatType>(type))
    return makeFloat(-std::numeric_limits<double>::infinity());
  unsigned width = getIntegerWidth(type);
  return makeInteger(width == 1 ? 0 : wrapTo(width, 1ull << (width - 1)));
}

static OpResult evaluateTopK(Operation *op, ArrayRef<RuntimeValue> operands,
                             Frame &frame) {
  auto top = cast<nn::TopKOp>(op);
  const TensorValue &input = *operands[0];
  count(frame, input.size()); // One comparison with the k-th best each.
  Type type = input.getElementType();
  int64_t axis = top.getAxis(), k = top.getK();
  auto valuesType = cast<RankedTensorType>(top.getValues().getType());
  Type indexType = getElementTypeOrSelf(top.getIndices());
  TensorValue values(valuesType.getShape(), type);
  TensorValue indices(valuesType.getShape(), indexType);
  int64_t lastIndex = indexType.isInteger(32)
                          ? std::numeric_limits<int32_t>::max()
                          : std::numeric_limits<int64_t>::max();
  forEachRow(valuesType.getShape(), axis, [&](ArrayRef<int64_t> start) {
    SmallVector<int64_t> from(start), to(start);
    for (Interval block : top.getBlockIntervals()) {
      Row row;
      for (from[axis] = block.begin; from[axis] < block.end; ++from[axis])
        row.emplace_back(input.at(from), top.getPositions()
                                             ? operands[1]->at(from).i
                                             : from[axis]);
      sortRow(type, row);
      row.resize(k, {getLowest(type), lastIndex});
      for (auto [value, index] : row) {
        values.at(to) = value;
        indices.at(to) = makeInteger(index);
        ++to[axis];
      }
    }
  });
  return RuntimeValues{std::move(values), std::move(indices)};
}

static OpResult evaluateSort(Operation *op, ArrayRef<RuntimeValue> operands,
                             Frame &) {
  auto sort = cast<nn::SortOp>(op);
  const TensorValue &input = *operands[0];
  Type type = input.getElementType();
  int64_t axis = sort.getAxis(), extent = input.getShape()[axis];
  TensorValue values(input.getShape(), type);
  TensorValue indices(input.getShape(),
                      getElementTypeOrSelf(sort.getIndices()));
  forEachRow(input.getShape(), axis, [&](ArrayRef<int64_t> start) {
    SmallVector<int64_t> at(start);
    std::vector<int64_t> order;
    auto get = [&](int64_t position) {
      at[axis] = position;
      return input.at(at);
    };
    for (int64_t i = 0; i < extent; ++i)
      order.push_back(i);
    llvm::stable_sort(order, [&](int64_t a, int64_t b) {
      return sort.getDescending() ? isGreater(type, get(a), get(b))
                                  : isGreater(type, get(b), get(a));
    });
    for (int64_t i = 0; i < extent; ++i) {
      Scalar value = get(order[i]);
      at[axis] = i;
      values.at(at) = value;
      indices.at(at) = makeInteger(order[i]);
    }
  });
  return RuntimeValues{std::move(values), std::move(indices)};
}

void addOrderOps(OpTable &table) {
  table["nn.argmax"] = evaluateArgmax;
  table["nn.top_k"] = evaluateTopK;
  table["nn.sort"] = evaluateSort;
}

} // namespace sbp
