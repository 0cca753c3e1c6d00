// NcclCommunicator.h: communication between ranks on several GPUs
//
// Each GPU has one NCCL stream on which all of its communications of the entry
// are issued in the order of the plan, independent of the order in which its
// ranks arrive. Every GPU uses the same order, which NCCL requires of
// communicators that share devices. The host never waits for a GPU. The inner
// communicator serves all other groups.
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLCOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLCOMMUNICATOR_H

#include "Endpoints.h"
#include "NcclPart.h"
#include "Result.h"
#include <mutex>

namespace sbp {

/// A layered communicator over NCCL. Channels are used as Communicator.h
/// requires. Sent bytes, its own and those of the inner communicator, are not
/// counted.
class NcclCommunicator final : public Communicator {
public:
  /// Prepares the communications of an entry of a verified plan and takes
  /// ownership of `inner`. `nccl` and `waker` must outlive the communicator;
  /// the program is not kept. Fails where a stream or event cannot be created.
  static Result<std::unique_ptr<Communicator>>
  create(const Program &program, uint32_t entry, nccl::NcclWorld &nccl,
         Waker &waker, std::unique_ptr<Communicator> inner);
  /// Destroys its streams and parts. Called between steps; the communicators of
  /// NCCL belong to `nccl` and stay.
  ~NcclCommunicator() override;

  Result<uint32_t> open(uint32_t communication, uint32_t rank,
                        const ChannelRegisters &registers) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Result<bool> progress(uint32_t channel) override;
  bool isOnQueues() const override { return endpoints.areOnQueues(); }
  /// Aborts all communicators of `nccl`, for all entries, and the inner one, as
  /// NcclWorld::abort requires. Channels of NCCL then fail with code RankLost.
  void abort() override;

private:
  class NcclStream;
  /// A rank of a part and its current instance.
  struct Channel {
    nccl::NcclPart *part;
    NcclStream *stream;
    uint32_t member = 0; ///< index of the rank in the part
    uint64_t instance = 0;
    Queue *queue = nullptr; ///< queue of the last arrival
  };

  /// Makes the communicator without parts and streams.
  NcclCommunicator(const Program &program, nccl::NcclWorld &nccl, Waker &waker,
                   std::unique_ptr<Communicator> inner);
  /// Creates the NCCL streams and their order of instances.
  Status addStreams(const Program &program, uint32_t entry);
  /// Creates the part of every local GPU in every group of NCCL.
  void addParts(const Program &program);

  nccl::NcclWorld &world;
  Waker &waker;
  CommunicationPatterns patterns;
  std::vector<nccl::NcclGroup> groups;
  std::vector<std::unique_ptr<nccl::NcclPart>> parts;
  std::map<uint32_t, std::unique_ptr<NcclStream>> streams; ///< by GPU
  Endpoints<Channel> endpoints;
  std::multimap<uint32_t, Channel> partsOf; ///< by communication
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLCOMMUNICATOR_H
