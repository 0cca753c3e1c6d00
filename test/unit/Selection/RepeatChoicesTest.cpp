// RepeatChoicesTest.cpp: what backward makes again, against every choice
//
// Random steps of a few values: the choice of distributions and recomputation
// together costs what the best of all sets of values that are made again costs,
// each with the best distributions within the limit.

#include "sbp/Transforms/RepeatChoices.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/InitAll.h"
#include "sbp/Transforms/Alternatives.h"
#include "sbp/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace sbp;

namespace {

/// Writes a step: a chain of ops of forward with branches, and a backward pass
/// that reads their values from the last to the first.
class RandomStep {
public:
  RandomStep(unsigned seed, unsigned ranks) : random(seed), ranks(ranks) {}
  std::string write(unsigned numValues);

private:
  unsigned pick(unsigned count) { return random() % count; }
  std::string add(unsigned kind, const std::string &a, const std::string &b,
                  bool isBackward);

  std::mt19937 random;
  unsigned ranks, next = 0;
  std::string body;
};

} // namespace

static const std::string type = "tensor<64x64xf32>";

/// Appends an op: a product, a sum, a product of elements or an exponential.
std::string RandomStep::add(unsigned kind, const std::string &a,
                            const std::string &b, bool isBackward) {
  std::string name = "%v" + std::to_string(next++),
              phase = isBackward ? " {sbp.phase = 1 : i64}" : "",
              types = " : " + type + ", " + type + ")",
              outs = " outs(" + name + "e : " + type + ")";
  body += "  " + name + "e = tensor.empty() : " + type + "\n";
  switch (kind) {
  case 0:
    body += "  " + name + "f = linalg.fill ins(%zero : f32)" + outs + " -> " +
            type + "\n  " + name + " = linalg.matmul" + phase + " ins(" + a +
            ", " + b + types + " outs(" + name + "f : " + type + ") -> ";
    break;
  case 1:
    body += "  " + name + " = linalg.exp" + phase + " ins(" + a + " : " + type +
            ")" + outs + " -> ";
    break;
  default:
    body += "  " + name + " = linalg." + (kind == 2 ? "add" : "mul") + phase +
            " ins(" + a + ", " + b + types + outs + " -> ";
  }
  body += type + "\n";
  return name;
}

std::string RandomStep::write(unsigned numValues) {
  std::vector<std::string> values = {"%x"};
  for (unsigned i = 0; i < numValues; ++i) {
    unsigned kind = pick(5) < 3 ? 0 : 1 + pick(3);
    std::string other =
        kind == 0 ? (pick(2) ? "%w" : "%u") : values[pick(values.size())];
    values.push_back(add(kind, values.back(), other, /*isBackward=*/false));
  }
  std::string gradient = values.back();
  for (unsigned i = numValues; i > 0; --i) {
    if (i != numValues && pick(3) == 0)
      continue;
    unsigned kind = pick(2) ? 0 : 3;
    gradient = add(kind, gradient, values[i], /*isBackward=*/true);
  }
  return "sbp.placement @p [\"a\" = " + std::to_string(ranks) +
         "]\nfunc.func @main(%x: " + type + ", %w: " + type + ", %u: " + type +
         ") -> " + type + " {\n  %zero = arith.constant 0.0 : f32\n" + body +
         "  return " + gradient + " : " + type + "\n}\n";
}

namespace {

/// One model, read anew for each selection.
class Step {
public:
  Step(MLIRContext &context, std::string text)
      : context(context), text(std::move(text)) {
    model.perBoxing = 2000; // small tensors: bytes are to count too
  }

  SelectionResult choose(std::optional<int64_t> limit);
  /// Returns the least cost within `limit` over all sets of forms; nullopt
  /// where there are more than `most`, or one is not proved. Infinite where
  /// nothing fits.
  std::optional<Cost> enumerate(int64_t limit, size_t most);

private:
  void read();
  SelectionResult select(const Alternatives &alternatives,
                         std::optional<int64_t> limit, Decision &decision,
                         bool repeats);

  MLIRContext &context;
  std::string text;
  CostModel model;
  OwningOpRef<ModuleOp> module;
  Alternatives alternatives;
};

} // namespace

void Step::read() {
  module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module) << text;
  PassManager manager(&context);
  manager.addNestedPass<func::FuncOp>(createIsolateSourcesPass());
  manager.addPass(createPlaceOperationsPass());
  manager.addNestedPass<func::FuncOp>(createAssignPhasesPass());
  KeepValuesPassOptions keeping;
  keeping.names = true;
  manager.addNestedPass<func::FuncOp>(createKeepValuesPass(keeping));
  ASSERT_TRUE(succeeded(manager.run(*module))) << text;
  // Ops that are marked cut the code into regions, which hold values longer.
  module->walk([](Operation *op) { op->removeAttr(kMadeAgainAttr); });
  alternatives = {};
  insertRepeats(*module->getOps<func::FuncOp>().begin(), alternatives);
}

SelectionResult Step::select(const Alternatives &choices,
                             std::optional<int64_t> limit, Decision &decision,
                             bool repeats) {
  SelectionOptions options;
  options.estimatesMemory = !limit;
  options.repeats = repeats;
  options.threads = 1;
  if (limit)
    options.limit = {*limit, 0};
  FailureOr<SelectionResult> result =
      selectDistributions(*module, choices, model, decision, options);
  EXPECT_TRUE(succeeded(result)) << text;
  return succeeded(result) ? *result : SelectionResult();
}

