// Exchange.h: execution of a schedule outside of steps
//
// All processes execute their parts of the exchange at the same point of their
// program, for example while states are loaded.
#ifndef SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H
#define SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H

#include "HostSchedule.h"
#include "Transport.h"

namespace sbp {

/// Executes this process's part of a finished schedule with tags 0 and 1, and
/// blocks until all its messages are done: forever where a process is lost.
/// `registers` holds the input and output buffer of the i-th rank of the
/// schedule at 2 i and 2 i + 1, null where it has none; the caller owns them.
/// No other messages with these tags are in flight.
void runExchange(const HostSchedule &schedule, Transport &transport,
                 const std::vector<char *> &registers);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H
