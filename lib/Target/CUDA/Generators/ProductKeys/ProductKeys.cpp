// ProductKeys.cpp: retrieval by product keys in one kernel
//
// A warp, or a block for long rows, chooses the m greatest scores of each side
// and keeps them in shared memory in their order; then it chooses among the
// sums of the pairs. Neither the chosen scores nor the sums reach memory. For
// example, 16 of 2 x 256 keys of 1024 tokens and heads are 256 blocks of four
// warps, each of which chooses 16 of 50 pairs in the end.
#include "Choice/Generator.h"
#include "FindProductKeys.h"
#include "Generators/TopK/Choice.h"
#include "Plan/OpGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Warps of a block that choose for themselves; limit on static shared memory.
static constexpr int64_t kWarps = 4, kMaxSharedBytes = 45056;

namespace {
class ProductKeysBuilder {
public:
  explicit ProductKeysBuilder(ProductKeysOp op);
  bool isSupported() const;
  double predictSeconds(const Chip &chip) const;
  std::string getSchedule() const {
    return llvm::formatv("{0} threads a token", group);
  }
  void build(LaunchPlan &plan);

private:
  static ArrayRef<int64_t> getShape(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  SmallVector<Value> getTensors();
  /// Returns the row of the token in the tensors of a side.
  Value getRow(int64_t side);
  /// Returns the address in shared memory of chosen score `rank` of a side, in
  /// elements.
  Value getPlace(int64_t side, Value rank);
  void chooseSide(int64_t side, Value scores, Value indices);
  /// Returns the sum of a pair.
  Value computeSum(Value pair);
  void choosePairs();
  void storeNumber(Value number, Value tensor, Value at);
  void synchronize();

  mutable ProductKeysOp op; ///< accessors are not const
  int64_t size, chosen, pairs, best;
  int64_t tokens = 1, inner = 1; ///< tokens of the dims after the sides
  int64_t group, groups;
  std::optional<KernelBuilder> kernel;
  Value token, isActive, scores, groupIndex;
};
} // namespace

ProductKeysBuilder::ProductKeysBuilder(ProductKeysOp op)
    : op(op), size(getShape(op.getRow()).back()),
      chosen(getShape(op.getIndices().front()).back()),
      pairs(getShape(op.getRowPlaces()).back()),
      best(getShape(op.getBest()).back()),
      group(Choice::chooseGroup(std::max(size, pairs))),
      groups(group == 32 ? kWarps : 1) {
  for (int64_t extent : getShape(op.getBest()).drop_back())
    tokens *= extent;
  if (op.getSide())
    for (int64_t extent :
         getShape(op.getRow()).drop_front(*op.getSide() + 1).drop_back())
      inner *= extent;
}

bool ProductKeysBuilder::isSupported() const {
  // Three choices keep what they chose, and both sides their scores.
  int64_t bytes = groups * (2 * (2 * chosen + best) + 3 * 65 + 2 * chosen) * 4;
  return tokens > 0 && size > 0 && pairs > 0 && chosen <= size &&
         best <= pairs && std::max(size, pairs) < (int64_t(1) << 30) &&
         bytes <= kMaxSharedBytes;
}

/// A choice needs about 4 us for its counts, and a multiprocessor runs 48 warps
/// at a time (see TopK.cpp).
double ProductKeysBuilder::predictSeconds(const Chip &chip) const {
  constexpr double kChoiceSeconds = 4e-6, kResidentWarps = 48;
  double waves =
      std::max(1.0, double(tokens) * double(group) / 32 /
                        (double(chip.multiprocessors) * kResidentWarps));
  auto getShare = [&](int64_t total) {
    return std::max(1.0, double(llvm::divideCeil(total, group)) / 8);
  };
  double bytes = double(getTensorBytes(op.getRow())) * (op.getSide() ? 1 : 2);
  return chip.launchSeconds +
         std::max(bytes / chip.copyRate,
                  waves * kChoiceSeconds *
                      (2 * getShare(size) + getShare(pairs)));
}

SmallVector<Value> ProductKeysBuilder::getTensors() {
  SmallVector<Value> tensors{op.getRow()};
  if (!op.getSide())
    tensors.push_back(op.getColumn());
  tensors.push_back(op.getRowPlaces());
  if (op.getColumnPlaces() != op.getRowPlaces())
    tensors.push_back(op.getColumnPlaces());
  llvm::append_range(tensors, op->getResults());
  return tensors;
}

Value ProductKeysBuilder::getRow(int64_t side) {
  KernelBuilder &builder = *kernel;
  if (!op.getSide())
    return token;
  Value outer = builder.add(builder.mul(builder.div(token, inner), 2),
                            builder.constant(side));
  return builder.add(builder.mul(outer, inner), builder.rem(token, inner));
}

Value ProductKeysBuilder::getPlace(int64_t side, Value rank) {
  KernelBuilder &builder = *kernel;
  Value base = builder.add(builder.mul(groupIndex, 2 * chosen),
                           builder.constant(side * chosen));
  return builder.add(base, builder.toOffset(rank));
}

void ProductKeysBuilder::synchronize() {
  if (group == 32)
    kernel->synchronizeWarp();
  else
    kernel->barrier();
}

void ProductKeysBuilder::storeNumber(Value number, Value tensor, Value at) {
  KernelBuilder &builder = *kernel;
  Type type = getElementTypeOrSelf(tensor.getType());
  if (!type.isInteger(32))
    number = arith::ExtUIOp::create(builder.builder, type, number);
  builder.store(number, tensor, at);
}

void ProductKeysBuilder::chooseSide(int64_t side, Value source, Value indices) {
  KernelBuilder &builder = *kernel;
  Value row = getRow(side);
  auto load = [&](Value index) {
    return builder.load(
        source, builder.add(builder.mul(row, size), builder.toOffset(index)));
  };
  Choice(builder, chosen, size, group, groups)
      .emit([&](Value index) { return createOrderKey(builder, load(index)); },
            [&](Value rank, Value index) {
              builder.storeShared(load(index), scores, getPlace(side, rank));
              builder.ifThen(isActive, [&] {
                storeNumber(index, indices,
                            builder.add(builder.mul(row, chosen),
                                        builder.toOffset(rank)));
              });
            });
}

Value ProductKeysBuilder::computeSum(Value pair) {
  KernelBuilder &builder = *kernel;
  Type type = builder.builder.getF32Type();
  auto load = [&](int64_t side, Value places) -> Value {
    Value at = builder.load(places, builder.toOffset(pair));
    // A place outside takes the nearest one, as for nn.gather.
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(builder.builder, at.getType(), value);
    };
    at = arith::MaxSIOp::create(builder.builder, at, number(0));
    at = arith::MinSIOp::create(builder.builder, at, number(chosen - 1));
    if (!at.getType().isInteger(32))
      at = arith::TruncIOp::create(builder.builder,
                                   builder.builder.getI32Type(), at);
    return builder.loadShared(scores, type, getPlace(side, at), 1)[0];
  };
  return arith::AddFOp::create(builder.builder, load(0, op.getRowPlaces()),
                               load(1, op.getColumnPlaces()));
}

