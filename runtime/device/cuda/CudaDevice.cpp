// CudaDevice.cpp: memory and code of a GPU
//
// The driver API is used instead of the CUDA runtime, so that the executable
// starts on machines without a driver. A module has several forms; the first of
// this list that loads is used:
//
//   cubin of the GPU's major version, then PTX of an older or equal version
//   "sm_90a" (architecture-specific): only on a GPU of capability 9.0
#include "CudaDevice.h"
#include <algorithm>
#include <cstdlib>
#include <string_view>

using namespace sbp;
using namespace sbp::cuda;

static cuda::Address addressOf(const void *memory) {
  return reinterpret_cast<cuda::Address>(memory);
}

Status CudaDevice::chooseNumbers(std::vector<uint32_t> &numbers) {
  SBP_ASSIGN_OR_RETURN(const Driver *driver, Driver::open());
  int count = 0;
  SBP_RETURN_IF_FAILED(driver->begin(
      driver->check(driver->deviceGetCount(&count), "deviceGetCount")));
  if (count <= 0)
    return userError("the CUDA driver finds no GPU here: run where there is "
                     "one, or compile with --target=host");
  for (uint32_t number : numbers)
    if (number >= uint32_t(count))
      return userError("no GPU ", number, ": this machine has ",
                       count == 1
                           ? "1, number 0"
                           : textOf(count, ", numbered 0 to ", count - 1));
  if (numbers.empty())
    for (int number = 0; number < count; ++number)
      numbers.push_back(number);
  return {};
}

