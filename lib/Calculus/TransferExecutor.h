// TransferExecutor.h - what the transfers of one step do, in symbols
//
// Hands out on a SymbolicState what transfers move, and refuses those that no
// step may have: what a rank does not hold or has no room for, terms that are
// combined twice or with others than they belong to.
#ifndef SBP_LIB_CALCULUS_TRANSFEREXECUTOR_H
#define SBP_LIB_CALCULUS_TRANSFEREXECUTOR_H

#include "SymbolicState.h"
#include "sbp/Calculus/BoxingTransfer.h"

namespace sbp {

/// Before the first step ranks hold the terms of `source`.
void setStart(SymbolicState &state, const Layout &source);

/// By what terms combine.
struct StepCombiners {
  std::optional<Combiner> step;   ///< where the step combines or fills
  std::optional<Combiner> source; ///< the terms that the first step found
  std::optional<Combiner> target; ///< those that the last step leaves
};

class TransferExecutor {
public:
  /// For a step from local values of `before` to local values of `after`.
  TransferExecutor(SymbolicState &state, const Layout &before,
                   const Layout &after, StepCombiners combiners);

  /// Gives the destinations what they get. False, with an error, where
  /// `transfer` cannot be right.
  bool execute(const BoxingTransfer &transfer);
  const std::string &getError() const { return error; }
  /// Elements that came from other ranks, by world rank.
  llvm::ArrayRef<int64_t> getReceived() const { return received; }

  /// The part of the box that `rank`, which is one of `layout`, has or has room
  /// for.
  static Box getPart(const Layout &layout, const BoxingTransfer &transfer,
                     int64_t rank);

private:
  bool combine(const BoxingTransfer &transfer);
  bool route(const BoxingTransfer &transfer);
  bool checkRanks(const BoxingTransfer &transfer);
  bool checkTerms(const BoxingTransfer &transfer);
  bool checkCombiner(const BoxingTransfer &transfer);
  bool fail(const llvm::Twine &text);

  SymbolicState &state;
  const Layout &before, &after;
  StepCombiners combiners;
  llvm::SmallVector<int64_t> received;
  std::string error;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_TRANSFEREXECUTOR_H
