// Endpoints.h: the channels that a layered communicator serves itself
//
// A layered communicator has an inner communicator. It serves a channel itself
// where it has added an endpoint for the rank and communication; it forwards
// the calls of all other channels to the inner communicator.
#ifndef SBP_RUNTIME_COLLECTIVE_ENDPOINTS_H
#define SBP_RUNTIME_COLLECTIVE_ENDPOINTS_H

#include "Communicator.h"
#include "Result.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sbp {

/// The endpoints and open channels of a layered communicator. `Channel` is its
/// state of one channel. Channel numbers are indices into the list of open
/// channels; every function that takes one requires a number that `open`
/// returned. Threads use the object as Communicator.h requires.
template <typename Channel> class Endpoints {
public:
  /// Takes ownership of `inner`, which must not be null.
  explicit Endpoints(std::unique_ptr<Communicator> inner)
      : inner(std::move(inner)) {}

  /// Adds the endpoint of a rank in a communication, in place of an earlier
  /// one; `channel` is the initial state of its channel. All endpoints are
  /// added before the first channel is opened.
  void add(uint32_t communication, uint32_t rank, Channel channel) {
    endpoints.insert_or_assign({communication, rank}, std::move(channel));
  }
  /// Returns the initial state of an endpoint, which must have been added. The
  /// reference is valid as long as this object.
  const Channel &at(uint32_t communication, uint32_t rank) const {
    return endpoints.at({communication, rank});
  }

  /// The result of `open`: the number of the channel, and its state, which is
  /// null where the inner communicator serves it. The pointer is valid until
  /// the next `open`.
  struct Opening {
    uint32_t number;
    Channel *own;
  };
  /// Opens the channel of a rank: with a copy of the endpoint's initial state
  /// where one was added, else in the inner communicator. Fails where that one
  /// does.
  Result<Opening> open(uint32_t communication, uint32_t rank,
                       const ChannelRegisters &registers) {
    uint32_t number = channels.size();
    Opened &opened = channels.emplace_back();
    auto endpoint = endpoints.find({communication, rank});
    if (endpoint != endpoints.end())
      return Opening{number, &opened.own.emplace(endpoint->second)};
    usesInner = true;
    SBP_ASSIGN_OR_RETURN(opened.inner,
                         inner->open(communication, rank, registers));
    return Opening{number, nullptr};
  }
  /// Returns the state of a channel, null where the inner communicator serves
  /// it. The pointer is valid until the next `open`.
  Channel *find(uint32_t number) {
    std::optional<Channel> &own = channels[number].own;
    return own ? &*own : nullptr;
  }
  /// Forwards an arrival to the inner communicator and returns its status. The
  /// inner communicator must serve the channel.
  Status arriveInner(uint32_t number, const void *in, void *out, Queue &queue) {
    return inner->arrive(channels[number].inner, in, out, queue);
  }
  /// Forwards a call of `progress` for a channel that the inner communicator
  /// serves, and returns its result.
  Result<bool> progressInner(uint32_t number) {
    return inner->progress(channels[number].inner);
  }
  /// Returns true where every channel works by events and queues alone: the own
  /// ones do, and the inner communicator serves none or does as well.
  bool areOnQueues() const { return !usesInner || inner->isOnQueues(); }
  /// Returns the inner communicator, which this object owns.
  Communicator &getInner() { return *inner; }

private:
  /// An open channel: the own state, or the number of the inner channel.
  struct Opened {
    std::optional<Channel> own;
    uint32_t inner = 0; ///< number of the inner communicator's channel
  };
  std::unique_ptr<Communicator> inner;
  std::map<std::pair<uint32_t, uint32_t>, Channel> endpoints;
  std::vector<Opened> channels;
  bool usesInner = false; ///< the inner communicator serves a channel
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_ENDPOINTS_H
