// TuckerTopK.cpp: the k greatest elements of a grid of products
//
// The grid of a token is never stored: a thread computes its elements from the
// token's row and column, keeps their keys in registers, and its group chooses
// as for top_k. A grid of 64 x 64 belongs to a block of 256 threads, 16
// elements each.
#include "Generators/TopK/Choice.h"
#include "Kernel/ChosenRows.h"
#include "Plan/OpGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

/// Warps of a block that choose for themselves; elements of all cores, which
/// every thread keeps in registers.
static constexpr int64_t kWarps = 4, kMaxCoreElements = 64;

namespace {
class TuckerBuilder {
public:
  TuckerBuilder(sbp::memory_layer::TuckerTopKOp op);
  bool isSupported() const;
  double predictSeconds(const Chip &chip) const;
  std::string getSchedule() const {
    return llvm::formatv("{0} threads a grid", group);
  }
  void build(LaunchPlan &plan);

private:
  static ArrayRef<int64_t> getShape(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  void loadCores();
  Value loadFactor(Value tensor, int64_t line, int64_t lines, Value column,
                   int64_t columns);
  /// Returns the element (p, q) of the grid that a core gives.
  Value computeElement(ArrayRef<Value> core, Value p, Value q);
  std::pair<Value, Value> getPair(Value index);
  void write(Value rank, Value index);

  mutable sbp::memory_layer::TuckerTopKOp op; ///< accessors are not const
  int64_t m, n, cores, a, b, k, tokens = 1, coreTokens = 1;
  int64_t group, groups;
  std::optional<KernelBuilder> kernel;
  FloatType type;
  Value token, isActive;
  SmallVector<SmallVector<Value>> core; ///< [cores][a * b]
  SmallVector<Value> sum;               ///< of all cores, [a * b]
};
} // namespace

TuckerBuilder::TuckerBuilder(sbp::memory_layer::TuckerTopKOp op)
    : op(op), m(getShape(op.getRow()).back()),
      n(getShape(op.getColumn()).back()),
      cores(getShape(op.getCore()).end()[-3]),
      a(getShape(op.getCore()).end()[-2]), b(getShape(op.getCore()).back()),
      k(op.getK()), group(Choice::chooseGroup(m * n)),
      groups(group == 32 ? kWarps : 1),
      type(Float32Type::get(op.getContext())) {
  for (int64_t extent : getShape(op.getRow()).drop_back(2))
    tokens *= extent;
  for (int64_t extent : getShape(op.getCore()).drop_back(3))
    coreTokens *= extent;
}

bool TuckerBuilder::isSupported() const {
  auto hasF64 = [](Value value) {
    return getElementTypeOrSelf(value.getType()).isF64();
  };
  return !hasF64(op.getRow()) && !hasF64(op.getColumn()) &&
         !hasF64(op.getCore()) && tokens * m * n > 0 && a * b > 0 &&
         a * b * cores <= kMaxCoreElements && m * n < (int64_t(1) << 30) &&
         Choice::fits(k, groups);
}

double TuckerBuilder::predictSeconds(const Chip &chip) const {
  constexpr double kGridSeconds = 1.5e-5, kResidentThreads = 1024;
  double waves =
      std::max(1.0, double(tokens) * double(group) /
                        (double(chip.multiprocessors) * kResidentThreads));
  double perThread = double(llvm::divideCeil(m * n, group));
  return chip.launchSeconds +
         waves * kGridSeconds * std::max(1.0, perThread / 16);
}

/// Loads an element of the token's row or column: [lines, columns] a token.
Value TuckerBuilder::loadFactor(Value tensor, int64_t line, int64_t lines,
                                Value column, int64_t columns) {
  KernelBuilder &k = *kernel;
  Value place = k.add(k.mul(token, lines), k.constant(line));
  Value at = k.add(k.mul(place, columns), column);
  return widenTo(k, k.load(tensor, at), type);
}

void TuckerBuilder::loadCores() {
  KernelBuilder &k = *kernel;
  // Core tokens are the last ones of the tokens.
  Value own = k.rem(token, coreTokens);
  sum.assign(a * b, k.zero(type));
  for (int64_t c = 0; c < cores; ++c) {
    core.emplace_back();
    for (int64_t i = 0; i < a * b; ++i) {
      Value at = k.add(k.mul(own, cores * a * b), k.constant(c * a * b + i));
      core[c].push_back(widenTo(k, k.load(op.getCore(), at), type));
      sum[i] = arith::AddFOp::create(k.builder, sum[i], core[c][i]);
    }
  }
}

Value TuckerBuilder::computeElement(ArrayRef<Value> core, Value p, Value q) {
  KernelBuilder &k = *kernel;
  SmallVector<Value> column;
  for (int64_t j = 0; j < b; ++j)
    column.push_back(loadFactor(op.getColumn(), j, b, q, n));
  Value total = k.zero(type);
  for (int64_t i = 0; i < a; ++i) {
    Value product = k.zero(type);
    for (int64_t j = 0; j < b; ++j)
      product =
          math::FmaOp::create(k.builder, core[i * b + j], column[j], product);
    total = math::FmaOp::create(k.builder, loadFactor(op.getRow(), i, a, p, m),
                                product, total);
  }
  return total;
}

std::pair<Value, Value> TuckerBuilder::getPair(Value index) {
  KernelBuilder &k = *kernel;
  Value place = k.toOffset(index);
  return {k.div(place, n), k.rem(place, n)};
}

void TuckerBuilder::write(Value rank, Value index) {
  KernelBuilder &k = *kernel;
  auto [p, q] = getPair(index);
  Value at = k.add(k.mul(token, this->k), k.toOffset(rank));
  auto elementOf = [](Value tensor) {
    return getElementTypeOrSelf(tensor.getType());
  };
  auto toPosition = [&](Value x, Value tensor) -> Value {
    Type position = elementOf(tensor);
    Value word = k.toWord(x);
    return position.isInteger(32)
               ? word
               : arith::ExtUIOp::create(k.builder, position, word).getResult();
  };
  k.store(narrowTo(k, computeElement(sum, p, q), elementOf(op.getSums())),
          op.getSums(), at);
  k.store(toPosition(p, op.getP()), op.getP(), at);
  k.store(toPosition(q, op.getQ()), op.getQ(), at);
  for (int64_t c = 0; c < cores; ++c)
    k.store(
        narrowTo(k, computeElement(core[c], p, q), elementOf(op.getScores())),
        op.getScores(), k.add(k.mul(at, cores), k.constant(c)));
}

void TuckerBuilder::build(LaunchPlan &plan) {
  int64_t threads = group * groups;
  kernel.emplace(plan, op.getLoc(), "tucker_top_k",
                 ArrayRef<Value>{op.getRow(), op.getColumn(), op.getCore(),
                                 op.getSums(), op.getP(), op.getQ(),
                                 op.getScores()},
                 threads, std::max(tokens + threads, m * n));
  KernelBuilder &k = *kernel;
  token = k.add(k.mul(k.blockId(), groups), k.div(k.threadId(), group));
  isActive = k.isLess(token, tokens);
  token = arith::MinUIOp::create(k.builder, token, k.constant(tokens - 1));
  loadCores();
  Choice(k, this->k, m * n, group, groups)
      .emit(
          [&](Value index) {
            auto [p, q] = getPair(index);
            return createOrderKey(k, computeElement(sum, p, q));
          },
          [&](Value rank, Value index) {
            k.ifThen(isActive, [&] { write(rank, index); });
          });
  k.finish({int64_t(llvm::divideCeil(tokens, groups)), 1, 1});
}

namespace {
class TuckerTopK
    : public OpGenerator<sbp::memory_layer::TuckerTopKOp, TuckerBuilder> {
public:
  StringRef getName() const override { return "tucker_top_k"; }
};
} // namespace

namespace sbp::cuda {
void registerTuckerTopK(GeneratorList &generators) {
  generators.push_back(std::make_unique<TuckerTopK>());
}
} // namespace sbp::cuda
