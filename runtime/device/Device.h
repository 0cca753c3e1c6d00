// Device.h: memory, code and queues of one kind of device
//
// A pure interface, through which alone the actor runtime uses devices. Memory,
// code, kernels, queues and events are created while an entry is prepared; a
// step creates none. One worker at a time uses a queue. Its functions wait for
// no other work, though the host executes work in them; graphs alone allocate.
#ifndef SBP_RUNTIME_DEVICE_DEVICE_H
#define SBP_RUNTIME_DEVICE_DEVICE_H

#include "PlanBox.h"
#include "Result.h"
#include "Waker.h"
#include <memory>
#include <optional>
#include <vector>

namespace sbp {

/// A loaded kernel. The device defines the meaning of the pointer and owns its
/// target, which lives as long as the device.
struct KernelHandle {
  void *function = nullptr;
};

/// The copies of a register as seen by a task that fires `firings` times per
/// step. The register has `tokens` values per step, and token t lies in copy t
/// mod `copies`. Copies are `stride` bytes apart from `base` on, an address of
/// the device, which owns the memory.
struct RegisterPointer {
  char *base = nullptr;
  uint64_t stride = 0;
  uint32_t copies = 1, tokens = 1, firings = 1;

  /// Returns the number of the copy that a firing uses.
  uint32_t copyAt(uint32_t firing) const {
    return uint32_t(uint64_t(firing) * tokens / firings % copies);
  }
  /// Returns the address of the copy that a firing of the step uses.
  void *at(uint32_t firing) const { return base + copyAt(firing) * stride; }
};

/// The operands of a kernel in the memory of its device, in the order of its
/// signature. `scratch` is null for a kernel without scratch memory, and so is
/// `persistent`, memory that keeps its contents between steps.
struct KernelOperands {
  std::vector<RegisterPointer> inputs, outputs;
  void *scratch = nullptr, *persistent = nullptr;
  std::vector<int64_t> parameters;
  /// The positions in `parameters` that the device sets to the number of the
  /// firing.
  std::vector<uint32_t> microBatchParameters;
  /// The number of a launch that runs once, which is bound alone; nullopt binds
  /// the launches of every firing.
  std::optional<uint32_t> onceLaunch;
};

/// One form of a code segment, for example PTX or a cubin. Description and
/// bytes belong to the loaded artifact.
struct CodeForm {
  const plan::CodeT *description;
  /// The parts of the code, which follow each other; at least one.
  std::vector<artifact::Bytes> pieces;
};

/// The code of a module for one architecture, in several forms. `interface`
/// belongs to the loaded artifact and is never null.
struct CodeVariant {
  uint32_t index; ///< index of the first form in the artifact
  const plan::CodeInterfaceT *interface;
  std::vector<CodeForm> forms;
};

/// A module of code, of which a device loads one form of one variant. Kernels
/// refer to the index of the first form of the first variant. There is at least
/// one variant, and one form of each.
struct CodeModule {
  std::vector<CodeVariant> variants;

  uint32_t getIndex() const { return variants.front().index; }
};

/// A set of box transfers between dense registers. Each box is combined from
/// its sources in their order and written to all destinations, which may be the
/// same elements as a source. A transfer without sources writes the combiner's
/// identity. The transfers are independent of each other and may run in any
/// order.
struct TransferOperands {
  /// A register, and the box of the tensor that it holds densely in row-major
  /// order.
  struct Buffer {
    RegisterPointer pointer;
    PlanBox box;
  };
  /// One box and the buffers that it is combined from and written to.
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
/// queue. The caller owns it and destroys it before the device, when no queue
/// has work of it any more.
class BoundKernel {
public:
  virtual ~BoundKernel() = default;
};

/// A point in the order of a queue's work, like an event in CUDA. It may be
/// recorded again once every wait for the last recording is issued. The caller
/// owns it and destroys it before the device.
class DeviceEvent {
public:
  virtual ~DeviceEvent() = default;
};

/// An in-order queue of work of one rank, like a stream in CUDA. `issue` may
/// return before the work is done; later failures are returned by `query`.
/// Functions fail where the device does, which loses the rank. The queue is
/// destroyed before its device.
class Queue {
public:
  virtual ~Queue() = default;

