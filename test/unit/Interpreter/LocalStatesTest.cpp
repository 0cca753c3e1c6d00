//===- LocalStatesTest.cpp - what a distribution says, on real values -----===//

#include "sbp/Interpreter/LocalStates.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace sbp;

namespace {

class LocalStates : public testing::Test {
protected:
  Placement grid() { return {"p", {"a", "b"}, {2, 2}, {3, 1, 0, 2}}; }
  TensorValue count(ArrayRef<int64_t> shape, Type type) {
    TensorValue tensor(shape, type);
    for (int64_t i = 0; i < tensor.size(); ++i)
      tensor[i] = isa<FloatType>(type) ? makeFloat(i) : makeInteger(i);
    return tensor;
  }
  MLIRContext context;
  Type f32 = Float32Type::get(&context), i8 = IntegerType::get(&context, 8),
       f16 = Float16Type::get(&context);
};

TEST_F(LocalStates, UnevenBoxesGoBackTogether) {
  TensorValue value = count({3, 5}, f32);
  Distribution split{{Component::split(1), Component::split(0)}, {}};
  auto states = splitIntoStates(value, grid(), split);
  EXPECT_EQ(states[0].getShape(), ArrayRef<int64_t>({2, 3}));
  EXPECT_EQ(states[3].getShape(), ArrayRef<int64_t>({1, 2}));
  EXPECT_EQ(
      findDifference(reassemble(states, grid(), split, {3, 5}, f32), value),
      -1);
}

TEST_F(LocalStates, OrderDecidesWhichAxisIsOutermost) {
  TensorValue value = count({4}, f32);
  Distribution nested{{Component::split(0), Component::split(0)}, {1, 0}};
  auto states = splitIntoStates(value, grid(), nested);
  EXPECT_EQ(states[1][0].f, 2.0); // coordinates (0, 1)
}

TEST_F(LocalStates, FirstOfAGroupHoldsThePartialValue) {
  Distribution partial{{Component::partial(), Component::broadcast()}, {}};
  auto states = splitIntoStates(count({2}, f32), grid(), partial);
  EXPECT_EQ(states[0][1].f, 1.0);
  EXPECT_EQ(states[1][1].f, 1.0);
  EXPECT_TRUE(std::signbit(states[2][0].f)); // the identity is -0.0
  EXPECT_FALSE(findCopyMismatch(states, grid(), partial));
}

TEST_F(LocalStates, CopiesThatDifferAreFound) {
  Distribution copies = Distribution::broadcast(2);
  auto states = splitIntoStates(count({2}, f32), grid(), copies);
  states[2][1].f = 7.0;
  auto mismatch = findCopyMismatch(states, grid(), copies);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->second, 2);
  EXPECT_EQ(mismatch->element, 1);
}

TEST_F(LocalStates, IntegersWrapWhenCombined) {
  EXPECT_EQ(combine(Combiner::Sum, i8, makeInteger(100), makeInteger(100)).i,
            -56);
  EXPECT_EQ(combine(Combiner::UMax, i8, makeInteger(-1), makeInteger(1)).i, -1);
}

TEST_F(LocalStates, MaxKeepsNaNAndMaxnumDropsIt) {
  Scalar nan = makeFloat(std::nan("")), one = makeFloat(1.0);
  EXPECT_TRUE(std::isnan(combine(Combiner::Max, f32, nan, one).f));
  EXPECT_EQ(combine(Combiner::MaxNum, f32, nan, one).f, 1.0);
}

TEST_F(LocalStates, IdentitiesChangeNothing) {
  for (Combiner combiner : {Combiner::Sum, Combiner::Prod, Combiner::Max,
                            Combiner::Min, Combiner::UMax, Combiner::UMin})
    for (int64_t value : {-128, -1, 0, 127})
      EXPECT_EQ(
          combine(combiner, i8, getIdentity(combiner, i8), makeInteger(value))
              .i,
          value);
}

TEST_F(LocalStates, RoundingIsToNearestEven) {
  EXPECT_EQ(roundTo(getRounding(f16), 2049.0), 2048.0);
  EXPECT_EQ(roundTo(getRounding(BFloat16Type::get(&context)), 257.0), 256.0);
  EXPECT_EQ(roundTo(getRounding(f16), 1e6),
            std::numeric_limits<double>::infinity());
}

} // namespace
