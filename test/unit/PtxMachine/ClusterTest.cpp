// ClusterTest.cpp: clusters, copies to several blocks, arrivals at other blocks
//
// The kernel of these tests: a cluster of two blocks goes over pairs of rows of
// 32 f32. In step s, the producer of block r loads row 2 s + r for both blocks,
// to a ring of two slots of two rows; the consumers of both add row 2 s and
// twice row 2 s + 1. A slot is empty when the consumers of both blocks have
// arrived at the barriers of both producers.
#include "Machine.h"
#include "TensorMap.h"
#include "TextFaults.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::ptx;

// Slots at 0 and 256; barriers full at 512 and empty at 528.
static const char *const kKernel = R"(.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 smem[];
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 out, .param .u32 steps)
.maxntid 64
.explicitcluster
.reqnctapercluster 2
{
.reg .pred %p<8>;
.reg .b16 %h<2>;
.reg .b32 %r<24>;
.reg .f32 %f<4>;
.reg .b64 %rd<8>;
mov.u32 %r0, %tid.x;
mov.u32 %r1, %cluster_ctarank;
ld.param.u32 %r2, [steps];
mov.b64 %rd0, map;
cvta.param.u64 %rd1, %rd0;
mov.b32 %r3, smem;
mov.b32 %r4, 0;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra READY;
mbarrier.init.shared.b64 [smem+512], 1;
mbarrier.init.shared.b64 [smem+520], 1;
mbarrier.init.shared.b64 [smem+528], 2;
mbarrier.init.shared.b64 [smem+536], 2;
fence.mbarrier_init.release.cluster;
READY:
barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned;
setp.ge.u32 %p1, %r0, 32;
@%p1 bra CONSUMER;
@%p0 bra DONE;
PRODUCE:
and.b32 %r5, %r4, 1;
shr.u32 %r6, %r4, 1;
and.b32 %r6, %r6, 1;
xor.b32 %r6, %r6, 1;
shl.b32 %r7, %r5, 3;
add.s32 %r7, %r7, %r3;
WAIT_EMPTY:
mbarrier.try_wait.parity.shared.b64 %p2, [%r7+528], %r6;
@!%p2 bra WAIT_EMPTY;
mbarrier.arrive.expect_tx.shared.b64 _, [%r7+512], 256;
shl.b32 %r8, %r5, 8;
shl.b32 %r9, %r1, 7;
add.s32 %r8, %r8, %r9;
add.s32 %r8, %r8, %r3;
shl.b32 %r10, %r4, 1;
add.s32 %r10, %r10, %r1;
mov.b32 %r11, 0;
mov.b16 %h0, 3;
cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%r8], [%rd1, {%r11, %r10}], [%r7+512], %h0;
add.s32 %r4, %r4, 1;
setp.lt.u32 %p2, %r4, %r2;
@%p2 bra PRODUCE;
bra.uni DONE;
CONSUMER:
and.b32 %r12, %r0, 31;
mov.f32 %f0, 0f00000000;
CONSUME:
and.b32 %r5, %r4, 1;
shr.u32 %r6, %r4, 1;
and.b32 %r6, %r6, 1;
shl.b32 %r7, %r5, 3;
add.s32 %r7, %r7, %r3;
WAIT_FULL:
mbarrier.try_wait.parity.shared.b64 %p2, [%r7+512], %r6;
@!%p2 bra WAIT_FULL;
shl.b32 %r8, %r5, 8;
shl.b32 %r9, %r12, 2;
add.s32 %r8, %r8, %r9;
add.s32 %r8, %r8, %r3;
ld.shared.f32 %f1, [%r8];
ld.shared.f32 %f2, [%r8+128];
add.f32 %f0, %f0, %f1;
add.f32 %f0, %f0, %f2;
add.f32 %f0, %f0, %f2;
bar.warp.sync -1;
setp.ge.u32 %p3, %r12, 2;
@%p3 bra RELEASED;
add.s32 %r13, %r7, 528;
mapa.shared::cluster.u32 %r14, %r13, %r12;
mbarrier.arrive.shared::cluster.b64 _, [%r14];
RELEASED:
add.s32 %r4, %r4, 1;
setp.lt.u32 %p2, %r4, %r2;
@%p2 bra CONSUME;
ld.param.u64 %rd2, [out];
mov.u32 %r15, %ctaid.x;
shl.b32 %r15, %r15, 5;
add.s32 %r15, %r15, %r12;
mul.wide.u32 %rd3, %r15, 4;
add.s64 %rd4, %rd2, %rd3;
st.global.f32 [%rd4], %f0;
DONE:
barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned;
ret;
}
)";

static constexpr uint32_t kBlocks = 16, kSteps = 9, kRow = 32;