Status CudaDevice::list(std::vector<std::string> &descriptions) {
  std::vector<uint32_t> numbers;
  SBP_RETURN_IF_FAILED(chooseNumbers(numbers));
  SBP_ASSIGN_OR_RETURN(const Driver *driver, Driver::open());
  for (uint32_t number : numbers) {
    DeviceNumber device;
    char name[256] = "";
    int major = 0, minor = 0;
    SBP_CUDA(*driver, deviceGet, &device, int(number));
    SBP_CUDA(*driver, deviceGetName, name, sizeof(name) - 1, device);
    SBP_CUDA(*driver, deviceGetAttribute, &major, kComputeCapabilityMajor,
             device);
    SBP_CUDA(*driver, deviceGetAttribute, &minor, kComputeCapabilityMinor,
             device);
    descriptions.push_back(textOf(number, ": ", name, ", sm_", major, minor));
  }
  return {};
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::open(uint32_t number) {
  SBP_ASSIGN_OR_RETURN(const Driver *driver, Driver::open());
  std::unique_ptr<CudaDevice> device(new CudaDevice(*driver, number));
  SBP_RETURN_IF_FAILED(device->initialise());
  return device;
}

Status CudaDevice::initialise() {
  SBP_GPU(*this, deviceGet, &handle, int(number));
  char text[256] = "";
  SBP_GPU(*this, deviceGetName, text, sizeof(text) - 1, handle);
  name = text;
  int major = 0, minor = 0;
  SBP_GPU(*this, deviceGetAttribute, &major, kComputeCapabilityMajor, handle);
  SBP_GPU(*this, deviceGetAttribute, &minor, kComputeCapabilityMinor, handle);
  capability = 10 * major + minor;
  SBP_GPU(*this, primaryContextRetain, &context, handle);
  return {};
}

/// Failures are ignored: they follow from an earlier one, which is reported.
CudaDevice::~CudaDevice() {
  if (!context)
    return;
  if (driver.contextSetCurrent(context) == kSuccess) {
    driver.contextSynchronize();
    for (auto &[index, code] : loaded)
      if (code.module)
        driver.moduleUnload(code.module);
    for (Address address : allocations)
      driver.memoryFree(address);
  }
  driver.primaryContextRelease(handle);
}

Status CudaDevice::enter(ExitCode code) const {
  return check(driver.contextSetCurrent(context), "contextSetCurrent", code);
}

Status CudaDevice::check(DriverResult result, const char *call,
                         ExitCode code) const {
  Status status = driver.check(result, call, code);
  return status.failed()
             ? Status(code, textOf(describe(), ": ", status.message()))
             : status;
}

Status CudaDevice::identify(std::string &identity) const {
  unsigned char bytes[16] = {};
  SBP_GPU(*this, deviceGetUuid, bytes, handle);
  identity.clear();
  for (unsigned char byte : bytes)
    for (unsigned digit : {byte / 16u, byte % 16u})
      identity += "0123456789abcdef"[digit];
  return {};
}

std::string CudaDevice::describe() const {
  return textOf("GPU ", number, " ('", name, "')");
}

Result<void *> CudaDevice::allocate(uint64_t bytes) {
  bytes = std::max<uint64_t>(bytes, 1); // cuMemAlloc rejects 0 bytes
  SBP_RETURN_IF_FAILED(enter());
  Address address = 0;
  DriverResult result = driver.memoryAllocate(&address, bytes);
  if (result == kOutOfMemory) {
    size_t free = 0, total = 0;
    SBP_GPU(*this, memoryGetInfo, &free, &total);
    return userError(describe(), ": cannot allocate ", bytes,
                     " bytes beside the ", allocated,
                     " of all ranks there: ", free, " of ", total,
                     " bytes are free");
  }
  SBP_RETURN_IF_FAILED(check(result, "memoryAllocate"));
  allocations.push_back(address);
  allocated += bytes;
  auto *memory = reinterpret_cast<void *>(address);
  SBP_RETURN_IF_FAILED(poison(memory, bytes));
  return memory;
}

/// Fills new memory with bytes of ones (NaN) where SBP_POISON_GPU is 1, for
/// tests: results that a kernel does not write, and scratch that is read too
/// early, become visible.
Status CudaDevice::poison(void *memory, uint64_t bytes) {
  static const char *const setting = std::getenv("SBP_POISON_GPU");
  if (!setting || std::string_view(setting) != "1")
    return {};
  constexpr uint64_t most = uint64_t(1) << 24;
  const std::string ones(std::min(bytes, most), '\xff');
  for (uint64_t at = 0; at < bytes; at += most)
    SBP_RETURN_IF_FAILED(write(static_cast<char *>(memory) + at, ones.data(),
                               std::min(most, bytes - at)));
  return {};
}

Result<void *> CudaDevice::share(const void *host, uint64_t bytes) {
  SBP_ASSIGN_OR_RETURN(void *memory, allocate(bytes));
  SBP_RETURN_IF_FAILED(write(memory, host, bytes));
  return memory;
}

Status CudaDevice::write(void *device, const void *host, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(enter());
  if (!bytes)
    return {};
  SBP_GPU(*this, memoryCopyIn, addressOf(device), host, bytes);
  // A copy from pageable memory returns once the driver has staged it.
  // Non-blocking streams do not wait for the default stream, so the copy is
  // completed here.
  SBP_GPU(*this, streamSynchronize, nullptr);
  return {};
}

Status CudaDevice::read(void *host, const void *device, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(enter());
  if (bytes)
    SBP_GPU(*this, memoryCopyOut, host, addressOf(device), bytes);
  return {};
}

/// Code for "sm_90a" runs on 9.0 alone, a cubin for "sm_90" on 9.x, and PTX for
/// it on all later GPUs.
bool CudaDevice::canRun(const plan::CodeT &code) const {
  const std::string &architecture = code.architecture;
  int required = std::atoi(architecture.c_str() + 3);
  if (int(code.driver) > driver.version)
    return false;
  if (architecture.back() < '0' || architecture.back() > '9')
    return capability == required;
  return capability >= required && (code.format == plan::CodeFormat::ptx ||
                                    capability / 10 == required / 10);
}

// An outdated driver is reported before an unsupported architecture: an update
// may be all that is needed.
Status CudaDevice::describeMismatch(const CodeModule &module) const {
  std::string forms;
  unsigned driverNeeded = 0;
  for (const CodeForm &form : module.forms) {
    forms += textOf(forms.empty() ? "" : ", ",
                    plan::EnumNameCodeFormat(form.description->format), " for ",
                    form.description->architecture);
    driverNeeded = std::max(driverNeeded, form.description->driver);
  }
  if (int(driverNeeded) > driver.version)
    return userError("the CUDA driver is of version ",
                     formatVersion(driver.version), " but the artifact needs ",
                     formatVersion(driverNeeded),
                     " or later: update NVIDIA's driver");
  return userError(describe(), " is of compute capability ", capability / 10,
                   ".", capability % 10, " but the artifact has ", forms,
                   ": compile the model for it");
}

/// Tries cubins before PTX, which the driver has to compile.
Status CudaDevice::loadCode(const CodeModule &module) {
  SBP_RETURN_IF_FAILED(enter());
  LoadedCode &code = loaded[module.index];
  code.interface = module.interface;
  std::vector<CodeForm> forms;
  for (plan::CodeFormat format :
       {plan::CodeFormat::cubin, plan::CodeFormat::ptx})
    for (const CodeForm &form : module.forms)
      if (form.description->format == format && canRun(*form.description))
        forms.push_back(form);
  DriverResult result = kNoBinaryForGpu;
  for (const CodeForm &form : forms) {
    // PTX must end with a zero byte.
    std::string image(static_cast<const char *>(form.blob.data),
                      form.blob.size);
    result =
        driver.moduleLoad(&code.module, image.c_str(), 0, nullptr, nullptr);
    if (result == kSuccess)
      return {};
    code.module = nullptr;
  }
  if (result == kNoBinaryForGpu)
    return describeMismatch(module);
  Status status = driver.check(result, "moduleLoad");
  return userError(describe(), ": cannot load code ", module.index, ": ",
                   status.message());
}

// Functions are looked up once per kernel: layers share kernels.
Result<KernelHandle> CudaDevice::findKernel(uint32_t index,
                                            const std::string &symbol) {
  SBP_RETURN_IF_FAILED(enter());
  if (auto found = kernels.find({index, symbol}); found != kernels.end())
    return KernelHandle{&found->second};
  Kernel kernel;
  const LoadedCode &code = loaded.at(index);
  for (const auto &signature : code.interface->kernels)
    if (signature->symbol == symbol)
      kernel.signature = signature.get();
  for (const auto &launch : kernel.signature->launches) {
    Function &function = kernel.functions.emplace_back();
    DriverResult result = driver.moduleGetFunction(&function, code.module,
                                                   launch->symbol.c_str());
    if (result == kNotFound)
      return userError("code ", index, " has no function '", launch->symbol,
                       "' that kernel '", symbol, "' launches");
    SBP_RETURN_IF_FAILED(check(result, "moduleGetFunction"));
    // Up to 48 KiB, static shared memory included, need no attribute. Only the
    // assembler can state the static size, so the attribute is always set.
    if (launch->shared_bytes)
      SBP_GPU(*this, functionSetAttribute, function, kMaxDynamicSharedBytes,
              int(launch->shared_bytes));
  }
  auto [added, isNew] = kernels.try_emplace({index, symbol}, std::move(kernel));
  return KernelHandle{&added->second};
}

Result<cuda::Function> CudaDevice::findTransfer(const std::string &symbol) {
  cuda::Function function = nullptr;
  SBP_RETURN_IF_FAILED(enter());
  for (const auto &[index, code] : loaded)
    for (const std::string &known : code.interface->transfers)
      if (known == symbol) {
        DriverResult result =
            driver.moduleGetFunction(&function, code.module, symbol.c_str());
        if (result == kNotFound)
          continue;
        SBP_RETURN_IF_FAILED(check(result, "moduleGetFunction"));
        return function;
      }
  return userError("no code of the artifact has a function '", symbol,
                   "', which moves boxes on a GPU");
}
