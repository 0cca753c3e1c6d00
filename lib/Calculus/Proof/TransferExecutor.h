// TransferExecutor.h: symbolic execution of the transfers of one step
//
// Applies transfers to a SymbolicState and rejects illegal ones: sources that
// do not hold the box (a route: together), destinations without room for it,
// terms that are combined twice or only in part.
#ifndef SBP_LIB_CALCULUS_TRANSFEREXECUTOR_H
#define SBP_LIB_CALCULUS_TRANSFEREXECUTOR_H

#include "SymbolicState.h"
#include "sbp/Calculus/BoxingTransfer.h"

namespace sbp {

/// Initialises all ranks of `source` in `state` with their box and the number
/// of their partial coordinate as its term, before the first step.
void setStart(SymbolicState &state, const Layout &source);

/// The combiners that are legal in a step.
struct StepCombiners {
  /// Combines or fills in this step; nullopt where the step does neither.
  std::optional<Combiner> step;
  /// Combines the terms of the plan's source; nullopt for a whole value.
  std::optional<Combiner> source;
  /// Combines the terms that the plan leaves; nullopt for a whole result.
  std::optional<Combiner> target;
};

/// Executes the transfers of one step and counts its traffic.
class TransferExecutor {
public:
  /// Prepares a step from local values of `before` to local values of `after`.
  /// All three references must outlive the executor.
  TransferExecutor(SymbolicState &state, const Layout &before,
                   const Layout &after, StepCombiners combiners);

  /// Delivers values to the destinations of `transfer`. Returns false and sets
  /// the error if the transfer is illegal; the executor is not used after that.
  /// The caller commits the state once all transfers of the step are executed.
  bool execute(const BoxingTransfer &transfer);
  /// Returns the reason of the last failed execute(), empty before one. The
  /// text is owned by the executor and valid until the next call.
  const std::string &getError() const { return error; }
  /// Returns the number of elements received from other ranks so far, indexed
  /// by world rank. The array lives as long as the executor.
  llvm::ArrayRef<int64_t> getReceived() const { return received; }

  /// Returns the part of the transfer's box that concerns `rank`, which must
  /// belong to `layout`: the whole box of a combination, otherwise the common
  /// part with the rank's local box, empty if there is none.
  static Box getPart(const Layout &layout, const BoxingTransfer &transfer,
                     int64_t rank);

private:
  /// Executes a combination: each destination receives the combined terms of
  /// all sources in the box. Returns false, with the error set, where a source
  /// does not hold all of the box.
  bool combine(const BoxingTransfer &transfer);
  /// Executes a route: each destination receives the part of the box that lies
  /// in its local box. Returns false, with the error set, where the sources
  /// leave out elements of the box or two of them hold the same one.
  bool route(const BoxingTransfer &transfer);
  /// Returns false, with the error set, where a source holds nothing or a
  /// destination has no room for the box.
  bool checkRanks(const BoxingTransfer &transfer);
  /// Returns false, with the error set, where terms are combined twice, in
  /// part, or routed as if they were one.
  bool checkTerms(const BoxingTransfer &transfer);
  /// Returns false, with the error set, where a combination uses a combiner
  /// that the step does not allow.
  bool checkCombiner(const BoxingTransfer &transfer);
  /// Sets the error and returns false.
  bool fail(const llvm::Twine &text);

  SymbolicState &state;
  const Layout &before, &after;
  StepCombiners combiners;
  llvm::SmallVector<int64_t> received;
  std::string error;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_TRANSFEREXECUTOR_H