void ProductKeysBuilder::choosePairs() {
  KernelBuilder &builder = *kernel;
  Choice(builder, best, pairs, group, groups)
      .emit(
          [&](Value pair) { return createOrderKey(builder, computeSum(pair)); },
          [&](Value rank, Value pair) {
            builder.ifThen(isActive, [&] {
              Value at =
                  builder.add(builder.mul(token, best), builder.toOffset(rank));
              builder.store(computeSum(pair), op.getBest(), at);
              storeNumber(pair, op.getPlaces(), at);
            });
          });
}

void ProductKeysBuilder::build(LaunchPlan &plan) {
  int64_t threads = group * groups;
  kernel.emplace(plan, op.getLoc(), "product_keys", getTensors(), threads,
                 2 * (tokens + threads));
  KernelBuilder &builder = *kernel;
  groupIndex = builder.div(builder.threadId(), group);
  token = builder.add(builder.mul(builder.blockId(), groups), groupIndex);
  isActive = builder.isLess(token, tokens);
  // Exchanges need all lanes: groups without a token choose in the last one.
  token = arith::MinUIOp::create(builder.builder, token,
                                 builder.constant(tokens - 1));
  scores = builder.allocateShared(groups * 2 * chosen * 4, 16);
  chooseSide(0, op.getRow(), op.getIndices().front());
  chooseSide(1, op.getColumn(), op.getIndices().back());
  synchronize();
  choosePairs();
  builder.finish({int64_t(llvm::divideCeil(tokens, groups)), 1, 1});
}

namespace {
class ProductKeys : public OpGenerator<ProductKeysOp, ProductKeysBuilder> {
public:
  StringRef getName() const override { return "product_keys"; }
  void combine(func::FuncOp region) const override {
    findProductKeys(region, [](ProductKeysOp op) {
      return ProductKeysBuilder(op).isSupported();
    });
  }
};
} // namespace

namespace sbp::cuda {
void registerProductKeys(GeneratorList &generators) {
  generators.push_back(std::make_unique<ProductKeys>());
}
} // namespace sbp::cuda
