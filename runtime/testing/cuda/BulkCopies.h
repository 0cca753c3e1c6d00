// BulkCopies.h: bulk copies and tensor copies in flight
#ifndef SBP_RUNTIME_TESTING_CUDA_BULKCOPIES_H
#define SBP_RUNTIME_TESTING_CUDA_BULKCOPIES_H

#include "SharedAccess.h"
#include "TensorMap.h"

namespace sbp::ptx {

/// Issues the bulk copies of one execution and lands them at moments that its
/// seed draws.
class BulkCopies {
public:
  /// All references outlive the object. `parameters` are those of the kernel.
  BulkCopies(Execution &execution, Counters &counters,
             const std::vector<uint8_t> &parameters)
      : execution(execution), counters(counters), parameters(parameters) {}

  /// Issues a copy to the shared memory of `block`, in the warp's cluster.
  /// Throws Failure where no fence follows the initialisation of its mbarrier,
  /// or where the destination fails a check of a store.
  void issueLoad(Warp &warp, Block &block, BulkCopy copy);
  /// Issues a copy from the shared memory of the warp's block to global memory.
  /// Throws Failure where no proxy fence follows the writes of its source.
  void issueStore(Warp &warp, BulkCopy copy);
  /// Adds bytes that a load moves to the counters.
  void count(uint64_t bytes) { counters.bulkBytes += bytes; }
  /// Closes the group of all stores that the thread of `lane` has issued since
  /// the last commit.
  void commitStores(Warp &warp, uint32_t lane);
  /// Completes all but the last `keep` groups of a thread's stores: they have
  /// read their source, or where `isRead` is false also landed.
  void awaitStores(Warp &warp, uint32_t lane, uint64_t keep, bool isRead);
  /// Returns a copy of the tensor map at an address of parameters or global
  /// memory. Throws Failure where there is none or checkTensorMap rejects it.
  TensorMap readTensorMap(const Instruction &instruction, uint64_t address);

  /// Lands some copies of a block, drawn by the seed. Returns true if any.
  bool advance(Block &block);
  /// Lands one load of some running block. Returns false where none is in
  /// flight.
  bool force(std::vector<Block> &blocks);
  /// Completes the stores of a block that ends. Throws Failure where a load has
  /// not landed or a store that was not awaited may still read shared memory.
  void end(Block &block);
  /// Throws Failure where a store in flight may still read the `bytes` bytes
  /// from `offset` on, which the instruction writes.
  void checkSources(const Block &block, const Instruction &instruction,
                    uint64_t offset, unsigned bytes) const;

private:
  /// Completes a copy if it has not landed: reads the source of a store, then
  /// writes the destination.
  void land(Block &block, BulkCopy &copy);
  /// Copies the source of a store out of shared memory, once.
  void readSource(Block &block, BulkCopy &copy);
  /// Writes the bytes of a copy that has no tensor map: those of a load to
  /// shared memory, those of a store, which readSource has copied, to global
  /// memory. Throws Failure as GlobalAccess::reach does. The caller marks the
  /// copy as landed and its bytes as written, and reports them to the mbarrier.
  void landContiguous(Block &block, BulkCopy &copy);
  /// Writes the box of a copy with a tensor map row by row. Elements outside of
  /// the tensor are zeros in shared memory and are not stored to global memory.
  /// Failures and the caller's duties are those of landContiguous.
  void landTensor(Block &block, BulkCopy &copy, bool toShared);

  Execution &execution;
  Counters &counters;
  const std::vector<uint8_t> &parameters;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_BULKCOPIES_H
