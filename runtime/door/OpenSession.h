// OpenSession.h: makes the session of a handle
#ifndef SBP_RUNTIME_DOOR_OPENSESSION_H
#define SBP_RUNTIME_DOOR_OPENSESSION_H

#include "Handle.h"
#include <functional>

namespace sbp::door {

/// Sets `bytes` to those of the artifact, which `door.artifact` keeps alive.
using OpenBytes = std::function<Status(Door &door, artifact::Bytes &bytes)>;

/// Maps the artifact in a file. A user error where `path` is null or cannot be
/// read.
Status openFile(Door &door, const char *path, artifact::Bytes &bytes);

/// Makes a handle and its session, as sbp_session_create does. `*handle` is set
/// also after a failure, and null where memory ran out.
sbp_status openSession(const OpenBytes &open,
                       const sbp_session_options &settings,
                       sbp_session **handle);

} // namespace sbp::door

#endif // SBP_RUNTIME_DOOR_OPENSESSION_H
