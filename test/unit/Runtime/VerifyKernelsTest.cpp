// VerifyKernelsTest.cpp: tasks against the signatures of their kernels
#include "VerifierModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

TEST(Verifier, KernelsGetWhatTheirCodeTakes) {
  Signed model;
  EXPECT_EQ(verify(model), "");
  model.signature().inputs[0]->shape = {2, 8};
  EXPECT_THAT(verify(model),
              HasSubstr("input 0 is register 0 of template 0 of 4x4xf32 but "
                        "its kernel takes 2x8xf32"));
}

TEST(Verifier, KernelOfAnUnknownType) {
  Signed model;
  model.signature().inputs[0]->dtype = DType(253);
  EXPECT_THAT(verify(model), HasSubstr("has an operand of an unknown type"));
}

TEST(Verifier, KernelOfAnotherNumberOfResults) {
  Signed model;
  model.signature().outputs.push_back(std::make_unique<OperandT>());
  EXPECT_THAT(verify(model), HasSubstr("1 outputs but its kernel takes 2"));
}

TEST(Verifier, KernelThatTheCodeDoesNotHave) {
  Signed model;
  model.plan().kernels[0]->symbol = "h";
  EXPECT_THAT(verify(model), HasSubstr("code 0 has no kernel 'h'"));
}

TEST(Verifier, KernelThatDoesNotWorkInPlace) {
  Signed model;
  model.signature().in_place.emplace_back(0, 0);
  EXPECT_THAT(verify(model), HasSubstr("works in place on 0 operands, not on "
                                       "the 1 of its kernel"));
}

TEST(Verifier, KernelWithoutItsScratch) {
  Signed model;
  model.signature().scratch_bytes = 8;
  EXPECT_THAT(verify(model),
              HasSubstr("0 bytes of scratch but its kernel needs 8"));
}

namespace {
/// A kernel whose parameter is the begin of the rank's piece of x, and nothing
/// else.
struct WithOffset : Signed {
  WithOffset() {
    graph().offsets.push_back(std::make_unique<OffsetT>());
    offset().shape = {8, 4};
    offset().distribution = split;
    graph().tasks[first]->parameters = {0};
    signature().parameters.push_back(std::make_unique<KernelParameterT>());
    signature().parameters[0]->offsets = {artifact::digest(plan(), offset())};
  }
  OffsetT &offset() { return *graph().offsets[0]; }
};
} // namespace

TEST(Verifier, OffsetsOfKernelsAreWhatTheirCodeWasMadeFor) {
  WithOffset model;
  EXPECT_EQ(verify(model), "");
  model.offset().shape = {9, 4};
  EXPECT_THAT(verify(model), HasSubstr("parameter 0 is 4 but dim 0"));
  model.offset().shape = {8, 5};
  EXPECT_THAT(verify(model),
              HasSubstr("parameter 0 of its kernel is not the offset 0"));
}

TEST(Verifier, ParameterThatIsNoOffset) {
  WithOffset model;
  model.graph().tasks[model.first]->parameters = {1};
  EXPECT_THAT(verify(model), HasSubstr("is an offset, but 1 is none"));
}

namespace {
/// Kernels for a CUDA device, of which the first launches one function.
struct Launched : Signed {
  Launched() {
    graph().device = plan().code[0]->device = DeviceKind::cuda;
    plan().code[0]->format = CodeFormat::ptx;
    plan().code[0]->architecture = "sm_90a";
    auto launch = std::make_unique<KernelLaunchT>();
    launch->symbol = "f_0";
    launch->grid = {1, 1, 1};
    launch->block = {128, 1, 1};
    launch->arguments = {LaunchArgument(0, 0, ArgumentKind::input),
                         LaunchArgument(64, 0, ArgumentKind::output)};
    signature().launches.push_back(std::move(launch));
  }
  KernelLaunchT &launch() { return *signature().launches[0]; }
  void setArgument(uint64_t offset, uint32_t index, ArgumentKind kind) {
    launch().arguments[1] = LaunchArgument(offset, index, kind);
  }
};
} // namespace

