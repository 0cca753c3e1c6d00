// VerifyLaunches.cpp: verification (8) of kernel launches
//
// The code states its launches, and the loader trusts code: that a grid covers
// its operand is not verified. Sizes that no device supports, and addresses
// outside of operands, are errors of the compiler that are reported here
// instead of on the device.
#include "PlanVerifier.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

// The limits of devices of compute capability 7 and later; shared memory as of
// 9.0.
static constexpr uint64_t kMaxGridX = 0x7fffffff, kMaxGridYZ = 0xffff,
                          kMaxBlock = 1024, kMaxBlockZ = 64,
                          kMaxSharedBytes = 227 * 1024, kMaxArguments = 512,
                          kMaxRegisters = 65536, kMaxParameterBytes = 4096,
                          kTensorMapBytes = 128, kMaxBox = 256;

namespace {
/// The verifier of the launches of one kernel.
class LaunchVerifier {
public:
  LaunchVerifier(const KernelSignatureT &signature) : signature(signature) {}
  Status run() {
    for (const auto &launch : signature.launches) {
      SBP_RETURN_IF_FAILED(check(*launch));
      SBP_RETURN_IF_FAILED(checkOverlap(*launch));
    }
    return {};
  }

private:
  Status check(const KernelLaunchT &launch);
  Status checkSizes(const KernelLaunchT &launch);
  Status checkOverlap(const KernelLaunchT &launch) const;
  Status checkArgument(const KernelLaunchT &launch,
                       const LaunchArgument &argument);
  Status checkTensorMap(const KernelLaunchT &launch, const TensorMapT &map);
  /// Returns the bytes from an address to the end of its operand.
  uint64_t getRemainingBytes(const LaunchArgument &address) const;

  template <typename... Parts>
  Status wrong(const KernelLaunchT &launch, const Parts &...parts) const {
    return userError("plan: launch of '", launch.symbol, "' by kernel '",
                     signature.symbol, "' ", parts...);
  }
  const KernelSignatureT &signature;
};
} // namespace

/// Checks grid, block, shared memory, registers and arguments against the
/// limits.
Status LaunchVerifier::checkSizes(const KernelLaunchT &launch) {
  const std::vector<uint32_t> &grid = launch.grid, &block = launch.block;
  if (grid.size() != 3 || block.size() != 3)
    return wrong(launch, "does not have three extents of grid and block");
  for (uint32_t extent : grid)
    if (extent == 0)
      return wrong(launch, "has a grid without blocks");
  if (grid[0] > kMaxGridX || grid[1] > kMaxGridYZ || grid[2] > kMaxGridYZ)
    return wrong(launch, "has a grid of ", grid[0], " x ", grid[1], " x ",
                 grid[2], " blocks, which no device can run");
  for (uint32_t extent : block)
    if (extent == 0 || extent > kMaxBlock)
      return wrong(launch, "has blocks of ", extent, " threads in a dim");
  if (uint64_t(block[0]) * block[1] * block[2] > kMaxBlock ||
      block[2] > kMaxBlockZ)
    return wrong(launch, "has blocks of more than ", kMaxBlock, " threads");
  uint64_t shared = uint64_t(launch.shared_bytes) + launch.static_shared_bytes;
  if (shared > kMaxSharedBytes)
    return wrong(launch, "needs ", shared,
                 " bytes of shared memory, more than ", kMaxSharedBytes);
  // Registers are allocated to warps in units of 256, 8 per lane.
  uint64_t warps = (uint64_t(block[0]) * block[1] * block[2] + 31) / 32;
  uint64_t registers = warps * ((uint64_t(launch.registers) + 7) / 8) * 256;
  if (registers > kMaxRegisters)
    return wrong(launch, "needs ", registers, " registers a block, more than ",
                 kMaxRegisters);
  if (launch.arguments.size() > kMaxArguments)
    return wrong(launch, "has ", launch.arguments.size(),
                 " arguments, more than ", kMaxArguments);
  return {};
}

