// HopperTest.cpp: tensor copies, mbarriers and warpgroup products
#include "HopperKernel.h"
#include "TextFaults.h"
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::ptx;

static void expectRight(const Product &product, uint64_t seed) {
  Counters counters;
  Status status = runProduct(product, writeProduct(product), seed, counters);
  EXPECT_FALSE(status.failed())
      << "seed " << seed << ", transposed " << product.isTransposedA
      << product.isTransposedB << ": " << status.message();
  uint64_t tiles = uint64_t((product.m + 63) / 64) * ((product.n + 63) / 64),
           slices = (product.k + 63) / 64;
  EXPECT_EQ(counters.bulkBytes, tiles * (slices * 16384 + 8192));
  EXPECT_EQ(counters.products, tiles * slices * 4);
}

TEST(PtxHopper, ProductsOfAllTranspositions) {
  for (uint64_t seed = 0; seed < 3; ++seed)
    for (bool isHalf : {false, true})
      for (bool a : {false, true})
        for (bool b : {false, true})
          expectRight({72, 136, 200, isHalf, a, b}, seed);
}

TEST(PtxHopper, FactorsFromRegisters) {
  for (uint64_t seed = 0; seed < 3; ++seed)
    for (bool b : {false, true})
      expectRight({64, 64, 320, false, false, b, /*hasFragment=*/true}, seed);
}

TEST(PtxHopper, RowsAndColumnsOutsideAreZeros) {
  for (uint32_t size : {1u, 7u, 8u, 63u, 65u})
    for (uint64_t seed = 0; seed < 3; ++seed)
      expectRight({size, 64 + size, 2 * size + 1}, seed);
}

static const TextFault kFaults[] = {
    // Rings.
    {"no wait for a full slot", "@!%p2 bra WAIT_FULL;", ""},
    {"no wait for an empty slot", "@!%p2 bra WAIT_EMPTY;", ""},
    {"wrong parity of an empty slot", "xor.b32 %r7, %r7, 1;", ""},
    {"wrong parity of a full slot", "[%r8+40960], %r7;", "[%r8+40960], 1;"},
    {"too few bytes", "16384;\nshl", "8192;\nshl"},
    {"too many bytes", "16384;\nshl", "16640;\nshl"},
    {"arrivals that nobody makes", "[smem+40976], 1", "[smem+40976], 2"},
    {"a release by every thread", "@!%p0 mbarrier.arrive", "mbarrier.arrive"},
    {"no release", "@!%p0 mbarrier.arrive.shared.b64 _, [%r8+40976];", ""},
    {"a release of the other slot", "_, [%r8+40976]", "_, [%r2+40984]"},
    {"a release before the products are done",
     "wgmma.wait_group.sync.aligned 0;\n@!%p0 mbarrier.arrive.shared.b64 _, "
     "[%r8+40976];",
     "@!%p0 mbarrier.arrive.shared.b64 _, [%r8+40976];\n"
     "wgmma.wait_group.sync.aligned 0;"},
    {"no fence of new barriers", "fence.mbarrier_init.release.cluster;", ""},
    {"no barrier behind new mbarriers", "bar.sync 0;", ""},
    {"a slot that overlaps the next one", "shl.b32 %r9, %r6, 14;",
     "shl.b32 %r9, %r6, 13;"},
    // Descriptors.
    {"wrong distance of row groups", "4611686293338849280",
     "4611686155899895808"},
    {"no swizzle", "4611686293338849280", "274911461376"},
    {"a step of the wrong length", "add.s64 %rd7, %rd5, 2;",
     "add.s64 %rd7, %rd5, 4;"},
    {"a tile that begins no row group", "add.s64 %rd5, %rd4, 512;",
     "add.s64 %rd5, %rd4, 520;"},
    {"a transposed factor that is none", "1, 1, 0, 0;", "1, 1, 0, 1;"},
    {"coordinates of a load in the wrong order", "{%r10, %r3}", "{%r3, %r10}"},
    // Products.
    {"no fence before products", "wgmma.fence.sync.aligned;", ""},
    {"no commit", "wgmma.commit_group.sync.aligned;", ""},
    {"a wait that leaves products in flight", "wait_group.sync.aligned 0;",
     "wait_group.sync.aligned 1;"},
    {"sums that begin anew", "%rd7, %p3, 1", "%rd7, !%p4, 1"},
    // Fragments and epilogues.
    {"halves in the wrong order", "%f0, %a1, %a0;", "%f0, %a0, %a1;"},
    {"tiles of a fragment in the wrong order", "{%f0, %f1, %f2, %f3};",
     "{%f0, %f2, %f1, %f3};"},
    {"a tile that is stored without swizzle", "xor.b32 %r27, %r27, %r26;", ""},
    {"no fence of the proxy", "fence.proxy.async.shared::cta;", ""},
    {"no barrier before the store", "bar.sync 1, 128;", ""},
    {"a barrier of too many threads", "bar.sync 1, 128;", "bar.sync 1, 160;"},
    {"coordinates of a store in the wrong order", "{%r4, %r3}", "{%r3, %r4}"},
    {"no wait for the read of a store", "cp.async.bulk.wait_group.read 0;", ""},
    {"no commit of a store", "cp.async.bulk.commit_group;", ""},
};

/// Every fault is found under three of three seeds.
TEST(PtxHopper, PlantedFaults) {
  Product product{136, 72, 576};
  expectFound(writeProduct(product), kFaults,
              [&](const std::string &text, uint64_t seed) {
                Counters counters;
                return runProduct(product, text, seed, counters);
              });
}
