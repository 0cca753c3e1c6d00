// LoopAccess.cpp: the elements that a loop nest accesses
//
// Sums of loops are analysed as mixed-radix numbers. Sort the loops of
// d0 * c0 + d1 * c1 + ... by |c|:
//   - if each weight exceeds the largest sum of all lighter loops, the sum
//     determines its loops, so an element is written once;
//   - if each weight is at most that sum + 1, the sum takes every value of its
//     range, so all positions are covered.
// Other maps (mod, floordiv, shared loops) are enumerated up to a limit.
// Example: 4 * d0 + d1 with extents (3, 4) covers [0, 12) once; with extents
// (3, 6) it covers [0, 14), some positions twice.

#include "sbp/Analysis/Defined/LoopAccess.h"

#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace sbp;

/// Limit on the number of enumerated iterations.
static constexpr int64_t kMaxIterations = int64_t(1) << 18;

/// Saturates to 62 bits, so that sums of a few values cannot overflow.
static int64_t clamp(__int128 value) {
  constexpr __int128 kLimit = int64_t(1) << 62;
  return static_cast<int64_t>(std::max(-kLimit, std::min(value, kLimit)));
}

/// Adds the coefficients of `expression` to `terms`, without its constant.
/// Returns false if it is not a sum of loops times constants.
static bool addTerms(AffineExpr expression, int64_t factor,
                     MutableArrayRef<int64_t> terms) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
    terms[dim.getPosition()] =
        clamp(__int128(terms[dim.getPosition()]) + factor);
    return true;
  }
  if (isa<AffineConstantExpr>(expression))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, terms) &&
           addTerms(binary.getRHS(), factor, terms);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && constant &&
         addTerms(binary.getLHS(),
                  clamp(__int128(factor) * constant.getValue()), terms);
}

LoopAccess::LoopAccess(AffineMap map, ArrayRef<int64_t> extents,
                       ArrayRef<int64_t> shape)
    : map(map), extents(extents), shape(shape) {
  for (AffineExpr result : map.getResults()) {
    SmallVector<int64_t> terms(extents.size(), 0);
    sums.push_back(addTerms(result, 1, terms) ? Sum(terms) : Sum());
  }
}

bool LoopAccess::usesLoop(unsigned loop) const {
  for (auto [result, sum] : llvm::zip_equal(map.getResults(), sums))
    if (sum ? (*sum)[loop] != 0 : result.isFunctionOfDim(loop))
      return true;
  return false;
}

bool LoopAccess::enumerate(
    ArrayRef<AffineExpr> results,
    llvm::function_ref<bool(ArrayRef<int64_t>)> visit) const {
  SmallVector<unsigned> used;
  int64_t count = 1;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (llvm::any_of(results, [&](AffineExpr result) {
          return result.isFunctionOfDim(loop);
        })) {
      used.push_back(loop);
      if (llvm::MulOverflow(count, extents[loop], count) ||
          count > kMaxIterations)
        return false;
    }
  SmallVector<int64_t> loops(extents.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    if (!visit(loops))
      return false;
    for (unsigned loop : llvm::reverse(used)) {
      if (++loops[loop] < extents[loop])
        break;
      loops[loop] = 0;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What is touched exists
//===----------------------------------------------------------------------===//

LoopAccess::Range LoopAccess::getRange(AffineExpr expression) const {
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return {0, extents[dim.getPosition()] - 1};
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return {constant.getValue(), constant.getValue()};
  auto binary = cast<AffineBinaryOpExpr>(expression);
  Range left = getRange(binary.getLHS()), right = getRange(binary.getRHS());
  __int128 divisor = right.first;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return {clamp(__int128(left.first) + right.first),
            clamp(__int128(left.last) + right.last)};
  case AffineExprKind::Mul: {
    int64_t a = clamp(left.first * divisor), b = clamp(left.last * divisor);
    return {std::min(a, b), std::max(a, b)};
  }
  case AffineExprKind::Mod:
    if (left.first >= 0 && left.last < right.first)
      return left;
    return {0, right.first - 1};
  case AffineExprKind::FloorDiv:
    return {llvm::divideFloorSigned(left.first, right.first),
            llvm::divideFloorSigned(left.last, right.first)};
  default:
    return {llvm::divideCeilSigned(left.first, right.first),
            llvm::divideCeilSigned(left.last, right.first)};
  }
}

/// Returns true if every divisor is a constant of at least 1.
static bool hasDivisors(AffineExpr expression) {
  bool found = true;
  expression.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || binary.getKind() == AffineExprKind::Add ||
        binary.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    found &= divisor && divisor.getValue() > 0;
  });
  return found;
}

