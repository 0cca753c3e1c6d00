// Seats.h: which channels of a communicator are its own
//
// A communicator over another one works on the communications in which it gives
// ranks a seat; the channels of all others are those of the one within.
#ifndef SBP_RUNTIME_COLLECTIVE_SEATS_H
#define SBP_RUNTIME_COLLECTIVE_SEATS_H

#include "Communicator.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sbp {

template <typename Channel> class Seats {
public:
  explicit Seats(std::unique_ptr<Communicator> inner)
      : inner(std::move(inner)) {}

  /// What the channel of a rank begins as; before any is opened.
  void add(uint32_t communication, uint32_t rank, Channel channel) {
    seats.insert_or_assign({communication, rank}, std::move(channel));
  }
  const Channel &at(uint32_t communication, uint32_t rank) const {
    return seats.at({communication, rank});
  }

  /// Null: a channel of the one within.
  Status open(uint32_t communication, uint32_t rank,
              const ChannelRegisters &registers, uint32_t &number,
              Channel *&own) {
    number = channels.size();
    Opened &opened = channels.emplace_back();
    auto seat = seats.find({communication, rank});
    own = nullptr;
    if (seat == seats.end()) {
      hasOthers = true;
      return inner->open(communication, rank, registers, opened.within);
    }
    own = &opened.own.emplace(seat->second);
    return {};
  }
  /// Null: a channel of the one within.
  Channel *find(uint32_t number) {
    std::optional<Channel> &own = channels[number].own;
    return own ? &*own : nullptr;
  }
  Status arriveWithin(uint32_t number, const void *in, void *out,
                      Queue &queue) {
    return inner->arrive(channels[number].within, in, out, queue);
  }
  Status progressWithin(uint32_t number, bool &complete) {
    return inner->progress(channels[number].within, complete);
  }
  /// Whether the one within has none of the channels, or does its on queues.
  bool areOnQueues() const { return !hasOthers || inner->isOnQueues(); }
  Communicator &getInner() { return *inner; }

private:
  struct Opened {
    std::optional<Channel> own;
    uint32_t within = 0;
  };
  std::unique_ptr<Communicator> inner;
  std::map<std::pair<uint32_t, uint32_t>, Channel> seats;
  std::vector<Opened> channels;
  bool hasOthers = false;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SEATS_H
