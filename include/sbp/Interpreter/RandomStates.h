// RandomStates.h: random elements, tensors and local states
//
// What the soundness checker feeds to an op. Every draw comes from one
// generator: the same seed and the same questions give the same states.
#ifndef SBP_INTERPRETER_RANDOMSTATES_H
#define SBP_INTERPRETER_RANDOMSTATES_H

#include "mlir/IR/BuiltinTypes.h"
#include "sbp/Interpreter/LocalStates.h"
#include <random>

namespace sbp {

/// What random elements look like.
enum class ElementMix : uint8_t {
  SmallIntegers, ///< -3 .. 3 without 0: float arithmetic is exact
  WholeRange,    ///< reals around 1; integers of the whole width, extremes too
  Specials       ///< also infinities, NaN, -0.0
};

/// Which elements one value may hold.
struct ElementRange {
  ElementMix mix;
  bool mayBeSpecial = true; ///< floats: with `Specials`, are they allowed here
  /// Integers: inclusive bounds instead of the mix, where an op needs them.
  std::optional<std::pair<int64_t, int64_t>> bounds;
};

class RandomStates {
public:
  explicit RandomStates(uint64_t seed) : random(seed) {}

  /// An element of an integer, index or float type.
  Scalar drawScalar(mlir::Type type, const ElementRange &range);

  TensorValue drawTensor(mlir::RankedTensorType type,
                         const ElementRange &range);

  /// One state per position of the placement, which together satisfy the
  /// distribution: cut from a random value, but every partial term drawn on its
  /// own (copies of one term stay equal).
  std::vector<TensorValue> drawStates(mlir::RankedTensorType type,
                                      const Placement &placement,
                                      const Distribution &distribution,
                                      const ElementRange &range);

private:
  std::mt19937_64 random;
};

} // namespace sbp

#endif // SBP_INTERPRETER_RANDOMSTATES_H
