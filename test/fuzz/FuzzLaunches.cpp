// FuzzLaunches.cpp: any bytes as what code says of its kernels
//
// The plan is a valid one whose task runs on a GPU; the input is the table of
// its code's kernels and launches: raw bytes, and edits of a valid table's
// numbers. What is accepted names nothing that is not there.
#include "TestPlan.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

static TestPlan makePlan() {
  TestPlan plan(2);
  uint32_t split = plan.distribution(TestPlan::S);
  uint32_t x = plan.input("x", {8, 2}, split), y = plan.reg({8, 2}, split);
  plan.compute("k", {x}, {y});
  plan.output("y", y);
  plan.graph().device = plan.plan().code[0]->device = DeviceKind::cuda;
  plan.plan().code[0]->format = CodeFormat::ptx;
  plan.plan().code[0]->architecture = "sm_90";
  return plan;
}

static std::string makeValidTable() {
  TestPlan plan = makePlan();
  CodeInterfaceT table = std::move(describeKernels(plan.plan())[0]);
  KernelSignatureT &signature = *table.kernels[0];
  signature.scratch_bytes = 256;
  for (int i = 0; i < 2; ++i) {
    auto launch = std::make_unique<KernelLaunchT>();
    launch->symbol = "f";
    launch->grid = {4, 2, 1};
    launch->block = {32, 4, 1};
    launch->registers = 32;
    launch->arguments = {LaunchArgument(0, 0, ArgumentKind::input),
                         LaunchArgument(16, 0, ArgumentKind::scratch),
                         LaunchArgument(0, 0, ArgumentKind::output),
                         LaunchArgument(7, 0, ArgumentKind::immediate)};
    signature.launches.push_back(std::move(launch));
  }
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(CodeInterface::Pack(builder, &table));
  return {reinterpret_cast<const char *>(builder.GetBufferPointer()),
          builder.GetSize()};
}

/// What a device goes by without asking again.
static bool isPossible(const KernelSignatureT &signature,
                       const KernelLaunchT &launch) {
  auto isInside = [&](const LaunchArgument &argument) {
    switch (argument.kind()) {
    case ArgumentKind::input:
      return argument.index() < signature.inputs.size();
    case ArgumentKind::output:
      return argument.index() < signature.outputs.size();
    case ArgumentKind::parameter:
      return argument.index() < signature.parameters.size();
    case ArgumentKind::scratch:
      return argument.offset() <= signature.scratch_bytes;
    case ArgumentKind::persistent:
      return argument.offset() <= signature.persistent_bytes;
    case ArgumentKind::tensor_map:
      return argument.index() < launch.tensor_maps.size();
    case ArgumentKind::immediate:
      return true;
    }
    return false;
  };
  return launch.grid.size() == 3 && launch.block.size() == 3 &&
         std::all_of(launch.arguments.begin(), launch.arguments.end(),
                     isInside);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes aligned(std::string(reinterpret_cast<const char *>(data), size));
  const uint8_t *bytes = static_cast<const uint8_t *>(aligned.view().data);
  flatbuffers::Verifier verifier(bytes, size, 16, 1 << 20);
  if (size < 8 || !verifier.VerifyBuffer<CodeInterface>(nullptr))
    return 0;
  TestPlan plan = makePlan();
  plan.interface.emplace();
  flatbuffers::GetRoot<CodeInterface>(bytes)->UnPackTo(&*plan.interface);
  Bytes image(plan.bytes());
  artifact::View view;
  Program program;
  if (loadProgram(image.view(), view, program).failed())
    return 0;
  for (const auto &signature : program.interfaces[0].kernels)
    for (const auto &launch : signature->launches)
      if (!isPossible(*signature, *launch))
        __builtin_trap();
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  static const std::string valid = makeValidTable();
  if (seed % 4 != 0 || valid.size() > limit)
    return LLVMFuzzerMutate(data, size, limit);
  // One to three numbers of a valid table change: the structure survives.
  std::memcpy(data, valid.data(), valid.size());
  for (unsigned edits = 1 + seed / 4 % 3, i = 0; i < edits; ++i) {
    seed = seed * 1103515245 + 12345;
    data[seed / 65536 * 4 % valid.size()] = seed % 13;
  }
  return valid.size();
}
