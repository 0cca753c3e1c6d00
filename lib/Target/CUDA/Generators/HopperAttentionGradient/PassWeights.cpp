// PassWeights.cpp: weights and their gradients from scores and statistics
#include "PassWeights.h"
#include "Attention/RowBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sbp::cuda;

PassWeights::PassWeights(KernelBuilder &kernel, FragmentBuilder &h,
                         const PassLayout &layout, Value shared,
                         Value statistics, int64_t padded, Value column)
    : kernel(kernel), h(h), layout(layout), shared(shared),
      statistics(statistics), padded(padded), column(column),
      factor(h.constantFloat(
          float(llvm::numbers::log2e *
                (layout.form.scalesLate() ? layout.form.scale : 1.0)))) {}

PassWeights::RowConstants
PassWeights::loadConstants(Value sequence, const ScoreMask::Rows &rows) {
  RowConstants constants;
  if (layout.ownsKeys)
    return constants;
  for (int64_t which = 0; which < 2; ++which)
    for (Value query : rows.query) {
      Value at = getRowOffset(kernel, h.add(h.mul(sequence, 2), which), padded,
                              query, 1, h.constant(0));
      (which ? constants.shift : constants.base)
          .push_back(kernel.load(statistics, at));
    }
  return constants;
}

Registers PassWeights::load(Value slot, int64_t which) {
  Registers values;
  if (!layout.ownsKeys)
    return values;
  constexpr int64_t kBytes = sizeof(float);
  TileRing::Layout ring = layout.getRing();
  int64_t first = ring.tiles + layout.getTileBytes(0) + layout.getTileBytes(1);
  Value place = h.add(h.mul(slot, ring.slotBytes / kBytes),
                      first / kBytes + which * layout.schedule.tileColumns);
  place = h.add(place, column);
  for (int64_t j = 0; j < layout.schedule.tileColumns / 8; ++j)
    llvm::append_range(values,
                       kernel.loadShared(shared, kernel.builder.getF32Type(),
                                         h.add(place, 8 * j), 2));
  return values;
}

/// Element 4 j + 2 half + e of a fragment is column 2 j + e of the thread.
Value PassWeights::choose(const Registers &ofRows, const Registers &ofColumns,
                          size_t i) const {
  return layout.ownsKeys ? ofColumns[i / 4 * 2 + i % 2] : ofRows[i / 2 % 2];
}

Registers PassWeights::weigh(const Registers &scores,
                             const RowConstants &constants, Value slot) {
  auto &builder = kernel.builder;
  Registers ofColumns = load(slot, 0), weights;
  for (auto [i, score] : llvm::enumerate(scores)) {
    Value base = choose(constants.base, ofColumns, i);
    Value exponent;
    if (layout.form.scalesLate())
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
