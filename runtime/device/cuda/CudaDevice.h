// CudaDevice.h: a GPU
//
// One per ordinal and process: its primary context, modules, allocations. All
// calls go to NVIDIA's driver; nothing is made after an entry is prepared.
#ifndef SBP_RUNTIME_DEVICE_CUDA_CUDADEVICE_H
#define SBP_RUNTIME_DEVICE_CUDA_CUDADEVICE_H

#include "Device.h"
#include "Driver.h"
#include <map>

namespace sbp {

class CudaDevice final : public Device {
public:
  /// Checks numbers of GPUs; none: becomes those of all there are.
  static Status chooseNumbers(std::vector<uint32_t> &numbers);
  /// What GPUs there are, "0: NVIDIA H200, sm_90"; an error says why none.
  static Status list(std::vector<std::string> &descriptions);
  static Status open(uint32_t number, std::unique_ptr<CudaDevice> &device);
  ~CudaDevice() override;
  CudaDevice(const CudaDevice &) = delete;

  bool isHost() const override { return false; }
  Status allocate(uint64_t bytes, void *&memory) override;
  Status share(const void *host, uint64_t bytes, void *&memory) override;
  Status write(void *device, const void *host, uint64_t bytes) override;
  Status read(void *host, const void *device, uint64_t bytes) override;
  Status loadCode(const CodeModule &module) override;
  Status findKernel(uint32_t code, const std::string &symbol,
                    KernelHandle &kernel) override;
  Status bind(KernelHandle kernel, KernelOperands operands,
              std::unique_ptr<BoundKernel> &bound) override;
  Status bindTransfers(const TransferOperands &operands,
                       std::unique_ptr<BoundKernel> &bound) override;
  Status createQueue(uint32_t rank, Waker &waker,
                     std::unique_ptr<Queue> &queue) override;
  Status createMark(std::unique_ptr<Mark> &mark) override;
  Status look(Mark &mark, bool &reached) override;
  Status createTimedMark(std::unique_ptr<Mark> &mark) override;
  Status measure(Mark &from, Mark &to, int64_t &nanoseconds) override;

  /// The calling thread's calls go to this GPU from here on; `code`: of a
  /// failure.
  Status enter(ExitCode code = ExitCode::UserError) const;
  /// A failure of the driver's `call`, a member, on this GPU.
  Status check(cuda::Result result, const char *call,
               ExitCode code = ExitCode::UserError) const;
  const cuda::Driver &getDriver() const { return driver; }
  /// "GPU 0 ('NVIDIA H200')".
  std::string describe() const;
  /// What names this GPU in all processes.
  Status identify(std::string &identity) const;
  /// The function that moves boxes, by its name.
  Status findTransfer(const std::string &name, cuda::Function &function);

private:
  struct LoadedCode {
    const plan::CodeInterfaceT *interface = nullptr;
    cuda::Module module = nullptr;
  };
  /// A region's functions, one per launch.
  struct Kernel {
    const plan::KernelSignatureT *signature = nullptr;
    std::vector<cuda::Function> functions;
  };
  class Compute;

  CudaDevice(const cuda::Driver &driver, uint32_t number)
      : driver(driver), number(number) {}
  Status createEvent(unsigned flags, std::unique_ptr<Mark> &mark);
  Status initialise();
  Status poison(void *memory, uint64_t bytes);
  bool canRun(const plan::CodeT &code) const;
  Status refuse(const CodeModule &module) const;

  const cuda::Driver &driver;
  uint32_t number;
  cuda::DeviceNumber handle = 0;
  cuda::Context context = nullptr;
  std::string name;
  int capability = 0; ///< 90 for 9.0
  uint64_t allocated = 0;
  std::vector<cuda::Address> allocations;
  std::map<uint32_t, LoadedCode> loaded;
  std::map<std::pair<uint32_t, std::string>, Kernel> kernels;
};

} // namespace sbp

/// Calls a function of the driver on a GPU outside of steps; on failure returns
/// what the driver says.
#define SBP_GPU(device, member, ...)                                           \
  SBP_RETURN_IF_FAILED(                                                        \
      (device).check((device).getDriver().member(__VA_ARGS__), #member))

#endif // SBP_RUNTIME_DEVICE_CUDA_CUDADEVICE_H