std::optional<LoopAccess::Outside> LoopAccess::findOutside() const {
  if (isEmpty())
    return std::nullopt;
  for (auto [dim, result] : llvm::enumerate(map.getResults())) {
    Range range{0, 0};
    if (!hasDivisors(result))
      return Outside{unsigned(dim), -1, -1};
    if (sums[dim]) {
      // The exact range; each loop is counted once, so d0 - d0 is zero.
      SmallVector<int64_t> zeros(extents.size(), 0);
      __int128 first = 0, last = 0;
      for (auto [term, extent] : llvm::zip_equal(*sums[dim], extents))
        (term < 0 ? first : last) += __int128(term) * (extent - 1);
      int64_t base = AffineMap::get(extents.size(), 0, result)
                         .compose(ArrayRef<int64_t>(zeros))
                         .front();
      range = {clamp(first + base), clamp(last + base)};
    } else {
      range = getRange(result);
    }
    if (range.first >= 0 && range.last < shape[dim])
      continue;
    // The interval of mod and div may be wider than the accessed range.
    bool isInside = !sums[dim] && enumerate(result, [&](ArrayRef<int64_t> at) {
      int64_t position =
          AffineMap::get(extents.size(), 0, result).compose(at).front();
      return position >= 0 && position < shape[dim];
    });
    if (!isInside)
      return Outside{unsigned(dim), range.first, range.last};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What is touched once
//===----------------------------------------------------------------------===//

std::optional<unsigned>
LoopAccess::findUnusedLoop(const llvm::SmallBitVector &loops) const {
  for (unsigned loop : loops.set_bits())
    if (extents[loop] > 1 && !usesLoop(loop) && !isEmpty())
      return loop;
  return std::nullopt;
}

/// Returns true if a sum determines its loops that are not `known`: each weight
/// exceeds the largest sum of all lighter ones.
static bool determines(ArrayRef<int64_t> terms, ArrayRef<int64_t> extents,
                       const llvm::SmallBitVector &known) {
  SmallVector<std::pair<__int128, int64_t>> open;
  for (auto [loop, term] : llvm::enumerate(terms))
    if (term != 0 && extents[loop] > 1 && !known.test(loop))
      open.emplace_back(term < 0 ? -__int128(term) : term, extents[loop]);
  llvm::sort(open);
  __int128 below = 0;
  for (auto [weight, extent] : open) {
    if (weight <= below)
      return false;
    below += weight * (extent - 1);
  }
  return true;
}

bool LoopAccess::writesOnce(const llvm::SmallBitVector &loops) const {
  if (isEmpty())
    return true;
  // Loops that one result determines help to determine those of others.
  llvm::SmallBitVector known(extents.size());
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const Sum &sum : sums) {
      if (!sum || !determines(*sum, extents, known))
        continue;
      for (auto [loop, term] : llvm::enumerate(*sum))
        if (term != 0 && !known.test(loop)) {
          known.set(loop);
          isNew = true;
        }
    }
  }
  llvm::SmallBitVector open = loops;
  for (unsigned loop : loops.set_bits())
    if (known.test(loop) || extents[loop] == 1)
      open.reset(loop);
  if (open.none())
    return true;
  // Enumerate: element -> the open loops at its first access.
  std::map<SmallVector<int64_t>, SmallVector<int64_t>> seen;
  SmallVector<unsigned> which(open.set_bits());
  return enumerate(map.getResults(), [&](ArrayRef<int64_t> at) {
    SmallVector<int64_t> indices =
        llvm::map_to_vector(which, [&](unsigned loop) { return at[loop]; });
    auto [entry, isNew] = seen.try_emplace(map.compose(at), indices);
    return isNew || entry->second == indices;
  });
}

//===----------------------------------------------------------------------===//
// All is touched
//===----------------------------------------------------------------------===//

/// Returns true if result `dim` takes every value of its dimension, using loops
/// of its own. Adds these loops to `usedLoops`.
bool LoopAccess::coversDim(unsigned dim,
                           llvm::SmallBitVector &usedLoops) const {
  if (!sums[dim])
    return false;
  SmallVector<std::pair<__int128, int64_t>> terms;
  for (auto [loop, term] : llvm::enumerate(*sums[dim])) {
    if (term == 0 || extents[loop] == 1)
      continue;
    if (usedLoops.test(loop))
      return false;
    usedLoops.set(loop);
    terms.emplace_back(term < 0 ? -__int128(term) : term, extents[loop]);
  }
  llvm::sort(terms);
  __int128 reach = 0;
  for (auto [weight, extent] : terms) {
    if (weight > reach + 1)
      return false;
    reach += weight * (extent - 1);
  }
  return reach + 1 == shape[dim];
}

bool LoopAccess::coversAll() const {
  if (llvm::is_contained(shape, 0))
    return true;
  if (isEmpty())
    return false;
  llvm::SmallBitVector usedLoops(extents.size());
  bool covers = true;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    covers &= coversDim(dim, usedLoops);
  if (covers)
    return true;
  int64_t count = 1;
  for (int64_t size : shape)
    if (llvm::MulOverflow(count, size, count) || count > kMaxIterations)
      return false;
  std::set<SmallVector<int64_t>> seen;
  return enumerate(map.getResults(),
                   [&](ArrayRef<int64_t> at) {
                     seen.insert(map.compose(at));
                     return true;
                   }) &&
         static_cast<int64_t>(seen.size()) == count;
}
