// ForwardingCommunicator.h: the base of communicators around another one
#ifndef SBP_RUNTIME_TESTING_FORWARDINGCOMMUNICATOR_H
#define SBP_RUNTIME_TESTING_FORWARDINGCOMMUNICATOR_H

#include "Communicator.h"
#include <memory>

namespace sbp::testing {

/// A communicator that forwards to an inner one all calls that are not about
/// single instances. Derived classes open channels, arrive and make progress.
class ForwardingCommunicator : public Communicator {
public:
  bool isOnQueues() const override { return inner->isOnQueues(); }
  void abort() override { inner->abort(); }
  uint64_t countSentBytes() const override { return inner->countSentBytes(); }

protected:
  /// Owns the communicator `inner`, which is not null.
  explicit ForwardingCommunicator(std::unique_ptr<Communicator> inner)
      : inner(std::move(inner)) {}

  std::unique_ptr<Communicator> inner;
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_FORWARDINGCOMMUNICATOR_H
