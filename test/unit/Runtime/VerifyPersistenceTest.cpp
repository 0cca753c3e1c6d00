// VerifyPersistenceTest.cpp: launches that run once, and persistent memory
#include "VerifierModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

namespace {
/// The first kernel packs its input once into 64 persistent bytes, which its
/// second launch reads in every step.
struct Packed : Signed {
  Packed() {
    graph().device = plan().code[0]->device = DeviceKind::cuda;
    plan().code[0]->format = CodeFormat::ptx;
    plan().code[0]->architecture = "sm_90a";
    graph().persistent_bytes = 256;
    signature().persistent_bytes = 64;
    addLaunch(ArgumentKind::input, ArgumentKind::persistent).once = true;
    addLaunch(ArgumentKind::persistent, ArgumentKind::output);
  }
  KernelLaunchT &addLaunch(ArgumentKind from, ArgumentKind to) {
    auto launch = std::make_unique<KernelLaunchT>();
    launch->symbol = "f_" + std::to_string(signature().launches.size());
    launch->grid = {1, 1, 1};
    launch->block = {128, 1, 1};
    launch->arguments = {LaunchArgument(0, 0, from), LaunchArgument(0, 0, to)};
    signature().launches.push_back(std::move(launch));
    return *signature().launches.back();
  }
  KernelLaunchT &pack() { return *signature().launches[0]; }
  TaskT &task() { return *graph().tasks[first]; }
};
} // namespace

TEST(Verifier, LaunchesThatRunOnce) {
  Packed model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, LaunchThatRunsOnceBehindOthers) {
  Packed model;
  std::swap(model.signature().launches[0], model.signature().launches[1]);
  EXPECT_THAT(verify(model),
              HasSubstr("launch of 'f_0' by kernel 'f', which runs once, "
                        "follows one that runs in every step"));
}

TEST(Verifier, LaunchThatRunsOnceAndReadsScratch) {
  Packed model;
  model.signature().scratch_bytes = 64;
  model.task().scratch = int32_t(model.reg({16}, model.whole));
  model.addLaunch(ArgumentKind::scratch, ArgumentKind::output);
  EXPECT_EQ(verify(model), "");
  model.pack().arguments[0] = LaunchArgument(0, 0, ArgumentKind::scratch);
  EXPECT_THAT(verify(model), HasSubstr("names scratch memory, which steps"));
}

TEST(Verifier, LaunchThatRunsOnceAndWritesAnOutput) {
  Packed model;
  model.pack().arguments[1] = LaunchArgument(0, 0, ArgumentKind::output);
  EXPECT_THAT(verify(model), HasSubstr("names output 0, which steps"));
}

TEST(Verifier, TensorMapOfALaunchThatRunsOnce) {
  Packed model;
  auto map = std::make_unique<TensorMapT>();
  map->address = std::make_unique<LaunchArgument>(0, 0, ArgumentKind::output);
  map->element_bytes = 4;
  map->extents = {4, 4};
  map->strides = {16};
  map->box = {4, 2};
  model.pack().tensor_maps.push_back(std::move(map));
  model.pack().arguments[0] = LaunchArgument(0, 0, ArgumentKind::tensor_map);
  EXPECT_THAT(verify(model), HasSubstr("names output 0, which steps"));
}

TEST(Verifier, LaunchesThatFillTheSamePersistentBytes) {
  Packed model;
  model.addLaunch(ArgumentKind::input, ArgumentKind::persistent).once = true;
  std::swap(model.signature().launches[1], model.signature().launches[2]);
  EXPECT_THAT(verify(model), HasSubstr("names persistent byte 0, which "
                                       "another address has"));
}

TEST(Verifier, LaunchThatRunsOnceAndReadsAValueOfTheStep) {
  Packed model;
  KernelSignatureT &other = *model.interface->kernels[1];
  std::swap(model.signature().launches, other.launches);
  std::swap(model.signature().persistent_bytes, other.persistent_bytes);
  EXPECT_THAT(verify(model),
              HasSubstr("a launch that runs once reads register 2 of template "
                        "0, which changes between steps"));
}

TEST(Verifier, LaunchThatRunsOnceAndReadsAStateThatStepsWrite) {
  Packed model;
  uint32_t state = model.state("w", {8, 4}, model.split, 1);
  model.task().inputs[0] = state;
  EXPECT_EQ(verify(model), "");
  // The next value of the state is written in its place, by another task.
  uint32_t next = model.reg({8, 4}, model.split);
  RegisterT &reg = model.getRegister(next);
  reg.space = Space::state;
  reg.index = model.getRegister(state).index;
  reg.offset = model.getRegister(state).offset;
  reg.alias_of = int32_t(state);
  model.compute("h", {model.h}, {next});
  model.interface->kernels.push_back(std::make_unique<KernelSignatureT>());
  KernelSignatureT &added = *model.interface->kernels.back();
  added.symbol = "h";
  for (auto *operands : {&added.inputs, &added.outputs}) {
    operands->push_back(std::make_unique<OperandT>());
    operands->back()->dtype = DType::f32;
    operands->back()->shape = {4, 4};
  }
  EXPECT_THAT(verify(model), HasSubstr("which changes between steps"));
}

TEST(Verifier, LaunchThatRunsOnceAndReadsTheMicroBatch) {
  Packed model;
  model.task().parameters = {uint32_t(Parameter::micro_batch)};
  model.signature().parameters.push_back(std::make_unique<KernelParameterT>());
  EXPECT_EQ(verify(model), "");
  model.pack().arguments.emplace_back(0, 0, ArgumentKind::parameter);
  EXPECT_THAT(verify(model), HasSubstr("receives the number of the "
                                       "micro-batch"));
}

TEST(Verifier, PersistentBytesOutsideOfTheTemplate) {
  Packed model;
  model.task().persistent = 256;
  EXPECT_THAT(verify(model),
              HasSubstr("has 64 persistent bytes at 256 of 256"));
  model.task().persistent = 8;
  EXPECT_THAT(verify(model), HasSubstr("has 64 persistent bytes at 8 of 256"));
  model.task().persistent = 0;
  model.pack().arguments[1] = LaunchArgument(65, 0, ArgumentKind::persistent);
  EXPECT_THAT(verify(model), HasSubstr("begins 65 bytes in 64 persistent"));
}

TEST(Verifier, TasksThatSharePersistentBytes) {
  Packed model;
  model.interface->kernels[1]->persistent_bytes = 64;
  EXPECT_THAT(verify(model), HasSubstr("share persistent bytes"));
  model.graph().persistent_bytes = 512;
  model.graph().tasks[model.second]->persistent = 256;
  EXPECT_EQ(verify(model), "");
}
