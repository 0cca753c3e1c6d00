// Device.h: memory, code and queues of one kind of device
//
// A pure interface, through which alone the actor runtime uses devices. Memory,
// code, kernels, queues and events are created while an entry is prepared; a
// step creates none. One worker at a time uses a queue and its events, and none
// of their functions blocks or allocates.
#ifndef SBP_RUNTIME_DEVICE_DEVICE_H
#define SBP_RUNTIME_DEVICE_DEVICE_H

#include "PlanBox.h"
#include "Result.h"
#include "Waker.h"
#include <memory>
#include <vector>

namespace sbp {

/// A loaded kernel. The device defines the meaning of the pointer and owns its
/// target.
struct KernelHandle {
  void *function = nullptr;
};

/// The copies of a register as seen by a task that fires `firings` times per
/// step. The register has `tokens` values per step, and token t lies in copy t
/// mod `copies`.
struct RegisterPointer {
  char *base = nullptr;
  uint64_t stride = 0;
  uint32_t copies = 1, tokens = 1, firings = 1;

  /// Returns the number of the copy that a firing uses.
  uint32_t copyAt(uint32_t firing) const {
    return uint32_t(uint64_t(firing) * tokens / firings % copies);
  }
  void *at(uint32_t firing) const { return base + copyAt(firing) * stride; }
};

/// The operands of a kernel in the memory of its device.
struct KernelOperands {
  std::vector<RegisterPointer> inputs, outputs;
  void *scratch = nullptr;
  std::vector<int64_t> parameters;
  /// The positions in `parameters` that the device sets to the number of the
  /// firing.
  std::vector<uint32_t> microBatchParameters;
};

/// One form of a code segment, for example PTX or a cubin.
struct CodeForm {
  const plan::CodeT *description;
  artifact::Bytes blob;
};

/// A module of code, of which a device loads one form. Kernels refer to the
/// index of the first form.
struct CodeModule {
  uint32_t index; ///< index of the first form in the artifact
  const plan::CodeInterfaceT *interface;
  std::vector<CodeForm> forms;
};

/// A set of box transfers between dense registers. Each box is combined from
/// its sources in their order and written to all destinations, which may be the
/// same elements as a source. A transfer without sources writes the combiner's
/// identity. The transfers are independent of each other and may run in any
/// order.
struct TransferOperands {
  struct Buffer {
    RegisterPointer pointer;
    PlanBox box;
  };
  struct Transfer {
    plan::Combiner combiner;
    PlanBox box;
    std::vector<uint32_t> sources, destinations; ///< indices into `buffers`
  };
  plan::DType dtype;
  std::vector<Buffer> buffers;
  std::vector<Transfer> transfers;
};

/// A kernel or a set of transfers bound to its operands; the unit of work of a
/// queue.
class BoundKernel {
public:
  virtual ~BoundKernel() = default;
};

/// A point in the order of a queue's work, like an event in CUDA. It may be
/// recorded again once every wait for the last recording is issued.
class DeviceEvent {
public:
  virtual ~DeviceEvent() = default;
};

/// An in-order queue of work of one rank, like a stream in CUDA. `issue` may
/// return before the work is done; later failures are returned by `query`.
class Queue {
public:
  virtual ~Queue() = default;

  /// Issues a kernel for a firing. The kernel outlives the queue's work.
  virtual Status issue(BoundKernel &kernel, uint32_t firing) = 0;
  /// Copies between device and host memory. The host memory must stay valid and
  /// unchanged until the copy is done.
  virtual Status copyIn(void *device, const void *host, uint64_t bytes) = 0;
  virtual Status copyOut(void *host, const void *device, uint64_t bytes) = 0;
  /// Records `event`: it is reached when all work issued so far is done.
  virtual Status record(DeviceEvent &event) = 0;
  /// Makes all work issued from here on wait until `event` is reached. The
  /// event belongs to the same device and was recorded on any of its queues.
  virtual Status wait(DeviceEvent &event) = 0;
  /// Returns true where an event that was recorded on this queue is reached;
  /// otherwise the rank is woken later.
  virtual Result<bool> query(DeviceEvent &event) = 0;

  /// Begins to record work into a graph instead of executing it: the work of
  /// this queue and of all queues of its device that wait for events of it,
  /// until `endGraph`. Before that, this queue waits for all others. Events
  /// recorded meanwhile cannot be queried. Fails where the device cannot record
  /// graphs.
  virtual Status beginGraph() {
    return userError("this device cannot record graphs");
  }
  /// Ends the recording and returns the graph, which can be issued any number
  /// of times.
  virtual Result<std::unique_ptr<BoundKernel>> endGraph() {
    return userError("this device cannot record graphs");
  }
};

/// A device of this process. Functions that create something are called by one
/// thread at a time while an entry is prepared.
class Device {
public:
  virtual ~Device() = default;

  /// Returns true where the host accesses the memory directly and queues are
  /// synchronous. Ports and host communicators use such memory in place; for
  /// other devices they use an image of it.
  virtual bool isHost() const = 0;

  /// Allocates `bytes` bytes with undefined contents, 256-byte aligned and
  /// never null. The device frees them in its destructor. Fails where there is
  /// not enough memory.
  virtual Result<void *> allocate(uint64_t bytes) = 0;
  /// Makes host memory readable for kernels: the same address where the device
  /// can read it, else a copy. The host memory outlives the device and is not
  /// written.
  virtual Result<void *> share(const void *host, uint64_t bytes) = 0;
  /// Copies between device and host memory synchronously. No queue accesses the
  /// device memory meanwhile.
  virtual Status write(void *device, const void *host, uint64_t bytes) = 0;
  virtual Status read(void *host, const void *device, uint64_t bytes) = 0;

  /// Loads a module in the best form that the device can run. Called once per
  /// module; what `module` points to outlives the device. Fails where no form
  /// fits.
  virtual Status loadCode(const CodeModule &module) = 0;
  /// Finds a kernel by the index of its module and its symbol. Fails where
  /// there is none.
  virtual Result<KernelHandle> findKernel(uint32_t code,
                                          const std::string &symbol) = 0;

  /// Binds a kernel to its operands.
  virtual Result<std::unique_ptr<BoundKernel>>
  bind(KernelHandle kernel, KernelOperands operands) = 0;
  /// Binds a set of transfers. The code that contains the device's transfer
  /// functions is loaded already.
  virtual Result<std::unique_ptr<BoundKernel>>
  bindTransfers(const TransferOperands &operands) = 0;
  /// Creates a queue of a rank. The queue wakes the rank after `query` has
  /// found an event not reached; `waker` outlives it.
  virtual Result<std::unique_ptr<Queue>> createQueue(uint32_t rank,
                                                     Waker &waker) = 0;
  /// Creates an event that any queue of this device may record.
  virtual Result<std::unique_ptr<DeviceEvent>> createEvent() = 0;
  /// Returns true where an event is reached, without a later wake-up, for
  /// reports. Any thread may call it.
  virtual Result<bool> query(DeviceEvent &event) = 0;

  /// Creates an event that stores the time at which it is reached.
  virtual Result<std::unique_ptr<DeviceEvent>> createTimedEvent() {
    return createEvent();
  }
  /// Returns the nanoseconds between two timed events, both of which are
  /// reached. Zero on a device without timed events.
  virtual Result<int64_t> measure(DeviceEvent &, DeviceEvent &) { return 0; }
};

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_DEVICE_H
