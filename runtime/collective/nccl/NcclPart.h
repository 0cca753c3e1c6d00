// NcclPart.h: what one GPU does in a communication through NCCL
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLPART_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLPART_H

#include "Communicator.h"
#include "NcclGroups.h"
#include "NcclWorld.h"
#include "Schedule.h"

namespace sbp::nccl {

/// Calls of one group of NCCL, or a kernel that packs or combines boxes.
struct NcclStep {
  struct Place {
    RegisterPointer pointer;
    uint64_t offset = 0;
    void *at(uint32_t firing) const {
      return static_cast<char *>(pointer.at(firing)) + offset;
    }
  };
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
    Place in, out;
    uint64_t count;
    int type, op, peer; ///< `peer`: of a message, or the root
  };
  std::unique_ptr<BoundKernel> kernel;
  std::vector<Call> calls;
};

/// The ranks of a group on one GPU of this process. They arrive, the lane of
/// the GPU issues the steps when it is their turn.
class NcclPart {
public:
  NcclPart(const NcclGroup &group, const Meeting &meeting, plan::DType dtype,
           uint32_t gpu, const NcclWorld &world);

  /// Where a member has its registers; the last makes everything ready.
  Status open(uint32_t member, const ChannelRegisters &registers);
  const std::vector<uint32_t> &getRanks() const { return ranks; }

  Status issueKernel(const NcclStep &step, Queue &queue, uint32_t firing) const;
  Status issueCalls(const NcclStep &step, cuda::Stream stream,
                    uint32_t firing) const;

  std::vector<NcclStep> steps;
  Comm comm = nullptr;
  std::vector<std::unique_ptr<Mark>> arrivals; ///< by member
  std::unique_ptr<Mark> done;
  // Counted over all instances, never reset; the lane's.
  uint64_t arrived = 0, finished = 0;

private:
  Status bind();
  Status bindCalls();
  Status bindSchedule();
  Status addTransfers(const std::vector<PlannedTransfer> &list);
  void addMessages(unsigned round);
  Status call(const NcclStep::Call &call, cuda::Stream stream,
              uint32_t firing) const;

  const NcclGroup &group;
  const NcclWorld &world;
  CudaDevice &device;
  uint32_t gpu, opened = 0;
  std::vector<uint32_t> ranks;
  std::vector<RegisterPointer> registers; ///< input and output of each
  plan::DType dtype;
  std::unique_ptr<Schedule> schedule; ///< where there are no calls
  void *memory = nullptr;             ///< of its messages
};

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLPART_H
