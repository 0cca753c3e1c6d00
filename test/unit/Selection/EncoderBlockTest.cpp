//===- EncoderBlockTest.cpp - transformer blocks against CBC --------------===//
//
// A GPT block whose inputs are split, and one encoder layer of MiniLM with
// nothing annotated, solved by elimination and as an integer program.
//
//===----------------------------------------------------------------------===//

#include "IntegerProgram.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Analysis/CostNetwork/Solver.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"
#include "sbp/InitAll.h"
#include "sbp/Pipelines/Pipelines.h"
#include "sbp/Transforms/Alternatives.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <regex>

using namespace mlir;
using namespace sbp;

namespace {

struct Example {
  std::string name, file, placement;
  /// MiniLM is cut to its first encoder layer, and nothing is annotated.
  bool isEncoderLayer;
  bool isSlow;
};

class EncoderBlock : public testing::TestWithParam<Example> {
protected:
  void SetUp() override;
  void cutEncoderLayer();
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

static void replace(std::string &text, const std::string &from,
                    const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
}

/// The examples are for [2, 2]; `placement` may say [4].
static std::string adapt(std::string text, const Example &example) {
  replace(text, "\"dp\" = 2, \"tp\" = 2", example.placement);
  if (example.isEncoderLayer)
    return std::regex_replace(
        text, std::regex(", sbp.distribution = #sbp.distribution<[^>]*>"), "");
  replace(text, "[S(0), B]", "[S(0)]");
  return text;
}

static BlockArgument findArgument(func::FuncOp function, StringRef name) {
  for (BlockArgument argument : function.getArguments())
    if (auto attribute = function.getArgAttrOfType<StringAttr>(
            argument.getArgNumber(), SBPDialect::kNameAttr))
      if (attribute.getValue() == name)
        return argument;
  return {};
}

/// Leaves `hidden, mask -> hidden` of layer 0: the embedding becomes an
/// argument, what comes after the layer goes.
void EncoderBlock::cutEncoderLayer() {
  auto function = *module->getOps<func::FuncOp>().begin();
  auto resultOf = [&](StringRef bias) {
    Operation *op = *findArgument(function, bias).user_begin();
    return op->getResult(0);
  };
  Value embedding = resultOf("embeddings.LayerNorm.bias");
  Value output = resultOf("encoder.layer.0.output.LayerNorm.bias");
  OpBuilder builder(&context);
  ASSERT_TRUE(succeeded(function.insertArgument(
      function.getNumArguments(), embedding.getType(),
      builder.getDictionaryAttr(builder.getNamedAttr(
          SBPDialect::kNameAttr, builder.getStringAttr("hidden"))),
      function.getLoc())));
  embedding.replaceAllUsesWith(function.getArguments().back());
  function.front().getTerminator()->setOperands(output);
  SmallVector<Operation *> all;
  for (Operation &op : function.front().without_terminator())
    all.push_back(&op);
  for (Operation *op : llvm::reverse(all))
    if (op->use_empty())
      op->erase();
  llvm::BitVector unused(function.getNumArguments());
  for (BlockArgument argument : function.getArguments())
    unused[argument.getArgNumber()] = argument.use_empty();
  ASSERT_TRUE(succeeded(function.eraseArguments(unused)));
  function.setFunctionType(
      builder.getFunctionType(function.getArgumentTypes(), output.getType()));
}

void EncoderBlock::SetUp() {
  DialectRegistry registry;
  registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  auto file = llvm::MemoryBuffer::getFile(SBP_EXAMPLES + GetParam().file);
  ASSERT_TRUE(bool(file));
  module = parseSourceString<ModuleOp>(
      adapt((*file)->getBuffer().str(), GetParam()), &context);
  ASSERT_TRUE(module);
  PassManager import(&context), place(&context);
  buildImportPipeline(import);
  ASSERT_TRUE(succeeded(import.run(*module)));
  if (GetParam().isEncoderLayer)
    cutEncoderLayer();
  place.addPass(createPlaceOperationsPass());
  ASSERT_TRUE(succeeded(place.run(*module)));
}

TEST_P(EncoderBlock, IsProvedOptimal) {
  Decision decision;
  FailureOr<SelectionResult> result = selectDistributions(
      *module, insertAlternatives(*module), CostModel(), decision);
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->gap, 0);
  EXPECT_GT(result->cost, 0);
}

// What bounding finds must be what elimination alone finds.
TEST_P(EncoderBlock, BoundingAgreesWithElimination) {
  ASSERT_TRUE(
      succeeded(visitCostNetwork(*module, insertAlternatives(*module),
                                 CostModel(), [](const CostNetwork &network) {
                                   SolverOptions eliminate, bound;
                                   eliminate.firstTable = 1e7;
                                   bound.firstTable = 30;
                                   Solution whole = solve(network, eliminate);
                                   Solution bounded = solve(network, bound);
                                   EXPECT_TRUE(whole.isOptimal());
                                   EXPECT_EQ(bounded.cost, whole.cost);
                                   EXPECT_TRUE(bounded.isOptimal());
                                 })));
}

TEST_P(EncoderBlock, EqualsCbc) {
  if (!test::haveIntegerSolver)
    GTEST_SKIP() << "coinor-libcbc is missing";
  if (const char *seeds = std::getenv("SBP_SEEDS");
      seeds && std::string(seeds) == "1" && GetParam().isSlow)
    GTEST_SKIP() << "five seconds of CBC: not in the quick check";
  ASSERT_TRUE(succeeded(visitCostNetwork(
      *module, insertAlternatives(*module), CostModel(),
      [](const CostNetwork &network) {
        std::optional<double> least =
            test::solveAsIntegerProgram(network, /*seconds=*/600);
        ASSERT_TRUE(least);
        EXPECT_NEAR(solve(network).cost, *least, 1e-6 * *least);
      })));
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, EncoderBlock,
    testing::Values(
        Example{"Gpt4", "/gpt/gpt_inputs.mlir", "\"tp\" = 4", false, false},
        Example{"MiniLM4", "/minilm/minilm.mlir", "\"tp\" = 4", true, false},
        Example{"MiniLM2x2", "/minilm/minilm.mlir", "\"dp\" = 2, \"tp\" = 2",
                true, true}),
    [](const auto &info) { return info.param.name; });
