// Distribution.h: placements, components, distributions
//
// The vocabulary of the SBP calculus as plain values, without IR: how a tensor
// is distributed over ranks, and which box of it each rank holds. The global
// tensor, its placement and its distribution determine every local shape.
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

/// The operations that combine partial values. `Max`/`Min` propagate NaN and
/// compare integers as signed, `MaxNum`/`MinNum` drop NaN, `UMax`/`UMin`
/// compare as unsigned, `And`/`Or` exist on i1 only.
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

/// Returns "sum", "prod", "max", "min", "maxnum", "minnum", "umax", "umin",
/// "and" or "or".
llvm::StringRef getCombinerName(Combiner combiner);
/// Returns the combiner of that name, or nullopt for any other text.
std::optional<Combiner> parseCombiner(llvm::StringRef name);
/// Returns true if x (+) x = x. B is then a legal P state.
bool isIdempotent(Combiner combiner);

/// The windows of one dimension that outputs read (convolution, pooling, slice,
/// pad, concatenation, attention): output j reads [first + j * step, first +
/// j * step + size), clipped to the dimension; a window may lie outside of it.
/// Neighbouring windows may overlap or leave indices out.
struct Windows {
  int64_t count = 0, size = 1, step = 1, first = 0;
  bool operator==(const Windows &other) const = default;
  auto operator<=>(const Windows &other) const = default;
};
llvm::hash_code hash_value(const Windows &windows);
/// Prints "8 windows of 3", with " step 2" and " from -1" unless 1 and 0.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Windows &windows);

/// The effect of one axis of a placement on a tensor: S(dim), B or P(combiner).
struct Component {
  enum class Kind : uint8_t { Split, Broadcast, Partial };

  Kind kind = Kind::Broadcast;
  Combiner combiner = Combiner::Sum; ///< combiner of a Partial, else Sum
  int64_t dim = 0;                   ///< dimension of a Split, else 0
  /// The windows that a Split cuts instead of the dimension, or null. A rank
  /// then holds the range from the start of its first window to the end of its
  /// last: pieces with halos, which may overlap and need not cover the
  /// dimension. All axes that split a dimension split the same windows. Equal
  /// windows are one interned object that lives as long as the program.
  const Windows *windows = nullptr;

  static Component split(int64_t dim) {
    return {Kind::Split, Combiner::Sum, dim, nullptr};
  }
  /// Returns S(dim) by `windows`, or by elements if there are none.
  static Component split(int64_t dim, const std::optional<Windows> &windows) {
    return {Kind::Split, Combiner::Sum, dim,
            windows ? intern(*windows) : nullptr};
  }
  /// Returns the one object that equals `windows`; it lives as long as the
  /// program. Thread-safe.
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
/// Prints "S(1)", "S(1, 8 windows of 3)", "B", "P" (sum) or "P(max)".
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const Component &component);

/// Named axes with sizes over a list of ranks. Position i of `ranks` has the
/// coordinates of i in row-major order of `axisSizes`, whose product is the
/// number of ranks.
struct Placement {
  std::string name;
  llvm::SmallVector<std::string> axisNames;
  llvm::SmallVector<int64_t> axisSizes;
  llvm::SmallVector<int64_t> ranks; ///< distinct, >= 0, any order

  unsigned getNumAxes() const { return axisSizes.size(); }
  int64_t getNumRanks() const { return ranks.size(); }
  /// Returns one coordinate per axis for a position of the rank list.
  llvm::SmallVector<int64_t> getCoordinates(int64_t position) const;
  /// Returns the position of `rank` in the rank list, or -1. Linear time.
  int64_t getPosition(int64_t rank) const;
  /// Returns true for equal axes over equal ranks; names are not compared.
  bool sameRanks(const Placement &other) const {
    return axisSizes == other.axisSizes && ranks == other.ranks;
  }
};

/// One component per axis of a placement. `order` is the sequence in which the
/// axes are applied, outermost split first; empty means 0, 1, 2, ...
struct Distribution {
  llvm::SmallVector<Component, 4> components;
  llvm::SmallVector<int64_t, 4> order;

  /// Returns B on each of `axes` axes.
  static Distribution broadcast(unsigned axes) {
    return {llvm::SmallVector<Component, 4>(axes), {}};
  }
  unsigned getNumAxes() const { return components.size(); }
  /// Returns the i-th axis to be applied.
  int64_t getAxis(unsigned i) const { return order.empty() ? i : order[i]; }
  /// Returns true if a component is P.
  bool hasPartial() const;
  /// Returns true if some component splits windows.
  bool hasWindows() const;
  /// Returns a copy that splits the dimensions instead of their windows.
  Distribution withoutWindows() const;
  /// Returns true if every component is B.
  bool isBroadcast() const;
  /// Returns the combiner of the P components; nullopt without one. Legal
  /// distributions have one combiner at most.
  std::optional<Combiner> getCombiner() const;
  bool operator==(const Distribution &other) const = default;
};
llvm::hash_code hash_value(const Distribution &distribution);
/// Prints "[S(0), B]", followed by ", order = [1, 0]" if an order is stored.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const Distribution &distribution);
/// Returns the text that the operator prints.
std::string toString(const Distribution &distribution);

/// A half-open range of indices of one dimension.
struct Interval {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const Interval &other) const = default;
};

/// An index set: one interval per dimension. Each rank holds one.
using Box = llvm::SmallVector<Interval, 4>;

/// Returns the number of elements of a box; 1 without dimensions.
int64_t getNumElements(const Box &box);
/// Returns the size of each dimension of a box.
llvm::SmallVector<int64_t> getShape(const Box &box);
/// Returns the common box of two boxes of equally many dimensions. An empty
/// intersection has a dimension of size 0.
Box intersect(const Box &a, const Box &b);

/// Returns part `index`, from 0 on, of `range` cut into `parts` balanced parts:
/// the first (size mod parts) parts have one element more; parts of size 0 are
/// legal.
Interval balancedPart(Interval range, int64_t parts, int64_t index);

/// Returns the indices from the start of the first window of `part` to the end
/// of its last, clipped to a dimension of `extent`. An empty `part` returns an
/// empty interval at the end of the preceding window, or at 0 where none
/// precedes it, so that the ends of consecutive parts ascend.
Interval getSpan(const Windows &windows, Interval part, int64_t extent);

/// Returns the windows that `distribution` splits `dim` by. Null without
/// windows, and if only axes of size 1 split them. The object lives as long as
/// the program.
const Windows *findWindows(const Placement &placement,
                           const Distribution &distribution, int64_t dim);

/// Returns the box that the rank at `coordinates`, one per axis, holds of a
/// tensor of `shape`. The distribution must be legal for both.
Box getBox(const Placement &placement, const Distribution &distribution,
           llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> coordinates);
/// Returns the box of the rank at a position of the placement's rank list.
Box getBoxAt(const Placement &placement, const Distribution &distribution,
             llvm::ArrayRef<int64_t> shape, int64_t position);

} // namespace sbp

#endif // SBP_CALCULUS_DISTRIBUTION_H
