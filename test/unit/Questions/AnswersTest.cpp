// AnswersTest.cpp: answers and errors of questions without a compilation
#include "sbp/Questions/Answers.h"
#include "mlir/IR/MLIRContext.h"
#include "sbp/InitAll.h"
#include "llvm/Support/FileSystem.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace sbp;
using testing::HasSubstr;

/// Returns the answer of `ask`, or its error after "error: ".
static std::string
get(llvm::function_ref<llvm::Error(llvm::raw_ostream &)> ask) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::Error error = ask(stream)) {
    EXPECT_EQ(text, "");
    return "error: " + llvm::toString(std::move(error));
  }
  return text;
}

static std::string planBoxing(llvm::StringRef request) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  return get([&](llvm::raw_ostream &answer) {
    return answerBoxing(request, context, {}, answer);
  });
}

static std::string schedule(llvm::StringRef request) {
  return get([&](llvm::raw_ostream &answer) {
    return answerSchedule(request, answer);
  });
}

TEST(BoxingAnswer, StatesStepsAndBound) {
  std::string text = planBoxing("tensor<8xf32> on [4] from [S(0)] to [B]");
  EXPECT_THAT(text, HasSubstr("all_gather"));
  EXPECT_THAT(text, HasSubstr("bytes: 96 received, at least 96 by any plan"));
}

TEST(BoxingAnswer, ErrorsNameTheFault) {
  EXPECT_THAT(planBoxing("tensor<8xf32> on [4] from [S(3)] to [B]"),
              HasSubstr("S(3)"));
  EXPECT_THAT(
      planBoxing("tensor<2147483648x1073741824xf32> on [4] from [S(0)] to [B]"),
      HasSubstr("use a smaller tensor or fewer ranks"));
}

TEST(ScheduleAnswer, IsOneLineOfJson) {
  std::string text =
      schedule("schedule=1f1b ranks=1 micro-batches=2 forward=1 backward=2");
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(llvm::StringRef(text).count('\n'), 1u);
  EXPECT_THAT(text, HasSubstr("\"makespan_units\":6"));
}

TEST(ScheduleAnswer, ErrorsNameTheKey) {
  EXPECT_THAT(schedule("schedule=1f1b ranks=1"),
              HasSubstr("error: no micro-batches="));
  EXPECT_THAT(schedule("schedule=1f1b ranks=0 micro-batches=1 forward=1 "
                       "backward=1"),
              HasSubstr("ranks=0: expected a whole number from 1"));
  EXPECT_THAT(schedule("color=red"), HasSubstr("'color=red': expected"));
}

TEST(InstanceAnswer, AFileThatIsNoneIsAnError) {
  auto solve = [](llvm::StringRef path) {
    return get([&](llvm::raw_ostream &answer) {
      return answerInstance(path, 1.0, answer);
    });
  };
  EXPECT_EQ(solve("/nonexistent/x.json"),
            "error: cannot read '/nonexistent/x.json': No such file or "
            "directory");
  llvm::SmallString<64> path;
  int descriptor = 0;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("instance", "json", descriptor, path));
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << "{}";
  EXPECT_THAT(solve(path), HasSubstr(path.str().str() + ": "));
  llvm::sys::fs::remove(path);
}
