// WarpProductTest.cpp: mma.sync and cp.async
#include "TextFaults.h"
#include "Vectors.h"
#include "WarpProductKernel.h"
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

static constexpr FactorType kTypes[] = {FactorType::BF16, FactorType::F16,
                                        FactorType::TF32, FactorType::S8};

static void expectRight(const WarpProduct &product, uint64_t seed) {
  Counters counters;
  Status status =
      runWarpProduct(product, writeWarpProduct(product.type), seed, counters);
  EXPECT_FALSE(status.failed())
      << "seed " << seed << ", type " << int(product.type) << ", " << product.m
      << " x " << product.n << " x " << product.k << ": " << status.message();
  uint64_t blocks = uint64_t((product.m + 63) / 64) * ((product.n + 31) / 32),
           bytes = product.type == FactorType::S8     ? 1
                   : product.type == FactorType::TF32 ? 4
                                                      : 2,
           slices = (product.k * bytes + 63) / 64;
  // Four warps, two steps of a slice, four tiles of 8 columns.
  EXPECT_EQ(counters.warpProducts, blocks * slices * 4 * 2 * 4);
  EXPECT_EQ(counters.bankConflicts, 0u);
}

TEST(PtxWarpProducts, TypesAreExactOnSmallIntegers) {
  for (FactorType type : kTypes)
    for (uint64_t seed = 0; seed < 3; ++seed)
      expectRight({128, 128, 32, type}, seed);
}

TEST(PtxWarpProducts, SumsAreWithinTheirRounding) {
  for (FactorType type : kTypes)
    for (uint64_t seed = 0; seed < 3; ++seed)
      expectRight({64, 32, 300, type, /*isExact=*/false}, seed);
}

TEST(PtxWarpProducts, RowsAndColumnsOutsideAreZeros) {
  for (uint32_t size : {1u, 7u, 8u, 33u, 65u})
    for (uint64_t seed = 0; seed < 3; ++seed)
      for (FactorType type : kTypes)
        expectRight({size, 32 + size, 2 * size + 1, type}, seed);
}

/// A sum is cut toward zero, of integers it wraps.
TEST(PtxWarpProducts, SumsAreCut) {
  auto half = [](float x) { return std::bit_cast<uint32_t>(x) >> 16; };
  auto one = [&](float x) { return std::vector<uint64_t>{half(x), f(1)}; };
  const char *product = "{.reg .b32 %z, %d1, %d2, %d3;\nmov.b32 %z, 0;\n"
                        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                        "{%o, %d1, %d2, %d3}, {%a, %z, %z, %z}, {%a, %z}, "
                        "{%b, %z, %z, %z};}";
  // Lane 0 has A[0, 0] = B[0, 0] = x and the sum C[0, 0] = 1, to which the
  // second x adds 1.56 * 2^-24, more than half of the last place.
  for (float x : {0x1p-12f, 0x1.4p-12f})
    check(std::vector<Together>{
        {product, "www", 32,
         [&](uint32_t lane) { return lane ? one(0) : one(x); },
         [](uint32_t) { return f(1); }}});
  check(std::vector<Together>{
      {"{.reg .b32 %z, %d1, %d2, %d3;\nmov.b32 %z, 0;\n"
       "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
       "{%o, %d1, %d2, %d3}, {%a, %z, %z, %z}, {%a, %z}, {%b, %z, %z, %z};}",
       "www", 32,
       [](uint32_t lane) {
         return std::vector<uint64_t>{lane ? 0u : 127u, u(INT32_MAX)};
       },
       [](uint32_t lane) {
         return lane ? u(INT32_MAX)
                     : uint64_t(uint32_t(INT32_MAX) + 127u * 127u);
       }}});
}

/// Without swizzles, rows of 64 bytes share banks in fours.
TEST(PtxWarpProducts, BankConflictsAreCounted) {
  std::string text = writeWarpProduct(FactorType::BF16);
  for (const char *line :
       {"xor.b32 %r21, %r21, %r27;", "xor.b32 %r31, %r31, %r32;"})
    for (size_t at = text.find(line); at != std::string::npos;
         at = text.find(line))
      text.erase(at, std::strlen(line));
  Counters counters;
  Status status = runWarpProduct({64, 32, 32}, text, 0, counters);
  EXPECT_FALSE(status.failed()) << status.message();
  // Four warps, two steps, three loads of four matrices, three repetitions of
  // each; eight copies of 8 lanes have two whole rows each, and no conflict.
  EXPECT_EQ(counters.bankConflicts, 4u * 2 * 3 * 4 * 3);
}

