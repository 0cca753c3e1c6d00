// HostQueue.cpp: kernels and copies run where they are issued
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

/// Of registers that never move: a rank of a large model has many of these.
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
  size_t outputs; ///< where they begin
};

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

/// What is issued is done: marks are reached when they are recorded.
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
  Status record(Mark &) override { return {}; }
  Status wait(Mark &) override { return {}; }
  Status poll(Mark &, bool &reached) override {
    reached = true;
    return {};
  }
};
} // namespace

Status HostDevice::bind(KernelHandle kernel, KernelOperands operands,
                        std::unique_ptr<BoundKernel> &bound) {
  auto function = reinterpret_cast<sbp_host_kernel>(kernel.function);
  if (FixedKernel::fits(operands))
    bound = std::make_unique<FixedKernel>(function, operands);
  else
    bound = std::make_unique<ComputeKernel>(function, std::move(operands));
  return {};
}

Status HostDevice::bindTransfers(const TransferOperands &operands,
                                 std::unique_ptr<BoundKernel> &bound) {
  bound = std::make_unique<TransferKernel>(operands);
  return {};
}

Status HostDevice::createQueue(uint32_t, Waker &,
                               std::unique_ptr<Queue> &queue) {
  queue = std::make_unique<HostQueue>();
  return {};
}

Status HostDevice::createMark(std::unique_ptr<Mark> &mark) {
  mark = std::make_unique<Mark>();
  return {};
}
