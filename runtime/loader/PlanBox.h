// PlanBox.h: the boxes of global tensors that ranks hold
//
// The balanced split of the distribution calculus, computed from the plan's
// tables alone. The loader checks what the compiler has computed and therefore
// shares none of its code.
#ifndef SBP_RUNTIME_LOADER_PLANBOX_H
#define SBP_RUNTIME_LOADER_PLANBOX_H

#include "Artifact.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbp {

using Shape = std::vector<int64_t>;
/// The largest number of dims of a tensor: loops over boxes keep their indices
/// on the stack.
inline constexpr size_t maximalRank = 32;

/// A box: one half-open index range per dim, whose size is never negative.
struct PlanBox {
  std::vector<int64_t> begin, end; ///< in elements, by dim

  /// Returns the number of dims.
  size_t rank() const { return begin.size(); }
  /// Returns the size of each dim.
  Shape shape() const;
  /// Returns the number of elements; 1 for a box without dims.
  int64_t elements() const;
  /// Returns true where `other`, a box of as many dims, lies within this one,
  /// or is empty.
  bool contains(const PlanBox &other) const;
  bool operator==(const PlanBox &other) const = default;
};

/// Returns the box of a whole tensor.
PlanBox wholeBox(const Shape &shape);
/// Returns the intersection of boxes of as many dims, which is empty where they
/// are disjoint.
PlanBox intersect(const PlanBox &a, const PlanBox &b);
/// Formats a box: "[0:4, 2:8]".
std::string toString(const PlanBox &box);
/// Formats a tensor type: "4x8xf32".
std::string toString(const Shape &shape, plan::DType type);

/// Returns the number of elements of a shape; nullopt where a dim is negative
/// or the product of the dims other than 0 exceeds 2^58.
std::optional<int64_t> countElements(const Shape &shape);

/// The piece of a tensor that a rank holds.
struct Piece {
  bool present = false; ///< true where the rank belongs to the placement
  PlanBox box;          ///< the whole tensor where `present` is false
  int64_t partialClass =
      0;               ///< row-major number of the coordinates of the P axes
  int64_t replica = 0; ///< row-major number of the coordinates of the B axes
};

/// Returns the piece that `rank` holds of a tensor of `shape`. The distribution
/// and the shape are valid (see verifyStructure).
Piece getPiece(const plan::PlanT &plan, uint32_t distribution,
               const Shape &shape, uint32_t rank);
/// Returns the number of partial classes: the product of the sizes of the P
/// axes, 1 without such axes.
int64_t countPartialClasses(const plan::PlanT &plan, uint32_t distribution);
/// Returns the combiner of the P components, which is one in a valid plan;
/// nullopt where there are none.
std::optional<plan::Combiner>
getCombiner(const plan::DistributionT &distribution);
/// Returns true where `combiner` is defined for `type`.
bool canCombine(plan::Combiner combiner, plan::DType type);
/// Returns true where combining a value with itself gives the value: then a
/// term may be counted twice.
bool isIdempotent(plan::Combiner combiner);

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_PLANBOX_H
