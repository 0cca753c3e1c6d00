// Distribution.h: placements, components, distributions
//
// The vocabulary of the calculus as plain values, without IR: what a tensor's
// distribution is, and which box of it each rank holds. DESIGN section 2.
#ifndef SBP_CALCULUS_DISTRIBUTION_H
#define SBP_CALCULUS_DISTRIBUTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>

namespace sbp {

/// How partial values combine. `Max`/`Min` propagate NaN and are signed on
/// integers, `MaxNum`/`MinNum` drop NaN, `UMax`/`UMin` are unsigned, `And`/`Or`
/// exist on i1 only.
enum class Combiner : uint8_t {
  Sum,
  Prod,
  Max,
  Min,
  MaxNum,
  MinNum,
  UMax,
  UMin,
  And,
  Or
};
inline constexpr unsigned numCombiners = 10;

/// "sum", "prod", "max", "min", "maxnum", "minnum", "umax", "umin", "and",
/// "or".
llvm::StringRef getCombinerName(Combiner combiner);
std::optional<Combiner> parseCombiner(llvm::StringRef name);
/// x (+) x = x: for these B is a legal P state.
bool isIdempotent(Combiner combiner);

/// What the outputs of a convolution read of one dim: output j reads window j,
/// the indices [first + j * step, first + j * step + size) that the dim has.
/// Neighbouring windows may overlap, or leave indices out.
struct Windows {
  int64_t count = 0, size = 1, step = 1, first = 0;
  bool operator==(const Windows &other) const = default;
  auto operator<=>(const Windows &other) const = default;
};
llvm::hash_code hash_value(const Windows &windows);
/// "8 windows of 3", with " step 2" and " from -1" where these are not 1 and 0.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Windows &windows);

/// What one axis of a placement does to a tensor: S(dim), B or P(combiner).
struct Component {
  enum class Kind : uint8_t { Split, Broadcast, Partial };

  Kind kind = Kind::Broadcast;
  Combiner combiner = Combiner::Sum; ///< of a Partial; Sum otherwise
  int64_t dim = 0;                   ///< of a Split; 0 otherwise
  /// Of a Split: the windows are split instead of the dim. A rank holds what
  /// lies between the start of its first window and the end of its last: pieces
  /// with halos, which may overlap and need not cover the dim. All axes that
  /// split a dim split the same windows.
  /// Equal windows are one object, which lives as long as the program.
  const Windows *windows = nullptr;

  static Component split(int64_t dim) {
    return {Kind::Split, Combiner::Sum, dim, nullptr};
  }
  static Component split(int64_t dim, const std::optional<Windows> &windows) {
    return {Kind::Split, Combiner::Sum, dim,
            windows ? intern(*windows) : nullptr};
  }
  static const Windows *intern(const Windows &windows);
  static Component broadcast() { return {}; }
  static Component partial(Combiner combiner = Combiner::Sum) {
    return {Kind::Partial, combiner, 0, nullptr};
  }
  bool isSplit() const { return kind == Kind::Split; }
  bool isSplit(int64_t d) const { return isSplit() && dim == d; }
  bool isBroadcast() const { return kind == Kind::Broadcast; }
  bool isPartial() const { return kind == Kind::Partial; }
  bool operator==(const Component &other) const = default;
};
llvm::hash_code hash_value(const Component &component);
/// "S(1)", "S(1, 8 windows of 3)", "B", "P" (sum) or "P(max)".
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const Component &component);

/// Named axes with sizes over a list of ranks: a hierarchy. Position i of
/// `ranks` has the coordinates of i in row-major order of `axisSizes`.
struct Placement {
  std::string name;
  llvm::SmallVector<std::string> axisNames;
  llvm::SmallVector<int64_t> axisSizes;
  llvm::SmallVector<int64_t> ranks; ///< distinct, >= 0, any order

  unsigned getNumAxes() const { return axisSizes.size(); }
  int64_t getNumRanks() const { return ranks.size(); }
  llvm::SmallVector<int64_t> getCoordinates(int64_t position) const;
  /// Position of `rank` in the rank list, or -1.
  int64_t getPosition(int64_t rank) const;
  /// Equal hierarchy over equal ranks; names do not matter.
  bool sameRanks(const Placement &other) const {
    return axisSizes == other.axisSizes && ranks == other.ranks;
  }
};

/// One component per axis of a placement. `order` is the sequence in which the
/// axes are applied (outermost split first); empty means 0, 1, 2, ...
struct Distribution {
  llvm::SmallVector<Component, 4> components;
  llvm::SmallVector<int64_t, 4> order;

  static Distribution broadcast(unsigned axes) {
    return {llvm::SmallVector<Component, 4>(axes), {}};
  }
  unsigned getNumAxes() const { return components.size(); }
  /// The i-th axis to be applied.
  int64_t getAxis(unsigned i) const { return order.empty() ? i : order[i]; }
  bool hasPartial() const;
  /// Some component splits windows.
  bool hasWindows() const;
  /// The same with the dims themselves split.
  Distribution withoutWindows() const;
  bool isBroadcast() const;
  /// The combiner of the P components, if any (one per distribution).
  std::optional<Combiner> getCombiner() const;
  bool operator==(const Distribution &other) const = default;
};
llvm::hash_code hash_value(const Distribution &distribution);
/// "[S(0), B]", with ", order = [1, 0]" behind it where one is stored.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const Distribution &distribution);
std::string toString(const Distribution &distribution);

/// Half-open range of indices of one dimension.
struct Interval {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const Interval &other) const = default;
};

/// The index set a rank holds: one interval per dimension.
using Box = llvm::SmallVector<Interval, 4>;

int64_t getNumElements(const Box &box);
llvm::SmallVector<int64_t> getShape(const Box &box);
/// Empty intersections have a dimension of size 0.
Box intersect(const Box &a, const Box &b);

/// Part `index` of `range` cut into `parts`: the first (size mod parts) parts
/// get one more; parts of size 0 are legal.
Interval balancedPart(Interval range, int64_t parts, int64_t index);

/// The indices from the start of the first window of `part` to the end of its
/// last that a dim of `extent` has; where `part` is empty nothing, at the end
/// of the window before it, so that ends ascend.
Interval getSpan(const Windows &windows, Interval part, int64_t extent);

/// The windows of `dim` that `distribution` splits, if any: null where only
/// axes of one rank do.
const Windows *findWindows(const Placement &placement,
                           const Distribution &distribution, int64_t dim);

/// The box of the tensor of `shape` that the rank at `coordinates` holds.
Box getBox(const Placement &placement, const Distribution &distribution,
           llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> coordinates);
/// The same for a position in the placement's rank list.
Box getBoxAt(const Placement &placement, const Distribution &distribution,
             llvm::ArrayRef<int64_t> shape, int64_t position);

} // namespace sbp

#endif // SBP_CALCULUS_DISTRIBUTION_H
