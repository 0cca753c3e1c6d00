// GroupedOps.cpp: grouped products and outer products, evaluated row by row

#include "OpTable.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;

namespace sbp {

/// Calls `visit(row, group)` for every row that belongs to a group, in order.
static void
forEachGroupedRow(const TensorValue &bounds, int64_t rows, int64_t groups,
                  llvm::function_ref<void(int64_t, int64_t)> visit) {
  int64_t begin = 0;
  for (int64_t i = 0; i < bounds.size(); ++i) {
    int64_t group = i - (bounds.size() - groups),
            end = std::clamp<int64_t>(bounds[i].i, begin, rows);
    for (int64_t row = begin; group >= 0 && row < end; ++row)
      visit(row, group);
    begin = end;
  }
}

namespace {

/// A result whose elements are sums of products: f32 sums, f64 of f64, each
/// rounded once in the end.
struct ProductSums {
  TensorValue sums;
  Rounding rounding, last;

  ProductSums(RankedTensorType type, bool float64)
      : sums(type.getShape(), type.getElementType()),
        rounding(getRounding(type.getElementType(), float64)), last(rounding) {
    if (rounding != Rounding::None)
      rounding = Rounding::F32;
    for (int64_t i = 0; i < sums.size(); ++i)
      sums[i] = makeFloat(0.0);
  }
  void add(ArrayRef<int64_t> at, Scalar x, Scalar y) {
    Scalar &sum = sums.at(at);
    sum.f = roundTo(rounding, sum.f + roundTo(rounding, x.f * y.f));
  }
  OpResult finish() {
    for (int64_t i = 0; i < sums.size(); ++i)
      sums[i].f = roundTo(last, sums[i].f);
    return RuntimeValues{std::move(sums)};
  }
};

OpResult evaluateGroupedProduct(Operation *op, ArrayRef<RuntimeValue> operands,
                                Frame &frame) {
  auto product = cast<nn::GroupedProductOp>(op);
  const TensorValue &x = *operands[0], &weights = *operands[1];
  ProductSums sums(cast<RankedTensorType>(product.getResult().getType()),
                   frame.getOptions().float64);
  int64_t rows = x.getShape()[0], inner = x.getShape()[1],
          columns = sums.sums.getShape()[1];
  // Prices count rows of no group too.
  count(frame, 2 * rows * inner * columns);
  forEachGroupedRow(*operands[2], rows, weights.getShape()[0],
                    [&](int64_t row, int64_t group) {
                      for (int64_t column = 0; column < columns; ++column)
                        for (int64_t k = 0; k < inner; ++k)
                          sums.add({row, column}, x.at({row, k}),
                                   product.getTransposed()
                                       ? weights.at({group, column, k})
                                       : weights.at({group, k, column}));
                    });
  return sums.finish();
}

OpResult evaluateGroupedOuter(Operation *op, ArrayRef<RuntimeValue> operands,
                              Frame &frame) {
  const TensorValue &x = *operands[0], &y = *operands[1];
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  ProductSums sums(type, frame.getOptions().float64);
  int64_t rows = x.getShape()[0], inner = type.getDimSize(1),
          columns = type.getDimSize(2);
  count(frame, 2 * rows * inner * columns);
  forEachGroupedRow(
      *operands[2], rows, type.getDimSize(0), [&](int64_t row, int64_t group) {
        for (int64_t k = 0; k < inner; ++k)
          for (int64_t column = 0; column < columns; ++column)
            sums.add({group, k, column}, x.at({row, k}), y.at({row, column}));
      });
  return sums.finish();
}

} // namespace

void addGroupedOps(OpTable &table) {
  table["nn.grouped_product"] = evaluateGroupedProduct;
  table["nn.grouped_outer"] = evaluateGroupedOuter;
}

} // namespace sbp
