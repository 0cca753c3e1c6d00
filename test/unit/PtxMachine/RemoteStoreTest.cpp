// RemoteStoreTest.cpp: st.async between the blocks of a cluster
//
// The kernel of these tests: a cluster of four blocks goes over steps. In each,
// every block sends its number to all four, which join them in the order of
// their ranks: ((n0 * 2 + n1) * 2 + n2) * 2 + n3. Two buffers of four slots
// take turns, each with an mbarrier that expects the bytes of four stores.
#include "TextFaults.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::ptx;

// Slots of 8 bytes at 0 and 32; barriers at 64 and 72.
static const char *const kKernel = R"(.version 8.1
.target sm_90a
.address_size 64
.shared .align 16 .b8 smem[80];
.visible .entry k(.param .u64 in, .param .u64 out, .param .u32 steps)
.maxntid 64
.explicitcluster
.reqnctapercluster 4
{
.reg .pred %p<8>;
.reg .b32 %r<24>;
.reg .f32 %f<8>;
.reg .b64 %rd<8>;
mov.u32 %r0, %tid.x;
mov.u32 %r1, %cluster_ctarank;
mov.u32 %r2, %ctaid.x;
ld.param.u32 %r3, [steps];
ld.param.u64 %rd0, [in];
ld.param.u64 %rd1, [out];
mov.b32 %r4, smem;
mov.b32 %r5, 0;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra READY;
mbarrier.init.shared.b64 [smem+64], 1;
mbarrier.init.shared.b64 [smem+72], 1;
fence.mbarrier_init.release.cluster;
READY:
bar.sync 0;
barrier.cluster.arrive.relaxed.aligned;
barrier.cluster.wait.aligned;
STEP:
mad.lo.s32 %r6, %r2, %r3, %r5;
mul.wide.u32 %rd2, %r6, 4;
add.s64 %rd3, %rd0, %rd2;
ld.global.f32 %f0, [%rd3];
cvt.rn.f32.u32 %f1, %r5;
and.b32 %r7, %r5, 1;
shl.b32 %r8, %r7, 5;
add.s32 %r8, %r8, %r4;
shl.b32 %r9, %r7, 3;
add.s32 %r9, %r9, %r4;
add.s32 %r9, %r9, 64;
bar.sync 0;
@%p0 bra SEND;
mbarrier.arrive.expect_tx.shared.b64 _, [%r9], 32;
SEND:
setp.ge.u32 %p1, %r0, 4;
@%p1 bra SENT;
shl.b32 %r10, %r1, 3;
add.s32 %r10, %r10, %r8;
mapa.shared::cluster.u32 %r11, %r10, %r0;
mapa.shared::cluster.u32 %r12, %r9, %r0;
st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [%r11], {%f0, %f1}, [%r12];
SENT:
shr.u32 %r13, %r5, 1;
and.b32 %r13, %r13, 1;
WAIT:
mbarrier.try_wait.parity.shared.b64 %p2, [%r9], %r13;
@!%p2 bra WAIT;
ld.shared.v2.f32 {%f2, %f3}, [%r8];
fma.rn.f32 %f2, %f2, 0f40000000, %f3;
ld.shared.v2.f32 {%f4, %f3}, [%r8+8];
fma.rn.f32 %f2, %f2, 0f40000000, %f4;
ld.shared.v2.f32 {%f4, %f3}, [%r8+16];
fma.rn.f32 %f2, %f2, 0f40000000, %f4;
ld.shared.v2.f32 {%f4, %f3}, [%r8+24];
fma.rn.f32 %f2, %f2, 0f40000000, %f4;
add.s64 %rd4, %rd1, %rd2;
@!%p0 st.global.f32 [%rd4], %f2;
add.s32 %r5, %r5, 1;
setp.lt.u32 %p3, %r5, %r3;
@%p3 bra STEP;
ret;
}
)";

static constexpr uint32_t kBlocks = 8, kClusterSize = 4, kSteps = 7;

