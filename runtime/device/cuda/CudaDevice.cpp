// CudaDevice.cpp: memory of a GPU
//
// The driver API is used instead of the CUDA runtime, so that the executable
// starts on machines without a driver.
#include "CudaDevice.h"
#include "Gpus.h"
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
  SBP_ASSIGN_OR_RETURN(std::vector<Gpu> gpus, listGpus());
  for (size_t number = 0; number < gpus.size(); ++number)
    descriptions.push_back(textOf(number, ": ", gpus[number].name, ", sm_",
                                  gpus[number].capability));
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
  SBP_ASSIGN_OR_RETURN(Gpu gpu, describeGpu(driver, handle, number));
  name = gpu.name;
  capability = gpu.capability;
  int shared = 0;
  SBP_GPU(*this, deviceGetAttribute, &shared, kMaxSharedBytesPerBlock, handle);
  maxSharedBytes = uint64_t(shared);
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
