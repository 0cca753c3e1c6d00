// FlightRecord.h: the last actions of all ranks in a file
#ifndef SBP_RUNTIME_RUN_OBSERVE_FLIGHTRECORD_H
#define SBP_RUNTIME_RUN_OBSERVE_FLIGHTRECORD_H

#include "Session.h"
#include <string>

namespace sbp::run {

/// Writes the last actions of the ranks of this process into a file of
/// $SBP_FLIGHT_RECORDS, else $TMPDIR, else /tmp, in place of its earlier one.
/// Returns "; flight record in PATH", or "" before the first step and where no
/// file could be written. Any thread.
std::string writeFlightRecord(const Session &session,
                              const std::string &reason);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_OBSERVE_FLIGHTRECORD_H
