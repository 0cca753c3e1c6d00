// Launches.cpp: the launches of a region, in order
#include "Launches.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sbp;
using namespace sbp::cuda;

void Launches::markUsed(int64_t number, Scratch &scratch) const {
  auto mark = [&](const BufferRef &buffer) {
    if (buffer.kind == BufferRef::Kind::Temporary)
      scratch.markUsed(buffer.index, number);
  };
  for (const BufferRef &buffer : planned[number].operands)
    mark(buffer);
  for (const auto &[buffer, shape] : planned[number].tensorMaps)
    mark(buffer);
}

void Launches::append(PlannedLaunch launch, Scratch &scratch) {
  if (launch.launch.isOnce) {
    once.push_back(std::move(launch));
    return;
  }
  planned.push_back(std::move(launch));
  markUsed(size() - 1, scratch);
}

void Launches::joinLast(Scratch &scratch) {
  PlannedLaunch second = std::move(planned.back());
  planned.pop_back();
  PlannedLaunch &first = planned.back();
  llvm::append_range(first.operands, second.operands);
  llvm::append_range(first.tensorMaps, second.tensorMaps);
  first.launch.grid[0] += second.launch.grid[0];
  first.launch.sharedBytes =
      std::max(first.launch.sharedBytes, second.launch.sharedBytes);
  if (first.launch.schedule != second.launch.schedule)
    first.launch.schedule += "; " + second.launch.schedule;
  first.launch.predictedSeconds += second.launch.predictedSeconds;
  markUsed(size() - 1, scratch);
}

void Launches::label(int64_t first, llvm::StringRef schedule, double seconds) {
  for (int64_t i = first; i < size(); ++i) {
    DeviceLaunch &launch = planned[i].launch;
    if (launch.schedule.empty())
      launch.schedule = launch.generator + ", " + schedule.str();
    launch.predictedSeconds = seconds / double(size() - first);
  }
}

static DeviceArgument resolveOperand(const BufferRef &buffer,
                                     const Buffers &buffers) {
  using Kind = DeviceArgument::Kind;
  switch (buffer.kind) {
  case BufferRef::Kind::Input:
    if (auto result = buffers.getAccumulated(buffer.index))
      return {Kind::Output, *result, buffer.offset};
    return {Kind::Input, buffer.index, buffer.offset};
  case BufferRef::Kind::Output:
    return {Kind::Output, buffer.index, buffer.offset};
  case BufferRef::Kind::Parameter:
    return {Kind::Parameter, buffer.index, 0};
  case BufferRef::Kind::Constant:
    llvm_unreachable("constants are not launch operands");
  case BufferRef::Kind::Persistent:
    return {Kind::Persistent, 0,
            buffers.getPersistentOffset(buffer.index) + buffer.offset};
  case BufferRef::Kind::Temporary:
    return {Kind::Scratch, 0,
            buffers.scratch.getOffset(buffer.index) + buffer.offset};
  }
  llvm_unreachable("all kinds are covered");
}

/// Returns the numbers of the operands of a launch in temporaries and outputs
/// that the launch before it accesses, and so may write.
static llvm::SmallVector<unsigned> findRecent(const PlannedLaunch &front,
                                              const PlannedLaunch &launch,
                                              const Buffers &buffers) {
  using Kind = BufferRef::Kind;
  auto identify = [&](const BufferRef &buffer) -> std::pair<Kind, unsigned> {
    if (buffer.kind == Kind::Input)
      if (auto result = buffers.getAccumulated(buffer.index))
        return {Kind::Output, *result};
    return {buffer.kind, buffer.index};
  };
  llvm::DenseSet<std::pair<Kind, unsigned>> accessed;
  for (const BufferRef &operand : front.operands)
    accessed.insert(identify(operand));
  for (const auto &[buffer, shape] : front.tensorMaps)
    accessed.insert(identify(buffer));
  llvm::SmallVector<unsigned> recent;
  for (auto [i, operand] : llvm::enumerate(launch.operands)) {
    auto buffer = identify(operand);
    bool isChanging =
        buffer.first == Kind::Temporary || buffer.first == Kind::Output;
    if (isChanging && accessed.contains(buffer))
      recent.push_back(unsigned(i));
  }
  return recent;
}

std::vector<DeviceLaunch> Launches::resolve(const Buffers &buffers) {
  std::vector<DeviceLaunch> launches;
  for (size_t i = 1; i < planned.size(); ++i)
    planned[i].launch.recent = findRecent(planned[i - 1], planned[i], buffers);
  for (PlannedLaunch &one : llvm::concat<PlannedLaunch>(once, planned)) {
    for (const BufferRef &operand : one.operands)
      one.launch.arguments.push_back(resolveOperand(operand, buffers));
    for (auto &[buffer, shape] : one.tensorMaps) {
      one.launch.arguments.push_back({DeviceArgument::Kind::TensorMap,
                                      unsigned(one.launch.tensorMaps.size()),
                                      0});
      one.launch.tensorMaps.push_back(
          {resolveOperand(buffer, buffers), std::move(shape)});
    }
    launches.push_back(std::move(one.launch));
  }
  once.clear();
  planned.clear();
  return launches;
}
