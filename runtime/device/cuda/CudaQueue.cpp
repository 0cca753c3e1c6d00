// CudaQueue.cpp: kernels, streams and events of a GPU
#include "CudaQueue.h"

using namespace sbp;
using namespace sbp::cuda;

namespace {
class CudaMark final : public Mark {
public:
  explicit CudaMark(const CudaDevice &device) : device(device) {}
  ~CudaMark() override {
    if (event && !device.enter().failed())
      device.getDriver().eventDestroy(event);
  }
  const CudaDevice &device;
  Event event = nullptr;
};

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
    SBP_CUDA(driver, streamCreate, &stream, kStreamNonBlocking);
    return {};
  }
  Status issue(BoundKernel &kernel, uint32_t firing) override {
    SBP_RETURN_IF_FAILED(device.enter());
    return static_cast<CudaKernel &>(kernel).launch(driver, stream, firing);
  }
  Status copyIn(void *to, const void *host, uint64_t bytes) override {
    SBP_RETURN_IF_FAILED(device.enter());
    if (bytes)
      SBP_CUDA_RUN(driver, memoryCopyInAsync, reinterpret_cast<Address>(to),
                   host, bytes, stream);
    return {};
  }
  Status copyOut(void *host, const void *from, uint64_t bytes) override {
    SBP_RETURN_IF_FAILED(device.enter());
    if (bytes)
      SBP_CUDA_RUN(driver, memoryCopyOutAsync, host,
                   reinterpret_cast<Address>(from), bytes, stream);
    return {};
  }
  Status record(Mark &mark) override {
    SBP_RETURN_IF_FAILED(device.enter());
    SBP_CUDA_RUN(driver, eventRecord, static_cast<CudaMark &>(mark).event,
                 stream);
    return {};
  }
  Status wait(Mark &mark) override {
    SBP_RETURN_IF_FAILED(device.enter());
    SBP_CUDA_RUN(driver, streamWaitEvent, stream,
                 static_cast<CudaMark &>(mark).event, 0);
    return {};
  }
  Status poll(Mark &mark, bool &reached) override {
    SBP_RETURN_IF_FAILED(device.enter());
    Result result = driver.eventQuery(static_cast<CudaMark &>(mark).event);
    reached = result == kSuccess;
    if (result == kNotReady) {
      waker.wake(rank); // asks again when the others have been
      return {};
    }
    return driver.check(result, "eventQuery", ExitCode::RankLost);
  }

  Stream getStream() const { return stream; }

private:
  const CudaDevice &device;
  const Driver &driver;
  uint32_t rank;
  Waker &waker;
  Stream stream = nullptr;
};
} // namespace

Stream cuda::getStream(const Queue &queue) {
  return static_cast<const CudaQueue &>(queue).getStream();
}

/// A region's launches. All arguments are words of 8 bytes.
class CudaDevice::Compute final : public CudaKernel {
public:
  Compute(const Kernel &kernel, KernelOperands operands) {
    const auto &list = kernel.signature->launches;
    size_t count = 0;
    for (const auto &launch : list)
      count += launch->arguments.size();
    words.reserve(count);
    for (size_t i = 0; i < list.size(); ++i) {
      const plan::KernelLaunchT &launch = *list[i];
      launches.push_back({kernel.functions[i],
                          {launch.grid[0], launch.grid[1], launch.grid[2]},
                          {launch.block[0], launch.block[1], launch.block[2]},
                          launch.shared_bytes,
                          words.size()});
      for (const plan::LaunchArgument &argument : launch.arguments)
        addWord(argument, operands);
    }
    for (uint64_t &word : words)
      pointers.push_back(&word);
    pointers.push_back(nullptr); // a launch without arguments has an address
  }

  Status launch(const Driver &driver, Stream stream, uint32_t firing) override {
    for (const Moving &moving : registers)
      words[moving.word] =
          reinterpret_cast<uint64_t>(moving.pointer.at(firing)) + moving.offset;
    for (size_t word : microBatches)
      words[word] = firing;
    for (const Launch &launch : launches)
      SBP_CUDA_RUN(driver, launchKernel, launch.function, launch.grid[0],
                   launch.grid[1], launch.grid[2], launch.block[0],
                   launch.block[1], launch.block[2], launch.sharedBytes, stream,
                   pointers.data() + launch.firstWord, nullptr);
    return {};
  }

private:
  struct Launch {
    Function function;
    unsigned grid[3], block[3], sharedBytes;
    size_t firstWord;
  };
  /// The word of a register that has copies.
  struct Moving {
    size_t word;
    RegisterPointer pointer;
    uint64_t offset;
  };
  void addWord(const plan::LaunchArgument &argument,
               const KernelOperands &operands);
  void addRegister(const RegisterPointer &pointer, uint64_t offset) {
    if (pointer.copies > 1)
      registers.push_back({words.size(), pointer, offset});
    words.push_back(reinterpret_cast<uint64_t>(pointer.base) + offset);
  }

  std::vector<Launch> launches;
  std::vector<uint64_t> words;
  std::vector<void *> pointers; ///< to each word
  std::vector<Moving> registers;
  std::vector<size_t> microBatches; ///< words
};

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
  case plan::ArgumentKind::parameter:
    for (uint32_t position : operands.microBatchParameters)
      if (position == argument.index())
        microBatches.push_back(words.size());
    words.push_back(operands.parameters[argument.index()]);
    return;
  case plan::ArgumentKind::immediate:
    words.push_back(argument.offset());
    return;
  }
}

Status CudaDevice::bind(KernelHandle handle, KernelOperands operands,
                        std::unique_ptr<BoundKernel> &bound) {
  bound = std::make_unique<Compute>(*static_cast<Kernel *>(handle.function),
                                    std::move(operands));
  return {};
}

Status CudaDevice::createQueue(uint32_t rank, Waker &waker,
                               std::unique_ptr<Queue> &queue) {
  auto made = std::make_unique<CudaQueue>(*this, rank, waker);
  SBP_RETURN_IF_FAILED(made->create());
  queue = std::move(made);
  return {};
}

Status CudaDevice::createMark(std::unique_ptr<Mark> &mark) {
  SBP_RETURN_IF_FAILED(enter());
  auto made = std::make_unique<CudaMark>(*this);
  SBP_CUDA(driver, eventCreate, &made->event, kEventDisableTiming);
  mark = std::move(made);
  return {};
}
