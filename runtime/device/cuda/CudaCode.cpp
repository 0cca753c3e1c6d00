// CudaCode.cpp: the code of a GPU
//
// A module has variants for several architectures, each in several forms. The
// variants that the GPU runs are tried in this order, and of each the cubin
// before the PTX, which the driver has to compile:
//
//   GPU of 9.0, variants sm_80, sm_90a: sm_90a, sm_80
//   GPU of 8.9: sm_80, as PTX (a cubin runs on GPUs of its major version)
//   GPU of 12.0: sm_80, as PTX; sm_90a, which is architecture-specific, runs on
//   9.0 alone
//
// A variant is left out whose blocks need more shared memory than the GPU has:
// an architecture may have less of it than an earlier one.
#include "CudaDevice.h"
#include "sbp/Runtime/Chips.h"
#include <algorithm>
#include <cstdlib>

using namespace sbp;
using namespace sbp::cuda;

namespace {
/// The architecture of code, "sm_90a", which the loader has verified.
struct Architecture {
  explicit Architecture(const plan::CodeT &code)
      : capability(std::atoi(code.architecture.c_str() + 3)),
        isSpecific(code.architecture.back() < '0' ||
                   code.architecture.back() > '9') {}
  auto operator<=>(const Architecture &other) const = default;

  int capability;
  bool isSpecific; ///< whether GPUs of other capabilities refuse the code
};
} // namespace

/// Returns the shared memory of a block, in bytes, that all launches of the
/// code can do with.
static uint64_t countSharedBytes(const plan::CodeInterfaceT &interface) {
  uint64_t most = 0;
  for (const auto &signature : interface.kernels)
    for (const auto &launch : signature->launches)
      most = std::max(most, uint64_t(launch->shared_bytes) +
                                launch->static_shared_bytes);
  return most;
}

bool CudaDevice::isCompatible(const plan::CodeT &code) const {
  Architecture required(code);
  if (required.isSpecific)
    return capability == required.capability;
  return capability >= required.capability &&
         (code.format == plan::CodeFormat::ptx ||
          capability / 10 == required.capability / 10);
}

/// Returns the value of --chip that adds an architecture to those of a module,
/// in their order: "sm_80,sm_90a".
static std::string listChips(const CodeModule &module, const ChipName &added) {
  std::vector<std::pair<Architecture, std::string>> chips;
  for (const CodeVariant &variant : module.variants) {
    const plan::CodeT &code = *variant.forms.front().description;
    chips.emplace_back(Architecture(code), code.architecture);
  }
  plan::CodeT code;
  code.architecture = added.name;
  chips.emplace_back(Architecture(code), code.architecture);
  std::sort(chips.begin(), chips.end());
  std::string text;
  for (const auto &[architecture, name] : chips)
    text += textOf(text.empty() ? "" : ",", name);
  return text;
}

Status CudaDevice::describeMismatch(const CodeModule &module) const {
  std::string forms;
  unsigned driverNeeded = ~0u;
  uint64_t sharedNeeded = ~uint64_t(0);
  for (const CodeVariant &variant : module.variants)
    for (const CodeForm &form : variant.forms) {
      const plan::CodeT &code = *form.description;
      forms += textOf(forms.empty() ? "" : ", ",
                      plan::EnumNameCodeFormat(code.format), " for ",
                      code.architecture);
      if (!isCompatible(code))
        continue;
      driverNeeded = std::min(driverNeeded, code.driver);
      sharedNeeded =
          std::min(sharedNeeded, countSharedBytes(*variant.interface));
    }
  // An outdated driver is reported first: an update may be all that is needed.
  if (driverNeeded != ~0u && int(driverNeeded) > driver.version)
    return userError("the CUDA driver is of version ",
                     formatVersion(driver.version), " but the artifact needs ",
                     formatVersion(driverNeeded),
                     " or later: update NVIDIA's driver");
  const ChipName *chip = findBestChip(capability);
  std::string remedy =
      chip
          ? textOf(": compile the model with --chip=", listChips(module, *chip))
          : textOf(": GPUs from compute capability ",
                   kChipNames[0].capability / 10, ".",
                   kChipNames[0].capability % 10, " on run models");
  if (sharedNeeded != ~uint64_t(0) && sharedNeeded > maxSharedBytes)
    return userError(describe(), " has ", maxSharedBytes,
                     " bytes of shared memory a block but the artifact, with ",
                     forms, ", needs ", sharedNeeded, remedy);
  return userError(describe(), " is of compute capability ", capability / 10,
                   ".", capability % 10, " but the artifact has ", forms,
                   remedy);
}

/// Returns the bytes of code, after which PTX must have a zero byte, as a
/// std::string has.
static std::string joinPieces(const CodeForm &form) {
  std::string image;
  for (const artifact::Bytes &piece : form.pieces)
    image.append(static_cast<const char *>(piece.data), piece.size);
  return image;
}

DriverResult CudaDevice::loadVariant(const CodeVariant &variant,
                                     cuda::Module &loadedModule) {
  DriverResult result = kNoBinaryForGpu;
  if (countSharedBytes(*variant.interface) > maxSharedBytes)
    return result;
  for (plan::CodeFormat format :
       {plan::CodeFormat::cubin, plan::CodeFormat::ptx})
    for (const CodeForm &form : variant.forms) {
      const plan::CodeT &code = *form.description;
      if (code.format != format || !isCompatible(code) ||
          int(code.driver) > driver.version)
        continue;
      std::string image = joinPieces(form);
      result =
          driver.moduleLoad(&loadedModule, image.c_str(), 0, nullptr, nullptr);
      if (result == kSuccess)
        return result;
      loadedModule = nullptr;
    }
  return result;
}

Result<uint32_t> CudaDevice::loadCode(const CodeModule &module) {
  SBP_RETURN_IF_FAILED(enter());
  LoadedCode &code = loaded[module.getIndex()];
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < module.variants.size(); ++i)
    order.push_back(i);
  auto architectureOf = [&](uint32_t i) {
    return Architecture(*module.variants[i].forms.front().description);
  };
  std::sort(order.begin(), order.end(), [&](uint32_t left, uint32_t right) {
    return architectureOf(left) > architectureOf(right);
  });
  for (uint32_t i : order) {
    code.interface = module.variants[i].interface;
    DriverResult result = loadVariant(module.variants[i], code.module);
    if (result == kSuccess)
      return i;
    if (result == kNoBinaryForGpu)
      continue;
    Status status = driver.check(result, "moduleLoad");
    return userError(describe(), ": cannot load code ",
                     module.variants[i].index, ": ", status.message());
  }
  return describeMismatch(module);
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
