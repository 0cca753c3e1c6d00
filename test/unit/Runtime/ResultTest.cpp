// ResultTest.cpp: values, failures and the macro that passes failures on
#include "Result.h"
#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace sbp;

namespace {
struct Shape {
  virtual ~Shape() = default;
};
struct Square : Shape {};

Result<int> half(int number) {
  if (number % 2)
    return userError(number, " is odd");
  return number / 2;
}

Result<int> quarter(int number) {
  SBP_ASSIGN_OR_RETURN(int once, half(number));
  int twice = -1;
  SBP_ASSIGN_OR_RETURN(twice, half(once));
  return twice;
}

/// The macro passes failures on in functions that return a Status, too.
Status check(int number) {
  SBP_ASSIGN_OR_RETURN([[maybe_unused]] int ignored, quarter(number));
  return {};
}

Result<std::unique_ptr<Shape>> makeSquare() {
  auto made = std::make_unique<Square>();
  return made;
}
} // namespace

static_assert(!std::is_default_constructible_v<Result<int>>,
              "`return {};` must not compile: it names no value");

TEST(Result, HoldsAValue) {
  Result<int> result = half(6);
  ASSERT_FALSE(result.failed());
  EXPECT_FALSE(result.status().failed());
  EXPECT_EQ(*result, 3);
}

TEST(Result, HoldsAFailureWithItsCodeAndMessage) {
  Result<int> result = Status(ExitCode::RankLost, "rank 3 is gone");
  ASSERT_TRUE(result.failed());
  EXPECT_EQ(result.status().code(), ExitCode::RankLost);
  EXPECT_EQ(result.status().message(), "rank 3 is gone");
}

TEST(Result, FailuresArePassedOnToTheCaller) {
  EXPECT_EQ(*quarter(12), 3);
  EXPECT_EQ(quarter(3).status().message(), "3 is odd");
  EXPECT_EQ(quarter(6).status().message(), "3 is odd");
  EXPECT_FALSE(check(8).failed());
  EXPECT_EQ(check(2).message(), "1 is odd");
}

TEST(Result, ValuesThatCannotBeCopiedAreMoved) {
  Result<std::unique_ptr<Shape>> result = makeSquare();
  ASSERT_FALSE(result.failed());
  std::unique_ptr<Shape> shape = *std::move(result);
  EXPECT_TRUE(shape);
  Result<std::vector<int>> list = std::vector<int>{1, 2};
  EXPECT_EQ(list->size(), 2u);
}

// A null pointer and a false flag are values.
TEST(Result, EmptyValuesAreNoFailures) {
  Result<std::unique_ptr<Shape>> none = nullptr;
  ASSERT_FALSE(none.failed());
  EXPECT_EQ(none->get(), nullptr);
  Result<bool> no = false;
  ASSERT_FALSE(no.failed());
  EXPECT_FALSE(*no);
}
