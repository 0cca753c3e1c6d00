// CheckpointInfo.cpp: what a checkpoint consists of
#include "Checkpoints.h"
#include <cstdio>
#include <iostream>

using namespace sbp;
using namespace sbp::checkpoint;
using namespace sbp::run;

static void printText(const Manifest &manifest) {
  uint64_t bytes = 0;
  for (const SavedFile &file : manifest.files)
    bytes += file.bytes;
  std::printf("step: %lld\nentry: %s\nranks: %u\nprocesses: %u\n",
              (long long)manifest.step, manifest.entry.c_str(), manifest.ranks,
              manifest.processes);
  if (!manifest.program.empty())
    std::printf("program: %s\n", manifest.program.c_str());
  for (const SavedState &state : manifest.states)
    std::printf("state %s: %s %s\n", state.name.c_str(),
                toString(state.shape, state.dtype).c_str(),
                state.distribution.c_str());
  for (const SavedFile &file : manifest.files)
    std::printf("file %s: %llu bytes, %zu tensors\n", file.path.c_str(),
                (unsigned long long)file.bytes, file.pieces.size());
  std::printf("all %llu bytes are as they were written\n",
              (unsigned long long)bytes);
}

Status run::printCheckpoint(const std::string &folder, bool json) {
  Checkpoint checkpoint;
  SBP_ASSIGN_OR_RETURN(bool found, Checkpoint::open(folder, checkpoint));
  if (!found)
    return userError("--checkpoint-info: ", folder, " has no ", kManifestName,
                     ": it is not a folder of --checkpoint");
  SBP_RETURN_IF_FAILED(checkpoint.verify());
  if (json)
    std::cout << checkpoint.getText();
  else
    printText(checkpoint.getManifest());
  return {};
}
