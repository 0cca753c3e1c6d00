// NcclPart.h: the ranks of an NCCL group on one GPU
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLPART_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLPART_H

#include "Communicator.h"
#include "NcclGroups.h"
#include "NcclWorld.h"
#include "Schedule.h"

namespace sbp::nccl {

/// One step of an instance: calls between ncclGroupStart and ncclGroupEnd, or a
/// kernel that packs, combines or unpacks boxes.
struct NcclStep {
  /// A position in a register: an address that depends on the firing.
  struct Operand {
    RegisterPointer pointer;
    uint64_t offset = 0; ///< in bytes
    /// Returns the address for a firing, on the GPU.
    void *at(uint32_t firing) const {
      return static_cast<char *>(pointer.at(firing)) + offset;
    }
  };
  /// One call of NCCL. `count` is in elements of `type`; a message has elements
  /// of one byte. Operands that the call does not use are ignored.
  struct Call {
    enum Kind {
      Send,
      Receive,
      AllReduce,
      Reduce,
      Broadcast,
      AllGather,
      ReduceScatter
    } kind;
    Operand in, out;
    uint64_t count;
    int type, op, peer; ///< `peer` is the other GPU of a message, or the root
  };
  std::unique_ptr<BoundKernel> kernel; ///< null for a group of calls
  std::vector<Call> calls;
};

/// The part of a group that one GPU of this process executes. Its ranks arrive;
/// the NCCL stream of the GPU issues the steps when their slot comes.
class NcclPart {
public:
  /// Makes the part of GPU `gpu`, a GPU of this process with ranks of the
  /// group. The group and the world must outlive it; the pattern is not kept.
  NcclPart(const NcclGroup &group, const CommunicationPattern &pattern,
           plan::DType dtype, uint32_t gpu, const NcclWorld &world);

  /// Stores the registers of a member, an index into getRanks(). The last call
  /// binds the steps. Fails where memory, events or transfers cannot be created
  /// on the GPU.
  Status open(uint32_t member, const ChannelRegisters &registers);
  /// Returns the ranks of the group on this GPU, ascending.
  const std::vector<uint32_t> &getRanks() const { return ranks; }

  /// Issues a step that is a kernel on `queue`, a queue of this GPU. Fails
  /// where the queue does.
  Status issueKernel(const NcclStep &step, Queue &queue, uint32_t firing) const;
  /// Issues a step that is a group of NCCL calls on `stream`. They may still be
  /// in progress on return; NcclWorld::query returns their outcome. A failure
  /// loses the rank.
  Status issueCalls(const NcclStep &step, cuda::Stream stream,
                    uint32_t firing) const;

  /// The steps of an instance, in order. Empty until the last `open`.
  std::vector<NcclStep> steps;
  Comm comm = nullptr; ///< owned by the world; null until the last `open`
  std::vector<std::unique_ptr<DeviceEvent>> arrivals; ///< indexed by member
  std::unique_ptr<DeviceEvent> done; ///< reached at the end of an instance
  // Counters over all instances, accessed by the NCCL stream under its mutex.
  uint64_t arrived = 0, finished = 0;

private:
  /// Creates the events and binds the steps, once all members are open.
  Status bind();
  /// Binds the collective calls of the group as one step.
  Status bindCalls();
  /// Allocates the message memory, binds the steps of the schedule, and
  /// releases it.
  Status bindSchedule();
  /// Adds the step of a kernel for the transfers, none for an empty list.
  Status addTransfers(const std::vector<PlannedTransfer> &list);
  /// Adds the step of all messages of a round, none without messages.
  void addMessages(unsigned round);
  /// Makes one call of NCCL on `stream`.
  Status call(const NcclStep::Call &call, cuda::Stream stream,
              uint32_t firing) const;

  const NcclGroup &group;
  const NcclWorld &world;
  CudaDevice &device;
  uint32_t gpu, opened = 0; ///< number of the GPU, and of opened members
  std::vector<uint32_t> ranks;
  std::vector<RegisterPointer> registers; ///< input and output of each member
  plan::DType dtype;
  std::unique_ptr<Schedule> schedule; ///< null where the group uses collectives
  void *memory = nullptr; ///< the schedule's message memory on the GPU
};

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLPART_H
