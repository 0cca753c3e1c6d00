// BoxingPlan.h: the steps that move a tensor from one distribution to another
//
// A plan is a short list of steps. Each step states which rank holds which box
// before and after it, and is a set of atoms
//   (box, sources, destinations):
// every destination receives, for the elements of `box`, the combination of the
// values of all sources in the listed order. One source is a copy (a rank that
// sends to itself keeps the value in place); no source means the identity of
// the combiner of `to`. Elements that no atom writes are undefined afterwards.
// The kind names the collective that performs the atoms of a group; a consumer
// may ignore it and execute any step by its atoms.
#ifndef SBP_CALCULUS_BOXINGPLAN_H
#define SBP_CALCULUS_BOXINGPLAN_H

#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Layout.h"
#include <memory>

namespace sbp {

class Topology;

/// The kinds of steps, with the names of the report. The report's "combine" (a
/// combination without a message) does not occur in plans.
enum class BoxingStepKind : uint8_t {
  AllReduce,     ///< every member of a group ends with the whole reduction
  ReduceScatter, ///< member i ends with part i of the group's reduction
  AllGather,     ///< member i supplies part i; all end with the whole
  AllToAll,      ///< parts of one dimension become parts of another
  Broadcast,     ///< the first member of a group supplies the value
  Reduce,        ///< the first member of a group ends with the reduction
  Exchange,      ///< arbitrary boxes between arbitrary ranks, combining
  Slice,         ///< local: a rank keeps a part of its value
  Fill,          ///< local: identities around a kept value, or in its place
  Reinterpret    ///< local: no value changes; local types may change
};
/// Returns the report's name of a kind: "all_reduce", "reduce_scatter", ...
llvm::StringRef getBoxingStepKindName(BoxingStepKind kind);
/// Returns true for Slice, Fill and Reinterpret, which do not communicate.
bool isLocal(BoxingStepKind kind);

/// A distribution together with its placement, which is null only in a
/// default-constructed object.
struct PlacedDistribution {
  std::shared_ptr<const Placement> placement;
  Distribution distribution;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const PlacedDistribution &placed);

/// The smallest unit of a step; the file's opening defines its effect.
struct BoxingAtom {
  Box box;                               ///< in global coordinates, never empty
  llvm::SmallVector<int64_t, 2> sources; ///< world ranks
  llvm::SmallVector<int64_t, 2> destinations; ///< world ranks
};

/// A message of a step: world rank `from` sends `elements` elements to `to`.
struct BoxingMessage {
  int64_t from, to, elements;
  bool operator==(const BoxingMessage &other) const = default;
};

/// A step from the local values of `from` to the local values of `to`.
struct BoxingStep {
  BoxingStepKind kind = BoxingStepKind::Exchange;
  PlacedDistribution from, to;
  /// An exchange that reduces for several ranks has two halves. The first half
  /// (`leavesOwners`) leaves each reduced piece with one owner *inside its
  /// local value of `to`*; afterwards no rank has a complete local value, but
  /// all elements that the second half reads are defined. The second half
  /// (`spreadsOwners`, from == to) sends the pieces to the other ranks.
  bool leavesOwners = false, spreadsOwners = false;
  /// The source of the first half; set if and only if `spreadsOwners`.
  std::optional<PlacedDistribution> origin;
  /// The combiner of an atom's sources; absent in a step that neither combines
  /// nor fills. Atoms without sources write the identity of the combiner of
  /// `to`, which may differ from this one.
  std::optional<Combiner> combiner;
  /// Groups of world ranks that communicate, in group order: member i has part
  /// i, and reductions combine in this order. Empty for local steps and
  /// exchanges. Ranks with empty pieces are members too.
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups;
  /// The dimension split in `from` (all_gather, all_to_all) and in `to`
  /// (reduce_scatter, all_to_all).
  std::optional<int64_t> fromDim, toDim;
  /// Elements that each world rank receives; `worldSize` entries in a plan.
  llvm::SmallVector<int64_t> received;
  int64_t totalReceived = 0;
};

/// A complete plan for one tensor, with its traffic and its lower bound. Steps
/// share ownership of their placements; nothing else is referred to.
struct BoxingPlan {
  llvm::SmallVector<int64_t> shape;
  /// Bytes of one element.
  int64_t elementBytes = 1;
  /// One more than the largest world rank of both placements.
  int64_t worldSize = 0;
  /// Empty if source and destination are the same state and type.
  llvm::SmallVector<BoxingStep, 2> steps;
  /// The lower bound, in elements.
  BoxingBound bound;
  /// Predicted seconds by the topology that the plan was chosen for; absent
  /// without a topology.
  std::optional<double> seconds;
  /// One line for reports: the reason why this plan was chosen.
  std::string reason;

