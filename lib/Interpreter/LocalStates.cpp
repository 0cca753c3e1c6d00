// LocalStates.cpp: the definition of a distribution on actual values
//
// splitIntoStates and reassemble are inverse to each other for every legal
// distribution; the tests of plans and signatures rest on this file.
// Example: [1, 2, 3] as [S(0)] on 2 ranks is {[1, 2], [3]}; as [P] it is
// {[1, 2, 3], [-0, -0, -0]}.

#include "sbp/Interpreter/LocalStates.h"
#include <cmath>
#include <limits>

using namespace mlir;

namespace sbp {

// The identity e of a combiner has combine(x, e) = x for every x, also for the
// special values of floats.
static Scalar getFloatIdentity(Combiner combiner) {
  double infinity = std::numeric_limits<double>::infinity();
  switch (combiner) {
    // -0.0 and not +0.0: adding +0.0 would change -0.0.
  case Combiner::Sum:
    return makeFloat(-0.0);
  case Combiner::Prod:
    return makeFloat(1.0);
  case Combiner::Max:
    return makeFloat(-infinity);
  case Combiner::Min:
    return makeFloat(infinity);
  default: // maxnum and minnum drop NaN.
    return makeFloat(std::nan(""));
  }
}

static Scalar getIntegerIdentity(Combiner combiner, unsigned width) {
  int64_t lowest = wrapTo(width, 1ull << (width - 1));
  switch (combiner) {
  case Combiner::Prod:
    return makeInteger(wrapTo(width, 1));
  case Combiner::Max:
    return makeInteger(lowest);
  case Combiner::Min:
    return makeInteger(~lowest);
  case Combiner::UMin:
  case Combiner::And:
    return makeInteger(-1);
  default: // sum, umax, or
    return makeInteger(0);
  }
}

Scalar getIdentity(Combiner combiner, Type elementType) {
  return isa<FloatType>(elementType)
             ? getFloatIdentity(combiner)
             : getIntegerIdentity(combiner, getIntegerWidth(elementType));
}

static double combineFloats(Combiner combiner, double a, double b) {
  bool isNaN = std::isnan(a) || std::isnan(b);
  switch (combiner) {
  case Combiner::Sum:
    return a + b;
  case Combiner::Prod:
    return a * b;
  case Combiner::Max:
    return isNaN ? std::nan("") : std::fmax(a, b);
  case Combiner::Min:
    return isNaN ? std::nan("") : std::fmin(a, b);
  case Combiner::MaxNum:
    return std::fmax(a, b);
  case Combiner::MinNum:
    return std::fmin(a, b);
  default:
    llvm_unreachable("combiner of integers on floats");
  }
}

static int64_t combineIntegers(Combiner combiner, int64_t a, int64_t b) {
  // Sign extension preserves the unsigned order.
  uint64_t ua = a, ub = b;
  switch (combiner) {
  case Combiner::Sum:
    return ua + ub;
  case Combiner::Prod:
    return ua * ub;
  case Combiner::Max:
    return std::max(a, b);
  case Combiner::Min:
    return std::min(a, b);
  case Combiner::UMax:
    return std::max(ua, ub);
  case Combiner::UMin:
    return std::min(ua, ub);
  case Combiner::And:
    return a & b;
  case Combiner::Or:
    return a | b;
  default:
    llvm_unreachable("combiner of floats on integers");
  }
}

Scalar combine(Combiner combiner, Type elementType, Scalar a, Scalar b,
               bool float64) {
  if (isa<FloatType>(elementType))
    return makeFloat(roundTo(getRounding(elementType, float64),
                             combineFloats(combiner, a.f, b.f)));
  return makeInteger(wrapTo(getIntegerWidth(elementType),
                            combineIntegers(combiner, a.i, b.i)));
}

// Copies the elements of a box, in row-major order.
TensorValue extractBox(const TensorValue &global, const Box &box) {
  TensorValue piece(getShape(box), global.getElementType());
  int64_t position = 0;
  SmallVector<int64_t> source(box.size());
  forEachIndex(getShape(box), [&](ArrayRef<int64_t> index) {
    for (unsigned d = 0; d < box.size(); ++d)
      source[d] = box[d].begin + index[d];
    piece[position++] = global.at(source);
  });
  return piece;
}

namespace {
/// The role of a position: its coordinates by the components of the axes.
struct Role {
  bool firstOfPartial = true, firstOfCopies = true;
  /// The coordinates with 0 on B axes: equal for replicas of one state.
  SmallVector<int64_t> withoutCopies;

