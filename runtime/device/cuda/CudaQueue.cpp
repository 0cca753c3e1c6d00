// CudaQueue.cpp: kernels, streams, events and graphs of a GPU
//
// A queue is a non-blocking stream. Kernel arguments are words of 8 bytes that
// are written in advance; only those that depend on the firing (addresses in
// registers with copies, micro-batch numbers) change before a launch, so a
// launch costs no allocation. Steps are recorded by stream capture: other
// streams join the capture by waiting for an event of the first one.
#include "CudaQueue.h"

using namespace sbp;
using namespace sbp::cuda;

namespace {
/// A CUDA event, owned by the device's user and destroyed in its context.
class CudaEvent final : public DeviceEvent {
public:
  explicit CudaEvent(const CudaDevice &device) : device(device) {}
  ~CudaEvent() override {
    if (event && !device.enter().failed())
      device.getDriver().eventDestroy(event);
  }
  const CudaDevice &device;
  Event event = nullptr;
};

/// A stream and the rank that it wakes. The driver sends no notification, so
/// the rank polls.
class CudaQueue final : public Queue {
public:
  CudaQueue(const CudaDevice &device, uint32_t rank, Waker &waker)
      : device(device), driver(device.getDriver()), rank(rank), waker(waker) {}
  ~CudaQueue() override {
    if (stream && !device.enter().failed())
      driver.streamDestroy(stream);
  }

  Status create() {
    SBP_RETURN_IF_FAILED(device.enter());
    SBP_GPU(device, streamCreate, &stream, kStreamNonBlocking);
    return {};
  }
  Status issue(BoundKernel &kernel, uint32_t firing) override {
    SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
    return static_cast<CudaKernel &>(kernel).launch(driver, stream, firing);
  }
  Status copyIn(void *to, const void *host, uint64_t bytes) override {
    SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
    if (bytes)
      SBP_CUDA_RUN(driver, memoryCopyInAsync, reinterpret_cast<Address>(to),
                   host, bytes, stream);
    return {};
  }
  Status copyOut(void *host, const void *from, uint64_t bytes) override {
    SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
    if (bytes)
      SBP_CUDA_RUN(driver, memoryCopyOutAsync, host,
                   reinterpret_cast<Address>(from), bytes, stream);
    return {};
  }
  Status record(DeviceEvent &event) override {
    SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
    SBP_CUDA_RUN(driver, eventRecord, static_cast<CudaEvent &>(event).event,
                 stream);
    return {};
  }
  Status wait(DeviceEvent &event) override {
    SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
    SBP_CUDA_RUN(driver, streamWaitEvent, stream,
                 static_cast<CudaEvent &>(event).event, 0);
    return {};
  }
  Result<bool> query(DeviceEvent &event) override {
    SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
    DriverResult result =
        driver.eventQuery(static_cast<CudaEvent &>(event).event);
    if (result == kNotReady) {
      waker.wakeLater(rank);
      return false;
    }
    SBP_RETURN_IF_FAILED(
        driver.check(result, "eventQuery", ExitCode::RankLost));
    return true;
  }

  Status beginGraph() override {
    SBP_RETURN_IF_FAILED(device.enter(ExitCode::RankLost));
    SBP_CUDA_RUN(driver, streamBeginCapture, stream, kCaptureRelaxed);
    return {};
  }
  Result<std::unique_ptr<BoundKernel>> endGraph() override;

  Stream getStream() const { return stream; }

private:
  const CudaDevice &device;
  const Driver &driver;
  uint32_t rank;
  Waker &waker;
  Stream stream = nullptr;
};

/// A recorded graph, instantiated for launches.
class CudaGraph final : public CudaKernel {
public:
  explicit CudaGraph(const CudaDevice &device) : device(device) {}
  ~CudaGraph() override {
    // NCCL counts the graphs that contain its calls and finds the GPU by the
    // current context.
    (void)device.enter();
    if (exec)
      device.getDriver().graphExecDestroy(exec);
  }
  Status launch(const Driver &driver, Stream stream, uint32_t) override {
    SBP_CUDA_RUN(driver, graphLaunch, exec, stream);
    return {};
  }
  const CudaDevice &device;
  GraphExec exec = nullptr;
};
} // namespace

// The graph is destroyed on every path, and the capture ends even if the
// context cannot be made current.
Result<std::unique_ptr<BoundKernel>> CudaQueue::endGraph() {
  Status entered = device.enter(ExitCode::RankLost);
  Graph graph = nullptr; // ended in any case: NCCL waits for open captures
  Status ended = driver.check(driver.streamEndCapture(stream, &graph),
                              "streamEndCapture", ExitCode::RankLost);
  if (entered.failed() && graph)
    driver.graphDestroy(graph);
  SBP_RETURN_IF_FAILED(entered);
  SBP_RETURN_IF_FAILED(ended);
  auto made = std::make_unique<CudaGraph>(device);
  Status status = driver.check(driver.graphInstantiate(&made->exec, graph, 0),
                               "graphInstantiate", ExitCode::RankLost);
  if (status.failed())
    made->exec = nullptr;
  driver.graphDestroy(graph);
  SBP_RETURN_IF_FAILED(status);
  return made;
}

