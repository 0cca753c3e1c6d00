// RowStatistics.cpp: the numbers of each query that both passes read
#include "RowStatistics.h"
#include "Choice/Prediction.h"
#include "RowBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sbp::cuda;

/// Threads of a block, and columns that a lane reads, 16 bytes.
static constexpr int64_t kThreads = 256, kLaneColumns = 8;
/// The share of the rate of a copy, as for other kernels that read rows.
static constexpr double kShareOfCopy = 0.92;

RowStatistics::RowStatistics(sbp::nn::AttentionGradientOp op,
                             const AttentionForm &form, int64_t rows,
                             StringRef generator)
    : op(op), form(form),
      padded(int64_t(llvm::alignTo(uint64_t(form.queries), uint64_t(rows)))),
      generator(generator) {}

double RowStatistics::predictSeconds(const Chip &chip) const {
  double rows = double(form.batch * form.heads * form.queries);
  double bytes = rows * double(2 * 2 * form.valueWidth + 3 * 4);
  return getCopySeconds(chip, bytes, kShareOfCopy);
}

Value RowStatistics::multiplyColumns(KernelBuilder &kernel, FragmentBuilder &h,
                                     Value row, Value column) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  auto load = [&](Value tensor) {
    return kernel.loadVector(tensor, kernel.add(row, kernel.toOffset(column)),
                             kLaneColumns, /*isAligned=*/true);
  };
  auto widen = [&](Value x) -> Value {
    return arith::ExtFOp::create(builder, builder.getF32Type(), x);
  };
  Value sum = h.constantFloat(0);
  for (auto [y, g] :
       llvm::zip_equal(load(op.getOutput()), load(op.getCotangent())))
    sum = math::FmaOp::create(builder, widen(y), widen(g), sum);
  return sum;
}

void RowStatistics::store(KernelBuilder &kernel, FragmentBuilder &h,
                          Value product, Value sequence, Value query,
                          Value isInside) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  Value none = h.constantFloat(form.scalesLate() ? -INFINITY : INFINITY),
        zero = h.constantFloat(0);
  Value isSeeing = isInside;
  if (form.window) {
    ScoreMask mask(kernel, h, form, /*hidesAll=*/false);
    Value hasKeys =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                              mask.getBegin(query), mask.getEnd(query));
    isSeeing = arith::AndIOp::create(builder, isInside, hasKeys);
  }
  SmallVector<Value> values = kernel.ifElse(isSeeing, {none, zero}, [&] {
    Value row =
        getRowOffset(kernel, sequence, form.queries, query, 1, h.constant(0));
    Value sum = kernel.load(op.getLogSumExp(), row), base = sum,
          shift = product;
    if (form.scalesLate())
      base = arith::MulFOp::create(
          builder, base, h.constantFloat(float(-llvm::numbers::log2e)));
    // A row whose mask hides all keys.
    Value isEmpty = arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ,
                                          sum, h.constantFloat(-INFINITY));
    base = h.select(isEmpty, none, base);
    if (op.getSumsCotangent())
      shift = arith::SubFOp::create(builder, shift,
                                    kernel.load(op.getSumsCotangent(), row));
    return SmallVector<Value>{base, shift};
  });
  for (int64_t i = 0; i < 2; ++i)
    kernel.store(values[size_t(i)], statistics,
                 getRowOffset(kernel, h.add(h.mul(sequence, 2), i), padded,
                              query, 1, h.constant(0)));
}

Value RowStatistics::build(LaunchPlan &plan) {
  int64_t sequences = form.batch * form.heads,
          lanes = int64_t(llvm::PowerOf2Ceil(
              uint64_t(llvm::divideCeil(form.valueWidth, kLaneColumns)))),
          rowsOfBlock = kThreads / lanes;
  statistics = plan.buffers.createTemporary(
      op.getLoc(), RankedTensorType::get({sequences, 2, padded},
                                         Float32Type::get(op.getContext())));
  SmallVector<Value> tensors{op.getOutput(), op.getCotangent(),
                             op.getLogSumExp(), statistics};
  if (op.getSumsCotangent())
    tensors.push_back(op.getSumsCotangent());
  int64_t rows = sequences * padded;
  KernelBuilder kernel(plan, op.getLoc(), generator, tensors, kThreads,
                       (rows + rowsOfBlock) * 2);
  FragmentBuilder h(kernel.builder);
  ImplicitLocOpBuilder &builder = kernel.builder;
  Value thread = NVVM::ThreadIdXOp::create(builder, builder.getI32Type());
  Value lane = h.rem(thread, lanes);
  Value number = kernel.add(kernel.mul(kernel.blockId(), rowsOfBlock),
                            kernel.toOffset(h.div(thread, lanes)));
  Value sequence = kernel.toWord(kernel.div(number, padded)),
        query = kernel.toWord(kernel.rem(number, padded));
  Value isInside = arith::AndIOp::create(
      builder, kernel.isLess(number, rows),
      kernel.isLess(kernel.toOffset(query), form.queries));
  Value column = h.mul(lane, kLaneColumns);
  Value hasColumns = arith::AndIOp::create(
      builder, isInside,
      kernel.isLess(kernel.toOffset(column), form.valueWidth));
  Value product = kernel.ifElse(hasColumns, {h.constantFloat(0)}, [&] {
    Value row = getRowOffset(kernel, sequence, form.queries, query,
                             form.valueWidth, h.constant(0));
    return SmallVector<Value>{multiplyColumns(kernel, h, row, column)};
  })[0];
  for (int64_t distance = 1; distance < lanes; distance *= 2)
    product = arith::AddFOp::create(builder, product,
                                    kernel.shuffleAcross(product, distance));
  Value isStoring = arith::AndIOp::create(builder, kernel.isLess(number, rows),
                                          h.isEqual(lane, 0));
  kernel.ifThen(isStoring,
                [&] { store(kernel, h, product, sequence, query, isInside); });
  kernel.finish({int64_t(llvm::divideCeil(rows, rowsOfBlock)), 1, 1});
  return statistics;
}
