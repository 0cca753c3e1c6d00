// PartSearch.cpp: better assignments, all variables but a few decided anew

#include "PartSearch.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

static Costs sliceTable(const CostTable &table, ArrayRef<unsigned> variables,
                        const KeptStates &kept) {
  size_t size = 1;
  for (unsigned variable : variables)
    size *= kept[variable].size();
  Costs entries(size);
  if (variables.empty()) {
    entries[0] = table.entries[0];
    return entries;
  }
  ArrayRef<unsigned> last = kept[variables.back()];
  SmallVector<unsigned, 4> index(variables.size() - 1, 0);
  for (size_t row = 0; row < size; row += last.size()) {
    size_t from = 0;
    for (auto [i, state] : enumerate(index))
      from = (from + kept[variables[i]][state]) * table.shape[i + 1];
    for (auto [i, state] : enumerate(last))
      entries[row + i] = table.entries[from + state];
    for (unsigned i = index.size(); i-- > 0;) {
      if (++index[i] < kept[variables[i]].size())
        break;
      index[i] = 0;
    }
  }
  return entries;
}

CostNetwork sliceStates(const CostNetwork &network, const KeptStates &kept,
                        TablePool &pool) {
  CostNetwork sliced(pool);
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    sliced.addVariable(network.isLive(v) ? kept[v].size() : 1);
  sliced.addTerm({}, Costs{network.getConstant()});
  for (const CostTerm &term : network.getTerms()) {
    if (!term.live)
      continue;
    if (all_of(term.variables, [&](unsigned variable) {
          return kept[variable].size() == network.getDomain(variable);
        }))
      sliced.addTerm(term.table, term.variables);
    else
      sliced.addTerm(
          term.variables,
          sliceTable(network.getPool().get(term.table), term.variables, kept));
  }
  return sliced;
}

PartSearch::PartSearch(CostNetwork &network, double largestTable)
    : network(network), largestTable(largestTable),
      timesHeld(network.getNumVariables(), 0) {}

KeptStates keepAll(const CostNetwork &network) {
  KeptStates kept(network.getNumVariables());
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v))
      kept[v] = to_vector<0>(seq(network.getDomain(v)));
  return kept;
}

unsigned findMostOpen(CostNetwork &network, ArrayRef<unsigned> timesHeld) {
  constexpr double penalty = 4; // in powers of e
  std::optional<unsigned> found;
  double most = 0;
  for (unsigned v = 0; v < network.getNumVariables(); ++v) {
    if (!network.isLive(v))
      continue;
    double open = std::log(network.getDomain(v));
    if (!timesHeld.empty())
      open -= penalty * timesHeld[v];
    for (unsigned other : network.getNeighbours(v))
      open += std::log(network.getDomain(other));
    if (!found || open > most) {
      found = v;
      most = open;
    }
  }
  return *found;
}

void PartSearch::decide(CostNetwork &network,
                        std::vector<unsigned> &assignment) {
  Elimination elimination(network);
  unsigned left = elimination.run(largestTable);
  work += elimination.getWork();
  if (left > 0) {
    unsigned held = findMostOpen(network, timesHeld);
    ++timesHeld[held];
    KeptStates kept = keepAll(network);
    kept[held] = {assignment[held]};
    CostNetwork rest = sliceStates(network, kept, network.getPool());
    std::vector<unsigned> states = assignment;
    states[held] = 0;
    decide(rest, states);
    for (unsigned v = 0; v < network.getNumVariables(); ++v)
      if (network.isLive(v) && v != held)
        assignment[v] = states[v];
  }
  elimination.decode(assignment);
}

void PartSearch::improve(std::vector<unsigned> &assignment, unsigned tries,
                         double mostWork) {
  constexpr unsigned mostFailures = 3;
  Cost cost = network.evaluate(assignment);
  for (unsigned failures = 0;
       tries > 0 && failures < mostFailures && work < mostWork; --tries) {
    TablePool pool(&network.getPool());
    CostNetwork copy(network, pool);
    std::vector<unsigned> found = assignment;
    decide(copy, found);
    Cost now = network.evaluate(found);
    failures = now < cost ? 0 : failures + 1;
    if (now < cost) {
      cost = now;
      assignment = std::move(found);
    }
  }
}

} // namespace sbp