Stream cuda::getStream(const Queue &queue) {
  return static_cast<const CudaQueue &>(queue).getStream();
}

/// The launches of a region with their arguments: words of 8 bytes, and tensor
/// maps.
class CudaDevice::Compute final : public CudaKernel {
public:
  /// Reads the arguments and encodes the tensor maps.
  Status create(const Driver &driver, const Kernel &kernel,
                const KernelOperands &operands) {
    const auto &list = kernel.signature->launches;
    size_t count = 0;
    for (const auto &launch : list)
      count += launch->arguments.size();
    words.reserve(count);
    std::vector<std::pair<size_t, size_t>>
        mapWords; ///< word, number of its map
    for (size_t i = 0; i < list.size(); ++i) {
      const plan::KernelLaunchT &launch = *list[i];
      if (operands.onceLaunch ? i != *operands.onceLaunch : launch.once)
        continue;
      launches.push_back({kernel.functions[i],
                          {launch.grid[0], launch.grid[1], launch.grid[2]},
                          {launch.block[0], launch.block[1], launch.block[2]},
                          launch.shared_bytes,
                          words.size(),
                          launch.overlaps});
      for (const plan::LaunchArgument &argument : launch.arguments) {
        if (argument.kind() == plan::ArgumentKind::tensor_map) {
          mapWords.push_back({words.size(), maps.size()});
          SBP_RETURN_IF_FAILED(
              addMaps(driver, *launch.tensor_maps[argument.index()], operands));
        }
        addWord(argument, operands);
      }
    }
    for (uint64_t &word : words)
      pointers.push_back(&word);
    for (auto [word, map] : mapWords)
      pointers[word] = &maps[map];
    pointers.push_back(
        nullptr); // gives a launch without arguments a valid address
    return {};
  }

  Status launch(const Driver &driver, Stream stream, uint32_t firing) override {
    for (const Moving &moving : registers)
      words[moving.word] =
          reinterpret_cast<uint64_t>(moving.pointer.at(firing)) + moving.offset;
    for (const MovingMap &moving : movingMaps)
      pointers[moving.word] =
          &maps[moving.first + moving.pointer.copyAt(firing)];
    for (size_t word : microBatches)
      words[word] = firing;
    for (const Launch &launch : launches) {
      void **arguments = pointers.data() + launch.firstWord;
      if (launch.overlaps && driver.version >= kOverlapDriver)
        SBP_RETURN_IF_FAILED(launchEarly(driver, stream, launch, arguments));
      else
        SBP_CUDA_RUN(driver, launchKernel, launch.function, launch.grid[0],
                     launch.grid[1], launch.grid[2], launch.block[0],
                     launch.block[1], launch.block[2], launch.sharedBytes,
                     stream, arguments, nullptr);
    }
    return {};
  }

private:
  struct Launch {
    Function function;
    unsigned grid[3], block[3], sharedBytes;
    size_t firstWord;
    bool overlaps;
  };
  /// Issues a launch that may start before the one before it has ended.
  static Status launchEarly(const Driver &driver, Stream stream,
                            const Launch &launch, void **arguments) {
    LaunchAttribute attribute;
    attribute.id = kOverlapAttribute;
    attribute.value = 1;
    LaunchConfig config;
    std::copy(launch.grid, launch.grid + 3, config.grid);
    std::copy(launch.block, launch.block + 3, config.block);
    config.sharedBytes = launch.sharedBytes;
    config.stream = stream;
    config.attributes = &attribute;
    config.numAttributes = 1;
    SBP_CUDA_RUN(driver, launchKernelEx, &config, launch.function, arguments,
                 nullptr);
    return {};
  }
  /// A word that holds the address of a register with copies.
  struct Moving {
    size_t word;
    RegisterPointer pointer;
    uint64_t offset;
  };
  struct alignas(kTensorMapAlignment) TensorMap {
    char bytes[kTensorMapBytes];
  };
  /// A word that stands for a tensor map of a register with copies, which have
  /// a map each.
  struct MovingMap {
    size_t word, first;
    RegisterPointer pointer;
  };
  Status addMaps(const Driver &driver, const plan::TensorMapT &map,
                 const KernelOperands &operands);
  void addWord(const plan::LaunchArgument &argument,
               const KernelOperands &operands);
  void addRegister(const RegisterPointer &pointer, uint64_t offset) {
    if (pointer.copies > 1)
      registers.push_back({words.size(), pointer, offset});
    words.push_back(reinterpret_cast<uint64_t>(pointer.base) + offset);
  }

  std::vector<Launch> launches;
  std::vector<uint64_t> words;
  std::vector<void *>
      pointers; ///< one pointer per word, as cuLaunchKernel takes them
  std::vector<Moving> registers;
  std::vector<TensorMap> maps;
  std::vector<MovingMap> movingMaps;
  std::vector<size_t> microBatches; ///< words that hold the micro-batch number
};

