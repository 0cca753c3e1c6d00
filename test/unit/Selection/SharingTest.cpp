// SharingTest.cpp: the points where values are boxed, against all decisions
//
// Random small graphs of linear and non-linear ops in which values have several
// readers: what selection finds costs what the best of all decisions costs, in
// which boxings may be shared as trees, or hardly more.

#include "BruteForce.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/InitAll.h"
#include "sbp/Pipelines/Pipelines.h"
#include "sbp/Transforms/Alternatives.h"
#include "sbp/Transforms/Materialise.h"
#include "sbp/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace sbp;

namespace {

/// Writes a function on `tensor<64x64xf32>` values, one line per op.
class RandomGraph {
public:
  RandomGraph(unsigned seed, unsigned axes) : random(seed), axes(axes) {}
  std::string write(unsigned numOps);

private:
  unsigned pick(unsigned count) { return random() % count; }
  std::string pickValue() { return values[pick(values.size())]; }
  std::string drawDistribution();
  void addOp();
  void line(const std::string &text) { body += "  " + text + "\n"; }

  std::mt19937 random;
  unsigned axes, next = 0;
  std::vector<std::string> values = {"%x", "%y"};
  std::string body;
};

} // namespace

static const std::string type = "tensor<64x64xf32>";

std::string RandomGraph::drawDistribution() {
  std::string text = "#sbp.distribution<@p, [";
  for (unsigned axis = 0; axis < axes; ++axis) {
    const char *choices[] = {"B", "S(0)", "S(1)"};
    text += (axis ? ", " : "") + std::string(choices[pick(3)]);
  }
  return text + "]>";
}

void RandomGraph::addOp() {
  std::string name = "%v" + std::to_string(next++), a = pickValue(),
              b = pickValue();
  line(name + "e = tensor.empty() : " + type);
  std::string outs = " outs(" + name + "e : " + type + ")";
  switch (pick(6)) {
  case 0:
    line(name + "f = linalg.fill ins(%zero : f32)" + outs + " -> " + type);
    line(name + " = linalg.matmul ins(" + a + ", " + b + " : " + type + ", " +
         type + ") outs(" + name + "f : " + type + ") -> " + type);
    break;
  case 1:
    line(name + " = linalg.add ins(" + a + ", " + b + " : " + type + ", " +
         type + ")" + outs + " -> " + type);
    break;
  case 2:
    line(name + " = linalg.exp ins(" + a + " : " + type + ")" + outs + " -> " +
         type);
    break;
  case 3:
    line(name + " = linalg.transpose ins(" + a + " : " + type + ")" + outs +
         " permutation = [1, 0]");
    break;
  case 4:
    line(name + " = linalg.mul ins(" + a + ", " + b + " : " + type + ", " +
         type + ")" + outs + " -> " + type);
    break;
  default:
    line(name + " = sbp.constrain " + a + " to " + drawDistribution() + " : " +
         type);
  }
  values.push_back(name);
}

std::string RandomGraph::write(unsigned numOps) {
  std::string text = axes == 1 ? "sbp.placement @p [\"a\" = 4]\n"
                               : "sbp.placement @p [\"a\" = 2, \"b\" = 2]\n";
  std::string arguments;
  for (const char *name : {"%x", "%y"})
    arguments += std::string(arguments.empty() ? "" : ", ") + name + ": " +
                 type + " {sbp.distribution = " + drawDistribution() + "}";
  std::string results, returned, types;
  for (unsigned i = 0; i < numOps; ++i)
    addOp();
  // What nobody reads is returned; one more, that somebody may read.
  std::vector<std::string> ends = {pickValue()};
  for (unsigned i = 0; i < next; ++i) {
    std::string name = "%v" + std::to_string(i);
    size_t uses = 0;
    for (const char *after : {",", " ", ")"})
      for (size_t at = 0; (at = body.find(name + after, at)) != body.npos; ++at)
        ++uses;
    if (uses == 1)
      ends.push_back(name);
  }
  for (const std::string &end : ends) {
    returned += (returned.empty() ? "" : ", ") + end;
    types += (types.empty() ? "" : ", ") + type;
    results += (results.empty() ? "" : ", ") + type +
               " {sbp.distribution = " + drawDistribution() + "}";
  }
  return text + "func.func @main(" + arguments + ") -> (" + results + ") {\n" +
         "  %zero = arith.constant 0.0 : f32\n" + body + "  return " +
         returned + " : " + types + "\n}\n";
}

