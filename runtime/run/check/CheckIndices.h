// CheckIndices.h: indices that a model computes against their bounds
#ifndef SBP_RUNTIME_RUN_CHECK_CHECKINDICES_H
#define SBP_RUNTIME_RUN_CHECK_CHECKINDICES_H

#include "Feeder.h"
#include "Session.h"

namespace sbp::run {

/// Returns a user error unless the artifact holds the one-rank program of the
/// entry, which computes its indices.
Status checkHasPositions(const Session &session, uint32_t entry);
/// Runs `steps` steps of the stored one-rank program on the same inputs, in the
/// calling process alone. A user error at the first computed index that is
/// outside of its bound.
Status checkIndices(Session &session, Feeder &feeder, uint32_t entry,
                    int64_t steps);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_CHECK_CHECKINDICES_H
