// SignatureLegality.cpp: which tuples of choices are sound

#include "SignatureSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

static bool combinerIsLegal(const Distribution &distribution, Type type) {
  std::optional<Combiner> combiner = distribution.getCombiner();
  if (!combiner)
    return true;
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isLegalCombiner(*combiner, tensor.getElementType()) &&
         llvm::all_of(distribution.components, [&](const Component &c) {
           return !c.isPartial() || c.combiner == *combiner;
         });
}

bool SignatureSpace::combinersAgree(const Signature &signature) const {
  return llvm::all_of(llvm::zip_equal(signature.operands, op.operandTypes),
                      [](auto pair) {
                        return combinerIsLegal(std::get<0>(pair),
                                               std::get<1>(pair));
                      }) &&
         llvm::all_of(
             llvm::zip_equal(signature.results, op.resultTypes), [](auto pair) {
               return combinerIsLegal(std::get<0>(pair), std::get<1>(pair));
             });
}

/// The sequence of axes in which every value that cares is cut, or nothing if
/// two values disagree.
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

/// Splits every extent in `extents` into `parts`: at most two sizes each.
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

/// Whether `axes` cut a dim into the pieces that the factor has one result
/// each for: as many, and a nested split cuts where a flat one does.
static bool matchesBlocks(const Factor &factor, ArrayRef<int64_t> axisSizes) {
  int64_t parts = 1;
  for (int64_t size : axisSizes)
    parts *= size;
  int64_t rest = factor.extent % factor.blocks;
  bool isFlat = axisSizes.size() == 1 || rest <= 1 || rest == parts - 1;
  return parts == factor.blocks && isFlat;
}

/// What `blocks` of the factors asks for.
bool SignatureSpace::blocksAllow(ArrayRef<Choice> choices) const {
  return llvm::all_of(op.rule.factors, [&](const Factor &factor) {
    SmallVector<int64_t> sizes;
    for (auto [axis, choice] : llvm::enumerate(choices))
      if (choice.factor == &factor)
        sizes.push_back(placement.axisSizes[axis]);
    return !factor.blocks || sizes.empty() || matchesBlocks(factor, sizes);
  });
}

bool SignatureSpace::extentsAllow(ArrayRef<Choice> choices,
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
    SmallVector<int64_t> &mine = extents[factor - factors.begin()];
    bool leadingIsOne = llvm::all_of(factor->leading, [&](unsigned index) {
      return extents[index].size() == 1 && extents[index].front() == 1;
    });
    bool divides =
        llvm::all_of(mine, [&](int64_t extent) { return extent % parts == 0; });
    if (!leadingIsOne || !(factor->trailing == 1 || divides))
      return false;
    mine = splitExtents(mine, parts);
    if (factor->needsNonEmpty && mine.front() == 0)
      return false;
  }
  return true;
}

/// All axes that split a dim split the same windows of it, and pieces with
/// halos are whole values.
static bool windowsAgree(const Distribution &distribution) {
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
  if (!combinersAgree(signature) ||
      !llvm::all_of(signature.operands, windowsAgree) ||
      !llvm::all_of(signature.results, windowsAgree))
    return false;
  std::optional<SmallVector<int64_t>> nesting = getNesting(signature);
  return nesting && blocksAllow(choices) && extentsAllow(choices, *nesting);
}

} // namespace sbp
