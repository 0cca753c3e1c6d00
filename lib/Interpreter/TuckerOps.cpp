// TuckerOps.cpp: tucker_top_k, pair by pair
//
// A score of pair (p, q) is row(:, p)^T (sum of cores) column(:, q). Kernels
// rank rows and columns first; the interpreter computes all m * n scores.

#include "OpTable.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

namespace sbp {
namespace {

/// The operands of one token, with sums rounded as in the op.
struct TuckerToken {
  const TensorValue &row, &column, &core;
  ArrayRef<int64_t> tokens;
  Rounding rounding;

  double read(const TensorValue &tensor, ArrayRef<int64_t> front,
              ArrayRef<int64_t> rest) const {
    SmallVector<int64_t> at(front);
    llvm::append_range(at, rest);
    return tensor.at(at).f;
  }
  double readCore(int64_t core, int64_t a, int64_t b) const {
    return read(this->core, tokens.take_back(this->core.getShape().size() - 3),
                {core, a, b});
  }
  double multiplyAdd(double x, double y, double sum) const {
    return roundTo(rounding, sum + roundTo(rounding, x * y));
  }
  /// Returns column p of `row`, transposed, times the core times column q of
  /// `column`.
  double multiply(llvm::function_ref<double(int64_t, int64_t)> coreAt,
                  int64_t p, int64_t q) const {
    double sum = 0;
    ArrayRef<int64_t> shape = core.getShape().take_back(2);
    for (int64_t a = 0; a < shape[0]; ++a) {
      double product = 0;
      for (int64_t b = 0; b < shape[1]; ++b)
        product =
            multiplyAdd(coreAt(a, b), read(column, tokens, {b, q}), product);
      sum = multiplyAdd(read(row, tokens, {a, p}), product, sum);
    }
    return sum;
  }
  /// Returns the sum of all cores at one position.
  double sumCores(int64_t a, int64_t b) const {
    double sum = 0;
    for (int64_t c = 0; c < core.getShape().end()[-3]; ++c)
      sum = roundTo(rounding, sum + readCore(c, a, b));
    return sum;
  }
};

/// Returns the k pairs with the largest scores, as (score, p * n + q).
std::vector<std::pair<double, int64_t>> choosePairs(const TuckerToken &token,
                                                    int64_t k) {
  std::vector<std::pair<double, int64_t>> pairs;
  int64_t m = token.row.getShape().back(), n = token.column.getShape().back();
  for (int64_t index = 0; index < m * n; ++index)
    pairs.emplace_back(
        token.multiply(
            [&](int64_t a, int64_t b) { return token.sumCores(a, b); },
            index / n, index % n),
        index);
  llvm::stable_sort(pairs, [](const auto &x, const auto &y) {
    return std::isnan(x.first) ? !std::isnan(y.first) : x.first > y.first;
  });
  pairs.resize(k);
  return pairs;
}

OpResult evaluateTuckerTopK(Operation *op, ArrayRef<RuntimeValue> operands,
                            Frame &frame) {
  auto top = cast<memory_layer::TuckerTopKOp>(op);
  bool float64 = frame.getOptions().float64;
  countDifferent(frame);
  SmallVector<TensorValue> results;
  for (Type type : op->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    results.emplace_back(tensor.getShape(), tensor.getElementType());
  }
  int64_t n = operands[1]->getShape().back();
  Rounding last = getRounding(results[0].getElementType(), float64);
  forEachIndex(
      operands[0]->getShape().drop_back(2), [&](ArrayRef<int64_t> tokens) {
        TuckerToken token{*operands[0], *operands[1], *operands[2], tokens,
                          getRounding(top.getSumType(), float64)};
        SmallVector<int64_t> at(tokens);
        at.push_back(0);
        for (auto [sum, index] : choosePairs(token, top.getK())) {
          results[0].at(at) = makeFloat(roundTo(last, sum));
          results[1].at(at) = makeInteger(index / n);
          results[2].at(at) = makeInteger(index % n);
          for (int64_t c = 0; c < results[3].getShape().back(); ++c) {
            at.push_back(c);
            results[3].at(at) =
                makeFloat(roundTo(last, token.multiply(
                                            [&](int64_t a, int64_t b) {
                                              return token.readCore(c, a, b);
                                            },
                                            index / n, index % n)));
            at.pop_back();
          }
          ++at.back();
        }
      });
  RuntimeValues values;
  for (TensorValue &result : results)
    values.push_back(std::move(result));
  return values;
}

} // namespace

void addTuckerOps(OpTable &table) {
  table["memory_layer.tucker_top_k"] = evaluateTuckerTopK;
}

} // namespace sbp
