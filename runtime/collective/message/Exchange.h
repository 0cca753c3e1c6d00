// Exchange.h: execution of a schedule outside of steps
//
// All processes execute their parts of the exchange at the same point of their
// program, for example while states are loaded.
#ifndef SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H
#define SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H

#include "HostSchedule.h"
#include "Transport.h"

namespace sbp {

/// Executes this process's part of a finished schedule and returns when it is
/// done. `registers` holds the input and output buffer of the i-th rank of the
/// schedule at 2 i and 2 i + 1; null where it has none.
void runExchange(const HostSchedule &schedule, Transport &transport,
                 const std::vector<char *> &registers);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H
