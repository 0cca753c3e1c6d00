// FetchParts.cpp: writes results of several processes into common files
//
// The first process creates a file under a temporary name with its final size,
// then all open it, each writes the boxes of its ranks, and the first renames
// it. Offsets follow from header and shape, so processes need no further
// messages.
#include "CommonFile.h"
#include "Fetcher.h"
#include "Outputs.h"
#include "Safetensors.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

/// Creates the part files in the first process before the others open them.
Status Fetcher::openParts() {
  std::string token;
  SBP_RETURN_IF_FAILED(chooseToken(processes, token));
  struct File {
    std::string path, header;
    uint64_t bytes;
    std::unique_ptr<PartsFile> *parts;
  };
  std::vector<File> files;
  for (Target &target : targets) {
    const PortT &port = *session.getPlan().entries[entry]->outputs[target.port];
    std::string header = makeHeader(target);
    uint64_t steps = target.all ? options.steps : 1;
    for (const File &other : files)
      if (other.path == target.path)
        return userError("two outputs would be written to ", target.path,
                         ": give each a file of its own");
    files.push_back({target.path, header,
                     header.size() + steps * countBytes(port), &target.parts});
  }
  if (!options.saveState.empty()) {
    std::map<std::string, Tensor> tensors;
    const auto &list = session.getPlan().states;
    for (const auto &state : list)
      if (state->role == EntryRole::model)
        tensors[state->name] = {state->dtype, state->shape, nullptr, nullptr};
    std::string header = formatSafetensorsHeader(tensors);
    // A map iterates in the order of names, as the header lists the tensors.
    uint64_t end = header.size();
    stateOffsets.resize(list.size());
    for (const auto &[name, tensor] : tensors)
      for (size_t s = 0; s < list.size(); ++s)
        if (list[s]->role == EntryRole::model && list[s]->name == name) {
          stateOffsets[s] = end;
          end += tensor.bytes();
        }
    files.push_back({options.saveState, header, end, &states});
  }
  for (bool isTurnOfFirst : {true, false}) {
    auto open = [&](File &file) -> Status {
      if (!isTurnOfFirst) {
        SBP_ASSIGN_OR_RETURN(*file.parts, PartsFile::open(file.path, token));
        return {};
      }
      SBP_ASSIGN_OR_RETURN(*file.parts,
                           PartsFile::create(file.path, token, file.bytes));
      return (*file.parts)->write(0, file.header.data(), file.header.size());
    };
    Status status;
    for (File &file : files)
      if (!status.failed() && processes.isFirst() == isTurnOfFirst)
        status = open(file);
    SBP_RETURN_IF_FAILED(processes.allReduceStatus(std::move(status)));
  }
  return {};
}

Status Fetcher::writeParts(Target &target, int64_t step) {
  uint64_t offset =
      makeHeader(target).size() + step * countBytes(getPort(target));
  return writePieces(target, *target.parts, offset);
}

std::string Fetcher::makeHeader(const Target &target) const {
  Shape shape = getPort(target).shape;
  if (target.all)
    shape.insert(shape.begin(), options.steps);
  return formatNpyHeader(getPort(target).dtype, shape);
}

Status Fetcher::writePieces(const Target &target, PartsFile &file,
                            uint64_t offset) {
  const PortT &port = getPort(target);
  std::vector<Session::OutputPiece> pieces;
  SBP_RETURN_IF_FAILED(session.getOutputPieces(entry, target.port, pieces));
  for (const Session::OutputPiece &piece : pieces)
    SBP_RETURN_IF_FAILED(
        file.writeBox(offset, port.dtype, port.shape, piece.box, piece.data));
  return {};
}

Status Fetcher::writeStateParts() {
  const auto &list = session.getPlan().states;
  for (uint32_t s = 0; s < list.size(); ++s) {
    if (list[s]->role != EntryRole::model)
      continue;
    if (!session.isInitialised(s))
      SBP_RETURN_IF_FAILED(session.initialiseState(s));
    std::vector<Session::OutputPiece> pieces;
    SBP_RETURN_IF_FAILED(session.getStatePieces(s, pieces));
    for (const Session::OutputPiece &piece : pieces)
      SBP_RETURN_IF_FAILED(states->writeBox(stateOffsets[s], list[s]->dtype,
                                            list[s]->shape, piece.box,
                                            piece.data));
  }
  return states->close();
}

Status Fetcher::commit() {
  if (!processes.isDistributed() || !processes.isFirst())
    return {};
  for (Target &target : targets)
    SBP_RETURN_IF_FAILED(target.parts->rename());
  return states ? states->rename() : Status();
}