/// Runs the kernel on small integers and compares.
static Status run(const std::string &text, uint64_t seed, uint32_t blocks,
                  Counters &counters) {
  GlobalMemory memory;
  Machine machine(memory);
  SBP_RETURN_IF_FAILED(machine.load(text));
  std::vector<float> rows(2 * kSteps * kRow), out(kBlocks * kRow);
  for (size_t i = 0; i < rows.size(); ++i)
    rows[i] = float((i * 7 + i / kRow) % 11);
  TensorMap map;
  map.elementBytes = 4;
  map.rank = 2;
  map.address = memory.allocate(4 * rows.size(), "rows");
  map.extents[0] = kRow;
  map.extents[1] = 2 * kSteps;
  map.strides[1] = 4 * kRow;
  map.box[0] = kRow;
  map.box[1] = 1;
  SBP_RETURN_IF_FAILED(memory.write(map.address, rows.data(), 4 * rows.size()));
  uint64_t to = memory.allocate(4 * out.size(), "out");
  SBP_RETURN_IF_FAILED(memory.fill(to, 0xff, 4 * out.size()));
  Launch launch;
  launch.kernel = "k";
  launch.grid = {blocks, 1, 1};
  launch.block = {64, 1, 1};
  launch.sharedBytes = 544;
  launch.parameters.resize(128 + 8 + 4);
  std::memcpy(launch.parameters.data(), &map, 128);
  std::memcpy(&launch.parameters[128], &to, 8);
  std::memcpy(&launch.parameters[136], &kSteps, 4);
  SBP_RETURN_IF_FAILED(machine.launch(launch, seed, counters));
  SBP_RETURN_IF_FAILED(memory.read(out.data(), to, 4 * out.size()));
  for (uint32_t i = 0; i < blocks * kRow; ++i) {
    float expected = 0;
    for (uint32_t row = 0; row < 2 * kSteps; ++row)
      expected += float(1 + row % 2) * rows[row * kRow + i % kRow];
    if (out[i] != expected)
      return userError("element ", i, " is ", out[i], ", expected ", expected);
  }
  return Status();
}

TEST(PtxClusters, BlocksShareLoads) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Counters counters;
    Status status = run(kKernel, seed, kBlocks, counters);
    EXPECT_FALSE(status.failed())
        << "seed " << seed << ": " << status.message();
    // Each row is read once for the two blocks of a cluster.
    EXPECT_EQ(counters.bulkBytes, kBlocks / 2 * 2 * kSteps * 128);
  }
}

TEST(PtxClusters, GridsAreMultiplesOfClusters) {
  Counters counters;
  Status status = run(kKernel, 0, 3, counters);
  EXPECT_EQ(status.message(),
            "k: 3 blocks along x are no multiple of the cluster's 2");
}

static const TextFault kFaults[] = {
    {"no barrier of the cluster behind new mbarriers",
     "READY:\nbarrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;",
     "READY:\nbar.sync 0;"},
    {"no arrival at the cluster's barrier",
     "READY:\nbarrier.cluster.arrive.aligned;\n", "READY:\n"},
    {"no wait at the cluster's barrier", "barrier.cluster.wait.aligned;\nsetp",
     "setp"},
    {"no barrier of the cluster at the end",
     "DONE:\nbarrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;",
     "DONE:"},
    {"a copy for one block", "mov.b16 %h0, 3;", "mov.b16 %h0, 1;"},
    {"a copy for a block that there is not", "mov.b16 %h0, 3;",
     "mov.b16 %h0, 7;"},
    {"both blocks load the same row", "add.s32 %r10, %r10, %r1;", ""},
    {"both blocks load to the same place",
     "add.s32 %r8, %r8, %r9;\nadd.s32 "
     "%r8, %r8, %r3;\nshl",
     "add.s32 %r8, %r8, %r3;\nshl"},
    {"bytes of one row", "_, [%r7+512], 256;", "_, [%r7+512], 128;"},
    {"a release to block 0 alone", "setp.ge.u32 %p3, %r12, 2;",
     "setp.ge.u32 %p3, %r12, 1;"},
    {"releases to the own block alone",
     "mapa.shared::cluster.u32 %r14, %r13, %r12;",
     "mapa.shared::cluster.u32 %r14, %r13, %r1;"},
    {"a release to a block that there is not",
     "mapa.shared::cluster.u32 %r14, %r13, %r12;",
     "mapa.shared::cluster.u32 %r14, %r13, %r12;\n"
     "mapa.shared::cluster.u32 %r14, %r13, 2;"},
    {"the other block's memory as if it were the own", "CONSUMER:\nand.b32",
     "CONSUMER:\nxor.b32 %r15, %r1, 1;\n"
     "mapa.shared::cluster.u32 %r3, %r3, %r15;\nand.b32"},
    {"slots that one block releases", "[smem+528], 2", "[smem+528], 1"},
    {"slots that three blocks release", "[smem+528], 2", "[smem+528], 3"},
};

/// Every fault is found under three of three seeds.
TEST(PtxClusters, PlantedFaults) {
  expectFound(kKernel, kFaults, [](const std::string &text, uint64_t seed) {
    Counters counters;
    return run(text, seed, kBlocks, counters);
  });
}
