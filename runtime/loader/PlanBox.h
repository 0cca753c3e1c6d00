// PlanBox.h: which part of a global tensor a rank holds
//
// The balanced split of the calculus once more, from the plan's tables alone:
// the loader checks what the compiler computed, so it does not share its code.
#ifndef SBP_RUNTIME_LOADER_PLANBOX_H
#define SBP_RUNTIME_LOADER_PLANBOX_H

#include "Artifact.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbp {

using Shape = std::vector<int64_t>;
/// Loops over boxes keep their indices on the stack.
inline constexpr size_t maximalRank = 32;

/// Half-open index ranges, one per dimension.
struct PlanBox {
  std::vector<int64_t> begin, end;

  size_t rank() const { return begin.size(); }
  Shape shape() const;
  int64_t elements() const;
  bool contains(const PlanBox &other) const;
  bool operator==(const PlanBox &other) const = default;
};

/// The box of a whole tensor.
PlanBox wholeBox(const Shape &shape);
/// Parts in common; sizes are never negative.
PlanBox intersect(const PlanBox &a, const PlanBox &b);
/// "[0:4, 2:8]".
std::string toString(const PlanBox &box);
/// "4x8xf32".
std::string toString(const Shape &shape, plan::DType type);

/// Elements of a shape, or none if a dim is negative or 2^62 is passed.
std::optional<int64_t> countElements(const Shape &shape);

/// A rank's view of a distribution.
struct Piece {
  bool present = false; ///< the rank belongs to the placement
  PlanBox box;
  int64_t partialClass = 0; ///< row-major number over the P axes
  int64_t replica = 0;      ///< row-major number over the B axes
};

/// What `rank` holds of a tensor of `shape`; errors are the verifier's
/// business.
Piece getPiece(const plan::PlanT &plan, uint32_t distribution,
               const Shape &shape, uint32_t rank);
/// Number of partial classes: the product of the P axes.
int64_t countPartialClasses(const plan::PlanT &plan, uint32_t distribution);
/// The combiner of the P components, if any.
std::optional<plan::Combiner>
getCombiner(const plan::DistributionT &distribution);
/// Whether values of `type` combine so.
bool canCombine(plan::Combiner combiner, plan::DType type);
/// x (+) x = x.
bool isIdempotent(plan::Combiner combiner);

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_PLANBOX_H
