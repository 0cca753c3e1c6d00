// Snapshot.cpp: copies the states of this process between two steps
#include "Snapshot.h"
#include "Errno.h"
#include "Safetensors.h"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::checkpoint;

std::string checkpoint::hashTensor(const void *data, uint64_t bytes) {
  return toHex(artifact::hashBytes(data, bytes));
}

/// `box` as seen from the first element of `outer`.
static PlanBox shift(PlanBox box, const PlanBox &outer) {
  for (size_t d = 0; d < box.rank(); ++d) {
    box.begin[d] -= outer.begin[d];
    box.end[d] -= outer.begin[d];
  }
  return box;
}

Snapshot::Snapshot(Session &session) {
  const PlanT &plan = session.getPlan();
  std::vector<StoredPart> stored = layOutStates(plan, session.getWorld());
  // As a safetensors file has them.
  std::sort(stored.begin(), stored.end(),
            [](auto &a, auto &b) { return a.piece.tensor < b.piece.tensor; });
  for (const StoredPart &part : stored) {
    const StateT &state = *plan.states[part.piece.state];
    std::vector<PieceMap::Place> places;
    for (uint32_t rank : part.ranks) {
      PieceMap::Place place = *session.findStatePiece(part.piece.state, rank);
      place.box = shift(place.box, part.piece.box);
      places.push_back(place);
    }
    Shape shape = part.piece.box.shape();
    parts.push_back(
        {part.piece.tensor, state.dtype, shape, size,
         PieceMap::gather(state.dtype, shape, std::nullopt, places)});
    size += *countElements(shape) * artifact::getByteWidth(state.dtype);
  }
}

Status Snapshot::prepare() {
  if (copy)
    return {};
  SBP_ASSIGN_OR_RETURN(void *allocated, memory.allocate(size));
  copy = static_cast<char *>(allocated);
#ifdef MADV_POPULATE_WRITE
  madvise(allocated, size, MADV_POPULATE_WRITE); // else when it is written
#endif
  return {};
}

Status Snapshot::take() {
  SBP_RETURN_IF_FAILED(prepare());
  for (Part &part : parts)
    SBP_RETURN_IF_FAILED(part.map.gatherTo(copy + part.offset));
  return {};
}

Result<Snapshot::File> Snapshot::write(const Folder &folder,
                                       const std::string &name) const {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::string> hashes;
  for (const Part &part : parts) {
    Tensor &tensor = tensors[part.tensor];
    tensor = {part.dtype, part.shape, copy + part.offset, nullptr};
    hashes[part.tensor] = hashTensor(tensor.data, tensor.bytes());
  }
  std::string text = formatSafetensorsHeader(tensors, hashes);
  NewFile file(folder, name);
  file.write(text.data(), text.size());
  file.write(copy, size);
  SBP_RETURN_IF_FAILED(file.finish());
  return File{text.size() + size,
              artifact::hashBytes(text.data(), text.size())};
}
