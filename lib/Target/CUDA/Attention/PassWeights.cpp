// PassWeights.cpp: weights and their gradients from scores and statistics
#include "PassWeights.h"
#include "RowBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sbp::cuda;

PassWeights::PassWeights(KernelBuilder &kernel, FragmentBuilder &h,
                         const AttentionForm &form, bool ownsKeys,
                         int64_t tileColumns, const PassStatistics &statistics,
                         Value column)
    : kernel(kernel), h(h), form(form), ownsKeys(ownsKeys),
      tileColumns(tileColumns), statistics(statistics), column(column),
      factor(h.constantFloat(float(llvm::numbers::log2e *
                                   (form.scalesLate() ? form.scale : 1.0)))) {}

PassWeights::RowConstants
PassWeights::loadConstants(Value sequence, const ScoreMask::Rows &rows) {
  RowConstants constants;
  if (ownsKeys)
    return constants;
  for (int64_t which = 0; which < 2; ++which)
    for (Value query : rows.query) {
      Value at = getRowOffset(kernel, h.add(h.mul(sequence, 2), which),
                              statistics.padded, query, 1, h.constant(0));
      (which ? constants.shift : constants.base)
          .push_back(kernel.load(statistics.tensor, at));
    }
  return constants;
}

Registers PassWeights::load(Value slot, int64_t which) {
  Registers values;
  if (!ownsKeys)
    return values;
  constexpr int64_t kBytes = sizeof(float);
  Value place = h.add(slot, statistics.first / kBytes + which * tileColumns);
  place = h.add(place, column);
  for (int64_t j = 0; j < tileColumns / 8; ++j)
    llvm::append_range(values, kernel.loadShared(statistics.shared,
                                                 kernel.builder.getF32Type(),
                                                 h.add(place, 8 * j), 2));
  return values;
}

/// Element 4 j + 2 half + e of a fragment is column 2 j + e of the thread.
Value PassWeights::choose(const Registers &ofRows, const Registers &ofColumns,
                          size_t i) const {
  return ownsKeys ? ofColumns[i / 4 * 2 + i % 2] : ofRows[i / 2 % 2];
}

Registers PassWeights::weigh(const Registers &scores,
                             const RowConstants &constants, Value slot) {
  auto &builder = kernel.builder;
  Registers ofColumns = load(slot, 0), weights;
  for (auto [i, score] : llvm::enumerate(scores)) {
    Value base = choose(constants.base, ofColumns, i);
    Value exponent;
    if (form.scalesLate())
      exponent = math::FmaOp::create(builder, score, factor, base);
    else
      exponent = arith::MulFOp::create(
          builder, arith::SubFOp::create(builder, score, base), factor);
    weights.push_back(h.exp2(exponent));
  }
  return weights;
}

Registers PassWeights::differentiate(const Registers &weights,
                                     const Registers &slopes,
                                     const RowConstants &constants,
                                     Value slot) {
  auto &builder = kernel.builder;
  Registers ofColumns = load(slot, 1), results;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    Value slope = arith::SubFOp::create(builder, slopes[i],
                                        choose(constants.shift, ofColumns, i));
    results.push_back(arith::MulFOp::create(builder, weight, slope));
  }
  return results;
}
