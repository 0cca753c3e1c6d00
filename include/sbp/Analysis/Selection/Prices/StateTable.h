// StateTable.h: interned distributions, and the traffic between any two
#ifndef SBP_ANALYSIS_SELECTION_PRICES_STATETABLE_H
#define SBP_ANALYSIS_SELECTION_PRICES_STATETABLE_H

#include "sbp/Analysis/Selection/Prices/PatternMap.h"
#include "sbp/Analysis/Selection/Prices/SplitDigits.h"
#include "sbp/Analysis/Selection/Prices/StateCodes.h"
#include "sbp/Calculus/PlanTimes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace sbp {

/// Interns the distributions of a module's placements as small ids and memoises
/// the moved fraction between any two, once per pattern. Not thread-safe. An Id
/// argument must be one that `intern` of this table returned.
class StateTable {
public:
  using Id = uint32_t;
  /// A distribution on one of the placements of the table.
  struct State {
    unsigned placement; ///< index that addPlacement returned
    Distribution distribution;
    /// Partial sums here must be partial sums of the producer: a boxing must
    /// not create them (ScaledPartials.h).
    bool requiresExistingPartials = false;
  };

  /// Adds a copy of `placement` and returns its index, the next from 0; equal
  /// placements get one each.
  unsigned addPlacement(const Placement &placement);
  /// Returns the id of a distribution, the same for equal ones. Components on
  /// axes of size 1 become broadcast, an order without effect is dropped, and
  /// so is the flag of a distribution without partial sums; hence `get` may
  /// return another spelling.
  Id intern(unsigned placement, const Distribution &distribution,
            bool requiresExistingPartials = false);
  /// Returns true if the boxing would create a partial sum that `to` rejects.
  /// `isProduced` states that `from` is a producer's own distribution, whose
  /// partial sums exist already.
  bool isRefused(Id from, Id to, bool isProduced) const {
    return states[to].requiresExistingPartials &&
           createsPartials(from, to, isProduced);
  }
  /// Returns true if a value in state `from` is in state `to` as it is: on the
  /// same ranks, in one order of axes, with each component equal or a copy read
  /// as a partial value of an idempotent combiner. isRefused is not considered.
  bool isFree(Id from, Id to) const;
  /// Returns a state; the reference is valid until the next `intern`.
  const State &get(Id id) const { return states[id]; }
  size_t getNumStates() const { return states.size(); }
  /// Returns a placement by index; valid until the next addPlacement.
  const Placement &getPlacement(unsigned index) const {
    return placements[index];
  }
  /// Returns the placement of a state, as getPlacement does.
  const Placement &getPlacementOf(Id id) const {
    return placements[states[id].placement];
  }
  bool hasPartial(Id id) const { return states[id].distribution.hasPartial(); }
  /// Returns the product of the sizes of the split axes.
  int64_t getNumPieces(Id id) const;
  /// Returns the share of a tensor that moves if both states cut it evenly.
  /// Neither may have windows.
  MovedFraction getMoved(Id from, Id to);
  /// Returns the transfers of each cell of a tensor of any size; nullopt where
  /// counting does not suffice, or where the placements have different ranks.
  /// Neither state may have windows.
  std::optional<CellTraffic> getCellTraffic(Id from, Id to) const;
  /// Returns the id of the pair's pattern. Pairs that differ only in the names
  /// of dimensions or of axes of equal size share it: they have the same moved
  /// fraction and number of pieces, and are free together. Ids count from 0.
  /// Neither state may have windows.
  uint32_t getPattern(Id from, Id to) {
    const std::vector<int32_t> &row = patternRows[from];
    return to < row.size() && row[to] >= 0 ? row[to] : findPattern(from, to);
  }
  /// Returns the seconds of the plan that boxes a tensor of `bytes` under
  /// `topology`, the same for all calls. Assumes sizes that divide, as in the
  /// fraction, and ends without windows.
  double getSeconds(Id from, Id to, int64_t bytes, const Topology &topology);

private:
  /// Returns true if boxing makes a partial sum that `from` does not have yet.
  bool createsPartials(Id from, Id to, bool isProduced) const;
  /// Computes and stores the pattern of a pair that has none yet.
  int32_t findPattern(Id from, Id to);
  /// Returns -1 where counting does not determine the traffic.
  int32_t countPattern(Id from, Id to);
  /// Returns the pattern of a pair for which hasKey holds.
  int32_t findPatternByKey(Id from, Id to);
  /// Stores `number` as the pattern of a pair and returns it.
  int32_t setPattern(Id from, Id to, int32_t number);
  /// Returns the id of `state`, nothing if it was never interned.
  std::optional<Id> findState(const State &state) const;
  /// Renames dims, so that those of a state come in the order of its axes.
  using Renaming = std::array<uint8_t, 16>;
  Renaming getRenaming(Id id) const;
  /// Returns the state's image under renaming `number`; nullopt if that image
  /// was never interned.
  std::optional<Id> rename(unsigned number, Id id);
  /// Sets the representative of a state: itself where no other serves.
  void findRepresentative(Id id);
  /// Returns true if codes determine both states and their placement is one.
  bool hasKey(Id from, Id to) const {
    return states[from].placement == states[to].placement &&
           !codes[from].empty() && !codes[to].empty();
  }
  /// Returns getSeconds of two states on one placement.
  double getSecondsInPlace(Id from, Id to, int64_t bytes,
                           const Topology &topology);
  /// Returns a number that pairs share which take equal time for equal bytes;
  /// negative for pairs without a key.
  int32_t getTimePattern(Id from, Id to);
  /// Returns the pattern of any pair, found by a text of components and orders.
  int32_t getNamedPattern(Id from, Id to);
  /// Appends a fraction and returns its index, the number of a new pattern.
  int32_t addFraction(MovedFraction fraction);
  /// Computes the moved fraction of a pair, without a look-up of its pattern.
  MovedFraction findFraction(Id from, Id to);

  std::vector<Placement> placements;
  std::vector<State> states;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Id, 1>> byHash;
  /// Pattern ids, one row per source state; -1 where not computed yet.
  std::vector<std::vector<int32_t>> patternRows;
  std::vector<MovedFraction> fractions; ///< per pattern
  llvm::StringMap<int32_t> byPattern;
  std::vector<StateCodes> codes;   ///< per state
  std::vector<SplitDigits> digits; ///< per state
  /// The state whose row of patterns is computed for all states that differ
  /// from it in the names of dimensions, and the renaming that maps to it; -1
  /// where not computed yet.
  struct Representative {
    int64_t state = -1;
    unsigned renaming = 0;
  };
  std::vector<Representative> representatives; ///< per state
  std::vector<Renaming> renamings;
  /// Images of states per renaming; -1 where not computed yet, -2 if there is
  /// none.
  std::vector<std::vector<int64_t>> renamed;
  /// Per placement.
  std::vector<PatternMap> byCount, byKey, bySortedKey, byTimeKey;
  /// Fractions by the pattern that is left without axes that change nothing.
  std::map<std::tuple<unsigned, size_t, PatternMap::Key>, MovedFraction>
      byResidual;
  int32_t numTimeKeys = 0;
  llvm::DenseMap<std::pair<int32_t, int64_t>, double> seconds;
  /// By placement and rank; of one topology.
  std::map<std::pair<unsigned, size_t>, PlanTimes> times;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_STATETABLE_H
