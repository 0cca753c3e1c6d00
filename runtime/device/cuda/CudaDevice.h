// CudaDevice.h: a GPU as a device, through NVIDIA's driver
//
// Memory and code of one GPU. Nothing is created after an entry is prepared.
#ifndef SBP_RUNTIME_DEVICE_CUDA_CUDADEVICE_H
#define SBP_RUNTIME_DEVICE_CUDA_CUDADEVICE_H

#include "Device.h"
#include "Driver.h"
#include "Result.h"
#include <map>

namespace sbp {

/// A GPU, used through its primary context, which calls make current first.
/// Threads call it as Device.h states; several may be in const functions.
class CudaDevice final : public Device {
public:
  /// Checks that GPUs with these numbers exist. An empty list is replaced by
  /// all GPUs of the machine. Fails with a user error where a number, the
  /// driver, or any GPU at all is missing.
  static Status chooseNumbers(std::vector<uint32_t> &numbers);
  /// Appends a description of each GPU of the machine, for example "0: NVIDIA
  /// H200, sm_90". Fails with the reason where there are none.
  static Status list(std::vector<std::string> &descriptions);
  /// Opens the GPU with this number, which `chooseNumbers` has accepted. Fails
  /// where the driver is missing or refuses it.
  static Result<std::unique_ptr<CudaDevice>> open(uint32_t number);
  /// Waits for the GPU, then unloads its code and frees its memory. Failures
  /// are ignored.
  ~CudaDevice() override;
  CudaDevice(const CudaDevice &) = delete;

  bool sharesHostMemory() const override { return false; }
  bool isSynchronous() const override { return false; }
  bool recordsGraphs() const override { return true; }
  Result<void *> allocate(uint64_t bytes) override;
  Result<void *> share(const void *host, uint64_t bytes) override;
  Status write(void *device, const void *host, uint64_t bytes) override;
  Status read(void *host, const void *device, uint64_t bytes) override;
  Result<uint32_t> loadCode(const CodeModule &module) override;
  Result<KernelHandle> findKernel(uint32_t code,
                                  const std::string &symbol) override;
  Result<std::unique_ptr<BoundKernel>> bind(KernelHandle kernel,
                                            KernelOperands operands) override;
  Result<std::unique_ptr<BoundKernel>>
  bindTransfers(const TransferOperands &operands) override;
  Result<std::unique_ptr<Queue>> createQueue(uint32_t rank,
                                             Waker &waker) override;
  Result<std::unique_ptr<DeviceEvent>> createEvent() override;
  Result<bool> query(DeviceEvent &event) override;
  Result<std::unique_ptr<DeviceEvent>> createTimedEvent() override;
  Result<int64_t> measure(DeviceEvent &from, DeviceEvent &to) override;

  /// Makes this GPU's context current for the calling thread, which stays so on
  /// return. `code` is the exit code of a failure.
  Status enter(ExitCode code = ExitCode::UserError) const;
  /// Returns the outcome of a driver function: a success for kSuccess, else a
  /// failure with `code` that names this GPU and `call`, the name of the
  /// member.
  Status check(cuda::DriverResult result, const char *call,
               ExitCode code = ExitCode::UserError) const;
  /// Returns the driver's functions, which are valid until the process ends.
  const cuda::Driver &getDriver() const { return driver; }
  /// Returns the number and name for messages: "GPU 0 ('NVIDIA H200')".
  std::string describe() const;
  /// Sets `identity` to the UUID of the GPU, 32 hexadecimal digits that are
  /// equal in all processes. Fails where the driver does; `identity` is
  /// unchanged then.
  Status identify(std::string &identity) const;
  /// Finds a transfer function by name in the loaded code, which owns it. Fails
  /// with a user error where no module has it.
  Result<cuda::Function> findTransfer(const std::string &name);

private:
  /// A module of which one form is loaded. The artifact owns the interface,
  /// that of the loaded variant.
  struct LoadedCode {
    const plan::CodeInterfaceT *interface = nullptr;
    cuda::Module module = nullptr;
  };
  /// A kernel: one function per launch of the region. The artifact owns the
  /// signature, the module the functions.
  struct Kernel {
    const plan::KernelSignatureT *signature = nullptr;
    std::vector<cuda::Function> functions;
  };
  class Compute;

  /// Makes a device without a context; `initialise` retains it.
  CudaDevice(const cuda::Driver &driver, uint32_t number)
      : driver(driver), number(number) {}
  /// Creates an event with the given CUDA flags.
  Result<std::unique_ptr<DeviceEvent>> createCudaEvent(unsigned flags);
  /// Finds name and capability of the GPU and retains its primary context.
  /// Fails where a driver call does.
  Status initialise();
  /// Fills new memory with NaN where SBP_POISON_GPU=1.
  Status poison(void *memory, uint64_t bytes);
  /// Returns true where GPUs of this one's compute capability run a form of
  /// code, which may still need more shared memory or a later driver.
  bool isCompatible(const plan::CodeT &code) const;
  /// Loads the first form of a variant that this GPU and driver accept. Returns
  /// kNoBinaryForGpu where there is none, else the driver's last result;
  /// `loadedModule` is null unless it is a success.
  cuda::DriverResult loadVariant(const CodeVariant &variant,
                                 cuda::Module &loadedModule);
  /// Returns the failure of a module without a form for this GPU.
  Status describeMismatch(const CodeModule &module) const;

  const cuda::Driver &driver;
  uint32_t number;
  cuda::DeviceNumber handle = 0;
  cuda::Context context = nullptr;
  std::string name;
  int capability = 0;          ///< compute capability, 90 for 9.0
  uint64_t maxSharedBytes = 0; ///< of one block
  uint64_t allocated = 0;      ///< bytes in `allocations`
  std::vector<cuda::Address> allocations;
  std::map<uint32_t, LoadedCode> loaded;
  std::map<std::pair<uint32_t, std::string>, Kernel> kernels;
};

} // namespace sbp

/// Calls a driver function on a GPU outside of steps and returns its failure
/// from the calling function.
#define SBP_GPU(device, member, ...)                                           \
  SBP_RETURN_IF_FAILED(                                                        \
      (device).check((device).getDriver().member(__VA_ARGS__), #member))

#endif // SBP_RUNTIME_DEVICE_CUDA_CUDADEVICE_H
