// Device.h: memory, code and queues of one kind of device
//
// A pure interface: the actor runtime knows devices through it alone. Memory,
// code, kernels, queues and marks are made while an entry is prepared, none
// later. A queue and its marks are used by one worker at a time; nothing they
// do blocks or allocates.
#ifndef SBP_RUNTIME_DEVICE_DEVICE_H
#define SBP_RUNTIME_DEVICE_DEVICE_H

#include "PlanBox.h"
#include "Status.h"
#include "Waker.h"
#include <memory>
#include <vector>

namespace sbp {

/// A kernel that a device has loaded; its own meaning of the pointer.
struct KernelHandle {
  void *function = nullptr;
};

/// The copies of a register, seen by a task that fires `firings` times a step.
struct RegisterPointer {
  char *base = nullptr;
  uint64_t stride = 0;
  uint32_t copies = 1, tokens = 1, firings = 1;

  void *at(uint32_t firing) const {
    uint64_t token = uint64_t(firing) * tokens / firings;
    return base + (token % copies) * stride;
  }
};

/// What a kernel works on, in memory of its device.
struct KernelOperands {
  std::vector<RegisterPointer> inputs, outputs;
  void *scratch = nullptr;
  std::vector<int64_t> parameters;
  /// Positions in `parameters` that hold the number of the firing.
  std::vector<uint32_t> microBatchParameters;
};

/// A form of code, as the artifact has it.
struct CodeForm {
  const plan::CodeT *description;
  artifact::Bytes blob;
};

/// Code that a device loads in one of its forms; kernels name the first.
struct CodeModule {
  uint32_t index; ///< of the first form in the artifact
  const plan::CodeInterfaceT *interface;
  std::vector<CodeForm> forms;
};

/// Boxes on their way between dense registers, each combined from its sources
/// in their order and written to all its destinations (which may be the same
/// elements of sources); without a source, the identity. The boxes are in no
/// order.
struct TransferOperands {
  struct Buffer {
    RegisterPointer pointer;
    PlanBox box;
  };
  struct Transfer {
    plan::Combiner combiner;
    PlanBox box;
    std::vector<uint32_t> sources, destinations; ///< in `buffers`
  };
  plan::DType dtype;
  std::vector<Buffer> buffers;
  std::vector<Transfer> transfers;
};

/// A kernel or transfers with their operands: what a queue issues.
class BoundKernel {
public:
  virtual ~BoundKernel() = default;
};

/// A point in the order of a queue's work. It may be recorded again once
/// whatever waited for the last recording was issued.
class Mark {
public:
  virtual ~Mark() = default;
};

/// Work of one rank that is done in the order in which it is issued. `issue`
/// may return before it is done; failures that show later come with `poll`.
class Queue {
public:
  virtual ~Queue() = default;

  virtual Status issue(BoundKernel &kernel, uint32_t firing) = 0;
  /// Copies to and from memory of the host, which stays as it is until they are
  /// done.
  virtual Status copyIn(void *device, const void *host, uint64_t bytes) = 0;
  virtual Status copyOut(void *host, const void *device, uint64_t bytes) = 0;
  /// The mark is reached when all that was issued so far is done.
  virtual Status record(Mark &mark) = 0;
  /// What is issued from here on begins after a mark of this device, recorded
  /// on any of its queues, is reached.
  virtual Status wait(Mark &mark) = 0;
  /// Whether a mark recorded on this queue is reached. If it is not, the rank
  /// will be woken.
  virtual Status poll(Mark &mark, bool &reached) = 0;

  /// From here on, what this queue and those of its device that wait for marks
  /// of it are given is not done but recorded, until `endGraph`, before which
  /// this queue waits for all others. What comes of it can be issued as often
  /// as wanted; no mark of it is polled.
  virtual Status beginGraph() {
    return userError("this device cannot record graphs");
  }
  virtual Status endGraph(std::unique_ptr<BoundKernel> &) { return {}; }
};

class Device {
public:
  virtual ~Device() = default;

  /// Memory that the host may read and write where it lies, and queues that
  /// have done what they return from. Ports and communicators of the host work
  /// on such memory directly, else on an image of it.
  virtual bool isHost() const = 0;

  /// `bytes` bytes, 256-byte aligned, never null; freed with the device. What
  /// they hold is not said.
  virtual Status allocate(uint64_t bytes, void *&memory) = 0;
  /// Bytes of the host that stay and are only read; where the device cannot
  /// read them, a copy.
  virtual Status share(const void *host, uint64_t bytes, void *&memory) = 0;
  /// Copies between the device and the host's memory, done on return. No queue
  /// has work on this memory meanwhile.
  virtual Status write(void *device, const void *host, uint64_t bytes) = 0;
  virtual Status read(void *host, const void *device, uint64_t bytes) = 0;

  /// Loads code, once; what `module` points to stays.
  virtual Status loadCode(const CodeModule &module) = 0;
  virtual Status findKernel(uint32_t code, const std::string &symbol,
                            KernelHandle &kernel) = 0;

  virtual Status bind(KernelHandle kernel, KernelOperands operands,
                      std::unique_ptr<BoundKernel> &bound) = 0;
  /// The code that has the device's functions for transfers is loaded.
  virtual Status bindTransfers(const TransferOperands &operands,
                               std::unique_ptr<BoundKernel> &bound) = 0;
  /// A queue of a rank, which it wakes.
  virtual Status createQueue(uint32_t rank, Waker &waker,
                             std::unique_ptr<Queue> &queue) = 0;
  virtual Status createMark(std::unique_ptr<Mark> &mark) = 0;
  /// Whether a mark is reached, for reports: any thread, nobody is woken.
  virtual Status look(Mark &mark, bool &reached) = 0;

  /// A mark that knows when it was reached.
  virtual Status createTimedMark(std::unique_ptr<Mark> &mark) {
    return createMark(mark);
  }
  /// From one such mark to another, both reached.
  virtual Status measure(Mark &, Mark &, int64_t &nanoseconds) {
    nanoseconds = 0;
    return {};
  }
};

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_DEVICE_H
