// HostSchedule.cpp: memory and transfers of a schedule on the host
#include "HostSchedule.h"
#include "Layout.h"

using namespace sbp;

std::vector<BoxTransfer>
HostSchedule::compile(const std::vector<PlannedTransfer> &list) {
  std::vector<BoxTransfer> transfers;
  for (const PlannedTransfer &planned : list)
    transfers.emplace_back(schedule.getType(), planned.combiner, planned.box,
                           planned.sources, planned.destinations);
  return transfers;
}

void HostSchedule::finish() {
  // 64 bytes more than the schedule needs: messages begin at cache lines.
  memory.reset(new char[schedule.finish() + 64]);
  auto at = reinterpret_cast<uint64_t>(memory.get());
  base = memory.get() + (artifact::alignUp(at, 64) - at);
  pack = compile(schedule.pack);
  local = compile(schedule.local);
  combine = compile(schedule.combine);
  unpack = compile(schedule.unpack);
}

std::vector<char *> HostSchedule::getBuffers() const {
  std::vector<char *> buffers;
  for (std::optional<uint64_t> offset : schedule.getBuffers())
    buffers.push_back(offset ? base + *offset : nullptr);
  return buffers;
}
