// RandomStates.cpp: random elements, tensors and local states

#include "sbp/Interpreter/RandomStates.h"
#include <cmath>
#include <limits>
#include <map>

using namespace mlir;

namespace sbp {

/// Returns a float of the mix. Magnitudes stay near 1, so that sums of products
/// neither overflow nor vanish.
static double drawFloat(std::mt19937_64 &random, const ElementRange &range) {
  if (range.mix == ElementMix::SmallIntegers) {
    int64_t magnitude = 1 + random() % 3;
    return random() % 2 ? magnitude : -magnitude;
  }
  if (range.mix == ElementMix::Specials && range.mayBeSpecial &&
      random() % 2 == 0) {
    double infinity = std::numeric_limits<double>::infinity();
    const double specials[] = {infinity, -infinity, std::nan(""), -0.0, 0.0};
    return specials[random() % 5];
  }
  double magnitude = 0.25 + static_cast<double>(random() % 4096) / 2048;
  return random() % 2 ? magnitude : -magnitude;
}

/// Returns an integer of the mix; a third of the full range are extremes.
static int64_t drawInteger(std::mt19937_64 &random, unsigned width,
                           const ElementRange &range) {
  if (range.bounds) {
    auto [lowest, highest] = *range.bounds;
    return lowest + random() % (highest - lowest + 1);
  }
  if (range.mix == ElementMix::SmallIntegers)
    return wrapTo(width, static_cast<int64_t>(random() % 7) - 3);
  int64_t lowest = wrapTo(width, 1ull << (width - 1));
  const int64_t extremes[] = {lowest, ~lowest, 0, -1, wrapTo(width, 1)};
  return random() % 3 ? wrapTo(width, random()) : extremes[random() % 5];
}

Scalar RandomStates::drawScalar(Type type, const ElementRange &range) {
  if (!isa<FloatType>(type))
    return makeInteger(drawInteger(random, getIntegerWidth(type), range));
  return makeFloat(roundTo(getRounding(type), drawFloat(random, range)));
}

TensorValue RandomStates::drawTensor(RankedTensorType type,
                                     const ElementRange &range) {
  TensorValue tensor(type.getShape(), type.getElementType());
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor[i] = drawScalar(type.getElementType(), range);
  return tensor;
}

std::vector<TensorValue>
RandomStates::drawStates(RankedTensorType type, const Placement &placement,
                         const Distribution &distribution,
                         const ElementRange &range) {
  // One random global tensor per term. With B on the P axes, every position
  // gets its box of each term.
  Distribution boxes = distribution;
  for (Component &component : boxes.components)
    if (component.isPartial())
      component = Component::broadcast();
  std::map<SmallVector<int64_t>, std::vector<TensorValue>> terms;
  std::vector<TensorValue> states;
  for (int64_t position = 0; position < placement.getNumRanks(); ++position) {
    SmallVector<int64_t> term = placement.getCoordinates(position);
    for (auto [axis, coordinate] : llvm::enumerate(term))
      if (!distribution.components[axis].isPartial())
        coordinate = 0;
    auto [entry, isNew] = terms.try_emplace(term);
    if (isNew)
      entry->second =
          splitIntoStates(drawTensor(type, range), placement, boxes);
    states.push_back(entry->second[position]);
  }
  return states;
}

} // namespace sbp
