// NcclCommunicator.h: ranks on several GPUs, through NCCL
//
// A GPU has one lane: a stream on which all its communications of the entry are
// issued in the plan's order, whatever order its ranks arrive in; all other
// GPUs issue theirs in the same one. Nobody waits for a GPU. All other
// communications are those of the communicator within.
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLCOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLCOMMUNICATOR_H

#include "NcclPart.h"
#include "Seats.h"
#include <mutex>

namespace sbp {

class NcclCommunicator final : public Communicator {
public:
  /// The communications of an entry of a verified plan; `nccl` outlives this.
  static Status create(const Program &program, uint32_t entry,
                       nccl::NcclWorld &nccl, Waker &waker,
                       std::unique_ptr<Communicator> inner,
                       std::unique_ptr<Communicator> &result);
  ~NcclCommunicator() override;

  Status open(uint32_t communication, uint32_t rank,
              const ChannelRegisters &registers, uint32_t &channel) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Status progress(uint32_t channel, bool &complete) override;
  bool isOnQueues() const override { return seats.areOnQueues(); }
  void abort() override;

private:
  class Lane;
  struct Channel {
    nccl::NcclPart *part;
    Lane *lane;
    uint32_t member = 0; ///< of the part
    uint64_t instance = 0;
    Queue *queue = nullptr;
  };

  NcclCommunicator(const Program &program, nccl::NcclWorld &nccl, Waker &waker,
                   std::unique_ptr<Communicator> inner);
  Status addLanes(const Program &program, uint32_t entry);
  void addParts(const Program &program);

  nccl::NcclWorld &world;
  Waker &waker;
  Meetings meetings;
  std::vector<nccl::NcclGroup> groups;
  std::vector<std::unique_ptr<nccl::NcclPart>> parts;
  std::map<uint32_t, std::unique_ptr<Lane>> lanes; ///< by GPU
  Seats<Channel> seats;
  std::multimap<uint32_t, Channel> partsOf; ///< by communication
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLCOMMUNICATOR_H