static unsigned getNumSeeds(unsigned few) {
  const char *seeds = std::getenv("SBP_SEEDS");
  return std::getenv("SBP_FULL") ? 100 * few : seeds ? few / 2 : few;
}

namespace {
struct TwoCosts {
  Cost chosen, least;
};
} // namespace

/// What stands in the IR afterwards costs what was said, or less where readers
/// of one distribution share a boxing on their own. Memory traffic aside: a
/// boxing that stands between two ops keeps them from being fused.
static void checkWritten(ModuleOp module, const CostModel &model,
                         const SelectionResult &result, Cost least,
                         Decision &decision) {
  auto function = *module.getOps<func::FuncOp>().begin();
  adoptSources(function, decision);
  materialise(function, decision);
  double written = evaluateSeconds(module, model);
  EXPECT_LE(written, result.costSeconds * (1 + 1e-9));
  EXPECT_GE(written, model.toSeconds(least, 4) * (1 - 1e-9));
}

/// Makes states of the arguments and a backward pass of the second half of the
/// ops.
static void divideIntoPhases(ModuleOp module) {
  auto function = *module.getOps<func::FuncOp>().begin();
  for (BlockArgument argument : function.getArguments())
    function.setArgAttr(
        argument.getArgNumber(), SBPDialect::kStateAttr,
        StringAttr::get(module.getContext(),
                        "state" + std::to_string(argument.getArgNumber())));
  size_t middle = function.front().getOperations().size() / 2;
  for (auto [number, op] :
       llvm::enumerate(function.front().without_terminator()))
    if (number >= middle)
      setPhase(&op, StepPhase::Backward);
}

/// Returns nullopt where the graph has too many decisions.
static std::optional<TwoCosts> compare(MLIRContext &context, bool countsTraffic,
                                       const std::string &text,
                                       bool hasPhases) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (module && hasPhases)
    divideIntoPhases(*module);
  PassManager manager(&context);
  manager.addNestedPass<func::FuncOp>(createIsolateSourcesPass());
  manager.addPass(createPlaceOperationsPass());
  if (!module || failed(manager.run(*module))) {
    ADD_FAILURE() << text;
    return std::nullopt;
  }
  CostModel model;
  model.perTrafficByte *= countsTraffic;
  model.perBoxing = 2000; // small tensors: bytes are to count too
  std::optional<Cost> least = test::findLeastCost(*module, model, 3e4);
  if (!least)
    return std::nullopt;
  Decision decision;
  Alternatives alternatives = insertAlternatives(*module);
  FailureOr<SelectionResult> result =
      selectDistributions(*module, alternatives, model, decision);
  if (failed(result)) {
    ADD_FAILURE() << text;
    return std::nullopt;
  }
  takeAlternatives(alternatives, decision);
  EXPECT_EQ(result->gap, 0) << text;
  if (!countsTraffic)
    checkWritten(*module, model, *result, *least, decision);
  return TwoCosts{result->cost, *least};
}

/// Compares random graphs of `numSeeds` seeds.
static void compareGraphs(unsigned numSeeds, bool hasPhases) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  unsigned compared = 0, worse = 0;
  double sum = 0;
  for (unsigned seed = 1; seed <= getNumSeeds(numSeeds); ++seed) {
    unsigned axes = 1 + seed % 2;
    std::string text = RandomGraph(seed, axes).write(axes == 1 ? 5 : 4);
    auto costs = compare(context, seed % 4 < 2, text, hasPhases);
    if (!costs)
      continue;
    ++compared;
    EXPECT_GE(costs->chosen, costs->least) << text;
    worse += costs->chosen > costs->least;
    sum += costs->least > 0 ? costs->chosen / costs->least : 1;
  }
  // Two shared states of one value are not modelled, nor one that nobody wants.
  EXPECT_LE(worse, compared / 5);
  EXPECT_LE(sum, 1.01 * compared);
  llvm::outs() << compared << " graphs compared, " << worse << " dearer, mean "
               << sum / compared << "\n";
}

TEST(Sharing, CostsWhatTheBestDecisionCosts) {
  compareGraphs(120, /*hasPhases=*/false);
}

// Values that depend on states alone are boxed for each phase by themselves,
// in what is counted and in what is written.
TEST(Sharing, BoxesStatesPerPhase) { compareGraphs(60, /*hasPhases=*/true); }
