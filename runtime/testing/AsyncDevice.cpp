// AsyncDevice.cpp: executes deferred work in a random legal order
//
// Work is queued when it is issued and executed a few items at a time when some
// rank queries an event, from a random queue whose first item is ready. A
// missing event wait therefore shows as a wrong result for some seed. Memory is
// mapped twice: the address that callers get has no access rights, so host code
// that reads device memory directly faults.
#include "AsyncDevice.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::testing;

struct AsyncDevice::AsyncEvent final : DeviceEvent {
  uint64_t recorded = 0, reached = 0;
};

class AsyncDevice::AsyncQueue final : public Queue {
public:
  AsyncQueue(AsyncDevice &device, uint32_t rank, Waker &waker)
      : device(device), rank(rank), waker(waker) {}
  ~AsyncQueue() override {
    std::lock_guard lock(device.mutex);
    std::erase(device.queues, this);
  }

  Status issue(BoundKernel &kernel, uint32_t firing) override {
    add({nullptr, [this, &kernel, firing] {
           (void)host->issue(kernel, firing).failed();
         }});
    return {};
  }
  Status copyIn(void *to, const void *host, uint64_t bytes) override {
    add({nullptr,
         [=, this] { std::memcpy(device.translate(to), host, bytes); }});
    return {};
  }
  Status copyOut(void *host, const void *from, uint64_t bytes) override {
    add({nullptr,
         [=, this] { std::memcpy(host, device.translate(from), bytes); }});
    return {};
  }
  Status record(DeviceEvent &given) override {
    std::lock_guard lock(device.mutex);
    auto &event = static_cast<AsyncEvent &>(given);
    uint64_t number = ++event.recorded;
    add({nullptr, [&event, number] { event.reached = number; }});
    return {};
  }
  Status wait(DeviceEvent &given) override {
    std::lock_guard lock(device.mutex);
    // Fault injection: one wait is left out, which a test must notice.
    if (device.waits++ == device.dropped)
      return {};
    auto &event = static_cast<AsyncEvent &>(given);
    // Waits are for the last recording so far, not for later ones.
    uint64_t number = event.recorded;
    add({[&event, number] { return event.reached >= number; }, [] {}});
    return {};
  }
  Result<bool> query(DeviceEvent &given) override {
    std::lock_guard lock(device.mutex);
    auto &event = static_cast<AsyncEvent &>(given);
    device.runSome();
    bool reached = event.reached == event.recorded;
    if (!reached)
      waker.wake(rank);
    return reached;
  }

  bool isRunnable() const {
    return !work.empty() && (!work.front().isReady || work.front().isReady());
  }
  void runOne() {
    Work first = std::move(work.front());
    work.pop_front();
    first.run();
  }
  std::unique_ptr<Queue> host;

private:
  void add(Work item) {
    std::lock_guard lock(device.mutex);
    work.push_back(std::move(item));
  }

  AsyncDevice &device;
  uint32_t rank;
  Waker &waker;
  std::deque<Work> work;
};

AsyncDevice::~AsyncDevice() {
  for (auto &[address, piece] : memory) {
    munmap(const_cast<char *>(address), piece.bytes);
    munmap(piece.inside, piece.bytes);
  }
}

Result<void *> AsyncDevice::allocate(uint64_t bytes) {
  std::lock_guard lock(mutex);
  uint64_t size = (std::max<uint64_t>(bytes, 1) + 4095) / 4096 * 4096;
  int file = memfd_create("sbp-device", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, size) != 0)
    return userError("cannot allocate ", bytes, " bytes");
  void *inside =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  void *outside = mmap(nullptr, size, PROT_NONE, MAP_SHARED, file, 0);
  close(file);
  if (inside == MAP_FAILED || outside == MAP_FAILED)
    return userError("cannot map ", bytes, " bytes");
  memory[static_cast<char *>(outside)] = {static_cast<char *>(inside), size};
  return outside;
}

/// Finds the allocation that holds an address given to the host.
char *AsyncDevice::translate(const void *device) const {
  if (!device)
    return nullptr;
  auto *address = static_cast<const char *>(device);
  auto found = std::prev(memory.upper_bound(address));
  return found->second.inside + (address - found->first);
}

RegisterPointer AsyncDevice::translate(RegisterPointer pointer) const {
  pointer.base = translate(pointer.base);
  return pointer;
}

Result<void *> AsyncDevice::share(const void *host, uint64_t bytes) {
  SBP_ASSIGN_OR_RETURN(void *result, allocate(bytes));
  SBP_RETURN_IF_FAILED(write(result, host, bytes));
  return result;
}

Status AsyncDevice::write(void *device, const void *host, uint64_t bytes) {
  std::lock_guard lock(mutex);
  if (bytes)
    std::memcpy(translate(device), host, bytes);
  return {};
}

Status AsyncDevice::read(void *host, const void *device, uint64_t bytes) {
  std::lock_guard lock(mutex);
  if (bytes)
    std::memcpy(host, translate(device), bytes);
  return {};
}

Result<std::unique_ptr<BoundKernel>>
AsyncDevice::bind(KernelHandle kernel, KernelOperands operands) {
  for (auto *list : {&operands.inputs, &operands.outputs})
    for (RegisterPointer &pointer : *list)
      pointer = translate(pointer);
  operands.scratch = translate(operands.scratch);
  return code.bind(kernel, std::move(operands));
}

Result<std::unique_ptr<BoundKernel>>
AsyncDevice::bindTransfers(const TransferOperands &given) {
  TransferOperands operands = given;
  for (TransferOperands::Buffer &buffer : operands.buffers)
    buffer.pointer = translate(buffer.pointer);
  return code.bindTransfers(operands);
}

Result<std::unique_ptr<Queue>> AsyncDevice::createQueue(uint32_t rank,
                                                        Waker &waker) {
  std::lock_guard lock(mutex);
  auto made = std::make_unique<AsyncQueue>(*this, rank, waker);
  SBP_ASSIGN_OR_RETURN(made->host, code.createQueue(rank, waker));
  queues.push_back(made.get());
  return made;
}

Result<std::unique_ptr<DeviceEvent>> AsyncDevice::createEvent() {
  return std::make_unique<AsyncEvent>();
}

Result<bool> AsyncDevice::query(DeviceEvent &given) {
  std::lock_guard lock(mutex);
  auto &event = static_cast<AsyncEvent &>(given);
  return event.reached == event.recorded;
}

/// Runs the first work of random queues whose conditions hold.
void AsyncDevice::runSome() {
  for (unsigned left = 1 + random() % 3; left > 0; --left) {
    std::vector<AsyncQueue *> ready;
    for (AsyncQueue *queue : queues)
      if (queue->isRunnable())
        ready.push_back(queue);
    if (ready.empty())
      return;
    ready[random() % ready.size()]->runOne();
  }
}
