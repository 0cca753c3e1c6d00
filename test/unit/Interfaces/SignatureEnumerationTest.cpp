//===- SignatureEnumerationTest.cpp - signatures from hand-made rules -----===//

#include "sbp/Interfaces/SignatureEnumeration.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir;
using namespace sbp;

namespace {

Placement makePlacement(ArrayRef<int64_t> sizes) {
  Placement placement;
  int64_t ranks = 1;
  for (int64_t size : sizes) {
    placement.axisNames.push_back("a" + std::to_string(placement.getNumAxes()));
    placement.axisSizes.push_back(size);
    ranks *= size;
  }
  for (int64_t rank = 0; rank < ranks; ++rank)
    placement.ranks.push_back(rank);
  return placement;
}

Distribution make(ArrayRef<Component> components,
                  ArrayRef<int64_t> order = {}) {
  return {SmallVector<Component, 4>(components),
          SmallVector<int64_t, 4>(order)};
}

const Component S0 = Component::split(0), S1 = Component::split(1),
                B = Component::broadcast(), P = Component::partial();

class SignatureEnumerationTest : public testing::Test {
protected:
  RankedTensorType tensor(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, Float32Type::get(&context));
  }

  /// c[m, n] = init + a[m, k] * b[k, n] as the body analysis gives it.
  RuledOp makeMatmul(int64_t m, int64_t k, int64_t n) {
    Rule rule;
    Factor row, column, inner;
    row.extent = m, row.operandDims = {0, std::nullopt, 0},
    row.resultDims = {0};
    column.extent = n, column.operandDims = {std::nullopt, 1, 1};
    column.resultDims = {1};
    inner.kind = Factor::Kind::Reduction, inner.extent = k;
    inner.operandDims = {1, 0, std::nullopt}, inner.resultDims = {std::nullopt};
    inner.combiners = {Combiner::Sum};
    inner.operandCombiners = {std::nullopt, std::nullopt, Combiner::Sum};
    rule.factors = {row, column, inner};
    rule.additive = {{Combiner::Sum, {true, false, true}, {Combiner::Sum}},
                     {Combiner::Sum, {false, true, true}, {Combiner::Sum}}};
    rule.shapeOnly = {false, false, false};
    SmallVector<Type> types = {tensor({m, k}), tensor({k, n}), tensor({m, n})};
    return RuledOp(rule, types, types.back());
  }

  /// tensor<(a*b)> -> tensor<a x b>.
  RuledOp makeExpand(int64_t a, int64_t b) {
    Rule rule;
    Factor outer, inner;
    outer.extent = a, outer.trailing = b;
    outer.operandDims = {0}, outer.resultDims = {0};
    inner.extent = b, inner.leading = {0};
    inner.operandDims = {0}, inner.resultDims = {1};
    rule.factors = {outer, inner};
    SmallVector<Type> from = {tensor({a * b})}, to = {tensor({a, b})};
    return RuledOp(rule, from, to);
  }

  MLIRContext context;
};

TEST_F(SignatureEnumerationTest, MatmulHasSixOnOneAxisAndThirtySixOnTwo) {
  RuledOp matmul = makeMatmul(6, 5, 4);
  EXPECT_EQ(enumerateSignatures(matmul, makePlacement({2})).size(), 6u);
  EXPECT_EQ(enumerateSignatures(matmul, makePlacement({2, 2})).size(), 36u);
  EXPECT_EQ(enumerateSignatures(matmul, makePlacement({3, 2, 2})).size(), 216u);
}

TEST_F(SignatureEnumerationTest, AxesOfSizeOneAndDimsOfExtentOneAreNotSplit) {
  EXPECT_EQ(
      enumerateSignatures(makeMatmul(6, 5, 4), makePlacement({1, 2})).size(),
      6u);
  EXPECT_EQ(enumerateSignatures(makeMatmul(1, 5, 4), makePlacement({2})).size(),
            5u);
}

TEST_F(SignatureEnumerationTest, EveryEnumeratedSignatureIsSound) {
  RuledOp matmul = makeMatmul(6, 5, 4);
  Placement placement = makePlacement({2, 3});
  for (const Signature &signature : enumerateSignatures(matmul, placement))
    EXPECT_TRUE(isSoundSignature(matmul, placement, signature));
}

TEST_F(SignatureEnumerationTest, OneCombinerPerValue) {
  RuledOp matmul = makeMatmul(6, 5, 4);
  matmul.rule.factors[2].combiners = {Combiner::Max};
  Signature mixed{{make({P, S1}), make({B, S0}), make({P, P})},
                  {make({P, Component::partial(Combiner::Max)})}};
  EXPECT_FALSE(isSoundSignature(matmul, makePlacement({2, 2}), mixed));
}