TEST(Verifier, LaunchesOfADevice) {
  Launched model;
  EXPECT_EQ(verify(model), "");
  model.signature().launches.clear(); // nothing to do
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, LaunchesThatNoDeviceCanRun) {
  struct {
    std::vector<uint32_t> grid, block;
    const char *error;
  } cases[] = {{{1, 1}, {1, 1, 1}, "three extents"},
               {{1, 1, 0}, {1, 1, 1}, "a grid without blocks"},
               {{1, 65536, 1}, {1, 1, 1}, "a grid of 1 x 65536 x 1 blocks"},
               {{1, 1, 1}, {0, 1, 1}, "blocks of 0 threads in a dim"},
               {{1, 1, 1}, {64, 32, 1}, "more than 1024 threads"},
               {{1, 1, 1}, {1, 1, 128}, "more than 1024 threads"}};
  for (const auto &[grid, block, error] : cases) {
    Launched model;
    model.launch().grid = grid;
    model.launch().block = block;
    EXPECT_THAT(verify(model), HasSubstr(error));
  }
  Launched model;
  model.launch().shared_bytes = 1 << 20;
  EXPECT_THAT(verify(model), HasSubstr("1048576 bytes of shared memory"));
  model.launch().shared_bytes = 200 * 1024;
  model.launch().static_shared_bytes = 48 * 1024;
  EXPECT_THAT(verify(model), HasSubstr("253952 bytes of shared memory"));
  model.launch().shared_bytes = model.launch().static_shared_bytes = 0;
  model.launch().block = {1024, 1, 1};
  model.launch().registers = 64;
  EXPECT_EQ(verify(model), "");
  model.launch().registers = 65;
  EXPECT_THAT(verify(model), HasSubstr("needs 73728 registers a block"));
  model.launch().registers = 0;
  model.launch().symbol = "";
  EXPECT_THAT(verify(model), HasSubstr("names no function"));
  model.launch().symbol = "f_0";
  model.launch().arguments.resize(513);
  EXPECT_THAT(verify(model), HasSubstr("has 513 arguments"));
}

TEST(Verifier, LaunchesThatOverlapWaitForTheOneInFront) {
  Launched model;
  model.launch().waits = model.launch().overlaps = true;
  EXPECT_THAT(verify(model), HasSubstr("is the first one of its kernel"));
  model.launch().overlaps = false;
  EXPECT_EQ(verify(model), "");
  model.signature().launches.push_back(
      std::make_unique<KernelLaunchT>(model.launch()));
  KernelLaunchT &second = *model.signature().launches.back();
  second.overlaps = true;
  EXPECT_EQ(verify(model), "");
  second.waits = false;
  EXPECT_THAT(verify(model), HasSubstr("its function does not wait for it"));
}

/// A tensor map over all of an operand of 4x4 f32.
static TensorMapT makeMap() {
  TensorMapT map;
  map.address = std::make_unique<LaunchArgument>(0, 0, ArgumentKind::input);
  map.element_bytes = 4;
  map.extents = {4, 4};
  map.strides = {16};
  map.box = {4, 2};
  map.swizzle_bytes = 32;
  return map;
}