static const TextFault kFaults[] = {
    // The ring.
    {"a wait too few", "wait_group 1;", "wait_group 2;",
     "has not been waited for"},
    {"no wait", "cp.async.wait_group 1;", "", "has not been waited for"},
    {"no commit", "cp.async.commit_group;", "", "has not been waited for"},
    {"no barrier after the wait", "bar.sync 0;", ""},
    {"a stage reused early", "mad.lo.s32 %r28, %r13, 6144, %r20;",
     "min.u32 %r28, %r13, 1;\nmad.lo.s32 %r28, %r28, 6144, %r20;"},
    {"a stage that overlaps the next one", "mad.lo.s32 %r28, %r13, 6144, %r20;",
     "mad.lo.s32 %r28, %r13, 4096, %r20;"},
    {"the stage of another slice", "mov.b32 %r14, 0;", "mov.b32 %r14, 1;"},
    {"a copy that nobody waits for", "cp.async.wait_all;",
     "shl.b32 %r28, %r0, 2;\n"
     "cp.async.ca.shared.global [%r28], [%rd0], 4;",
     "a block ends before a copy"},
    // Copies.
    {"a slice that is read beyond its end", "min.s32 %r25, %r25, 16;",
     "max.s32 %r25, %r25, 16;"},
    {"zeros in place of numbers", "min.s32 %r25, %r25, 16;",
     "min.s32 %r25, %r25, 12;"},
    {"rows outside of the tensor", "selp.b32 %r25, %r25, 0, %p2;", ""},
    {"more bytes than the copy has", "min.s32 %r25, %r25, 16;",
     "mov.b32 %r25, 20;", "a copy of 16 bytes that reads 20"},
    {"a source at no multiple of 16", "add.s64 %rd4, %rd4, %rd0;",
     "add.s64 %rd4, %rd4, %rd0;\nadd.s64 %rd4, %rd4, 8;",
     "misaligned access of 16 bytes"},
    {"a destination at no multiple of 16", "[%r28+0]", "[%r28+8]",
     "is not a multiple of 16"},
    {"a destination outside", "[%r28+4096]", "[%r28+16000]",
     "of shared memory, which has 18432"},
    // Fragments.
    {"a swizzle of copies alone", "xor.b32 %r31, %r31, %r32;", ""},
    {"a swizzle by other rows", "bfe.u32 %r27, %r20, 1, 2;",
     "bfe.u32 %r27, %r20, 0, 2;"},
    {"rows of a fragment swapped", "{%a0, %a1, %a2, %a3}, {%b0",
     "{%a1, %a0, %a3, %a2}, {%b0"},
    {"k of a fragment swapped", "{%a0, %a1, %a2, %a3}, {%b2",
     "{%a2, %a3, %a0, %a1}, {%b2"},
    {"tiles of B swapped", "{%b0, %b1}", "{%b0, %b2}"},
    {"a step of k twice", "add.s32 %r31, %r31, 2;", "add.s32 %r31, %r31, 0;"},
    {"a product of some lanes", "mma.sync",
     "setp.ne.s32 %p6, %r1, 5;\n@%p6 mma.sync",
     "a product of some lanes of a warp"},
};

/// Every fault is found under three of three seeds.
TEST(PtxWarpProducts, PlantedFaults) {
  WarpProduct product{136, 72, 280};
  expectFound(writeWarpProduct(product.type), kFaults,
              [&](const std::string &text, uint64_t seed) {
                Counters counters;
                return runWarpProduct(product, text, seed, counters);
              });
}

/// Forms that PTX does not have, or that no kernel uses, are refused.
TEST(PtxWarpProducts, FormsAreChecked) {
  for (const char *form :
       {"cp.async.cg.shared.global [%r0], [%rd0], 8;",
        "cp.async.ca.shared.global [%r0], [%rd0], 12;",
        "cp.async.shared.global [%r0], [%rd0], 16;",
        "cp.async.ca.shared.global [%r0], [%rd0], %r1;",
        "cp.async.ca.shared.global [%r0], [%rd0];",
        "cp.async.ca.shared.global %r0, [%rd0], 16;",
        "cp.async.ca.shared.global.L2::cache_hint [%r0], [%rd0], 16, %rd1;",
        "cp.async.wait_group;", "cp.async.wait_group %r0;",
        "cp.async.commit_group 1;",
        "cp.async.mbarrier.arrive.shared.b64 [%r0];",
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r0, %r1}, {%r2, "
        "%r3, %r4, %r5}, {%r6, %r7}, {%r0, %r1};",
        "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {%r0, %r1, %r2, "
        "%r3}, {%r4, %r5, %r6, %r7}, {%r4, %r5}, {%r0, %r1, %r2, %r3};",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, "
        "%r3}, {%r4, %r5}, {%r4, %r5}, {%r0, %r1, %r2, %r3};",
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.f16.f32 {%r0, %r1, %r2, "
        "%r3}, {%r4, %r5, %r6, %r7}, {%r4, %r5}, {%r0, %r1, %r2, %r3};"}) {
    GlobalMemory memory;
    Machine machine(memory);
    Status status = machine.load(
        std::string(".version 8.0\n.target sm_80\n.address_size 64\n.visible "
                    ".entry k()\n{\n.reg .b32 %r<8>;\n.reg .b64 %rd<2>;\n") +
        form + "\nret;\n}\n");
    EXPECT_TRUE(status.failed()) << form;
    EXPECT_NE(status.message().find("not known in this form"),
              std::string::npos)
        << form << ": " << status.message();
  }
}
