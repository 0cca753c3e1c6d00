// NeighbourhoodSearch.cpp: better assignments by large neighbourhood search
//
// A try eliminates as much as tables of bounded size allow. If variables
// remain, the one with the largest neighbourhood is fixed at its current state
// and the rest is optimised recursively; then all eliminated variables are
// decoded. Variables that were fixed often are avoided in later tries.

#include "NeighbourhoodSearch.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

/// Returns the entries of a table for the kept states, in row-major order.
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

NeighbourhoodSearch::NeighbourhoodSearch(CostNetwork &network,
                                         double largestTable)
    : network(network), largestTable(largestTable),
      timesFixed(network.getNumVariables(), 0) {}

KeptStates keepAll(const CostNetwork &network) {
  KeptStates kept(network.getNumVariables());
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v))
      kept[v] = to_vector<0>(seq(network.getDomain(v)));
  return kept;
}

unsigned findLargestNeighbourhood(CostNetwork &network,
                                  ArrayRef<unsigned> timesFixed) {
  constexpr double kPenalty = 4; // A factor of e^4 each time, in log states.
  std::optional<unsigned> found;
  double most = 0;
  for (unsigned v = 0; v < network.getNumVariables(); ++v) {
    if (!network.isLive(v))
      continue;
    double open = std::log(network.getDomain(v));
    if (!timesFixed.empty())
      open -= kPenalty * timesFixed[v];
    for (unsigned other : network.getNeighbours(v))
      open += std::log(network.getDomain(other));
    if (!found || open > most) {
      found = v;
      most = open;
    }
  }
  return *found;
}

/// Optimises all variables but those that elimination cannot remove; `network`
/// is consumed. The result is no worse than `assignment`.
void NeighbourhoodSearch::optimise(CostNetwork &network,
                                   std::vector<unsigned> &assignment) {
  Elimination elimination(network);
  unsigned left = elimination.run(largestTable);
  work += elimination.getWork();
  if (left > 0) {
    unsigned held = findLargestNeighbourhood(network, timesFixed);
    ++timesFixed[held];
    KeptStates kept = keepAll(network);
    kept[held] = {assignment[held]};
    CostNetwork rest = sliceStates(network, kept, network.getPool());
    std::vector<unsigned> states = assignment;
    states[held] = 0;
    optimise(rest, states);
    for (unsigned v = 0; v < network.getNumVariables(); ++v)
      if (network.isLive(v) && v != held)
        assignment[v] = states[v];
  }
  elimination.decode(assignment);
}

void NeighbourhoodSearch::improve(std::vector<unsigned> &assignment,
                                  unsigned tries, double workLimit) {
  // Later tries rarely succeed after three failures in a row.
  constexpr unsigned kMaxFailures = 3;
  Cost cost = network.evaluate(assignment);
  for (unsigned failures = 0;
       tries > 0 && failures < kMaxFailures && work < workLimit; --tries) {
    TablePool pool(&network.getPool());
    CostNetwork copy(network, pool);
    std::vector<unsigned> found = assignment;
    optimise(copy, found);
    Cost now = network.evaluate(found);
    failures = now < cost ? 0 : failures + 1;
    if (now < cost) {
      cost = now;
      assignment = std::move(found);
    }
  }
}

} // namespace sbp