  /// Issues a kernel for a firing, numbered from 0 in its step. The kernel must
  /// outlive the queue's work.
  virtual Status issue(BoundKernel &kernel, uint32_t firing) = 0;
  /// Issues a copy of `bytes` bytes from host memory to device memory, or back.
  /// The host memory must stay valid until the copy is done; that of `copyIn`
  /// stays unchanged until then.
  virtual Status copyIn(void *device, const void *host, uint64_t bytes) = 0;
  virtual Status copyOut(void *host, const void *device, uint64_t bytes) = 0;
  /// Records `event`: it is reached when all work issued so far is done.
  virtual Status record(DeviceEvent &event) = 0;
  /// Makes all work issued from here on wait until `event` is reached. The
  /// event belongs to the same device and was recorded on any of its queues.
  virtual Status wait(DeviceEvent &event) = 0;
  /// Returns true where an event that was recorded on this queue is reached;
  /// otherwise the rank is woken later, and repeats the query. Fails where
  /// earlier work of the queue has failed.
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
  /// of times. Fails where the recorded queues are not joined or the device
  /// cannot record graphs; the recording has ended in this case as well.
  virtual Result<std::unique_ptr<BoundKernel>> endGraph() {
    return userError("this device cannot record graphs");
  }
};

/// A device of this process. Functions that create something are called by one
/// thread at a time while an entry is prepared; the caller owns the results.
/// Failures are user errors with the cause; those of `query` and `measure` lose
/// the rank.
class Device {
public:
  virtual ~Device() = default;

  /// Returns true where the host accesses the memory directly. Ports and host
  /// communicators use such memory in place; for other devices they use an
  /// image of it.
  virtual bool sharesHostMemory() const = 0;
  /// Returns true where queues are synchronous: work is done when its issue
  /// returns.
  virtual bool isSynchronous() const = 0;
  /// Returns true where queues can record graphs.
  virtual bool recordsGraphs() const { return false; }

  /// Allocates `bytes` bytes with undefined contents, 256-byte aligned and
  /// never null. The device frees them in its destructor. Fails where there is
  /// not enough memory.
  virtual Result<void *> allocate(uint64_t bytes) = 0;
  /// Makes host memory readable for kernels: returns the same address where the
  /// device can read it, else that of a copy, which the device owns. The host
  /// memory must outlive the device and is not written. Fails where there is
  /// not enough device memory.
  virtual Result<void *> share(const void *host, uint64_t bytes) = 0;
  /// Copies `bytes` bytes from host to device memory, or back, synchronously.
  /// No queue accesses the device memory meanwhile. Nothing is copied for 0
  /// bytes.
  virtual Status write(void *device, const void *host, uint64_t bytes) = 0;
  virtual Status read(void *host, const void *device, uint64_t bytes) = 0;

  /// Loads a module in the best variant and form that the device can run.
  /// Returns the variant's position in `module.variants`. Called once per
  /// module; the artifact to which `module` points must outlive the device.
  /// Fails where no form fits or can be loaded.
  virtual Result<uint32_t> loadCode(const CodeModule &module) = 0;
  /// Finds a kernel by the index of its module, which is loaded already, and
  /// its symbol. Fails where the code has no such function.
  virtual Result<KernelHandle> findKernel(uint32_t code,
                                          const std::string &symbol) = 0;

  /// Binds a kernel of this device to its operands, whose memory must outlive
  /// the result.
  virtual Result<std::unique_ptr<BoundKernel>>
  bind(KernelHandle kernel, KernelOperands operands) = 0;
  /// Binds a set of transfers between registers of this device. The code that
  /// contains the device's transfer functions is loaded already; a device that
  /// needs such functions fails where one is missing. `operands` is not kept.
  virtual Result<std::unique_ptr<BoundKernel>>
  bindTransfers(const TransferOperands &operands) = 0;
  /// Creates a queue of a rank. The queue wakes the rank after its `query` has
  /// found an event not reached; `waker` must outlive it.
  virtual Result<std::unique_ptr<Queue>> createQueue(uint32_t rank,
                                                     Waker &waker) = 0;
  /// Creates an event that any queue of this device may record.
  virtual Result<std::unique_ptr<DeviceEvent>> createEvent() = 0;
  /// Returns true where an event is reached, without a later wake-up, for
  /// reports. Any thread may call it.
  virtual Result<bool> query(DeviceEvent &event) = 0;

  /// Creates an event that stores the time at which it is reached, or none.
  virtual Result<std::unique_ptr<DeviceEvent>> createTimedEvent() {
    return createEvent();
  }
  /// Returns the time in nanoseconds between two timed events, both of which
  /// are reached. Zero on a device without timed events.
  virtual Result<int64_t> measure(DeviceEvent &, DeviceEvent &) { return 0; }
};

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_DEVICE_H
