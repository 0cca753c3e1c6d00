//===- Solver.cpp - the exact minimum of a cost network -------------------===//

#include "sbp/Analysis/Selection/Solver.h"
#include "DualBound.h"
#include "sbp/Analysis/Selection/Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

double Solution::getGap() const {
  if (isOptimal())
    return 0.0;
  return (cost - lowerBound) / std::max(1.0, std::abs(cost));
}

/// The network of the states that are kept. Variables keep their numbers; the
/// ones that are not live get one state.
static CostNetwork sliceStates(const CostNetwork &network,
                               const DualBound &bound) {
  CostNetwork sliced(network.getPool());
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    sliced.addVariable(network.isLive(v) ? bound.kept[v].size() : 1);
  sliced.addTerm({}, std::vector<Cost>{network.getConstant()});
  for (const CostTerm &term : network.getTerms()) {
    if (!term.live)
      continue;
    const CostTable &table = network.getPool().get(term.table);
    size_t size = 1;
    for (unsigned variable : term.variables)
      size *= bound.kept[variable].size();
    std::vector<Cost> entries(size);
    SmallVector<unsigned, 4> index(term.variables.size(), 0);
    for (Cost &entry : entries) {
      size_t from = 0;
      for (auto [i, variable] : enumerate(term.variables))
        from = from * table.shape[i] + bound.kept[variable][index[i]];
      entry = table.entries[from];
      for (unsigned i = index.size(); i-- > 0;) {
        if (++index[i] < bound.kept[term.variables[i]].size())
          break;
        index[i] = 0;
      }
    }
    sliced.addTerm(term.variables, std::move(entries));
  }
  return sliced;
}

/// The position of every label among the states that are kept; the last where
/// it is not, as labels that are impossible together may be.
static std::vector<unsigned> toSliced(const CostNetwork &network,
                                      const DualBound &bound) {
  std::vector<unsigned> labels(network.getNumVariables(), 0);
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v))
      labels[v] = std::min<size_t>(
          llvm::lower_bound(bound.kept[v], bound.labelling[v]) -
              bound.kept[v].begin(),
          bound.kept[v].size() - 1);
  return labels;
}

namespace {

/// What is left after elimination: bound, delete, eliminate, repeat.
class CoreSolver {
public:
  explicit CoreSolver(const SolverOptions &options)
      : options(options), sweeps(options.firstSweeps),
        largestTable(std::max(30000.0, options.firstTable)) {}
  /// Sets the live variables of `assignment`; returns a lower bound.
  double run(CostNetwork &network, ArrayRef<unsigned> known,
             std::vector<unsigned> &assignment, unsigned round);

  double getWork() const { return spent; }

private:
  /// Sweeps over `network` that the remaining work pays for, at least ten.
  unsigned takeSweeps(const CostNetwork &network);
  void escalate() {
    sweeps = std::min(2 * sweeps, options.lastSweeps);
    largestTable = std::min(5 * largestTable, options.lastTable);
  }
  bool isExhausted() const {
    return sweeps >= options.lastSweeps && largestTable >= options.lastTable;
  }

  const SolverOptions &options;
  double spent = 0;
  unsigned sweeps;
  double largestTable;
};

unsigned CoreSolver::takeSweeps(const CostNetwork &network) {
  // Every sweep reads and shifts a table once per variable, twice each way.
  double perSweep = 1;
  for (const CostTerm &term : network.getTerms())
    if (term.live && term.variables.size() > 1)
      perSweep += 4.0 * term.variables.size() *
                  network.getPool().get(term.table).entries.size();
  double affordable = std::max(0.0, options.work - spent) / perSweep;
  auto taken = static_cast<unsigned>(
      std::max(10.0, std::min<double>(sweeps, affordable)));
  spent += taken * perSweep;
  return taken;
}

double CoreSolver::run(CostNetwork &network, ArrayRef<unsigned> known,
                       std::vector<unsigned> &assignment, unsigned round) {
  DualBound bound = boundFromBelow(network, takeSweeps(network), known);
  double lower = bound.lowerBound - getBoundMargin(bound.lowerBound) + 1e-3;
  lower = std::min(std::ceil(lower), bound.upperBound);
  auto accept = [&](ArrayRef<unsigned> states) {
    for (unsigned v = 0; v < network.getNumVariables(); ++v)
      if (network.isLive(v))
        assignment[v] = states[v];
  };
  if (lower >= bound.upperBound) {
    accept(bound.labelling);
    return bound.upperBound;
  }
  CostNetwork sliced = sliceStates(network, bound);
  std::vector<unsigned> states = toSliced(network, bound);
  Elimination elimination(sliced);
  if (elimination.run(largestTable) == 0) {
    lower = sliced.getConstant();
  } else {
    bool little = bound.statesAfter > 0.8 * bound.statesBefore;
    bool exhausted = isExhausted();
    if (little)
      escalate();
    if (round < options.rounds && spent < options.work &&
        !(little && exhausted)) {
      std::vector<unsigned> labels = states;
      lower = std::max(lower, run(sliced, labels, states, round + 1));
    }
  }
  elimination.decode(states);
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v))
      states[v] = bound.kept[v][states[v]];
  accept(states);
  return lower;
}

} // namespace

Solution solve(const CostNetwork &network, const SolverOptions &options) {
  CostNetwork reduced = network;
  Elimination elimination(reduced);
  Solution solution;
  solution.assignment.assign(network.getNumVariables(), 0);
  if (!options.known.empty())
    solution.assignment = options.known;
  double lower;
  bool isSolved = elimination.run(options.firstTable) == 0;
  solution.work = elimination.getWork();
  if (isSolved) {
    lower = reduced.getConstant();
  } else {
    std::vector<unsigned> known = options.known;
    CoreSolver core(options);
    lower = core.run(reduced, known, solution.assignment, 0);
    solution.work += core.getWork();
  }
  elimination.decode(solution.assignment);
  solution.cost = network.evaluate(solution.assignment);
  solution.lowerBound = std::min(lower, solution.cost);
  return solution;
}

} // namespace sbp
