// SignatureLegality.cpp: the tuples of choices that are sound signatures
//
// Each choice is sound on its own axis. A tuple is sound if in addition the
// combiners of a value are equal, all values nest their splits in one order
// (a topological sort of "is outside of"), and every nested split of a factor
// meets the factor's conditions on extents and blocks.

#include "SignatureSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

static bool hasLegalCombiner(const Distribution &distribution, Type type) {
  std::optional<Combiner> combiner = distribution.getCombiner();
  if (!combiner)
    return true;
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isLegalCombiner(*combiner, tensor.getElementType()) &&
         llvm::all_of(distribution.components, [&](const Component &c) {
           return !c.isPartial() || c.combiner == *combiner;
         });
}

bool SignatureSpace::haveEqualCombiners(const Signature &signature) const {
  return llvm::all_of(llvm::zip_equal(signature.operands, op.operandTypes),
                      [](auto pair) {
                        return hasLegalCombiner(std::get<0>(pair),
                                                std::get<1>(pair));
                      }) &&
         llvm::all_of(
             llvm::zip_equal(signature.results, op.resultTypes), [](auto pair) {
               return hasLegalCombiner(std::get<0>(pair), std::get<1>(pair));
             });
}

/// Returns an order of the axes that is compatible with the nesting of every
/// value which splits one dimension over several axes, or nothing if two values
/// nest them in contradictory orders. Kahn's algorithm on at most a handful of
/// axes.
std::optional<SmallVector<int64_t>>
SignatureSpace::getNesting(const Signature &signature) const {
  unsigned axes = placement.getNumAxes();
  SmallVector<SmallBitVector> outside(axes, SmallBitVector(axes));
  auto collect = [&](const Distribution &distribution) {
    for (unsigned i = 0; i < axes; ++i)
      for (unsigned j = i + 1; j < axes; ++j) {
        int64_t outer = distribution.getAxis(i),
                inner = distribution.getAxis(j);
        const Component &a = distribution.components[outer];
        if (a.isSplit() && a == distribution.components[inner])
          outside[inner].set(outer);
      }
  };
  llvm::for_each(signature.operands, collect);
  llvm::for_each(signature.results, collect);
  SmallVector<int64_t> nesting;
  SmallBitVector placed(axes);
  while (nesting.size() < axes) {
    unsigned axis = 0;
    while (axis < axes && (placed[axis] || outside[axis].test(placed)))
      ++axis;
    if (axis == axes)
      return std::nullopt;
    placed.set(axis);
    nesting.push_back(axis);
  }
  return nesting;
}

/// Splits every extent in `extents` into `parts` and returns the sizes that
/// occur, sorted: 10 into 4 gives {2, 3}.
static SmallVector<int64_t> splitExtents(ArrayRef<int64_t> extents,
                                         int64_t parts) {
  SmallVector<int64_t> result;
  for (int64_t extent : extents) {
    result.push_back(extent / parts);
    result.push_back(llvm::divideCeil(extent, parts));
  }
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

/// Returns whether `axes` split the factor into exactly `factor.blocks` pieces,
/// at the same boundaries as one flat split.
static bool matchesBlocks(const Factor &factor, ArrayRef<int64_t> axisSizes) {
  int64_t parts = 1;
  for (int64_t size : axisSizes)
    parts *= size;
  int64_t rest = factor.extent % factor.blocks;
  bool isFlat = axisSizes.size() == 1 || rest <= 1 || rest == parts - 1;
  return parts == factor.blocks && isFlat;
}

/// Returns whether every split factor with `blocks` is split into that many.
bool SignatureSpace::satisfyBlocks(ArrayRef<Choice> choices) const {
  return llvm::all_of(op.rule.factors, [&](const Factor &factor) {
    SmallVector<int64_t> sizes;
    for (auto [axis, choice] : llvm::enumerate(choices))
      if (choice.factor == &factor)
        sizes.push_back(placement.axisSizes[axis]);
    return !factor.blocks || sizes.empty() || matchesBlocks(factor, sizes);
  });
}

/// Follows the splits in nesting order with the set of piece sizes of each
/// factor: a later split acts on the pieces of an earlier one.
bool SignatureSpace::satisfyExtents(ArrayRef<Choice> choices,
                                    ArrayRef<int64_t> nesting) const {
  ArrayRef<Factor> factors = op.rule.factors;
  auto extents = map_to_vector(factors, [](const Factor &factor) {
    return SmallVector<int64_t>{factor.extent};
  });
  SmallBitVector isCut(factors.size());
  for (int64_t axis : nesting) {
    const Factor *factor = choices[axis].factor;
    int64_t parts = placement.axisSizes[axis];
    if (!factor || parts == 1)
      continue;
    if (llvm::any_of(factor->before,
                     [&](unsigned index) { return isCut.test(index); }))
      return false;
    isCut.set(factor - factors.begin());
    SmallVector<int64_t> &sizes = extents[factor - factors.begin()];
    bool leadingIsOne = llvm::all_of(factor->leading, [&](unsigned index) {
      return extents[index].size() == 1 && extents[index].front() == 1;
    });
    bool divides = llvm::all_of(
        sizes, [&](int64_t extent) { return extent % parts == 0; });
    if (!leadingIsOne || !(factor->trailing == 1 || divides))
      return false;
    sizes = splitExtents(sizes, parts);
    if (factor->needsNonEmpty && sizes.front() == 0)
      return false;
  }
  return true;
}

/// Returns whether all axes that split a dimension split the same windows of
/// it. Pieces with halos must be whole values, since a sum over overlapping
/// pieces would count the halo twice.
static bool haveEqualWindows(const Distribution &distribution) {
  if (distribution.hasWindows() && distribution.hasPartial())
    return false;
  for (const Component &a : distribution.components)
    for (const Component &b : distribution.components)
      if (a.isSplit() && b.isSplit(a.dim) && a.windows != b.windows)
        return false;
  return true;
}

bool SignatureSpace::isLegal(ArrayRef<Choice> choices,
                             const Signature &signature) const {
  if (!haveEqualCombiners(signature) ||
      !llvm::all_of(signature.operands, haveEqualWindows) ||
      !llvm::all_of(signature.results, haveEqualWindows))
    return false;
  std::optional<SmallVector<int64_t>> nesting = getNesting(signature);
  return nesting && satisfyBlocks(choices) && satisfyExtents(choices, *nesting);
}

} // namespace sbp
