// BoxCost.h: the elements that a boxing between any two distributions moves
#ifndef SBP_ANALYSIS_SELECTION_BOXCOST_H
#define SBP_ANALYSIS_SELECTION_BOXCOST_H

#include "sbp/Analysis/Selection/CutDigits.h"
#include "sbp/Analysis/Selection/PatternMap.h"
#include "sbp/Calculus/PlanTimes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace sbp {

/// Distributions of all placements of a module under small numbers, and the
/// moved fraction between any two, worked out once per pattern.
class StateTable {
public:
  using Id = uint32_t;
  struct State {
    unsigned placement;
    Distribution distribution;
    /// Sums that are partial here must have been partial before.
    bool asksForGivenPartials = false;
  };

  unsigned addPlacement(const Placement &placement);
  Id intern(unsigned placement, const Distribution &distribution,
            bool asksForGivenPartials = false);
  /// Boxing makes a partial sum that `to` does not take. `isProduced`: `from`
  /// is what an op or the user made, so that its partials are given.
  bool isRefused(Id from, Id to, bool isProduced) const {
    return states[to].asksForGivenPartials &&
           makesPartials(from, to, isProduced);
  }
  /// Returns true if a value in state `from` is in state `to` as it is.
  bool isFree(Id from, Id to) const;
  const State &get(Id id) const { return states[id]; }
  size_t getNumStates() const { return states.size(); }
  const Placement &getPlacement(unsigned index) const {
    return placements[index];
  }
  const Placement &getPlacementOf(Id id) const {
    return placements[states[id].placement];
  }
  bool hasPartial(Id id) const { return states[id].distribution.hasPartial(); }
  /// Product of the sizes of the split axes.
  int64_t getNumPieces(Id id) const;
  /// Share of a tensor that moves if both cut it evenly; neither has windows.
  MovedFraction getMoved(Id from, Id to);
  /// Transfers of each cell of a tensor of any size; none where counting is not
  /// enough. Neither has windows.
  std::optional<CellPrice> getCellPrice(Id from, Id to) const;
  /// The number of what is equal for all pairs that only name other dims or
  /// other axes of the same size: moved fraction, pieces, whether it is free.
  uint32_t getPattern(Id from, Id to) {
    const std::vector<int32_t> &row = known[from];
    return to < row.size() && row[to] >= 0 ? row[to] : findPattern(from, to);
  }
  /// Returns the seconds of the plan that boxes a tensor of `bytes` under
  /// `topology`, the same for all calls. Assumes sizes that divide, as in the
  /// fraction, and ends without windows.
  double getSeconds(Id from, Id to, int64_t bytes, const Topology &topology);

private:
  bool makesPartials(Id from, Id to, bool isProduced) const;
  int32_t findPattern(Id from, Id to);
  /// Returns -1 where counting does not determine the traffic.
  int32_t countPattern(Id from, Id to);
  int32_t findPatternByKey(Id from, Id to);
  int32_t setPattern(Id from, Id to, int32_t number);
  /// Nothing where it was never interned.
  std::optional<Id> lookUp(const State &state) const;
  /// Renames dims, so that those of a state come in the order of its axes.
  using Renaming = std::array<uint8_t, 16>;
  Renaming getRenaming(Id id) const;
  /// Returns the state's image under renaming `number`, if it is a state.
  std::optional<Id> rename(unsigned number, Id id);
  void findFirst(Id id);
  /// A few bits per axis of what an end does; none where they do not say all.
  using Codes = llvm::SmallVector<uint8_t, 8>;
  Codes encode(const State &state) const;
  /// Of two states on one placement, whatever the dims are called.
  PatternMap::Key getKey(Id from, Id to) const;
  /// Further pairs are equal once axes change places.
  PatternMap::Key getSortedKey(Id from, Id to) const;
  bool hasKey(Id from, Id to) const {
    return states[from].placement == states[to].placement &&
           !codes[from].empty() && !codes[to].empty();
  }
  double getSecondsInPlace(Id from, Id to, int64_t bytes,
                           const Topology &topology);
  int32_t getTimePattern(Id from, Id to);
  int32_t getNamedPattern(Id from, Id to);
  int32_t addFraction(MovedFraction fraction);
  MovedFraction findFraction(Id from, Id to);

  std::vector<Placement> placements;
  std::vector<State> states;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Id, 1>> byHash;
  /// Row per source state; -1: not asked for yet.
  std::vector<std::vector<int32_t>> known;
  std::vector<MovedFraction> fractions; ///< per pattern
  llvm::StringMap<int32_t> byPattern;
  std::vector<Codes> codes;      ///< per state
  std::vector<CutDigits> digits; ///< per state
  /// Of states that only name dims otherwise, the one whose row of patterns is
  /// worked out, and the renaming that leads there; -1: not asked for yet.
  struct First {
    int64_t state = -1;
    unsigned renaming = 0;
  };
  std::vector<First> firsts; ///< per state
  std::vector<Renaming> renamings;
  /// Per renaming and state; -1: not asked for yet, -2: none.
  std::vector<std::vector<int64_t>> renamed;
  /// Per placement.
  std::vector<PatternMap> byCount, byKey, bySortedKey, byTimeKey;
  /// By what is left of a pattern without axes that change nothing.
  std::map<std::tuple<unsigned, size_t, PatternMap::Key>, MovedFraction> byRest;
  int32_t numTimeKeys = 0;
  llvm::DenseMap<std::pair<int32_t, int64_t>, double> seconds;
  /// By placement and rank; of one topology.
  std::map<std::pair<unsigned, size_t>, PlanTimes> times;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_BOXCOST_H
