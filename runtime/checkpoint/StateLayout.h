// StateLayout.h: the part of each state that a process stores
//
// Every box is stored once: by the process that owns its first copy. Boxes of a
// process that make up a larger one are stored as that, so one process stores
// whole tensors.
#ifndef SBP_RUNTIME_CHECKPOINT_STATELAYOUT_H
#define SBP_RUNTIME_CHECKPOINT_STATELAYOUT_H

#include "LocalWorld.h"
#include "Manifest.h"

namespace sbp::checkpoint {

/// A tensor of a process's file.
struct StoredPart {
  SavedPiece piece;            ///< `state` is the plan's
  std::vector<uint32_t> ranks; ///< whose boxes make it up
};

/// Returns the parts that the process of `world` stores of the states whose
/// role is `model`, in the plan's order, without empty ones. The only part of a
/// state here is named like the state; names are distinct.
std::vector<StoredPart> layOutStates(const plan::PlanT &plan,
                                     const LocalWorld &world);

/// Removes the elements of `taken` from `boxes`, which are cut around it.
void subtract(std::vector<PlanBox> &boxes, const PlanBox &taken);

} // namespace sbp::checkpoint

#endif // SBP_RUNTIME_CHECKPOINT_STATELAYOUT_H
