// DeviceCode.cpp: the code of one kind of device

#include "DeviceCode.h"
#include "KernelSignatures.h"
#include "sbp/Interfaces/ElementTypes.h"

using namespace mlir;
using namespace sbp;

std::pair<int32_t, plan::KernelSignatureT *>
DeviceCode::add(func::FuncOp function, const PreparedRegion &region) {
  auto [found, isNew] = positions.try_emplace(region.id, regions.size());
  if (isNew) {
    kernels.push_back(int32_t(plan.kernels.size()));
    plan.kernels.push_back(std::make_unique<plan::KernelT>());
    signatures.push_back(getSignature(function, region));
    sizes.push_back(region.codes);
    regions.push_back(region.id);
  }
  return {kernels[found->second], signatures[found->second].get()};
}

/// Returns one transfer kernel per combiner and type that occurs. A partial
/// target distribution counts as well: a rank without terms stores the
/// combiner's identity.
std::vector<TransferKernel>
DeviceCode::findTransfers(MLIRContext &context) const {
  std::map<std::pair<plan::Combiner, plan::DType>, TransferKernel> found;
  auto add = [&](plan::Combiner combiner, plan::DType type) {
    TransferKernel &kernel = found[{combiner, type}];
    for (int known = 0; known <= int(Combiner::Or); ++known)
      if (getPlanCombiner(Combiner(known)) == combiner)
        kernel.combiner = Combiner(known);
    kernel.type = getMLIRType(&context, ElementType::of(type));
    kernel.symbol = std::string("sbp_transfer_") +
                    plan::EnumNameCombiner(combiner) + "_" +
                    artifact::getName(type);
  };
  for (auto &communication : plan.communications) {
    const plan::MovementT &movement = *plan.movements[communication->movement];
    if (llvm::any_of(movement.transfers, [](auto &transfer) {
          return transfer->kind != plan::TransferKind::route;
        }))
      add(communication->combiner, communication->dtype);
    if (communication->to >= 0)
      for (const plan::Component &part :
           plan.distributions[communication->to]->components)
        if (part.kind() == plan::ComponentKind::partial)
          add(part.combiner(), communication->dtype);
  }
  std::vector<TransferKernel> kernels;
  for (auto &[key, kernel] : found)
    kernels.push_back(std::move(kernel));
  return kernels;
}

/// Returns the plan's description of a launch.
static std::unique_ptr<plan::KernelLaunchT> describe(const DeviceLaunch &one) {
  auto launch = std::make_unique<plan::KernelLaunchT>();
  launch->symbol = one.kernel;
  launch->grid.assign(one.grid.begin(), one.grid.end());
  launch->block.assign(one.block.begin(), one.block.end());
  launch->shared_bytes = uint32_t(one.sharedBytes);
  launch->family = one.generator;
  launch->registers = one.figures.registers;
  launch->static_shared_bytes = one.figures.sharedBytes;
  launch->barriers = one.figures.barriers;
  launch->serial_elements = uint64_t(one.serialElements);
  launch->waits = one.waits;
  launch->overlaps = one.overlaps;
  launch->once = one.isOnce;
  auto convert = [](const DeviceArgument &argument) {
    return plan::LaunchArgument(uint64_t(argument.offset), argument.index,
                                static_cast<plan::ArgumentKind>(argument.kind));
  };
  for (const DeviceArgument &argument : one.arguments)
    launch->arguments.push_back(convert(argument));
  for (const auto &[address, shape] : one.tensorMaps) {
    auto map = std::make_unique<plan::TensorMapT>();
    map->address = std::make_unique<plan::LaunchArgument>(convert(address));
    map->element_bytes = uint32_t(shape.elementBytes);
    map->extents.assign(shape.extents.begin(), shape.extents.end());
    map->strides.assign(shape.strides.begin(), shape.strides.end());
    map->box.assign(shape.box.begin(), shape.box.end());
    map->swizzle_bytes = uint32_t(shape.swizzleBytes);
    launch->tensor_maps.push_back(std::move(map));
  }
  return launch;
}

FailureOr<std::vector<CodeBlob>> DeviceCode::emit(TargetSet &targets,
                                                  Location loc) {
  Target &target = targets.get(device);
  std::vector<CodeBlob> blobs(1);
  if (!target.buildsTransfers() && regions.empty())
    return blobs;
  std::vector<TransferKernel> transfers;
  if (target.buildsTransfers())
    transfers = findTransfers(*loc.getContext());
  FailureOr<CodeBlob> blob = target.emit(regions, transfers, loc);
  if (failed(blob))
    return failure();
  blobs.front() = std::move(*blob);
  for (CodeBlob &variant : std::exchange(blobs.front().variants, {}))
    blobs.push_back(std::move(variant));
  return blobs;
}

std::unique_ptr<plan::CodeT> DeviceCode::describe(const CodeBlob &blob) const {
  auto code = std::make_unique<plan::CodeT>();
  code->device = getDeviceKind(device);
  for (plan::CodeFormat format : plan::EnumValuesCodeFormat())
    if (blob.format == plan::EnumNameCodeFormat(format))
      code->format = format;
  code->architecture = blob.architecture;
  code->driver = blob.driver;
  return code;
}

plan::CodeInterfaceT DeviceCode::getInterface(const CodeBlob &blob,
                                              size_t variant) const {
  plan::CodeInterfaceT interface;
  for (auto [region, signature, codes] :
       llvm::zip_equal(regions, signatures, sizes)) {
    auto kernel = std::make_unique<plan::KernelSignatureT>(*signature);
    kernel->symbol = blob.symbols[region];
    if (!codes.empty()) {
      kernel->scratch_bytes = uint64_t(codes[variant].scratchBytes);
      kernel->persistent_bytes = uint64_t(codes[variant].persistentBytes);
    }
    if (!blob.launches.empty())
      for (const DeviceLaunch &launch : blob.launches[region])
        kernel->launches.push_back(::describe(launch));
    interface.kernels.push_back(std::move(kernel));
  }
  interface.transfers = blob.transfers;
  return interface;
}

void DeviceCode::setKernels(const CodeBlob &blob, uint32_t code) {
  for (auto [number, region] : llvm::zip_equal(kernels, regions)) {
    plan.kernels[number]->symbol = blob.symbols[region];
    plan.kernels[number]->code = code;
  }
}