/// Checks that a launch which may start early waits for the one before it,
/// and that there is one. Every launch that waits ends after all before it, so
/// a wait for the last one is a wait for all.
Status LaunchVerifier::checkOverlap(const KernelLaunchT &launch) const {
  if (!launch.overlaps)
    return {};
  auto first =
      std::find_if(signature.launches.begin(), signature.launches.end(),
                   [](const auto &one) { return !one->once; });
  if (launch.once || first->get() == &launch)
    return wrong(launch, "overlaps with a launch in front of it, but is the "
                         "first one of its kernel in a step");
  if (!launch.waits)
    return wrong(launch, "overlaps with the launch in front of it, but its "
                         "function does not wait for it");
  return {};
}

/// Checks that an argument names an existing operand or parameter and begins
/// inside of it. Whether the kernel stays inside is up to its code.
Status LaunchVerifier::checkArgument(const KernelLaunchT &launch,
                                     const LaunchArgument &argument) {
  auto checkOperand =
      [&](const std::vector<std::unique_ptr<OperandT>> &operands) -> Status {
    if (argument.index() >= operands.size())
      return wrong(launch, "names operand ", argument.index(), " of ",
                   operands.size());
    const OperandT &operand = *operands[argument.index()];
    std::optional<int64_t> count = ElementType::find(operand.dtype)
                                       ? countElements(operand.shape)
                                       : std::nullopt;
    if (!count || argument.offset() >
                      uint64_t(*count) * artifact::getByteWidth(operand.dtype))
      return wrong(launch, "begins ", argument.offset(),
                   " bytes behind the begin of an operand, which is shorter");
    return {};
  };
  switch (argument.kind()) {
  case ArgumentKind::input:
    return checkOperand(signature.inputs);
  case ArgumentKind::output:
    return checkOperand(signature.outputs);
  case ArgumentKind::scratch:
    if (argument.offset() > signature.scratch_bytes)
      return wrong(launch, "begins ", argument.offset(), " bytes in ",
                   signature.scratch_bytes, " bytes of scratch");
    return {};
  case ArgumentKind::parameter:
    if (argument.index() >= signature.parameters.size())
      return wrong(launch, "names parameter ", argument.index(), " of ",
                   signature.parameters.size());
    return {};
  case ArgumentKind::immediate:
    return {};
  case ArgumentKind::persistent:
    if (argument.offset() > signature.persistent_bytes)
      return wrong(launch, "begins ", argument.offset(), " bytes in ",
                   signature.persistent_bytes, " persistent bytes");
    return {};
  case ArgumentKind::tensor_map:
    if (argument.index() >= launch.tensor_maps.size())
      return wrong(launch, "names tensor map ", argument.index(), " of ",
                   launch.tensor_maps.size());
    return {};
  }
  return wrong(launch, "has an argument of an unknown kind");
}

uint64_t
LaunchVerifier::getRemainingBytes(const LaunchArgument &address) const {
  if (address.kind() == ArgumentKind::scratch)
    return signature.scratch_bytes - address.offset();
  if (address.kind() == ArgumentKind::persistent)
    return signature.persistent_bytes - address.offset();
  const OperandT &operand = address.kind() == ArgumentKind::input
                                ? *signature.inputs[address.index()]
                                : *signature.outputs[address.index()];
  return uint64_t(*countElements(operand.shape)) *
             artifact::getByteWidth(operand.dtype) -
         address.offset();
}

