// Ports.cpp: global tensors to and from the ranks
#include "Ports.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

void PieceMap::addImage(HostImage *image) {
  if (std::find(images.begin(), images.end(), image) == images.end())
    images.push_back(image);
}

PieceMap PieceMap::scatter(DType type, const Shape &shape,
                           std::optional<Combiner> combiner,
                           const std::vector<Place> &places) {
  PieceMap map;
  map.sources.push_back(nullptr);
  for (const Place &place : places) {
    uint32_t member = map.destinations.size();
    map.destinations.push_back(place.image->data() + place.offset);
    map.addImage(place.image);
    if (place.box.elements() == 0)
      continue;
    std::vector<BufferBox> from;
    if (place.partialClass == 0)
      from.push_back({0, wholeBox(shape)});
    map.transfers.emplace_back(type, combiner.value_or(Combiner::sum),
                               place.box, from,
                               std::vector<BufferBox>{{member, place.box}});
  }
  return map;
}

PieceMap PieceMap::gather(DType type, const Shape &shape,
                          std::optional<Combiner> combiner,
                          const std::vector<Place> &places) {
  PieceMap map;
  map.destinations.push_back(nullptr);
  std::map<std::vector<int64_t>, std::vector<BufferBox>> groups;
  for (const Place &place : places) {
    std::vector<int64_t> key = place.box.begin;
    key.insert(key.end(), place.box.end.begin(), place.box.end.end());
    groups[key].push_back({uint32_t(map.sources.size()), place.box});
    map.sources.push_back(place.image->data() + place.offset);
    map.addImage(place.image);
  }
  for (const auto &[key, sources] : groups)
    if (sources[0].box.elements() > 0)
      map.transfers.emplace_back(type, combiner.value_or(Combiner::sum),
                                 sources[0].box, sources,
                                 std::vector<BufferBox>{{0, wholeBox(shape)}});
  return map;
}

Status PieceMap::scatterFrom(const void *global) {
  sources[0] = global;
  for (const BoxTransfer &transfer : transfers)
    transfer.execute(transfer.whole(), sources.data(), destinations.data());
  for (HostImage *image : images)
    SBP_RETURN_IF_FAILED(image->push());
  return {};
}

Status PieceMap::gatherTo(void *global) {
  destinations[0] = global;
  for (HostImage *image : images)
    SBP_RETURN_IF_FAILED(image->pull());
  for (const BoxTransfer &transfer : transfers)
    transfer.execute(transfer.whole(), sources.data(), destinations.data());
  return {};
}

Shape sbp::getTokenShape(const EntryT &entry, const PortT &port) {
  Shape shape = port.shape;
  if (port.time_dim >= 0)
    shape[port.time_dim] /= entry.micro_batches;
  return shape;
}

PlanBox sbp::moveToToken(const EntryT &entry, const PortT &port, PlanBox box,
                         uint32_t token) {
  if (port.time_dim < 0)
    return box;
  int64_t shift = getTokenShape(entry, port)[port.time_dim] * token;
  box.begin[port.time_dim] += shift;
  box.end[port.time_dim] += shift;
  return box;
}
