//===- ProductTest.cpp - least sums over one variable ---------------------===//

#include "Product.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>

using namespace sbp;

// Large products leave out, row by row, states that a few others show to win
// nowhere: none that wins, ties and impossible entries among them. Threads
// change nothing.
TEST(Product, LeavesOutNoStateThatWins) {
  constexpr unsigned rows = 216, domain = 230, columns = 217;
  for (unsigned seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    // Distances on a line with dear steps, so that most states never win.
    unsigned spread = 1 + 40 * (seed % 2), impossible = seed / 2 ? 4 : 0;
    auto makeTable = [&](unsigned first, unsigned second, bool hidesRow) {
      CostTable table{{first, second}, {}};
      for (unsigned i = 0; i < first; ++i)
        for (unsigned j = 0; j < second; ++j)
          table.entries.push_back(
              (hidesRow && i == 7) || random() % 10 < impossible
                  ? kInfiniteCost
                  : 10.0 * std::abs(int(i) - int(j)) + random() % spread);
      return table;
    };
    CostTable left = makeTable(rows, domain, true),
              right = makeTable(domain, columns, true);
    unsigned first[] = {0, 1}, second[] = {1, 2}, scope[] = {0, 2},
             shape[] = {rows, columns};
    ProductInput inputs[] = {{&left, first}, {&right, second}};
    Costs found = minimiseOver(1, domain, inputs, scope, shape, nullptr);
    SolverThreads threads(3);
    EXPECT_EQ(found, minimiseOver(1, domain, inputs, scope, shape, &threads));
    for (unsigned i = 0; i < rows; ++i)
      for (unsigned j = 0; j < columns; ++j) {
        Cost least = kInfiniteCost;
        for (unsigned k = 0; k < domain; ++k)
          least = std::min(least, left.entries[i * domain + k] +
                                      right.entries[k * columns + j]);
        ASSERT_EQ(found[i * columns + j], least) << i << ", " << j;
      }
  }
}

// Tables of any variables in any order, whether or not some join the last two
// of the scope.
TEST(Product, IsTheLeastSumOfAnyTables) {
  std::mt19937 random(5);
  auto below = [&](unsigned n) { return unsigned(random() % n); };
  for (unsigned trial = 0; trial < 600; ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    unsigned count = below(5); // of the scope; the last number is eliminated
    std::vector<unsigned> domains;
    for (unsigned v = 0; v <= count; ++v)
      domains.push_back(1 + below(trial % 3 == 0 ? 40 : 7));
    std::vector<CostTable> tables;
    std::vector<std::vector<unsigned>> variables;
    std::vector<bool> seen(count + 1, false);
    while (tables.size() < 6 || llvm::is_contained(seen, false)) {
      std::vector<unsigned> &of = variables.emplace_back();
      of.push_back(count);
      for (unsigned v = 0; v < count; ++v)
        if (below(count) == 0 && of.size() < 4)
          of.push_back(v);
      std::shuffle(of.begin(), of.end(), random);
      CostTable &table = tables.emplace_back();
      size_t size = 1;
      for (unsigned v : of) {
        seen[v] = true;
        table.shape.push_back(domains[v]);
        size *= domains[v];
      }
      unsigned impossible = below(3) * below(5);
      for (size_t i = 0; i < size; ++i)
        table.entries.push_back(below(16) < impossible ? kInfiniteCost
                                                       : below(1000));
    }
    std::vector<ProductInput> inputs;
    for (auto [table, of] : llvm::zip_equal(tables, variables))
      inputs.push_back({&table, of});
    std::vector<unsigned> scope(count), shape;
    std::iota(scope.begin(), scope.end(), 0);
    std::shuffle(scope.begin(), scope.end(), random);
    size_t size = 1;
    for (unsigned v : scope) {
      shape.push_back(domains[v]);
      size *= domains[v];
    }
    if (size * domains[count] > 200000)
      continue;
    Costs found =
        minimiseOver(count, domains[count], inputs, scope, shape, nullptr);
    ASSERT_EQ(found.size(), size);
    std::vector<unsigned> at(count + 1);
    for (size_t i = 0; i < size; ++i) {
      size_t rest = i;
      for (unsigned v : llvm::reverse(scope)) {
        at[v] = rest % domains[v];
        rest /= domains[v];
      }
      Cost least = kInfiniteCost;
      for (at[count] = 0; at[count] < domains[count]; ++at[count]) {
        Cost sum = 0;
        for (const ProductInput &input : inputs) {
          size_t index = 0;
          for (unsigned v : input.variables)
            index = index * domains[v] + at[v];
          sum += input.table->entries[index];
        }
        least = std::min(least, sum);
      }
      ASSERT_EQ(found[i], least) << "entry " << i;
    }
  }
}

// Several tables of other variables than the eliminated one are added up in
// pieces.
TEST(Product, ThreadsAddUpLargeSides) {
  constexpr unsigned rows = 1500, domain = 1499, columns = 3;
  std::mt19937 random(3);
  auto makeTable = [&](unsigned first, unsigned second) {
    CostTable table{{first, second}, {}};
    for (unsigned i = 0; i < first * second; ++i)
      table.entries.push_back(random() % 8 == 0 ? kInfiniteCost
                                                : random() % 1000);
    return table;
  };
  CostTable left = makeTable(rows, domain), turned = makeTable(domain, rows),
            right = makeTable(domain, columns);
  unsigned ofLeft[] = {0, 1}, ofTurned[] = {1, 0}, ofRight[] = {1, 2};
  unsigned scope[] = {0, 2}, shape[] = {rows, columns};
  ProductInput inputs[] = {
      {&left, ofLeft}, {&turned, ofTurned}, {&right, ofRight}};
  SolverThreads threads(3);
  Costs found = minimiseOver(1, domain, inputs, scope, shape, &threads);
  for (unsigned i = 0; i < rows; ++i)
    for (unsigned j = 0; j < columns; ++j) {
      Cost least = kInfiniteCost;
      for (unsigned k = 0; k < domain; ++k)
        least = std::min(least, left.entries[i * domain + k] +
                                    turned.entries[k * rows + i] +
                                    right.entries[k * columns + j]);
      ASSERT_EQ(found[i * columns + j], least) << i << ", " << j;
    }
}