  /// Returns the bytes that all ranks receive in all steps together.
  int64_t getTotalBytes() const;
  int64_t getBoundTotalBytes() const { return bound.total * elementBytes; }
  /// Returns the bytes that each world rank receives, `worldSize` entries.
  llvm::SmallVector<int64_t> getReceivedBytes() const;
  /// Returns the byte bound indexed by world rank; nullopt for a partial
  /// destination.
  std::optional<llvm::SmallVector<int64_t>> getBoundBytes() const;
};

/// Calls `visit` for each atom of a step on a tensor of `shape`, always in the
/// same order. The atom is valid during the call only.
void forEachAtom(const BoxingStep &step, llvm::ArrayRef<int64_t> shape,
                 llvm::function_ref<void(const BoxingAtom &)> visit);
/// Returns copies of all atoms of a step, in the order of forEachAtom.
llvm::SmallVector<BoxingAtom> getAtoms(const BoxingStep &step,
                                       llvm::ArrayRef<int64_t> shape);
/// Returns the messages of a step between different ranks, sorted by (from,
/// to), with one entry per pair. Empty for a local step.
llvm::SmallVector<BoxingMessage> getMessages(const BoxingStep &step,
                                             llvm::ArrayRef<int64_t> shape);
/// Returns for each entry of `received`, by world rank, whether `step`, a Fill,
/// keeps that rank's value; false for identities only and outside of `to`.
llvm::SmallVector<bool> getKeepers(const BoxingStep &step,
                                   llvm::ArrayRef<int64_t> shape);
/// Returns the box that world rank `rank` holds in `placed`; a box with all
/// sizes 0 for a rank outside of the placement.
Box getBoxOfRank(const PlacedDistribution &placed,
                 llvm::ArrayRef<int64_t> shape, int64_t rank);

/// Bytes that one more communicating step has to save on the busiest rank: a
/// latency of 50 microseconds at 10 GB per second, the same as selection's.
inline constexpr double kBytesPerRound = 500000;

/// Returns true if all byte counts of a plan fit into 64 bits. Boxings for
/// which it returns false must not be planned.
bool isCountable(const Placement &fromPlacement, const Placement &toPlacement,
                 llvm::ArrayRef<int64_t> shape, int64_t elementBytes);

/// Plans the move of a tensor of `shape` with elements of `elementBytes` bytes.
/// Both ends must be legal and countable; the source has no windows, or those
/// of the destination. Deterministic. Without a topology, plans are ordered by:
///   1. bytes; the lower bound is always reached;
///   2. critical bytes: the bytes of the busiest rank plus kBytesPerRound per
///      communicating step, so that small tensors take fewer steps and large
///      ones balance their ranks;
///   3. collectives before exchanges, then fewer steps, then a fixed order.
/// With a `topology`, which must contain all ranks of both placements, the
/// predicted time comes first, and plans with more bytes are candidates too. A
/// destination with windows is reached by way of its plain pieces or directly.
BoxingPlan planBoxing(const Placement &fromPlacement, const Distribution &from,
                      const Placement &toPlacement, const Distribution &to,
                      llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                      const Topology *topology = nullptr);

/// Plans boxings without a topology and caches the plans: requests with equal
/// placements (same ranks and axes), normal forms, shape and element size
/// return the same plan. Plans outlive the planner if they are held. Not
/// thread-safe.
class BoxingPlanner {
public:
  BoxingPlanner();
  ~BoxingPlanner();
  /// Returns the plan of planBoxing for these ends, never null. Its placements
  /// may have other names than the arguments, and its distributions other
  /// spellings.
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
