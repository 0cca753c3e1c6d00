// Feeder.h: values of inputs and states for the steps of an entry
//
// Errors are user errors that name the source or the place in the model. The
// main thread calls all.
#ifndef SBP_RUNTIME_RUN_FEED_FEEDER_H
#define SBP_RUNTIME_RUN_FEED_FEEDER_H

#include "NamedValue.h"
#include "Note.h"
#include "Result.h"
#include "Session.h"
#include "Weights.h"
#include <optional>
#include <string>
#include <vector>

namespace sbp::run {

/// The sources of inputs and states. An empty text or list is a source that is
/// not given.
struct FeedOptions {
  std::vector<NamedValue> inputs = {}; ///< "@FILE.npy" or a literal, by name
  std::string weights = {};            ///< file, index or folder of safetensors
  std::string inputShards = {};        ///< folder of pieces by rank
  std::optional<int64_t> steps =
      {};                     ///< slices of a sliced input; nullopt: none
  bool setsAllStates = false; ///< also those that no entry of the run has
  NoteListener onNote = {};
};

/// A value for an input, checked against its port.
struct Feed {
  uint32_t port; ///< index among the inputs of the entry
  Tensor tensor;
  bool sliced = false; ///< one slice per step
};

/// Inputs and states of one entry from flags, weights and shards.
class Feeder {
public:
  /// Reads nothing yet. The session outlives the feeder.
  Feeder(FeedOptions options, Session &session)
      : options(std::move(options)), session(session) {}

  /// Opens the weights and checks the folder of shards, where flags name them.
  /// Called first. A user error where they cannot be read.
  Status open();
  /// Prepares an entry, resolves all its inputs and states (where states are
  /// saved, of all entries) and sets those that stay the same. Called once. A
  /// user error for a name that the entry lacks and a value that does not fit
  /// or is absent.
  Status begin(uint32_t entry);
  /// Sets the inputs that change with the step, numbered from 0. Beyond their
  /// last slice they keep its value.
  Status beginStep(int64_t step);
  /// Sets the unsliced inputs again after another entry has run. States stay as
  /// they are.
  Status beginAgain(uint32_t entry);
  /// Feeds the inputs of `begin` to another entry (a reference), converted for
  /// good where it is wider: the first entry is not fed again after that. Sets
  /// states that have no value yet. A user error with --input-shards, which
  /// begins with `purpose`.
  Status beginReference(uint32_t entry, const char *purpose);

private:
  /// Offers mapped weights of the right type and shape to the session, which
  /// may use them in place.
  void borrowWeights(uint32_t entry);
  /// Sets `feed` to the value of a port and returns true; false where neither
  /// --input nor --weights has one.
  Result<bool> resolvePort(uint32_t entry, uint32_t port, Feed &feed);
  /// Returns true where --input-shards has pieces of a port, which are set.
  Result<bool> resolveShards(uint32_t entry, uint32_t port);
  /// Sets the first value of a state; `where` it stands in the model is for
  /// errors.
  Status resolveState(uint32_t state, const std::string &where);
  /// Returns a user error where --input names no input of the entry.
  Status checkNames(uint32_t entry) const;
  /// Checks dtype and shape against the port, and sets `sliced` for a further
  /// leading dimension of --steps slices. `source` is for errors.
  Status checkTensor(const plan::PortT &port, const std::string &source,
                     Feed &feed);
  /// Sets an input to slice `step` of its tensor.
  Status setSlice(const Feed &feed, int64_t step);

  /// Sets the states of the model that the entry does not have.
  Status resolveOtherStates();
  /// Notes how many tensors of --weights are unused or were widened.
  void noteWeights() const;

  FeedOptions options;
  Session &session;
  Weights weights;
  uint32_t entry = 0;
  std::vector<Feed> feeds;
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_FEED_FEEDER_H
