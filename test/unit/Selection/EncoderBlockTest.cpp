//===- EncoderBlockTest.cpp - a transformer block against CBC -------------===//
//
// The network of a GPT block on [4], solved by elimination and as an integer
// program: one-hot states, one column per finite table entry, equal marginals
// (selection.md section 3).
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Analysis/Selection/Selection.h"
#include "sbp/Analysis/Selection/Solver.h"
#include "sbp/InitAll.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#ifdef SBP_HAVE_CBC
#include <coin/Cbc_C_Interface.h>
#endif

using namespace mlir;
using namespace sbp;

namespace {

class EncoderBlock : public testing::Test {
protected:
  void SetUp() override {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    // The example is for [2, 2]; on one axis CBC is done in seconds.
    auto file =
        llvm::MemoryBuffer::getFile(SBP_EXAMPLES "/gpt/gpt_inputs.mlir");
    ASSERT_TRUE(bool(file));
    std::string text = (*file)->getBuffer().str();
    replace(text, "\"dp\" = 2, \"tp\" = 2", "\"tp\" = 4");
    replace(text, "[S(0), B]", "[S(0)]");
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    PassManager passes(&context);
    passes.addPass(createPlaceOperationsPass());
    ASSERT_TRUE(succeeded(passes.run(*module)));
  }
  static void replace(std::string &text, const std::string &from,
                      const std::string &to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;)
      text.replace(at, from.size(), to);
  }
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST_F(EncoderBlock, IsProvedOptimal) {
  Decision decision;
  FailureOr<SelectionResult> result =
      selectDistributions(*module, CostModel(), decision);
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->gap, 0);
  EXPECT_GT(result->cost, 0);
}

// What bounding finds must be what elimination alone finds.
TEST_F(EncoderBlock, BoundingAgreesWithElimination) {
  ASSERT_TRUE(succeeded(
      visitCostNetwork(*module, CostModel(), [](const CostNetwork &network) {
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

#ifdef SBP_HAVE_CBC
namespace {

/// Columns and rows of the flow formulation.
struct IntegerProgram {
  std::vector<int> starts{0}, rows;
  std::vector<double> values, objective, bounds;
  int numRows = 0, numBinary = 0;

  void addColumn(double cost, std::vector<std::pair<int, double>> entries) {
    for (auto [row, value] : entries) {
      rows.push_back(row);
      values.push_back(value);
    }
    starts.push_back(rows.size());
    objective.push_back(cost);
  }
};

} // namespace

static IntegerProgram makeProgram(const CostNetwork &network) {
  IntegerProgram program;
  std::vector<std::vector<std::vector<std::pair<int, double>>>> columns;
  std::vector<std::vector<double>> unary;
  for (unsigned v = 0; v < network.getNumVariables(); ++v) {
    columns.emplace_back(
        network.getDomain(v),
        std::vector<std::pair<int, double>>{{program.numRows, 1.0}});
    unary.emplace_back(network.getDomain(v), 0.0);
    ++program.numRows;
    program.bounds.push_back(1);
  }
  struct Entry {
    double cost;
    std::vector<std::pair<int, double>> rows;
  };
  std::vector<Entry> entries;
  for (const CostTerm &term : network.getTerms()) {
    const CostTable &table = network.getPool().get(term.table);
    if (term.variables.size() == 1) {
      for (size_t i = 0; i < table.entries.size(); ++i)
        unary[term.variables[0]][i] += table.entries[i];
      continue;
    }
    std::vector<int> firstRow;
    for (unsigned v : term.variables) {
      firstRow.push_back(program.numRows);
      for (unsigned state = 0; state < network.getDomain(v); ++state) {
        columns[v][state].push_back({program.numRows++, -1.0});
        program.bounds.push_back(0);
      }
    }
    for (size_t i = 0; i < table.entries.size(); ++i) {
      if (table.entries[i] == infiniteCost)
        continue;
      Entry entry{table.entries[i], {}};
      size_t rest = i;
      for (size_t k = term.variables.size(); k-- > 0;) {
        entry.rows.push_back({firstRow[k] + int(rest % table.shape[k]), 1.0});
        rest /= table.shape[k];
      }
      entries.push_back(std::move(entry));
    }
  }
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    for (unsigned state = 0; state < network.getDomain(v); ++state) {
      program.addColumn(unary[v][state], columns[v][state]);
      ++program.numBinary;
    }
  for (Entry &entry : entries)
    program.addColumn(entry.cost, std::move(entry.rows));
  return program;
}

TEST_F(EncoderBlock, EqualsCbc) {
  ASSERT_TRUE(succeeded(
      visitCostNetwork(*module, CostModel(), [](const CostNetwork &network) {
        IntegerProgram program = makeProgram(network);
        int columns = program.objective.size();
        std::vector<double> lower(columns, 0), upper(columns, 1);
        double scale = 1;
        for (double cost : program.objective)
          scale = std::max(scale, cost / 1e7);
        for (double &cost : program.objective)
          cost /= scale;
        Cbc_Model *model = Cbc_newModel();
        Cbc_loadProblem(model, columns, program.numRows, program.starts.data(),
                        program.rows.data(), program.values.data(),
                        lower.data(), upper.data(), program.objective.data(),
                        program.bounds.data(), program.bounds.data());
        for (int i = 0; i < program.numBinary; ++i)
          Cbc_setInteger(model, i);
        Cbc_setParameter(model, "log", "0");
        Cbc_setParameter(model, "ratio", "1e-9");
        Cbc_setParameter(model, "sec", "60");
        Cbc_solve(model);
        ASSERT_TRUE(Cbc_isProvenOptimal(model));
        double cbc = Cbc_getObjValue(model) * scale + network.getConstant();
        Cbc_deleteModel(model);
        Solution solution = solve(network);
        EXPECT_NEAR(solution.cost, cbc, 1e-6 * cbc);
      })));
}
#else
TEST_F(EncoderBlock, EqualsCbc) { GTEST_SKIP() << "coinor-libcbc is missing"; }
#endif
