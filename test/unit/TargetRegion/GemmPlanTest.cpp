//===- GemmPlanTest.cpp - contractions as gemm calls ----------------------===//
#include "sbp/Target/Region/GemmPlan.h"
#include <gtest/gtest.h>
#include <random>

using namespace sbp;

using Strides = std::array<std::optional<int64_t>, 3>;

static GemmLoop parallel(unsigned id, int64_t extent, Strides stride) {
  return {extent, false, stride, id};
}

static GemmLoop reduction(unsigned id, int64_t extent, int64_t a, int64_t b) {
  return {extent, true, {a, b, std::nullopt}, id};
}

static std::string print(llvm::ArrayRef<GemmLoop> loops) {
  GemmDecision decision = planGemm(loops);
  if (!decision.plan)
    return "pack " + std::to_string(decision.pack->operand);
  std::string text;
  llvm::raw_string_ostream(text) << *decision.plan;
  return text;
}

TEST(GemmPlan, RowMajorMatricesNeedNoFlags) {
  EXPECT_EQ(
      print({parallel(0, 4, {5, std::nullopt, 6}),
             parallel(1, 6, {std::nullopt, 1, 1}), reduction(2, 5, 1, 6)}),
      "gemm(m=4 n=6 k=5 A:lda=5 B:ldb=6 C:ldc=6)");
}

TEST(GemmPlan, ColumnMajorResultSwapsTheOperands) {
  EXPECT_EQ(
      print({parallel(0, 4, {5, std::nullopt, 1}),
             parallel(1, 6, {std::nullopt, 1, 4}), reduction(2, 5, 1, 6)}),
      "gemm(m=6 n=4 k=5 A^T:lda=6 B^T:ldb=5 C:ldc=4 swapped)");
}

TEST(GemmPlan, ContiguousLoopsMerge) {
  EXPECT_EQ(
      print({parallel(0, 2, {48, std::nullopt, 60}),
             parallel(1, 6, {8, std::nullopt, 10}),
             parallel(2, 10, {std::nullopt, 8, 1}), reduction(3, 8, 1, 1)}),
      "gemm(m=12 n=10 k=8 A:lda=8 B^T:ldb=8 C:ldc=10)");
}

TEST(GemmPlan, LoopsThatDoNotMergeBecomeBatches) {
  // Rows of A are padded between the outer iterations.
  EXPECT_EQ(
      print({parallel(0, 2, {64, std::nullopt, 60}),
             parallel(1, 6, {8, std::nullopt, 10}),
             parallel(2, 10, {std::nullopt, 8, 1}), reduction(3, 8, 1, 1)}),
      "gemm(m=6 n=10 k=8 A:lda=8 B^T:ldb=8 C:ldc=10 batch=2[64,0,60])");
}

TEST(GemmPlan, MoreThanTwoBatchesAreLoopsAroundTheCall) {
  EXPECT_EQ(
      print({parallel(0, 3, {4000, 8000, 9000}),
             parallel(1, 2, {1000, 4000, 1000}), parallel(2, 5, {100, 200, 90}),
             parallel(3, 4, {5, std::nullopt, 6}),
             parallel(4, 6, {std::nullopt, 1, 1}), reduction(5, 5, 1, 6)}),
      "gemm(m=4 n=6 k=5 A:lda=5 B:ldb=6 C:ldc=6 batch=3[4000,8000,9000] "
      "batch=5[100,200,90] loop=2[1000,4000,1000])");
}

TEST(GemmPlan, AnOperandWithoutContiguousDimIsPacked) {
  EXPECT_EQ(
      print({parallel(0, 4, {10, std::nullopt, 6}),
             parallel(1, 6, {std::nullopt, 1, 1}), reduction(2, 5, 2, 6)}),
      "pack 0");
}

TEST(GemmPlan, OverlappingWindowsArePacked) {
  // A convolution's rows start 1 apart and are 3 long.
  EXPECT_EQ(
      print({parallel(0, 8, {1, std::nullopt, 4}),
             parallel(1, 4, {std::nullopt, 1, 1}), reduction(2, 3, 1, 4)}),
      "pack 0");
}

TEST(GemmPlan, DotProductIsOneByOne) {
  EXPECT_EQ(print({reduction(0, 7, 1, 1)}),
            "gemm(m=1 n=1 k=7 A:lda=7 B:ldb=1 C:ldc=1)");
}

/// `operand` as a dense buffer of the loops in this order.
static void pack(llvm::SmallVectorImpl<GemmLoop> &loops, const GemmPack &pack) {
  for (GemmLoop &loop : loops)
    loop.stride[pack.operand] = std::nullopt;
  int64_t stride = 1;
  for (unsigned id : llvm::reverse(pack.order)) {
    loops[id].stride[pack.operand] = stride;
    stride *= loops[id].extent;
  }
}

TEST(GemmPlan, EveryContractionIsACallAfterThreePacks) {
  for (unsigned seed = 0; seed < 20000; ++seed) {
    std::mt19937 draw(seed);
    llvm::SmallVector<GemmLoop> loops;
    unsigned count = 1 + draw() % 6;
    for (unsigned id = 0; id < count; ++id) {
      // Loops of the batch, m, n and k, and sums of one operand alone.
      static constexpr bool kDepends[][3] = {{true, true, true},
                                             {true, false, true},
                                             {false, true, true},
                                             {true, true, false},
                                             {true, false, false}};
      unsigned kind = draw() % 16 == 0 ? 4 : draw() % 4;
      loops.push_back({1 + int64_t(draw() % 4), kind >= 3, {}, id});
      for (unsigned operand : {GemmA, GemmB, GemmC})
        if (kDepends[kind][operand])
          loops.back().stride[operand] = 0;
    }
    // Dims of each operand in any order, some of them cut from larger ones.
    for (GemmOperand operand : {GemmA, GemmB, GemmC}) {
      llvm::SmallVector<GemmLoop *> dims;
      for (GemmLoop &loop : loops)
        if (loop.stride[operand])
          dims.push_back(&loop);
      std::shuffle(dims.begin(), dims.end(), draw);
      int64_t stride = draw() % 4 == 0 ? 2 : 1;
      for (GemmLoop *dim : dims) {
        dim->stride[operand] = stride;
        stride *= dim->extent + (draw() % 4 == 0);
      }
    }
    unsigned packs = 0;
    for (;; ++packs) {
      GemmDecision decision = planGemm(loops);
      if (decision.plan)
        break;
      ASSERT_LT(packs, 3u) << "seed " << seed;
      pack(loops, *decision.pack);
    }
  }
}