// Words that depend on the firing are noted; the others are final.
void CudaDevice::Compute::addWord(const plan::LaunchArgument &argument,
                                  const KernelOperands &operands) {
  switch (argument.kind()) {
  case plan::ArgumentKind::input:
    return addRegister(operands.inputs[argument.index()], argument.offset());
  case plan::ArgumentKind::output:
    return addRegister(operands.outputs[argument.index()], argument.offset());
  case plan::ArgumentKind::scratch:
    words.push_back(reinterpret_cast<uint64_t>(operands.scratch) +
                    argument.offset());
    return;
  case plan::ArgumentKind::persistent:
    words.push_back(reinterpret_cast<uint64_t>(operands.persistent) +
                    argument.offset());
    return;
  case plan::ArgumentKind::parameter:
    for (uint32_t position : operands.microBatchParameters)
      if (position == argument.index())
        microBatches.push_back(words.size());
    words.push_back(operands.parameters[argument.index()]);
    return;
  case plan::ArgumentKind::immediate:
    words.push_back(argument.offset());
    return;
  case plan::ArgumentKind::tensor_map:
    words.push_back(0); // its pointer leads to the map
    return;
  }
}

/// Encodes a tensor map for each copy of the register that it lies in.
Status CudaDevice::Compute::addMaps(const Driver &driver,
                                    const plan::TensorMapT &map,
                                    const KernelOperands &operands) {
  const plan::LaunchArgument &address = *map.address;
  RegisterPointer base;
  if (address.kind() == plan::ArgumentKind::input)
    base = operands.inputs[address.index()];
  else if (address.kind() == plan::ArgumentKind::output)
    base = operands.outputs[address.index()];
  else
    base.base = static_cast<char *>(
        address.kind() == plan::ArgumentKind::persistent ? operands.persistent
                                                         : operands.scratch);
  if (base.copies > 1)
    movingMaps.push_back({words.size(), maps.size(), base});
  // The types of unsigned integers: copies move bits.
  int type = map.element_bytes == 8 ? 4 : int(map.element_bytes / 2);
  int swizzle = map.swizzle_bytes == 128 ? 3 : int(map.swizzle_bytes / 32);
  std::vector<uint32_t> steps(map.extents.size(), 1);
  for (uint32_t copy = 0; copy < base.copies; ++copy) {
    void *begin =
        static_cast<char *>(base.base) + copy * base.stride + address.offset();
    SBP_CUDA(driver, tensorMapEncode, &maps.emplace_back(), type,
             uint32_t(map.extents.size()), begin, map.extents.data(),
             map.strides.data(), map.box.data(), steps.data(),
             /*interleave=*/0, swizzle, kPromoteTo128Bytes, /*fill=*/0);
  }
  return {};
}

Result<std::unique_ptr<BoundKernel>> CudaDevice::bind(KernelHandle handle,
                                                      KernelOperands operands) {
  auto made = std::make_unique<Compute>();
  SBP_RETURN_IF_FAILED(
      made->create(driver, *static_cast<Kernel *>(handle.function), operands));
  return made;
}

Result<std::unique_ptr<Queue>> CudaDevice::createQueue(uint32_t rank,
                                                       Waker &waker) {
  auto made = std::make_unique<CudaQueue>(*this, rank, waker);
  SBP_RETURN_IF_FAILED(made->create());
  return made;
}

Result<std::unique_ptr<DeviceEvent>>
CudaDevice::createCudaEvent(unsigned flags) {
  SBP_RETURN_IF_FAILED(enter());
  auto made = std::make_unique<CudaEvent>(*this);
  SBP_GPU(*this, eventCreate, &made->event, flags);
  return made;
}

Result<std::unique_ptr<DeviceEvent>> CudaDevice::createEvent() {
  return createCudaEvent(kEventDisableTiming);
}

Result<std::unique_ptr<DeviceEvent>> CudaDevice::createTimedEvent() {
  return createCudaEvent(0);
}

// Unlike CudaQueue::query this requests no wake-up: reports poll by themselves.
Result<bool> CudaDevice::query(DeviceEvent &event) {
  SBP_RETURN_IF_FAILED(enter(ExitCode::RankLost));
  DriverResult result =
      driver.eventQuery(static_cast<CudaEvent &>(event).event);
  if (result == kNotReady)
    return false;
  SBP_RETURN_IF_FAILED(driver.check(result, "eventQuery", ExitCode::RankLost));
  return true;
}

Result<int64_t> CudaDevice::measure(DeviceEvent &from, DeviceEvent &to) {
  SBP_RETURN_IF_FAILED(enter(ExitCode::RankLost));
  float milliseconds = 0;
  SBP_CUDA_RUN(driver, eventElapsedTime, &milliseconds,
               static_cast<CudaEvent &>(from).event,
               static_cast<CudaEvent &>(to).event);
  return int64_t(double(milliseconds) * 1e6);
}
