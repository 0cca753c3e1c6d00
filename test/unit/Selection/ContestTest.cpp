//===- ContestTest.cpp - ASPLOS/EuroSys 2025 IOPDDL problems --------------===//
//
// The public problems G and V without their memory limit; the optima are those
// that CBC and this method agree on (selection.md section 3).
//
//===----------------------------------------------------------------------===//

#include "sbp/Analysis/CostNetwork/Solver.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <zlib.h>

using namespace sbp;

static std::string readGzip(const std::string &path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file)
    return text;
  std::vector<char> buffer(1 << 16);
  for (int n; (n = gzread(file, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), n);
  gzclose(file);
  return text;
}

static Costs toCosts(const llvm::json::Value &array) {
  Costs costs;
  for (const llvm::json::Value &value : *array.getAsArray()) {
    // The contest writes infinity as a number beyond any sum.
    Cost cost = *value.getAsNumber();
    costs.push_back(cost >= 1e16 ? kInfiniteCost : cost);
  }
  return costs;
}

static CostNetwork readContest(TablePool &pool, const char *name) {
  std::string text = readGzip(std::string(SBP_INPUTS "/") + name);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  EXPECT_TRUE(bool(value)) << name;
  const llvm::json::Object &problem =
      *value->getAsObject()->getObject("problem");
  CostNetwork network(pool);
  for (const auto &node : *problem.getObject("nodes")->getArray("costs")) {
    Costs costs = toCosts(node);
    unsigned variable = network.addVariable(costs.size());
    network.addTerm({variable}, std::move(costs));
  }
  const llvm::json::Object &edges = *problem.getObject("edges");
  for (auto [ends, costs] :
       llvm::zip(*edges.getArray("nodes"), *edges.getArray("costs"))) {
    unsigned from = *(*ends.getAsArray())[0].getAsInteger();
    unsigned to = *(*ends.getAsArray())[1].getAsInteger();
    network.addTerm({from, to}, toCosts(costs));
  }
  return network;
}

static void expectProved(const char *file, Cost optimum) {
  TablePool pool;
  CostNetwork network = readContest(pool, file);
  Solution solution = solve(network);
  EXPECT_EQ(solution.cost, optimum);
  EXPECT_TRUE(solution.isOptimal()) << "gap " << solution.getGap();
}

TEST(Contest, G) { expectProved("asplos-2025-iopddl-G.json.gz", 111306); }
TEST(Contest, V) { expectProved("asplos-2025-iopddl-V.json.gz", 87814); }
