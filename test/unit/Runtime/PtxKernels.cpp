// PtxKernels.cpp: the text of the test kernels
#include "PtxKernels.h"
#include <cstdlib>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

void test::useStubDriver() {
  setenv("SBP_CUDA_DRIVER", SBP_STUB_CUDA, /*overwrite=*/0);
  setenv("SBP_NCCL", SBP_STUB_NCCL, /*overwrite=*/0);
  setenv("SBP_STUB_DEVICES", "8", /*overwrite=*/0);
  setenv("SBP_STUB_ARCH", "90,90,90,90,90,90,90,120", /*overwrite=*/0);
}

/// The two functions of `double`: out = 2 in, then out = in + number, with 64
/// threads each.
static const char kernels[] = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry twice(.param .u64 in, .param .u64 out)
{
  .reg .b32 %r<2>; .reg .b64 %rd<6>; .reg .f32 %f<3>;
  ld.param.u64 %rd0, [in];
  ld.param.u64 %rd1, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd3, %rd0, %rd2;
  add.s64 %rd4, %rd1, %rd2;
  ld.global.f32 %f0, [%rd3];
  add.f32 %f1, %f0, %f0;
  st.global.f32 [%rd4], %f1;
  ret;
}
.visible .entry shift(.param .u64 in, .param .u64 number, .param .u64 out)
{
  .reg .b32 %r<2>; .reg .b64 %rd<6>; .reg .f32 %f<4>;
  ld.param.u64 %rd0, [in];
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd5, [number];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd3, %rd0, %rd2;
  add.s64 %rd4, %rd1, %rd2;
  ld.global.f32 %f0, [%rd3];
  cvt.rn.f32.s64 %f2, %rd5;
  add.f32 %f1, %f0, %f2;
  st.global.f32 [%rd4], %f1;
  ret;
}
.visible .entry scale(.param .u64 in, .param .u64 out, .param .u64 count, .param .u64 rank)
{
  .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<9>; .reg .f32 %f<5>;
  ld.param.u64 %rd0, [in];
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [count];
  ld.param.u64 %rd3, [rank];
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r0, %r1, %r2;
  cvt.u64.u32 %rd4, %r3;
  setp.ge.u64 %p0, %rd4, %rd2;
  @%p0 bra END;
  shl.b64 %rd5, %rd4, 2;
  add.s64 %rd6, %rd0, %rd5;
  add.s64 %rd7, %rd1, %rd5;
  add.s64 %rd8, %rd3, 1;
  cvt.rn.f32.s64 %f0, %rd8;
  ld.global.f32 %f1, [%rd6];
  mul.f32 %f2, %f1, %f0;
  mov.f32 %f3, 0f40E00000;
  div.rn.f32 %f4, %f2, %f3;
  st.global.f32 [%rd7], %f4;
END:
  ret;
}
)";

/// Computes the address of one element of a piece: `piece` + index . strides.
static std::string findElement(const std::string &piece,
                               const std::string &address) {
  std::string text = "  ld.global.u64 " + address + ", [" + piece + "];\n";
  for (int d = 0; d < 4; ++d)
    text += textOf("  ld.global.u64 %rd30, [", piece, "+", 8 + 8 * d,
                   "];\n  mul.lo.s64 %rd31, %rd30, %rd1", d,
                   ";\n  shl.b64 %rd31, %rd31, 2;\n  add.s64 ", address, ", ",
                   address, ", %rd31;\n");
  return text;
}