/// Runs the kernel on small integers and compares.
static Status run(const std::string &text, uint64_t seed) {
  GlobalMemory memory;
  Machine machine(memory);
  SBP_RETURN_IF_FAILED(machine.load(text));
  std::vector<float> in(kBlocks * kSteps), out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = float(i * 5 % 13);
  uint64_t bytes = 4 * in.size(), from = memory.allocate(bytes, "in"),
           to = memory.allocate(bytes, "out");
  SBP_RETURN_IF_FAILED(memory.write(from, in.data(), bytes));
  SBP_RETURN_IF_FAILED(memory.fill(to, 0xff, bytes));
  Launch launch;
  launch.kernel = "k";
  launch.grid = {kBlocks, 1, 1};
  launch.block = {64, 1, 1};
  launch.parameters.resize(20);
  std::memcpy(&launch.parameters[0], &from, 8);
  std::memcpy(&launch.parameters[8], &to, 8);
  std::memcpy(&launch.parameters[16], &kSteps, 4);
  Counters counters;
  SBP_RETURN_IF_FAILED(machine.launch(launch, seed, counters));
  SBP_RETURN_IF_FAILED(memory.read(out.data(), to, bytes));
  for (uint32_t i = 0; i < out.size(); ++i) {
    uint32_t step = i % kSteps, cluster = i / (kSteps * kClusterSize);
    // The second value of the first slot, the step, is added once.
    float sum = 0;
    for (uint32_t rank = 0; rank < kClusterSize; ++rank) {
      float term = in[(cluster * kClusterSize + rank) * kSteps + step];
      sum = rank ? 2 * sum + term : 2 * term + float(step);
    }
    if (out[i] != sum)
      return userError("element ", i, " is ", out[i], ", expected ", sum);
  }
  return Status();
}

TEST(PtxRemoteStores, BlocksExchangeNumbers) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Status status = run(kKernel, seed);
    EXPECT_FALSE(status.failed())
        << "seed " << seed << ": " << status.message();
  }
}

static const TextFault kFaults[] = {
    {"slots are read before they arrive", "@!%p2 bra WAIT;", ""},
    {"waits for the first phase alone", "[%r9], %r13", "[%r9], 0"},
    {"a block gets nothing", "setp.ge.u32 %p1, %r0, 4;",
     "setp.ge.u32 %p1, %r0, 3;", "deadlock"},
    {"a block that there is not gets something", "setp.ge.u32 %p1, %r0, 4;",
     "setp.ge.u32 %p1, %r0, 5;", "block 4 of a cluster of 4"},
    {"slots in another order", "shl.b32 %r10, %r1, 3;",
     "xor.b32 %r10, %r1, 1;\nshl.b32 %r10, %r10, 3;"},
    {"all blocks store to one slot", "add.s32 %r10, %r10, %r8;",
     "mov.b32 %r10, %r8;"},
    {"bytes of three blocks", "_, [%r9], 32;", "_, [%r9], 24;"},
    {"bytes of five blocks", "_, [%r9], 32;", "_, [%r9], 40;", "deadlock"},
    {"one buffer for all steps", "and.b32 %r7, %r5, 1;", "mov.b32 %r7, 0;"},
    {"the block's own mbarrier", "%r12, %r9, %r0;", "%r12, %r9, %r1;",
     "stores to another block than that of its mbarrier"},
    {"no barrier of the cluster behind new mbarriers",
     "barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.aligned;",
     ""},
    {"one value instead of two", ".v2.f32 [%r11], {%f0, %f1}",
     ".f32 [%r11], %f0"},
    {"values exchanged", "{%f0, %f1}, [%r12]", "{%f1, %f0}, [%r12]"},
    {"an address that is no multiple of the size", "add.s32 %r10, %r10, %r8;",
     "add.s32 %r10, %r10, %r8;\n"
     "add.s32 %r10, %r10, 4;"},
};

/// Every fault is found under three of three seeds.
TEST(PtxRemoteStores, PlantedFaults) { expectFound(kKernel, kFaults, run); }

/// Forms that PTX does not have are refused when the module is loaded.
TEST(PtxRemoteStores, FormsAreChecked) {
  for (const char *form :
       {"st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [%r11], "
        "{%f0, %f1, %f2}, [%r12];",
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b64 [%r11], "
        "{%rd0, %rd1, %rd2, %rd3}, [%r12];",
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.b16 [%r11], "
        "%r0, [%r12];",
        "st.async.shared::cluster.f32 [%r11], %f0, [%r12];",
        "st.async.mbarrier::complete_tx::bytes.f32 [%r11], %f0, [%r12];",
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.f32 [%r11], "
        "%f0, %r12;"}) {
    std::string text = kKernel;
    size_t at = text.find("st.async"), end = text.find('\n', at);
    text.replace(at, end - at, form);
    Status status = run(text, 0);
    EXPECT_TRUE(status.failed()) << form;
    EXPECT_NE(status.message().find("not known in this form"),
              std::string::npos)
        << form << ": " << status.message();
  }
}
