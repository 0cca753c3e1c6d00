// RandomStates.h: random elements, tensors and local states
//
// Inputs of the soundness checker. All values are drawn from one generator: the
// same seed and the same sequence of calls give the same states.
#ifndef SBP_INTERPRETER_RANDOMSTATES_H
#define SBP_INTERPRETER_RANDOMSTATES_H

#include "mlir/IR/BuiltinTypes.h"
#include "sbp/Interpreter/LocalStates.h"
#include <random>

namespace sbp {

/// The distribution of random elements.
enum class ElementMix : uint8_t {
  SmallIntegers, ///< -3 .. 3, floats without 0: arithmetic is exact
  WholeRange, ///< floats of magnitude 0.25 to 2.25; integers of the full width
              ///< with extremes
  Specials    ///< additionally infinities, NaN and both zeros
};

/// The elements that one value may hold.
struct ElementRange {
  ElementMix mix;
  bool mayBeSpecial = true; ///< for floats, allows special values here
  /// For integers, inclusive bounds (lowest, highest) that replace the mix if
  /// an op needs them.
  std::optional<std::pair<int64_t, int64_t>> bounds;
};

/// A seeded generator of scalars, tensors and local states.
class RandomStates {
public:
  explicit RandomStates(uint64_t seed) : random(seed) {}

  /// Returns an element of a supported integer, index or float type; floats are
  /// rounded to it.
  Scalar drawScalar(mlir::Type type, const ElementRange &range);

  /// Returns a tensor of independent elements; the shape of `type` is static.
  TensorValue drawTensor(mlir::RankedTensorType type,
                         const ElementRange &range);

  /// Returns one state per position of the placement that together satisfy the
  /// distribution. Partial terms are drawn independently, replicas of a term
  /// are equal.
  std::vector<TensorValue> drawStates(mlir::RankedTensorType type,
                                      const Placement &placement,
                                      const Distribution &distribution,
                                      const ElementRange &range);

private:
  std::mt19937_64 random;
};

} // namespace sbp

#endif // SBP_INTERPRETER_RANDOMSTATES_H
