// Exchange.h: a schedule that runs once, outside of steps
//
// By all processes at the same point; returns when this one's part is done.
#ifndef SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H
#define SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H

#include "HostSchedule.h"
#include "Transport.h"

namespace sbp {

/// `registers`: input and output of the i-th rank of the schedule at 2 i and
/// 2 i + 1, null where it has none. The schedule is finished.
void runExchange(const HostSchedule &schedule, Transport &transport,
                 const std::vector<char *> &registers);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_MESSAGE_EXCHANGE_H
