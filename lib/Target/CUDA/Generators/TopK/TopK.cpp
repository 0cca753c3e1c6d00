// TopK.cpp: the k greatest elements of each row
//
// A warp chooses among up to 1024 elements of a row, which it keeps in
// registers; a block of 256 or 1024 threads among more. Beyond 32768 elements
// the row is read again for every bit. For example, 16 of f32[2048, 256] are
// 512 blocks of four warps.
#include "Choice.h"
#include "Choice/Prediction.h"
#include "Plan/OpGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp::cuda;

/// Warps of a block that choose for themselves.
static constexpr int64_t kWarps = 4;

namespace {
class TopKBuilder {
public:
  TopKBuilder(sbp::nn::TopKOp op);
  bool isSupported() const;
  double predictSeconds(const Chip &chip) const;
  std::string getSchedule() const {
    return llvm::formatv("{0} threads a row", group);
  }
  void build(LaunchPlan &plan);

private:
  mutable sbp::nn::TopKOp op;            ///< its accessors are not const
  int64_t k, size, outer = 1, inner = 1; ///< elements before and after `axis`
  int64_t group, groups;
};
} // namespace

TopKBuilder::TopKBuilder(sbp::nn::TopKOp op)
    : op(op), k(op.getK()),
      size(op.getInput().getType().getDimSize(op.getAxis())),
      group(Choice::chooseGroup(size)), groups(group == 32 ? kWarps : 1) {
  for (auto [dim, extent] : llvm::enumerate(op.getInput().getType().getShape()))
    if (int64_t(dim) != int64_t(op.getAxis()))
      (int64_t(dim) < int64_t(op.getAxis()) ? outer : inner) *= extent;
}

bool TopKBuilder::isSupported() const {
  return !op.getPositions() && !op.getBlocks() && size > 0 && k <= size &&
         size < (int64_t(1) << 30) && outer * inner > 0 &&
         hasOrderKey(op.getInput().getType().getElementType()) &&
         Choice::fits(k, groups);
}

/// A warp needs about 4 us for its 42 counts, and a multiprocessor runs 48 of
/// them at a time.
double TopKBuilder::predictSeconds(const Chip &chip) const {
  constexpr double kWarpSeconds = 4e-6, kResidentWarps = 48;
  double perThread = double(llvm::divideCeil(size, group));
  double waves =
      std::max(1.0, double(outer * inner) * double(group) / 32 /
                        (double(chip.multiprocessors) * kResidentWarps));
  double bytes = double(getTensorBytes(op.getInput()));
  return chip.launchSeconds +
         std::max(bytes / chip.copyRate,
                  waves * kWarpSeconds * std::max(1.0, perThread / 8));
}

void TopKBuilder::build(LaunchPlan &plan) {
  int64_t rows = outer * inner, threads = group * groups;
  KernelBuilder builder(plan, op.getLoc(), "top_k",
                        {op.getInput(), op.getValues(), op.getIndices()},
                        threads, rows + threads);
  Value row = builder.add(builder.mul(builder.blockId(), groups),
                          builder.div(builder.threadId(), group));
  Value isActive = builder.isLess(row, rows);
  // Exchanges need all lanes: groups without a row choose in the last one.
  row =
      arith::MinUIOp::create(builder.builder, row, builder.constant(rows - 1));
  SmallVector<Value> at = builder.delinearise(row, {outer, inner});
  auto getOffset = [&](Value index, int64_t extent) {
    Value place =
        builder.add(builder.mul(at[0], extent), builder.toOffset(index));
    return builder.add(builder.mul(place, inner), at[1]);
  };
  Choice(builder, k, size, group, groups)
      .emit(
          [&](Value index) {
            return createOrderKey(
                builder, builder.load(op.getInput(), getOffset(index, size)));
          },
          [&](Value rank, Value index) {
            builder.ifThen(isActive, [&] {
              Value target = getOffset(rank, k);
              builder.store(builder.load(op.getInput(), getOffset(index, size)),
                            op.getValues(), target);
              Type type = op.getIndices().getType().getElementType();
              Value number =
                  type.isInteger(32)
                      ? index
                      : arith::ExtUIOp::create(builder.builder, type, index)
                            .getResult();
              builder.store(number, op.getIndices(), target);
            });
          });
  builder.finish({int64_t(llvm::divideCeil(rows, groups)), 1, 1});
}

namespace {
class TopK : public OpGenerator<sbp::nn::TopKOp, TopKBuilder> {
public:
  StringRef getName() const override { return "top_k"; }
};
} // namespace

namespace sbp::cuda {
void registerTopK(GeneratorList &generators) {
  generators.push_back(std::make_unique<TopK>());
}
} // namespace sbp::cuda
