// HostQueue.cpp: kernels and copies run where they are issued
#include "BoxTransfer.h"
#include "HostDevice.h"
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

class CopyKernel final : public HostKernel {
public:
  explicit CopyKernel(const CopyOperands &operands)
      : input(operands.input), output(operands.output),
        transfer(operands.dtype, plan::Combiner::sum, operands.to,
                 {{0, operands.from}}, {{0, operands.to}}) {}

  void run(uint32_t firing) override {
    const void *in = input.at(firing);
    void *out = output.at(firing);
    transfer.execute(transfer.whole(), &in, &out);
  }

private:
  RegisterPointer input, output;
  BoxTransfer transfer;
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
  bound = std::make_unique<ComputeKernel>(function, std::move(operands));
  return {};
}

Status HostDevice::bindCopy(const CopyOperands &operands,
                            std::unique_ptr<BoundKernel> &bound) {
  bound = std::make_unique<CopyKernel>(operands);
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
