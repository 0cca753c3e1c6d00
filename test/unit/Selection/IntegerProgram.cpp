//===- IntegerProgram.cpp - a cost network for CBC ------------------------===//
//
// The flow formulation of selection.md section 3: one-hot states, one column
// per finite table entry, equal marginals.
//
//===----------------------------------------------------------------------===//

#include "IntegerProgram.h"
#include <string>
#ifdef SBP_HAVE_CBC
#include <coin/Cbc_C_Interface.h>
#endif

using namespace sbp;

#ifdef SBP_HAVE_CBC
const bool test::haveIntegerSolver = true;

namespace {

struct Column {
  double cost = 0;
  std::vector<std::pair<int, double>> rows;
};

/// Columns and rows of the flow formulation.
class IntegerProgram {
public:
  explicit IntegerProgram(const CostNetwork &network);
  std::optional<double> solve(unsigned seconds);

private:
  void addTable(const CostNetwork &network, const CostTerm &term);
  void addColumn(const Column &column);

  std::vector<std::vector<Column>> states; ///< per variable
  std::vector<Column> entries;             ///< of tables over several variables
  std::vector<double> bounds;              ///< per row: lower and upper
  std::vector<int> starts{0}, rows;
  std::vector<double> values, objective;
  int numBinary = 0;
};

} // namespace

IntegerProgram::IntegerProgram(const CostNetwork &network) {
  for (unsigned v = 0; v < network.getNumVariables(); ++v) {
    Column column;
    column.rows.push_back({int(bounds.size()), 1.0});
    states.emplace_back(network.getDomain(v), column);
    bounds.push_back(1);
  }
  for (const CostTerm &term : network.getTerms())
    addTable(network, term);
  for (const auto &columns : states)
    for (const Column &column : columns)
      addColumn(column);
  numBinary = objective.size();
  for (const Column &column : entries)
    addColumn(column);
}

void IntegerProgram::addTable(const CostNetwork &network,
                              const CostTerm &term) {
  const CostTable &table = network.getPool().get(term.table);
  if (term.variables.size() == 1) {
    for (size_t i = 0; i < table.entries.size(); ++i)
      states[term.variables[0]][i].cost += table.entries[i];
    return;
  }
  std::vector<int> firstRow;
  for (unsigned v : term.variables) {
    firstRow.push_back(bounds.size());
    for (Column &state : states[v]) {
      state.rows.push_back({int(bounds.size()), -1.0});
      bounds.push_back(0);
    }
  }
  for (size_t i = 0; i < table.entries.size(); ++i) {
    if (table.entries[i] == kInfiniteCost)
      continue;
    Column &entry = entries.emplace_back();
    entry.cost = table.entries[i];
    size_t rest = i;
    for (size_t k = term.variables.size(); k-- > 0; rest /= table.shape[k])
      entry.rows.push_back({firstRow[k] + int(rest % table.shape[k]), 1.0});
  }
}

void IntegerProgram::addColumn(const Column &column) {
  // A state that is forbidden stands in no row, so that it satisfies none.
  bool isForbidden = column.cost == kInfiniteCost;
  if (!isForbidden)
    for (auto [row, value] : column.rows) {
      rows.push_back(row);
      values.push_back(value);
    }
  starts.push_back(rows.size());
  objective.push_back(isForbidden ? 0 : column.cost);
}

std::optional<double> IntegerProgram::solve(unsigned seconds) {
  int columns = objective.size();
  std::vector<double> lower(columns, 0), upper(columns, 1);
  // CBC's tolerances are absolute: costs are brought to 1e7.
  double scale = 1;
  for (double cost : objective)
    scale = std::max(scale, cost / 1e7);
  for (double &cost : objective)
    cost /= scale;
  Cbc_Model *model = Cbc_newModel();
  Cbc_loadProblem(model, columns, bounds.size(), starts.data(), rows.data(),
                  values.data(), lower.data(), upper.data(), objective.data(),
                  bounds.data(), bounds.data());
  for (int i = 0; i < numBinary; ++i)
    Cbc_setInteger(model, i);
  Cbc_setParameter(model, "log", "0");
  Cbc_setParameter(model, "ratio", "1e-9");
  Cbc_setParameter(model, "sec", std::to_string(seconds).c_str());
  Cbc_solve(model);
  std::optional<double> least;
  if (Cbc_isProvenOptimal(model))
    least = Cbc_getObjValue(model) * scale;
  Cbc_deleteModel(model);
  return least;
}

std::optional<double> test::solveAsIntegerProgram(const CostNetwork &network,
                                                  unsigned seconds) {
  std::optional<double> least = IntegerProgram(network).solve(seconds);
  return least ? std::optional(*least + network.getConstant()) : std::nullopt;
}
#else
const bool test::haveIntegerSolver = false;
std::optional<double> test::solveAsIntegerProgram(const CostNetwork &,
                                                  unsigned) {
  return std::nullopt;
}
#endif
