// GatherOrder.h: gathers of states do not start long before they are read
#ifndef SBP_LIB_TRANSFORMS_SCHEDULING_GATHERORDER_H
#define SBP_LIB_TRANSFORMS_SCHEDULING_GATHERORDER_H

#include "TaskSystem.h"

namespace sbp {

/// Number the tasks of a class that read gathered states 0, 1, ... in program
/// order. A gather that reader i is the first to read starts when reader i - 2
/// has ended: two gathers are alive at a time (one is read, one is prefetched)
/// instead of all, whose inputs are there from the beginning. The order is one
/// of the simulation and of launch lists; it is no data dependence. Waits are
/// appended to the system of `tasks`, between tasks that fire once per step.
/// They lead forward in program order, so they cannot deadlock.
void holdGathersBack(TaskSystem &tasks);

/// Does the same for gathers that run in every micro-batch, whose readers are
/// numbered by the launch lists of `schedule`: reader i may belong to another
/// micro-batch than reader i - 2. `schedule` is one of `tasks`, with a list per
/// graph. Returns true if any gather is held, so that the system should be
/// simulated again.
bool holdTimedGathersBack(TaskSystem &tasks, const Schedule &schedule);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_SCHEDULING_GATHERORDER_H
