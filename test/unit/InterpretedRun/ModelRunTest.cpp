// ModelRunTest.cpp: runs of entries on values and files, and their messages
#include "sbp/InterpretedRun/ModelRun.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "sbp/InitAll.h"
#include "sbp/InterpretedRun/TensorFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace mlir;
using namespace sbp;
using testing::HasSubstr;

namespace {
/// A model with a result and a state, and the streams of its runs.
class ModelRunTest : public testing::Test {
protected:
  ModelRunTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(R"(
      func.func @main(%x: tensor<2xf32> {sbp.name = "x"},
                      %s: tensor<2xf32> {sbp.state = "s", sbp.init = dense<1.0> : tensor<2xf32>})
          -> (tensor<2xf32> {sbp.name = "y"}, tensor<2xf32> {sbp.state = "s"}) {
        %y = arith.addf %x, %s : tensor<2xf32>
        return %y, %y : tensor<2xf32>, tensor<2xf32>
      })",
                                         &context);
  }

  RunOutcome run(std::vector<std::string> inputs, int64_t steps = 1,
                 std::vector<std::string> outputs = {}) {
    RunOptions options{.messages = {"test", outStream, errorStream}};
    options.inputs = std::move(inputs);
    options.outputs = std::move(outputs);
    options.steps = steps;
    return runModel(*module, options);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string out, errors;
  llvm::raw_string_ostream outStream{out}, errorStream{errors};
};
} // namespace

TEST_F(ModelRunTest, WritesALinePerResult) {
  EXPECT_EQ(run({"x=2xf32=1,3"}), RunOutcome::Done);
  EXPECT_THAT(out, HasSubstr("y: 2xf32 min 2 max 4 mean 3 nan 0\n"));
  EXPECT_EQ(errors, "");
}

TEST_F(ModelRunTest, AStateHasItsNextValueInTheNextStep) {
  EXPECT_EQ(run({"x=2xf32=1,3"}, 3), RunOutcome::Done);
  EXPECT_THAT(out, HasSubstr("y: 2xf32 min 4 max 10 mean 7 nan 0\n"));
}

TEST_F(ModelRunTest, ErrorsHaveTheProgramsName) {
  EXPECT_EQ(run({"z=2xf32=1,3"}), RunOutcome::UserError);
  EXPECT_EQ(errors, "test: error: --input: no argument is named 'z'; expected "
                    "one of x, s\n");
}

TEST_F(ModelRunTest, ResultsAppearAsFiles) {
  llvm::SmallString<64> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("run", folder));
  llvm::SmallString<64> path(folder);
  llvm::sys::path::append(path, "y.npy");
  EXPECT_EQ(run({"x=2xf32=1,3"}, 1, {("y=@" + path).str()}), RunOutcome::Done);
  EXPECT_EQ(out, "");
  RunMessages messages{"test", outStream, errorStream};
  FailureOr<TensorValue> value =
      readNpy(messages, path, Float32Type::get(&context));
  ASSERT_TRUE(succeeded(value));
  EXPECT_EQ((*value)[0].f, 2);
  EXPECT_EQ((*value)[1].f, 4);
  EXPECT_TRUE(failed(
      readNpy(messages, "/nonexistent.npy", Float32Type::get(&context))));
  EXPECT_THAT(errors, HasSubstr("test: error: "));
  llvm::sys::fs::remove_directories(folder);
}
