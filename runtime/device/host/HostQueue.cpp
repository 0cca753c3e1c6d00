// HostQueue.cpp: kernels that run when they are issued
#include "BoxTransfer.h"
#include "HostDevice.h"
#include <algorithm>
#include <cstring>

using namespace sbp;

namespace {
class HostKernel : public BoundKernel {
public:
  virtual void run(uint32_t firing) = 0;
};

/// A kernel whose pointers or parameters depend on the firing.
class ComputeKernel final : public HostKernel {
public:
  ComputeKernel(sbp_host_kernel function, KernelOperands given)
      : function(function), operands(std::move(given)),
        in(operands.inputs.size()), out(operands.outputs.size()) {}

  void run(uint32_t firing) override {
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = operands.inputs[i].at(firing);
    for (size_t i = 0; i < out.size(); ++i)
      out[i] = operands.outputs[i].at(firing);
    for (uint32_t position : operands.microBatchParameters)
      operands.parameters[position] = firing;
    function(&getHostServices(), in.data(), out.data(), operands.scratch,
             operands.parameters.data());
  }

private:
  sbp_host_kernel function;
  KernelOperands operands;
  std::vector<void *> in, out;
};

/// A kernel whose registers have one copy each: its pointers are constant. Most
/// kernels of a large model are of this kind, so it stores no operands in
/// addition to them.
class FixedKernel final : public HostKernel {
public:
  FixedKernel(sbp_host_kernel function, const KernelOperands &operands)
      : function(function), scratch(operands.scratch),
        parameters(operands.parameters), outputs(operands.inputs.size()) {
    pointers.reserve(outputs + operands.outputs.size());
    for (const auto *list : {&operands.inputs, &operands.outputs})
      for (const RegisterPointer &reg : *list)
        pointers.push_back(reg.base);
  }

  static bool fits(const KernelOperands &operands) {
    auto isFixed = [](const RegisterPointer &reg) { return reg.copies == 1; };
    return operands.microBatchParameters.empty() &&
           std::all_of(operands.inputs.begin(), operands.inputs.end(),
                       isFixed) &&
           std::all_of(operands.outputs.begin(), operands.outputs.end(),
                       isFixed);
  }

  void run(uint32_t) override {
    function(&getHostServices(), pointers.data(), pointers.data() + outputs,
             scratch, parameters.data());
  }

private:
  sbp_host_kernel function;
  void *scratch;
  std::vector<int64_t> parameters;
  std::vector<void *> pointers;
  size_t outputs; ///< index of the first output pointer
};

/// A set of box transfers between registers.
class TransferKernel final : public HostKernel {
public:
  explicit TransferKernel(const TransferOperands &operands) {
    for (const TransferOperands::Buffer &buffer : operands.buffers)
      registers.push_back(buffer.pointer);
    sources.resize(registers.size());
    destinations.resize(registers.size());
    auto find = [&](const std::vector<uint32_t> &members) {
      std::vector<BufferBox> list;
      for (uint32_t member : members)
        list.push_back({member, operands.buffers[member].box});
      return list;
    };
    for (const TransferOperands::Transfer &transfer : operands.transfers)
      transfers.emplace_back(operands.dtype, transfer.combiner, transfer.box,
                             find(transfer.sources),
                             find(transfer.destinations));
  }

  void run(uint32_t firing) override {
    for (size_t i = 0; i < registers.size(); ++i)
      sources[i] = destinations[i] = registers[i].at(firing);
    for (const BoxTransfer &transfer : transfers)
      transfer.execute(transfer.whole(), sources.data(), destinations.data());
  }

private:
  std::vector<RegisterPointer> registers;
  std::vector<BoxTransfer> transfers;
  std::vector<const void *> sources;
  std::vector<void *> destinations;
};

/// A synchronous queue: work is done when `issue` returns, and events are
/// reached when they are recorded.
class HostQueue final : public Queue {
public:
  Status issue(BoundKernel &kernel, uint32_t firing) override {
    static_cast<HostKernel &>(kernel).run(firing);
    return {};
  }
  Status copyIn(void *device, const void *host, uint64_t bytes) override {
    std::memcpy(device, host, bytes);
    return {};
  }
  Status copyOut(void *host, const void *device, uint64_t bytes) override {
    std::memcpy(host, device, bytes);
    return {};
  }
  Status record(DeviceEvent &) override { return {}; }
  Status wait(DeviceEvent &) override { return {}; }
  Result<bool> query(DeviceEvent &) override { return true; }
};
} // namespace

Result<std::unique_ptr<BoundKernel>> HostDevice::bind(KernelHandle kernel,
                                                      KernelOperands operands) {
  std::unique_ptr<BoundKernel> bound;
  auto function = reinterpret_cast<sbp_host_kernel>(kernel.function);
  if (FixedKernel::fits(operands))
    bound = std::make_unique<FixedKernel>(function, operands);
  else
    bound = std::make_unique<ComputeKernel>(function, std::move(operands));
  return bound;
}

Result<std::unique_ptr<BoundKernel>>
HostDevice::bindTransfers(const TransferOperands &operands) {
  return std::make_unique<TransferKernel>(operands);
}

Result<std::unique_ptr<Queue>> HostDevice::createQueue(uint32_t, Waker &) {
  return std::make_unique<HostQueue>();
}

Result<std::unique_ptr<DeviceEvent>> HostDevice::createEvent() {
  return std::make_unique<DeviceEvent>();
}
