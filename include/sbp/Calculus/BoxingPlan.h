// BoxingPlan.h: how a tensor gets from one distribution to another
//
// A plan is a short list of steps; each step says exactly which ranks hold
// which box before and after it, and moves boxes between them. DESIGN section
// 3, reference calculus.md C.
//
// Every step, whatever its kind, is a set of atoms:
//   (box, sources, destinations)
// each destination gets, for the elements of `box`, the combination of what the
// sources hold, in the order listed: one source is a copy (from itself: it
// stays in place), none is the identity of the combiner of `to`. What no atom
// writes is undefined afterwards. The kind names the collective that does the
// same as the atoms of one group; a consumer may ignore it and run any step by
// its atoms.
#ifndef SBP_CALCULUS_BOXINGPLAN_H
#define SBP_CALCULUS_BOXINGPLAN_H

#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Layout.h"
#include <memory>

namespace sbp {

class Topology;

/// What the report's list of kinds names (reference contract.md, Report); no
/// plan needs its "combine", a combination without a message.
enum class BoxingStepKind : uint8_t {
  AllReduce,     ///< each group: every member ends with the whole reduction
  ReduceScatter, ///< member i ends with part i of the group's reduction
  AllGather,     ///< part i comes from member i
  AllToAll,      ///< parts of one dim become parts of another
  Broadcast,     ///< the first member of a group has the value
  Reduce,        ///< the first member ends with the reduction of all
  Exchange,      ///< arbitrary boxes between arbitrary ranks, combining
  Slice,         ///< local: keeps part of what the rank has
  Fill,          ///< local: keeps all of it among identities, or none of it
  Reinterpret    ///< nothing moves and no value changes; local types may
};
/// "all_reduce", "reduce_scatter", ...
llvm::StringRef getBoxingStepKindName(BoxingStepKind kind);
/// Slice, Fill and Reinterpret need no communication.
bool isLocal(BoxingStepKind kind);

/// A distribution together with the placement it lives on.
struct PlacedDistribution {
  std::shared_ptr<const Placement> placement;
  Distribution distribution;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const PlacedDistribution &placed);

struct BoxingAtom {
  Box box;                               ///< in global coordinates, never empty
  llvm::SmallVector<int64_t, 2> sources; ///< world ranks
  llvm::SmallVector<int64_t, 2> destinations; ///< world ranks
};

/// One message of a step: elements that world rank `from` sends to `to`.
struct BoxingMessage {
  int64_t from, to, elements;
  bool operator==(const BoxingMessage &other) const = default;
};

/// One step from the local values of `from` to those of `to`.
struct BoxingStep {
  BoxingStepKind kind = BoxingStepKind::Exchange;
  PlacedDistribution from, to;
  /// The second half of an exchange that reduces for several ranks: the first
  /// half left each reduced piece with one owner *inside its local value of
  /// `to`*; this half (from == to) spreads the pieces. After the first half
  /// (`leavesOwners`) local values of `to` are complete on no rank but defined
  /// wherever the second half reads.
  bool leavesOwners = false, spreadsOwners = false;
  /// Where the first half came from; set where `spreadsOwners`.
  std::optional<PlacedDistribution> origin;
  /// Of the sources of one atom; absent where nothing is combined or filled.
  /// Atoms without sources are filled for `to` and may need another.
  std::optional<Combiner> combiner;
  /// World ranks that communicate with each other, in group order (member i
  /// has part i; reductions combine in this order). Empty for local steps and
  /// exchanges. Ranks with empty pieces take part.
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups;
  /// The dim cut in `from` (all_gather, all_to_all) and in `to`
  /// (reduce_scatter, all_to_all).
  std::optional<int64_t> fromDim, toDim;
  /// Elements received, by world rank (reference contract.md, Report).
  llvm::SmallVector<int64_t> received;
  int64_t totalReceived = 0;
};

struct BoxingPlan {
  llvm::SmallVector<int64_t> shape;
  int64_t elementBytes = 1;
  /// Largest world rank of both placements + 1.
  int64_t worldSize = 0;
  /// Empty where source and destination are the same state and type.
  llvm::SmallVector<BoxingStep, 2> steps;
  /// The bound, in elements.
  BoxingBound bound;
  /// What it takes by the topology it was chosen for.
  std::optional<double> seconds;
  /// Why this plan: one line for reports.
  std::string reason;

  int64_t getTotalBytes() const;
  int64_t getBoundTotalBytes() const { return bound.total * elementBytes; }
  /// By world rank, 0 to the largest of both placements.
  llvm::SmallVector<int64_t> getReceivedBytes() const;
  /// By world rank; absent where the destination is P.
  std::optional<llvm::SmallVector<int64_t>> getBoundBytes() const;
};

/// Calls `visit` for each atom of a step of a tensor of `shape`. Deterministic.
void forEachAtom(const BoxingStep &step, llvm::ArrayRef<int64_t> shape,
                 llvm::function_ref<void(const BoxingAtom &)> visit);
llvm::SmallVector<BoxingAtom> getAtoms(const BoxingStep &step,
                                       llvm::ArrayRef<int64_t> shape);
/// What an exchange sends between different ranks, sorted by (from, to), one
/// entry per pair.
llvm::SmallVector<BoxingMessage> getMessages(const BoxingStep &step,
                                             llvm::ArrayRef<int64_t> shape);
/// Of a fill, by world rank: whether the rank keeps what it has (inside its box
/// of `to`, identities around it) or becomes the identity.
llvm::SmallVector<bool> getKeepers(const BoxingStep &step,
                                   llvm::ArrayRef<int64_t> shape);
/// The box that `rank` holds before or after a step; empty boxes for ranks
/// outside the placement.
Box getBoxOfRank(const PlacedDistribution &placed,
                 llvm::ArrayRef<int64_t> shape, int64_t rank);

/// A step that communicates is worth it where it spares the busiest rank so
/// many bytes: 50 microseconds at 10 GB per second. The same rates as
/// selection's.
inline constexpr double bytesOfRound = 500000;

/// Whether 64 bits count all bytes that a plan may move: else there is none.
bool isCountable(const Placement &fromPlacement, const Placement &toPlacement,
                 llvm::ArrayRef<int64_t> shape, int64_t elementBytes);

/// Plans the move of a tensor of `shape` whose elements have `elementBytes`
/// bytes: the fewest bytes (the bound is always reached), then the least
/// waiting where all links are equal (fewer steps that communicate for small
/// tensors, less for the busiest rank of large ones), then collectives before
/// exchanges, then the fewest steps, then a fixed order. Both distributions
/// must be legal. Deterministic. With a `topology`, which has all ranks of both
/// placements, the least time comes before all that: ways that move more bytes
/// over faster links count too.
BoxingPlan planBoxing(const Placement &fromPlacement, const Distribution &from,
                      const Placement &toPlacement, const Distribution &to,
                      llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                      const Topology *topology = nullptr);

/// Plans and remembers: equal questions (placements over the same ranks,
/// distributions of the same normal form, shape, element size) are answered
/// once. Not thread-safe.
class BoxingPlanner {
public:
  BoxingPlanner();
  ~BoxingPlanner();
  std::shared_ptr<const BoxingPlan>
  plan(const Placement &fromPlacement, const Distribution &from,
       const Placement &toPlacement, const Distribution &to,
       llvm::ArrayRef<int64_t> shape, int64_t elementBytes);

private:
  struct Memo;
  std::unique_ptr<Memo> memo;
};

} // namespace sbp

#endif // SBP_CALCULUS_BOXINGPLAN_H