/// A transfer function: every thread processes elements of box ctaid.y; %rd10
/// to %rd13 hold their coordinates.
static std::string writeTransfer(const std::string &name) {
  return ".visible .entry " + name + R"((.param .u64 table)
{
  .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<40>; .reg .f32 %f<4>;
  ld.param.u64 %rd0, [table];
  mov.u32 %r0, %ctaid.y;
  mul.wide.u32 %rd1, %r0, 64;
  add.s64 %rd0, %rd0, %rd1;
  ld.global.u64 %rd2, [%rd0+32];
  ld.global.u64 %rd3, [%rd0+40];
  ld.global.u64 %rd4, [%rd0+48];
  ld.global.u64 %rd5, [%rd0+56];
  mul.lo.s64 %rd6, %rd2, %rd3;
  mul.lo.s64 %rd6, %rd6, %rd4;
  mul.lo.s64 %rd6, %rd6, %rd5;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mov.u32 %r4, %nctaid.x;
  mad.lo.s32 %r5, %r1, %r2, %r3;
  cvt.u64.u32 %rd7, %r5;
  mul.wide.u32 %rd8, %r4, 256;
NEXT:
  setp.ge.u64 %p0, %rd7, %rd6;
  @%p0 bra END;
  rem.u64 %rd13, %rd7, %rd5;
  div.u64 %rd9, %rd7, %rd5;
  rem.u64 %rd12, %rd9, %rd4;
  div.u64 %rd9, %rd9, %rd4;
  rem.u64 %rd11, %rd9, %rd3;
  div.u64 %rd10, %rd9, %rd3;
  ld.global.u64 %rd20, [%rd0+16];
  ld.global.u64 %rd21, [%rd0+24];
  mov.f32 %f0, 0f80000000;
SOURCES:
  setp.eq.u64 %p1, %rd21, 0;
  @%p1 bra COMBINED;
)" + findElement("%rd20", "%rd22") +
         R"(  ld.global.f32 %f1, [%rd22];
  add.f32 %f0, %f0, %f1;
  add.s64 %rd20, %rd20, 40;
  add.s64 %rd21, %rd21, -1;
  bra SOURCES;
COMBINED:
  ld.global.u64 %rd23, [%rd0];
  ld.global.u64 %rd24, [%rd0+8];
DESTINATIONS:
  setp.eq.u64 %p2, %rd24, 0;
  @%p2 bra WRITTEN;
)" + findElement("%rd23", "%rd25") +
         R"(  st.global.f32 [%rd25], %f0;
  add.s64 %rd23, %rd23, 40;
  add.s64 %rd24, %rd24, -1;
  bra DESTINATIONS;
WRITTEN:
  add.s64 %rd7, %rd7, %rd8;
  bra NEXT;
END:
  ret;
}
)";
}

static std::unique_ptr<KernelLaunchT>
makeLaunch(const std::string &symbol, std::vector<LaunchArgument> arguments) {
  auto launch = std::make_unique<KernelLaunchT>();
  launch->symbol = symbol;
  launch->grid = {1, 1, 1};
  launch->block = {64, 1, 1};
  launch->arguments = std::move(arguments);
  return launch;
}

static std::unique_ptr<OperandT> makeOperand() {
  auto operand = std::make_unique<OperandT>();
  operand->dtype = DType::f32;
  operand->shape = {64};
  return operand;
}

std::unique_ptr<KernelLaunchT> PtxKernels::launchScale(uint64_t count) {
  auto launch =
      makeLaunch("scale", {LaunchArgument(0, 0, ArgumentKind::input),
                           LaunchArgument(0, 0, ArgumentKind::output),
                           LaunchArgument(0, 0, ArgumentKind::parameter),
                           LaunchArgument(0, 1, ArgumentKind::parameter)});
  launch->grid[0] = (count + 63) / 64;
  return launch;
}

PtxKernels::PtxKernels()
    : text(kernels + writeTransfer("sbp_transfer_sum_f32") +
           writeTransfer("sbp_transfer_copy_4")),
      blob{text.data(), text.size()} {
  code.device = DeviceKind::cuda;
  code.format = CodeFormat::ptx;
  code.architecture = "sm_90";
  code.driver = 12000;
  interface.transfers = {"sbp_transfer_sum_f32", "sbp_transfer_copy_4"};
  auto kernel = std::make_unique<KernelSignatureT>();
  kernel->symbol = "double";
  kernel->inputs.push_back(makeOperand());
  kernel->outputs.push_back(makeOperand());
  kernel->scratch_bytes = 512;
  kernel->parameters.push_back(std::make_unique<KernelParameterT>());
  kernel->launches.push_back(
      makeLaunch("twice", {LaunchArgument(0, 0, ArgumentKind::input),
                           LaunchArgument(256, 0, ArgumentKind::scratch)}));
  kernel->launches.push_back(
      makeLaunch("shift", {LaunchArgument(256, 0, ArgumentKind::scratch),
                           LaunchArgument(0, 0, ArgumentKind::parameter),
                           LaunchArgument(0, 0, ArgumentKind::output)}));
  interface.kernels.push_back(std::move(kernel));
}
