// HostSchedule.h: a schedule between processes, compiled for host memory
#ifndef SBP_RUNTIME_COLLECTIVE_MESSAGE_HOSTSCHEDULE_H
#define SBP_RUNTIME_COLLECTIVE_MESSAGE_HOSTSCHEDULE_H

#include "LocalWorld.h"
#include "Schedule.h"
#include <memory>

namespace sbp {

/// A Schedule whose peers are the processes of the run, with its message memory
/// and its transfers in executable form. It is built by one thread and
/// read-only after `finish`.
class HostSchedule {
public:
  /// Makes an empty schedule of this process's ranks `localRanks` of a group,
  /// in ascending order. `world` must outlive it. Boxes are added through
  /// `schedule`.
  HostSchedule(const LocalWorld &world, plan::DType dtype,
               std::vector<uint32_t> localRanks)
      : schedule({world.getProcess(),
                  [&world](uint32_t rank) { return world.processOf(rank); }},
                 dtype, std::move(localRanks)) {}

  /// Allocates the memory of the messages and compiles the transfers. No box
  /// may be added afterwards.
  void finish();

  /// Returns the memory of a message of `schedule`, which this object owns.
  /// Null where the message is sent from or received in a register. Called
  /// after `finish`.
  char *find(const PlannedMessage &message) const {
    return message.registerBuffer ? nullptr : base + message.offset;
  }
  /// Returns the address of every buffer that transfers name, null for the
  /// ranks' registers. The memory belongs to this object. Called after
  /// `finish`.
  std::vector<char *> getBuffers() const;

  /// The messages, and the transfers as they are planned.
  Schedule schedule;
  std::vector<BoxTransfer> pack, local, combine,
      unpack; ///< the schedule's transfers, compiled

private:
  /// Returns the transfers of `list` in executable form.
  std::vector<BoxTransfer> compile(const std::vector<PlannedTransfer> &list);

  std::unique_ptr<char[]> memory;
  char *base = nullptr; ///< first 64-byte boundary in `memory`
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_MESSAGE_HOSTSCHEDULE_H
