//===- ArenaTest.cpp - offline packing of intervals -----------------------===//

#include "sbp/Analysis/Scheduling/Arena.h"
#include "gtest/gtest.h"
#include <random>

using namespace sbp;

static bool areLiveTogether(const LiveRange &a, const LiveRange &b) {
  LaunchInterval wholeA, wholeB;
  for (LaunchInterval left : a.getParts(wholeA))
    for (LaunchInterval right : b.getParts(wholeB))
      if (left.begin <= right.end && right.begin <= left.end)
        return true;
  return false;
}

static void expectNoOverlap(llvm::ArrayRef<LiveRange> ranges,
                            const ArenaPlan &plan) {
  for (size_t i = 0; i < ranges.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const LiveRange &a = ranges[i], &b = ranges[j];
      if (a.bytes == 0 || b.bytes == 0 || !areLiveTogether(a, b))
        continue;
      EXPECT_TRUE(plan.offsets[i] + a.bytes <= plan.offsets[j] ||
                  plan.offsets[j] + b.bytes <= plan.offsets[i])
          << i << " and " << j;
    }
}

TEST(Arena, ChainReusesBytes) {
  std::vector<LiveRange> ranges = {{0, 1, 256}, {1, 2, 256}, {2, 3, 256}};
  ArenaPlan plan = planArena(ranges, 256);
  EXPECT_EQ(plan.bytes, 512);
  EXPECT_EQ(plan.lowerBound, 512);
  expectNoOverlap(ranges, plan);
}

TEST(Arena, OffsetsAreAligned) {
  std::vector<LiveRange> ranges = {{0, 0, 1}, {0, 0, 300}, {0, 0, 0}};
  ArenaPlan plan = planArena(ranges, 256);
  EXPECT_EQ(plan.bytes, 768);
  for (int64_t offset : plan.offsets)
    EXPECT_EQ(offset % 256, 0);
}

// Temporaries of forward and of backward, which alternate, next to what is
// saved all the time.
TEST(Arena, PartsOfRangesShareBytes) {
  std::vector<LiveRange> ranges = {{0, 13, 256, {{0, 1}, {4, 5}, {12, 13}}},
                                   {2, 11, 256, {{2, 3}, {10, 11}}},
                                   {6, 9, 512},
                                   {0, 13, 256}};
  ArenaPlan plan = planArena(ranges, 256);
  EXPECT_EQ(plan.bytes, 768);
  EXPECT_EQ(plan.lowerBound, 768);
  expectNoOverlap(ranges, plan);
}

TEST(Arena, RandomRangesWithPartsDoNotOverlap) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<LiveRange> ranges;
    for (int i = 0; i < 40; ++i) {
      LiveRange range;
      range.bytes = 256 * int64_t(random() % 8);
      int64_t position = random() % 20;
      for (unsigned part = random() % 6; part-- > 0;) {
        int64_t end = position + random() % 4;
        range.parts.push_back({position, end});
        position = end + 2 + random() % 10;
      }
      range.begin = range.parts.empty() ? position : range.parts[0].begin;
      range.end = range.parts.empty() ? position + 5 : range.parts.back().end;
      ranges.push_back(range);
    }
    ArenaPlan plan = planArena(ranges, 256);
    expectNoOverlap(ranges, plan);
    EXPECT_GE(plan.bytes, plan.lowerBound) << seed;
    EXPECT_LE(plan.bytes, plan.lowerBound * 2) << seed;
  }
}

TEST(Arena, RandomRangesDoNotOverlapAndStayNearTheBound) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<LiveRange> ranges;
    for (int i = 0; i < 60; ++i) {
      int64_t begin = random() % 100;
      ranges.push_back(
          {begin, begin + int64_t(random() % 20), 256 * int64_t(random() % 8)});
    }
    ArenaPlan plan = planArena(ranges, 256);
    expectNoOverlap(ranges, plan);
    EXPECT_GE(plan.bytes, plan.lowerBound) << seed;
    EXPECT_LE(plan.bytes, plan.lowerBound * 3 / 2) << seed;
  }
}
