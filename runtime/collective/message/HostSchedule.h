// HostSchedule.h: a schedule whose parties are processes, in memory of the host
#ifndef SBP_RUNTIME_COLLECTIVE_MESSAGE_HOSTSCHEDULE_H
#define SBP_RUNTIME_COLLECTIVE_MESSAGE_HOSTSCHEDULE_H

#include "LocalWorld.h"
#include "Schedule.h"
#include <memory>

namespace sbp {

class HostSchedule {
public:
  HostSchedule(const LocalWorld &world, plan::DType dtype,
               std::vector<uint32_t> localRanks)
      : schedule({world.getProcess(),
                  [&world](uint32_t rank) { return world.processOf(rank); }},
                 dtype, std::move(localRanks)) {}

  /// Allocates; nothing is added to the schedule any more.
  void finish();

  /// Memory of a message; none: its value lies in a register.
  char *find(const PlannedMessage &message) const {
    return message.registerBuffer ? nullptr : base + message.offset;
  }
  /// By buffer; null for the ranks' registers.
  std::vector<char *> getBuffers() const;

  Schedule schedule;
  std::vector<BoxTransfer> pack, local, combine, unpack; ///< of the schedule

private:
  std::vector<BoxTransfer> compile(const std::vector<PlannedTransfer> &list);

  std::unique_ptr<char[]> memory;
  char *base = nullptr;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_MESSAGE_HOSTSCHEDULE_H
