// VerifierTest.cpp: registers, storage and ports that contradict each other
#include "VerifierModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

TEST(Verifier, AcceptsTheModel) {
  Model model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, WrongOffsetParameter) {
  Model model;
  model.plan().bindings[1]->entries[0]->parameters[0] = 3;
  EXPECT_THAT(verify(model),
              HasSubstr("rank 1: register 0 of template 0 holds [3:7, "
                        "0:4] by its parameters but [4:8, 0:4]"));
}

TEST(Verifier, WindowsWithoutSize) {
  Model model;
  model.plan().distributions[model.split]->windows.emplace_back(0, 8, 0, 1, 0);
  EXPECT_THAT(verify(model), HasSubstr("has wrong windows of dim 0"));
}

TEST(Verifier, WindowsOfADimThatIsNotThere) {
  Model model;
  model.plan().distributions[model.split]->windows.emplace_back(2, 8, 3, 1, 0);
  EXPECT_THAT(verify(model), HasSubstr("has windows of dim 2 but has rank 2"));
}

TEST(Verifier, OverlappingArenaRanges) {
  Model model;
  model.getRegister(model.p).offset = model.getRegister(model.g).offset;
  EXPECT_THAT(verify(model), HasSubstr("live at the same time"));
}

TEST(Verifier, ReusedArenaRangesOfDeadRegistersAreFine) {
  Model model;
  model.getRegister(model.y).offset = model.getRegister(model.g).offset;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, InPlaceAllReduceIsFine) {
  Model model;
  model.getRegister(model.y).offset = model.getRegister(model.p).offset;
  model.getRegister(model.y).alias_of = model.p;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, RegisterOutsideTheArena) {
  Model model;
  model.getRegister(model.y).offset = 1ull << 40;
  EXPECT_THAT(verify(model), HasSubstr("ends outside the arena"));
}

TEST(Verifier, SizesThatOverflow) {
  Model model;
  model.getRegister(model.y).global_shape = {1ll << 40, 1ll << 40};
  EXPECT_THAT(verify(model), HasSubstr("too large shape"));
}

TEST(Verifier, ReadOfAnUnwrittenRegister) {
  Model model;
  model.graph().tasks[model.second]->inputs = {model.reg({8, 4}, model.whole)};
  EXPECT_THAT(verify(model), HasSubstr("which nothing writes"));
}

TEST(Verifier, BindingWithoutAParameter) {
  Model model;
  model.plan().bindings[1]->entries[0]->parameters.pop_back();
  EXPECT_THAT(verify(model),
              HasSubstr("binds 1 parameters but template 0 has 2"));
}

TEST(Verifier, PartialInputInARegisterOfWholeValues) {
  TestPlan plan(2);
  uint32_t whole = plan.distribution(TestPlan::B),
           partial = plan.distribution(TestPlan::P);
  plan.input("x", {4}, whole);
  plan.plan().entries[0]->inputs[0]->distribution = partial;
  EXPECT_THAT(verify(plan), HasSubstr("input 'x' is @p, [P] but register 0"));
}

// Every register in the input's storage is checked, not only the one that is
// fed.
TEST(Verifier, SecondRegisterOfAnInputThatIsLarger) {
  Model model;
  RegisterT &second = model.getRegister(model.reg({16, 4}, model.split));
  second.space = Space::input;
  second.index = 0;
  EXPECT_THAT(verify(model), HasSubstr("input 'x' of 8x4xf32 has the piece"));
}

TEST(Verifier, PartialValuesThatNothingCombines) {
  TestPlan plan(2);
  plan.input("x", {4}, plan.distribution(TestPlan::P, Combiner::logical_or));
  EXPECT_THAT(verify(plan),
              HasSubstr("values of f32 are not combined by logical_or"));
}
