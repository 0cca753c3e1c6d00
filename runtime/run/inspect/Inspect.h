// Inspect.h: descriptions of files without running anything
#ifndef SBP_RUNTIME_RUN_INSPECT_INSPECT_H
#define SBP_RUNTIME_RUN_INSPECT_INSPECT_H

#include "Artifact.h"
#include "Status.h"
#include <iosfwd>
#include <string>

namespace sbp::run {

/// Writes the contents of an artifact to `out`, as JSON or as text. Fails where
/// loadProgram does.
Status inspect(artifact::Bytes bytes, bool asJson, std::ostream &out);

/// Verifies the checkpoint in `folder` and writes its manifest to `out`, as
/// JSON or as text. A user error where the folder has none or a file is
/// damaged.
Status inspectCheckpoint(const std::string &folder, bool asJson,
                         std::ostream &out);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_INSPECT_INSPECT_H