SelectionResult Step::choose(std::optional<int64_t> limit) {
  read();
  Decision decision;
  SelectionResult result =
      select(alternatives, limit, decision, /*repeats=*/true);
  takeAlternatives(alternatives, decision);
  return result;
}

static bool isExcluded(const Alternatives &alternatives,
                       ArrayRef<unsigned> forms) {
  return llvm::any_of(alternatives.getExclusions(), [&](const auto &pair) {
    return forms[pair.first.choice] == pair.first.form &&
           forms[pair.second.choice] == pair.second.form;
  });
}

std::optional<Cost> Step::enumerate(int64_t limit, size_t most) {
  read();
  size_t count = 1;
  SmallVector<unsigned> numForms;
  for (const auto &choice : alternatives.getChoices()) {
    numForms.push_back(choice.forms.size() + 1);
    count *= numForms.back();
  }
  if (count > most || numForms.empty())
    return std::nullopt;
  Cost least = kInfiniteCost;
  for (size_t number = 0; number < count; ++number) {
    Decision taken;
    size_t rest = number;
    for (unsigned forms : numForms) {
      taken.forms.push_back(rest % forms);
      rest /= forms;
    }
    if (isExcluded(alternatives, taken.forms))
      continue;
    read();
    // Holders that stay are choices without forms.
    Alternatives held;
    for (auto [choice, form] :
         llvm::zip_equal(alternatives.getChoices(), taken.forms))
      if (choice.kind == ChoiceKind::Held && form == 0)
        held.add({choice.op, {}, ChoiceKind::Held});
    takeAlternatives(alternatives, taken);
    module->walk([](Operation *op) { op->removeAttr(kMadeAgainAttr); });
    Decision decision;
    SelectionResult result = select(held, limit, decision, /*repeats=*/false);
    if (result.memory->fits && result.gap > 0)
      return std::nullopt;
    if (!result.memory->fits)
      continue;
    least = std::min(least, result.cost);
  }
  return least;
}

namespace {
/// Joint choices beside the best sets, at limits that were compared.
struct Comparison {
  unsigned limits = 0, proved = 0;
  unsigned dearer = 0, cheaper = 0, lost = 0; ///< of the proved ones
  double sum = 0; ///< relative differences of all that fit
  /// Adds a choice; returns whether it costs `least`, where that is finite, and
  /// fits exactly where it is, or is not proved.
  bool add(const SelectionResult &result, Cost least);
};
} // namespace

bool Comparison::add(const SelectionResult &result, Cost least) {
  ++limits;
  bool fits = least != kInfiniteCost, isProved = result.gap == 0;
  proved += isProved;
  lost += fits != result.memory->fits;
  if (!fits || !result.memory->fits)
    return fits == result.memory->fits;
  bool isDearer = isProved && result.cost > least;
  dearer += isDearer;
  cheaper += result.cost < least;
  sum += std::abs(result.cost / least - 1);
  return !isDearer && result.cost >= least;
}

static unsigned getNumSteps() {
  return std::getenv("SBP_FULL") ? 100 : std::getenv("SBP_SEEDS") ? 4 : 8;
}

/// Compares steps on `ranks` ranks at three limits below the free peak.
static Comparison compareSteps(unsigned ranks) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  Comparison all;
  for (unsigned seed = 1; seed <= getNumSteps(); ++seed) {
    Step step(context, RandomStep(seed, ranks).write(3 + seed % 4));
    double free = step.choose(std::nullopt).memory->peakBytes;
    for (double share : {0.95, 0.85, 0.75}) {
      auto limit = static_cast<int64_t>(free * share);
      std::optional<Cost> least = step.enumerate(limit, 300);
      if (!least || all.add(step.choose(limit), *least))
        continue;
      llvm::outs() << ranks << " ranks, seed " << seed << ", limit " << share
                   << " of the free peak: not the best set\n";
    }
  }
  llvm::outs() << ranks << " ranks: " << all.limits << " limits, " << all.proved
               << " proved; " << all.dearer << " of these dearer, "
               << all.cheaper << " cheaper, " << all.lost
               << " not found, mean difference " << all.sum / all.limits
               << "\n";
  return all;
}

// A value with one reader in forward counts as written for it, although that
// reader fuses it where nothing holds it: one set in a hundred is not found.
TEST(RepeatChoices, CostWhatTheBestSetCostsOnOneRank) {
  Comparison all = compareSteps(1);
  EXPECT_GT(all.limits, getNumSteps());
  EXPECT_EQ(all.dearer + all.cheaper, 0U);
  EXPECT_LE(all.lost, all.limits / 100);
  EXPECT_EQ(all.sum, 0);
}

// A boxing that forms of several choices may read counts as made for the first
// of them.
TEST(RepeatChoices, CostHardlyMoreOnTwoRanks) {
  Comparison all = compareSteps(2);
  EXPECT_GT(all.limits, getNumSteps());
  EXPECT_LE(all.dearer + all.cheaper + all.lost, 1 + all.limits / 8);
  EXPECT_LE(all.sum, 0.02 * all.limits);
}
