// CheckpointInfo.cpp: the listing of a checkpoint's contents
#include "Checkpoint.h"
#include "Inspect.h"
#include "PlanBox.h"
#include <ostream>

using namespace sbp;
using namespace sbp::checkpoint;

static void printText(std::ostream &out, const Manifest &manifest) {
  uint64_t bytes = 0;
  for (const SavedFile &file : manifest.files)
    bytes += file.bytes;
  out << "step: " << manifest.step << "\nentry: " << manifest.entry
      << "\nranks: " << manifest.ranks << "\nprocesses: " << manifest.processes
      << "\n";
  if (!manifest.program.empty())
    out << "program: " << manifest.program << "\n";
  for (const SavedState &state : manifest.states)
    out << "state " << state.name << ": " << toString(state.shape, state.dtype)
        << " " << state.distribution << "\n";
  for (const SavedFile &file : manifest.files)
    out << "file " << file.path << ": " << file.bytes << " bytes, "
        << file.pieces.size() << " tensors\n";
  out << "all " << bytes << " bytes are as they were written\n";
}

Status run::inspectCheckpoint(const std::string &folder, bool asJson,
                              std::ostream &out) {
  Checkpoint checkpoint;
  SBP_ASSIGN_OR_RETURN(bool found, Checkpoint::open(folder, checkpoint));
  if (!found)
    return userError("--checkpoint-info: ", folder, " has no ", kManifestName,
                     ": it is not a folder of --checkpoint");
  SBP_RETURN_IF_FAILED(checkpoint.verify());
  if (asJson)
    out << checkpoint.getText();
  else
    printText(out, checkpoint.getManifest());
  return {};
}