TEST_F(SignatureEnumerationTest, OperandsMustNestAlike) {
  RuledOp matmul = makeMatmul(6, 5, 4);
  Placement placement = makePlacement({2, 3});
  Distribution rows = make({S0, S0}), swapped = make({S0, S0}, {1, 0});
  Distribution whole = make({B, B});
  EXPECT_TRUE(isSoundSignature(matmul, placement,
                               {{swapped, whole, swapped}, {swapped}}));
  EXPECT_FALSE(
      isSoundSignature(matmul, placement, {{swapped, whole, rows}, {rows}}));
}

// A split of a*b over p is a split of a iff p divides a or b = 1.
TEST_F(SignatureEnumerationTest, MergedDimsByBruteForce) {
  for (int64_t a = 1; a <= 12; ++a)
    for (int64_t b = 1; b <= 6; ++b)
      for (int64_t parts = 2; parts <= 6; ++parts) {
        bool same = true;
        for (int64_t i = 0; i < parts; ++i) {
          Interval flat = balancedPart({0, a * b}, parts, i);
          Interval outer = balancedPart({0, a}, parts, i);
          same &= flat.begin == outer.begin * b && flat.end == outer.end * b;
        }
        Signature signature{{make({S0})}, {make({S0})}};
        EXPECT_EQ(isSoundSignature(makeExpand(a, b), makePlacement({parts}),
                                   signature),
                  same)
            << a << "x" << b << " over " << parts;
      }
}

TEST_F(SignatureEnumerationTest, InnerDimIsSplitWhereTheOuterOneIsUsedUp) {
  Placement placement = makePlacement({4, 2});
  RuledOp expand = makeExpand(4, 6);
  EXPECT_TRUE(isSoundSignature(expand, placement,
                               {{make({S0, S0})}, {make({S0, S1})}}));
  EXPECT_FALSE(
      isSoundSignature(expand, placement, {{make({B, S0})}, {make({B, S1})}}));
  EXPECT_FALSE(isSoundSignature(expand, placement,
                                {{make({S0, S0}, {1, 0})}, {make({S0, S1})}}));
}

TEST_F(SignatureEnumerationTest, LookupFindsTheSignatureOfFixedOperands) {
  Placement placement = makePlacement({2, 2});
  std::vector<Signature> found =
      signaturesFor(makeMatmul(6, 5, 4), placement,
                    {make({S0, B}), make({B, S1}), std::nullopt});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(toString(found[0].results[0]), "[S(0), S(1)]");
}

TEST_F(SignatureEnumerationTest, LookupPrefersOperandsAsWritten) {
  Rule rule;
  rule.additive = {{Combiner::Max, {true, true}, {Combiner::Max}}};
  SmallVector<Type> types = {tensor({4}), tensor({4})};
  RuledOp maximum(rule, types, types.back());
  Placement placement = makePlacement({2});
  Distribution partial = make({Component::partial(Combiner::Max)});
  auto same = signaturesFor(maximum, placement, {make({B}), make({B})});
  ASSERT_EQ(same.size(), 1u);
  EXPECT_EQ(same[0].results[0], make({B}));
  auto mixed = signaturesFor(maximum, placement, {make({B}), partial});
  ASSERT_EQ(mixed.size(), 1u);
  EXPECT_EQ(mixed[0].results[0], partial);
}

// S(1) of a dim of size 1, and B on an axis of size 1, are the same states.
TEST_F(SignatureEnumerationTest, LookupDoesNotMindHowOperandsAreWritten) {
  Placement placement = makePlacement({2, 1});
  auto found = signaturesFor(makeMatmul(6, 5, 4), placement,
                             {make({S0, S1}), make({B, S1}), std::nullopt});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].results[0], make({S0, B}));
}

TEST_F(SignatureEnumerationTest, ARefusalLeavesAllBAndAnErrorNothing) {
  RuledOp matmul = makeMatmul(6, 5, 4);
  matmul.rule.refusal = "not separable";
  EXPECT_EQ(enumerateSignatures(matmul, makePlacement({2})).size(), 1u);
  matmul.rule.error = "reads a captured tensor";
  EXPECT_TRUE(enumerateSignatures(matmul, makePlacement({2})).empty());
}

TEST_F(SignatureEnumerationTest, CombinersOfBooleans) {
  Type boolean = IntegerType::get(&context, 1);
  EXPECT_TRUE(isLegalCombiner(Combiner::Or, boolean));
  for (Combiner combiner : {Combiner::Sum, Combiner::Prod, Combiner::Max,
                            Combiner::Min, Combiner::UMax})
    EXPECT_FALSE(isLegalCombiner(combiner, boolean));
}

} // namespace
