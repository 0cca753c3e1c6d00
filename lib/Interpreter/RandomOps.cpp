// RandomOps.cpp: random numbers
//
// Element i uses the Philox block with counter (i, offset), so results do not
// depend on the distribution. Normal numbers are Box-Muller transforms (1958):
// sqrt(-2 ln u) cos(2 pi v). All roundings are those of the compiled code,
// which must give the same bits.

#include "OpTable.h"
#include "sbp/Calculus/RandomNumbers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include <cmath>

using namespace mlir;

namespace sbp {
namespace {

/// Converts the four random words of an element to a number.
class RandomDraw {
public:
  RandomDraw(nn::RandomOp op, bool float64)
      : kind(op.getKind()), type(getElementTypeOrSelf(op.getResult())),
        isDouble(type.isF64()), element(getRounding(type, float64)),
        compute(isDouble || float64 ? Rounding::None : Rounding::F32) {
    if (std::optional<llvm::APFloat> share = op.getProbability())
      threshold = std::floor(std::ldexp(share->convertToDouble(), 32) + 0.5);
  }

  Scalar draw(const std::array<uint32_t, 4> &words) const {
    switch (kind) {
    case nn::RandomKind::Uniform:
      return makeFloat(getUniform(words[0], words[1], getDigits()));
    case nn::RandomKind::Normal:
      return makeFloat(roundTo(element, getNormal(words)));
    case nn::RandomKind::Bernoulli:
      return makeInteger(words[0] < threshold ? -1 : 0);
    }
    llvm_unreachable("all kinds are listed");
  }

private:
  int getDigits() const {
    return llvm::APFloat::semanticsPrecision(
        cast<FloatType>(type).getFloatSemantics());
  }
  /// Returns a number in [0, 1): the top digits of one word, for f64 of two.
  double getUniform(uint32_t low, uint32_t high, int digits) const {
    uint64_t bits = isDouble ? (uint64_t(high) << 32 | low) >> (64 - digits)
                             : low >> (32 - digits);
    return std::ldexp(static_cast<double>(bits), -digits);
  }
  /// The Box-Muller transform; u is centred in its interval, so that ln u is
  /// finite.
  double getNormal(const std::array<uint32_t, 4> &words) const {
    auto round = [&](double value) { return roundTo(compute, value); };
    double u = isDouble ? getUniform(words[0], words[1], 53)
                        : std::ldexp(round(words[0]), -32);
    u = round(u + std::ldexp(1.0, isDouble ? -54 : -33));
    double v = isDouble ? getUniform(words[2], words[3], 53)
                        : getUniform(words[1], 0, 24);
    double radius = round(std::sqrt(round(-2.0 * round(std::log(u)))));
    double z = 0.5 - 2.0 * std::fabs(v - 0.5), square = round(z * z), sum = 0.0;
    for (double coefficient : getCosineCoefficients(isDouble ? 12 : 7))
      sum = round(round(sum * square) + round(coefficient));
    return round(radius * round(z * sum));
  }

  nn::RandomKind kind;
  Type type;
  bool isDouble;
  Rounding element, compute;
  double threshold = 0.0; ///< words below it give true
};

} // namespace

static OpResult evaluateRandom(Operation *op, ArrayRef<RuntimeValue> operands,
                               Frame &frame) {
  auto random = cast<nn::RandomOp>(op);
  countDifferent(frame);
  RandomDraw draw(random, frame.getOptions().float64);
  auto split = [](uint64_t value) {
    return std::array{static_cast<uint32_t>(value),
                      static_cast<uint32_t>(value >> 32)};
  };
  auto key = split((*operands[0])[0].i), offset = split(random.getOffset());
  auto type = cast<RankedTensorType>(random.getResult().getType());
  TensorValue result(type.getShape(), type.getElementType());
  for (int64_t i = 0; i < result.size(); ++i) {
    auto position = split(i);
    result[i] = draw.draw(Philox::getBlock(
        {position[0], position[1], offset[0], offset[1]}, key));
  }
  return RuntimeValues{std::move(result)};
}

void addRandomOps(OpTable &table) { table["nn.random"] = evaluateRandom; }

} // namespace sbp