  Role(const Placement &placement, const Distribution &distribution,
       int64_t position)
      : withoutCopies(placement.getCoordinates(position)) {
    for (unsigned axis = 0; axis < withoutCopies.size(); ++axis) {
      const Component &component = distribution.components[axis];
      if (component.isPartial() && withoutCopies[axis] != 0)
        firstOfPartial = false;
      if (!component.isBroadcast())
        continue;
      firstOfCopies &= withoutCopies[axis] == 0;
      withoutCopies[axis] = 0;
    }
  }
};
} // namespace

// The first rank along the partial axes holds the value, the others the
// identity: one of many states that reassemble to it, and the simplest.
std::vector<TensorValue> splitIntoStates(const TensorValue &global,
                                         const Placement &placement,
                                         const Distribution &distribution) {
  std::vector<TensorValue> states;
  for (int64_t position = 0; position < placement.getNumRanks(); ++position) {
    Box box = getBoxAt(placement, distribution, global.getShape(), position);
    if (Role(placement, distribution, position).firstOfPartial)
      states.push_back(extractBox(global, box));
    else
      states.push_back(TensorValue::splat(
          getShape(box), global.getElementType(),
          getIdentity(*distribution.getCombiner(), global.getElementType())));
  }
  return states;
}

/// Returns true for f16 and bf16 sums, which are accumulated in f32 and rounded
/// once, as inside of an op.
static bool isWideSum(std::optional<Combiner> combiner, Type elementType) {
  return combiner == Combiner::Sum &&
         (elementType.isF16() || elementType.isBF16());
}

TensorValue reassemble(ArrayRef<TensorValue> states, const Placement &placement,
                       const Distribution &distribution,
                       ArrayRef<int64_t> shape, Type elementType,
                       bool float64) {
  TensorValue global = TensorValue::poison(shape, elementType);
  global.markDefined();
  std::optional<Combiner> combiner = distribution.getCombiner();
  bool isWide = !float64 && isWideSum(combiner, elementType);
  Type sumType =
      isWide ? Type(Float32Type::get(elementType.getContext())) : elementType;
  for (int64_t position = 0; position < placement.getNumRanks(); ++position) {
    Role role(placement, distribution, position);
    // Positions are in rank order, so partial values combine in that order.
    if (!role.firstOfCopies)
      continue;
    Box box = getBoxAt(placement, distribution, shape, position);
    int64_t local = 0;
    SmallVector<int64_t> target(box.size());
    forEachIndex(getShape(box), [&](ArrayRef<int64_t> index) {
      for (unsigned d = 0; d < box.size(); ++d)
        target[d] = box[d].begin + index[d];
      Scalar piece = states[position][local++];
      Scalar &cell = global.at(target);
      cell = role.firstOfPartial
                 ? piece
                 : combine(*combiner, sumType, cell, piece, float64);
    });
  }
  for (int64_t i = 0; isWide && i < global.size(); ++i)
    global[i].f = roundTo(getRounding(elementType), global[i].f);
  return global;
}

// Compares each rank with the first replica of its piece.
std::optional<CopyMismatch> findCopyMismatch(ArrayRef<TensorValue> states,
                                             const Placement &placement,
                                             const Distribution &distribution) {
  for (int64_t second = 0; second < placement.getNumRanks(); ++second) {
    SmallVector<int64_t> original =
        Role(placement, distribution, second).withoutCopies;
    // The first replica has coordinate 0 on all B axes.
    int64_t first = 0;
    for (auto [coordinate, size] :
         llvm::zip_equal(original, placement.axisSizes))
      first = first * size + coordinate;
    int64_t element = findDifference(states[first], states[second]);
    if (element >= 0)
      return CopyMismatch{first, second, element};
  }
  return std::nullopt;
}

} // namespace sbp
