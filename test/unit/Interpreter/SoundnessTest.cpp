//===- SoundnessTest.cpp - the checker finds what is unsound --------------===//

#include "sbp/Interpreter/Soundness.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Parser/Parser.h"
#include "sbp/InitAll.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace sbp;

namespace {

class Soundness : public testing::Test {
protected:
  Soundness() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    for (int64_t rank = 0; rank < 2; ++rank)
      pair.ranks.push_back(rank);
    pair.axisNames = {"x"};
    pair.axisSizes = {2};
  }

  /// The signature of a unary op on tensor<5xTYPE> whose body is `body`, or of
  /// the whole text if it is a function.
  bool isSound(StringRef from, StringRef to, StringRef body, Component operand,
               Component result) {
    std::string in = ("tensor<5x" + from + ">").str();
    std::string out = ("tensor<5x" + to + ">").str();
    std::string text =
        "func.func @f(%x: " + in + ") -> " + out +
        " {\n%e = tensor.empty() : " + out +
        "\n%r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, "
        "affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} ins(%x "
        ": " +
        in + ") outs(%e : " + out + ") {\n^bb0(%a: " + from.str() +
        ", %o: " + to.str() + "):\n" + body.str() +
        "\nlinalg.yield %v : " + to.str() + "\n} -> " + out +
        "\nreturn %r : " + out + "\n}";
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    Signature signature;
    signature.operands = {{{operand}, {}}, {{Component::broadcast()}, {}}};
    if (result.isSplit())
      signature.operands[1].components[0] = result;
    signature.results = {{{result}, {}}};
    bool sound = true;
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    module->walk([&](linalg::GenericOp op) {
      sound = succeeded(SoundnessChecker(op, 1).check(signature, pair));
    });
    return sound;
  }

  MLIRContext context;
  Placement pair;
};

const Component P = Component::partial(), B = Component::broadcast(),
                S = Component::split(0),
                Max = Component::partial(Combiner::Max);

TEST_F(Soundness, LinearOpOnPartialSums) {
  EXPECT_TRUE(isSound("f32", "f32", "%v = arith.negf %a : f32", P, P));
}
TEST_F(Soundness, SplitOperandSplitResult) {
  EXPECT_TRUE(isSound("f32", "f32", "%v = math.exp %a : f32", S, S));
}
TEST_F(Soundness, ExponentialOfPartialSums) {
  EXPECT_FALSE(isSound("f32", "f32", "%v = math.exp %a : f32", P, P));
}
TEST_F(Soundness, PartialSumsCalledCopies) {
  EXPECT_FALSE(isSound("f32", "f32", "%v = arith.negf %a : f32", P, B));
}
TEST_F(Soundness, ConstantAddedOnEveryRank) {
  EXPECT_FALSE(isSound("f32", "f32",
                       "%c = arith.constant 1.0 : f32\n"
                       "%v = arith.addf %a, %c : f32",
                       P, P));
}
TEST_F(Soundness, SquareRootOfPartialSums) {
  EXPECT_FALSE(isSound("f32", "f32", "%v = math.sqrt %a : f32", P, P));
}
TEST_F(Soundness, PartialSumsAsIntegers) {
  EXPECT_FALSE(
      isSound("f32", "i32", "%v = arith.fptosi %a : f32 to i32", P, P));
}
TEST_F(Soundness, TruncatedIntegersAreLinear) {
  EXPECT_TRUE(isSound("i32", "i8", "%v = arith.trunci %a : i32 to i8", P, P));
}
TEST_F(Soundness, ExtendedIntegersAreNot) {
  EXPECT_FALSE(isSound("i8", "i32", "%v = arith.extsi %a : i8 to i32", P, P));
}
TEST_F(Soundness, MaximumThroughMonotoneFunction) {
  EXPECT_TRUE(isSound("f32", "f32", "%v = math.tanh %a : f32", Max, Max));
}
TEST_F(Soundness, MaximumThroughFallingFunction) {
  EXPECT_FALSE(isSound("f32", "f32", "%v = arith.negf %a : f32", Max, Max));
}
/// A NaN that one rank holds is lost after maxnum on the others.
TEST_F(Soundness, NaNBehindMaxnum) {
  EXPECT_FALSE(isSound("f32", "f32",
                       "%c = arith.constant 0.0 : f32\n"
                       "%v = arith.maxnumf %a, %c : f32",
                       Max, Max));
}
/// linalg.index on a shard needs its offset; a plain clone has none. The model
/// adds it.
TEST_F(Soundness, IndexOnAShard) {
  EXPECT_TRUE(isSound("i32", "i32",
                      "%i = linalg.index 0 : index\n"
                      "%n = arith.index_cast %i : index to i32\n"
                      "%v = arith.addi %a, %n : i32",
                      S, S));
}

} // namespace