/// Checks a tensor map against the rules of cuTensorMapEncodeTiled and the size
/// of its operand.
Status LaunchVerifier::checkTensorMap(const KernelLaunchT &launch,
                                      const TensorMapT &map) {
  size_t rank = map.extents.size();
  uint64_t bytes = map.element_bytes;
  if (rank < 1 || rank > 5 || map.strides.size() != rank - 1 ||
      map.box.size() != rank)
    return wrong(launch, "has a tensor map of ", rank, " extents, ",
                 map.strides.size(), " strides and ", map.box.size(),
                 " extents of a box");
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    return wrong(launch, "has a tensor map of elements of ", bytes, " bytes");
  if (map.swizzle_bytes % 32 || map.swizzle_bytes == 96 ||
      map.swizzle_bytes > 128)
    return wrong(launch, "has a tensor map with a swizzle of ",
                 map.swizzle_bytes, " bytes");
  using Kind = ArgumentKind;
  if (!map.address || (map.address->kind() != Kind::input &&
                       map.address->kind() != Kind::output &&
                       map.address->kind() != Kind::scratch &&
                       map.address->kind() != Kind::persistent))
    return wrong(launch, "has a tensor map over no operand");
  SBP_RETURN_IF_FAILED(checkArgument(launch, *map.address));
  if (map.address->offset() % 16)
    return wrong(launch, "has a tensor map at byte ", map.address->offset(),
                 " of an operand, which is no multiple of 16");
  // The bytes up to the end of the last element, bounded against overflow.
  uint64_t end = 0, limit = getRemainingBytes(*map.address);
  for (size_t i = 0; i < rank; ++i) {
    uint64_t stride = i ? map.strides[i - 1] : bytes;
    if (map.extents[i] == 0 || map.extents[i] > uint64_t(1) << 32)
      return wrong(launch, "has a tensor map of ", map.extents[i],
                   " elements in a dim");
    if (i && (stride % 16 || stride >= uint64_t(1) << 40))
      return wrong(launch, "has a tensor map with a stride of ", stride,
                   " bytes");
    if (stride && (map.extents[i] - 1) > limit / stride)
      return wrong(launch, "has a tensor map that exceeds its operand");
    end += (map.extents[i] - 1) * stride;
    if (map.box[i] == 0 || map.box[i] > kMaxBox)
      return wrong(launch, "has a tensor map with a box of ", map.box[i],
                   " elements in a dim, at most ", kMaxBox, " are possible");
  }
  if (end + bytes > limit)
    return wrong(launch, "has a tensor map of ", end + bytes,
                 " bytes in an operand of ", limit);
  uint64_t row = map.box[0] * bytes;
  if (row % 16 || (map.swizzle_bytes && row > map.swizzle_bytes))
    return wrong(launch, "has a tensor map with a box of rows of ", row,
                 " bytes");
  return {};
}

Status LaunchVerifier::check(const KernelLaunchT &launch) {
  if (launch.symbol.empty())
    return wrong(launch, "names no function");
  SBP_RETURN_IF_FAILED(checkSizes(launch));
  uint64_t bytes = 0;
  for (const LaunchArgument &argument : launch.arguments) {
    SBP_RETURN_IF_FAILED(checkArgument(launch, argument));
    bytes += argument.kind() == ArgumentKind::tensor_map ? kTensorMapBytes : 8;
  }
  if (bytes > kMaxParameterBytes)
    return wrong(launch, "has ", bytes, " bytes of arguments, more than ",
                 kMaxParameterBytes);
  for (const auto &map : launch.tensor_maps)
    SBP_RETURN_IF_FAILED(checkTensorMap(launch, *map));
  return {};
}

Status sbp::verifyLaunches(const Program &program) {
  for (size_t code = 0; code < program.interfaces.size(); ++code) {
    const CodeInterfaceT &interface = program.interfaces[code];
    bool isOther = program.plan.code[code]->alternative_of >= 0;
    bool isCalled = program.plan.code[code]->format == CodeFormat::elf;
    if (isOther && !interface.kernels.empty())
      return userError("plan: code ", code, " is another form of code ",
                       program.plan.code[code]->alternative_of,
                       " but repeats its description");
    for (const auto &signature : interface.kernels) {
      if (isCalled && !signature->launches.empty())
        return userError("plan: kernel '", signature->symbol,
                         "' of the host has launches");
      SBP_RETURN_IF_FAILED(LaunchVerifier(*signature).run());
    }
  }
  return {};
}