TEST(Verifier, TensorMaps) {
  struct {
    void (*change)(TensorMapT &map);
    const char *error;
  } cases[] = {
      {[](TensorMapT &) {}, ""},
      {[](TensorMapT &map) { map.strides.clear(); }, "0 strides"},
      {[](TensorMapT &map) { map.element_bytes = 3; }, "elements of 3 bytes"},
      {[](TensorMapT &map) { map.swizzle_bytes = 48; }, "swizzle of 48 bytes"},
      {[](TensorMapT &map) {
         *map.address = LaunchArgument(0, 0, ArgumentKind::immediate);
       },
       "a tensor map over no operand"},
      {[](TensorMapT &map) {
         *map.address = LaunchArgument(0, 9, ArgumentKind::output);
       },
       "names operand 9"},
      {[](TensorMapT &map) {
         *map.address = LaunchArgument(8, 0, ArgumentKind::input);
       },
       "at byte 8 of an operand"},
      {[](TensorMapT &map) { map.extents[0] = 0; }, "0 elements in a dim"},
      {[](TensorMapT &map) { map.strides[0] = 24; }, "a stride of 24 bytes"},
      {[](TensorMapT &map) { map.extents[1] = 6; }, "exceeds its operand"},
      {[](TensorMapT &map) { map.extents[0] = 5; },
       "a tensor map of 68 bytes in an operand of 64"},
      {[](TensorMapT &map) { map.box[1] = 257; }, "a box of 257 elements"},
      {[](TensorMapT &map) { map.box[0] = 2; }, "a box of rows of 8 bytes"},
      {[](TensorMapT &map) { map.box[0] = 16; }, "a box of rows of 64 bytes"}};
  for (const auto &[change, error] : cases) {
    Launched model;
    auto map = std::make_unique<TensorMapT>(makeMap());
    change(*map);
    model.launch().tensor_maps.push_back(std::move(map));
    model.setArgument(0, 0, ArgumentKind::tensor_map);
    if (*error)
      EXPECT_THAT(verify(model), HasSubstr(error));
    else
      EXPECT_EQ(verify(model), "");
  }
  Launched model;
  model.setArgument(0, 0, ArgumentKind::tensor_map);
  EXPECT_THAT(verify(model), HasSubstr("names tensor map 0 of 0"));
}

TEST(Verifier, ArgumentsOutsideOfOperands) {
  Launched model; // operands of 4x4 f32
  model.setArgument(65, 0, ArgumentKind::output);
  EXPECT_THAT(verify(model), HasSubstr("begins 65 bytes behind the begin"));
  model.setArgument(0, 1, ArgumentKind::input);
  EXPECT_THAT(verify(model), HasSubstr("names operand 1 of 1"));
  model.setArgument(1, 0, ArgumentKind::scratch);
  EXPECT_THAT(verify(model), HasSubstr("begins 1 bytes in 0 bytes of scratch"));
  model.setArgument(0, 0, ArgumentKind::parameter);
  EXPECT_THAT(verify(model), HasSubstr("names parameter 0 of 0"));
  model.setArgument(0, 0, ArgumentKind(9));
  EXPECT_THAT(verify(model), HasSubstr("an argument of an unknown kind"));
}

TEST(Verifier, CodeOfAnotherDevice) {
  Launched model;
  model.graph().device = DeviceKind::host;
  EXPECT_THAT(verify(model), HasSubstr("is for a host device but its kernel "
                                       "for a cuda"));
  model.plan().code[0]->device = DeviceKind::host;
  EXPECT_THAT(verify(model), HasSubstr("code 0 is of an unknown kind"));
  model.plan().code[0]->format = CodeFormat::elf;
  EXPECT_THAT(verify(model), HasSubstr("of the host has launches"));
}

TEST(Verifier, ArchitecturesOfCode) {
  for (const char *name : {"", "sm_", "sm_9", "90", "sm_90aa", "sm_90A"}) {
    Launched model;
    model.plan().code[0]->architecture = name;
    EXPECT_THAT(verify(model), HasSubstr("code 0 is for no architecture"));
  }
}

TEST(Verifier, OtherFormsOfCode) {
  Launched model;
  model.plan().code[0]->alternative_of = 0;
  EXPECT_THAT(verify(model), HasSubstr("code 0 is not another form of code 0"));
  model.plan().code[0]->alternative_of = 1;
  EXPECT_THAT(verify(model), HasSubstr("code 0 is another form of no code"));
}
