// DualBound.cpp: lower bound, labelling and pruning of states
//
// TRW-S (Kolmogorov, PAMI 2006), generalised to tables of any arity. A visit of
// a variable moves the marginals of its tables into its unary costs, adds the
// least unary cost to the constant, and distributes the rest evenly over the
// tables that lead to later variables. The bound is the constant plus the
// minima of unary costs and tables. Reduced cost fixing deletes a state if
// bound + its reduced cost exceeds the best known cost. Example: unary (0, 2)
// and (3, 0), binary cost 1 for different states: independent minima give 0,
// messages 1.

#include "DualBound.h"
#include "ReweightedTable.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

namespace {

using Vector = ReweightedTable::Vector;

class MessagePassing {
public:
  MessagePassing(CostNetwork &network, Cost cutoff, const DualShifts &start);
  DualBound
  run(unsigned sweeps, ArrayRef<unsigned> known,
      llvm::function_ref<void(std::vector<unsigned> &)> improveLabelling);

private:
  void sweep(bool forward);
  void visit(unsigned variable, bool forward);
  double getBound() const;
  void label(bool forward, DualBound &result);
  void descend(std::vector<unsigned> &labels) const;
  void consider(std::vector<unsigned> labels, DualBound &result) const;
  void keepStates(DualBound &result) const;
  DualShifts getShifts() const;

  CostNetwork &network;
  Cost cutoff;
  std::vector<unsigned> order; ///< live variables, ascending
  std::vector<Vector> unary;
  std::vector<ReweightedTable> tables;
  std::vector<SmallVector<unsigned, 8>> tablesOf;
  double constant;
};

MessagePassing::MessagePassing(CostNetwork &network, Cost cutoff,
                               const DualShifts &start)
    : network(network), cutoff(cutoff), unary(network.getNumVariables()),
      tablesOf(network.getNumVariables()), constant(network.getConstant()) {
  for (unsigned v = 0; v < network.getNumVariables(); ++v)
    if (network.isLive(v)) {
      order.push_back(v);
      unary[v].assign(network.getDomain(v), 0.0);
    }
  for (auto [number, term] : enumerate(network.getTerms())) {
    if (!term.live)
      continue;
    const Costs &entries = network.getPool().get(term.table).entries;
    if (term.variables.size() == 1) {
      for (auto [cost, entry] : zip_equal(unary[term.variables[0]], entries))
        cost += entry;
      continue;
    }
    for (unsigned variable : term.variables)
      tablesOf[variable].push_back(tables.size());
    SmallVector<Vector, 3> shifts;
    for (unsigned variable : term.variables) {
      const Vector *known = start.find(number, variable);
      shifts.push_back(known ? *known
                             : Vector(network.getDomain(variable), 0.0));
      for (auto [cost, by] : zip_equal(unary[variable], shifts.back()))
        cost -= by;
    }
    tables.emplace_back(network, number, std::move(shifts));
  }
}

/// Collects the messages of all tables of a variable, then sends its costs on
/// to the tables that contain later variables of this sweep.
void MessagePassing::visit(unsigned variable, bool forward) {
  Vector &costs = unary[variable];
  SmallVector<unsigned, 8> receivers;
  unsigned later = 0, earlier = 0;
  for (unsigned number : tablesOf[variable]) {
    ReweightedTable &table = tables[number];
    Vector marginal = table.getMarginal(variable);
    for (auto [cost, message] : zip_equal(costs, marginal)) {
      cost += message;
      // An impossible state stays infinite: infinity is not subtracted again.
      message = message == kInfiniteCost ? 0.0 : -message;
    }
    table.shift(variable, marginal);
    bool hasLater = false, hasEarlier = false;
    for (unsigned other : table.getVariables())
      if (other != variable)
        ((other > variable) == forward ? hasLater : hasEarlier) = true;
    later += hasLater;
    earlier += hasEarlier;
    if (hasLater)
      receivers.push_back(number);
  }
  double least = *llvm::min_element(costs);
  if (least == kInfiniteCost)
    return;
  constant += least;
  // TRW-S weights: the larger of the numbers of forward and backward tables.
  double weight = 1.0 / std::max({1u, later, earlier});
  Vector message(costs.size());
  for (auto [cost, part] : zip_equal(costs, message)) {
    cost -= least;
    part = cost == kInfiniteCost ? 0.0 : cost * weight;
  }
  for (unsigned number : receivers)
    tables[number].shift(variable, message);
  for (auto [cost, part] : zip_equal(costs, message))
    cost -= receivers.size() * part;
}

void MessagePassing::sweep(bool forward) {
  if (forward)
    for (unsigned variable : order)
      visit(variable, /*forward=*/true);
  else
    for (unsigned variable : reverse(order))
      visit(variable, /*forward=*/false);
}

double MessagePassing::getBound() const {
  double bound = constant;
  for (unsigned variable : order)
    bound += *llvm::min_element(unary[variable]);
  for (const ReweightedTable &table : tables)
    bound += table.getLeast();
  return bound;
}

/// Rounds the dual greedily: each variable takes its best state given those
/// before it, then coordinate descent on the original costs.
void MessagePassing::label(bool forward, DualBound &result) {
  std::vector<int> labels(network.getNumVariables(), -1);
  auto choose = [&](unsigned variable) {
    Vector costs = unary[variable];
    for (unsigned number : tablesOf[variable])
      tables[number].addConditional(variable, labels, costs);
    labels[variable] = llvm::min_element(costs) - costs.begin();
  };
  if (forward)
    llvm::for_each(order, choose);
  else
    llvm::for_each(reverse(order), choose);
  std::vector<unsigned> complete(labels.size(), 0);
  for (unsigned variable : order)
    complete[variable] = labels[variable];
  descend(complete);
  consider(std::move(complete), result);
}

/// Coordinate descent on the original costs, at most eight rounds.
void MessagePassing::descend(std::vector<unsigned> &labels) const {
  const auto &terms = network.getTerms();
  for (unsigned round = 0; round < 8; ++round) {
    bool changed = false;
    for (unsigned variable : order) {
      Vector costs(network.getDomain(variable), 0.0);
      for (unsigned number : network.getLiveTerms(variable)) {
        const CostTerm &term = terms[number];
        size_t index = 0, stride = 1;
        for (unsigned other : reverse(term.variables)) {
          if (other != variable)
            index += stride * labels[other];
          stride *= network.getDomain(other);
        }
        size_t own = 1;
        for (unsigned other : reverse(term.variables)) {
          if (other == variable)
            break;
          own *= network.getDomain(other);
        }
        const Costs &entries = network.getPool().get(term.table).entries;
        for (auto [state, cost] : enumerate(costs))
          cost += entries[index + own * state];
      }
      unsigned best = llvm::min_element(costs) - costs.begin();
      if (costs[best] < costs[labels[variable]]) {
        labels[variable] = best;
        changed = true;
      }
    }
    if (!changed)
      return;
  }
}

void MessagePassing::consider(std::vector<unsigned> labels,
                              DualBound &result) const {
  Cost cost = network.evaluate(labels);
  if (cost < result.upperBound || result.labelling.empty()) {
    result.upperBound = cost;
    result.labelling = std::move(labels);
  }
}

void MessagePassing::keepStates(DualBound &result) const {
  double bound = getBound();
  Cost known = std::min(result.upperBound, cutoff);
  double limit = known + getBoundMargin(known);
  Vector leastOf;
  for (const ReweightedTable &table : tables)
    leastOf.push_back(table.getLeast());
  result.kept.assign(network.getNumVariables(), {});
  result.statesBefore = result.statesAfter = 0;
  for (unsigned variable : order) {
    Vector reduced = unary[variable];
    double least = *llvm::min_element(reduced);
    for (double &cost : reduced)
      cost -= least;
    for (unsigned number : tablesOf[variable]) {
      Vector marginal = tables[number].getMarginal(variable);
      for (auto [cost, part] : zip_equal(reduced, marginal))
        cost += part - leastOf[number];
    }
    // Impossible states are deleted even if no finite solution is known.
    auto &kept = result.kept[variable];
    for (unsigned state = 0; state < reduced.size(); ++state) {
      double cost = bound + reduced[state];
      if ((cost < kInfiniteCost && cost <= limit) ||
          (limit < kInfiniteCost && result.upperBound <= cutoff &&
           state == result.labelling[variable]))
        kept.push_back(state);
    }
    result.isRefuted |= kept.empty() && cutoff < kInfiniteCost;
    if (kept.empty())
      kept.push_back(0);
    result.statesBefore += reduced.size();
    result.statesAfter += kept.size();
  }
}

DualShifts MessagePassing::getShifts() const {
  DualShifts result;
  for (const ReweightedTable &table : tables)
    for (auto [variable, shifts] :
         zip_equal(table.getVariables(), table.getShifts()))
      result.add(table.getTerm(), variable, shifts);
  return result;
}

/// The least gain per sweep that is worth it, as a part of the gap.
static constexpr double kMinimumGain = 0.001;
/// Sweeps of a branch between checks whether half of all states can be deleted.
static constexpr unsigned kDeletionPeriod = 8;

DualBound MessagePassing::run(
    unsigned sweeps, ArrayRef<unsigned> known,
    llvm::function_ref<void(std::vector<unsigned> &)> improveLabelling) {
  DualBound result;
  if (!known.empty())
    consider(known.vec(), result);
  auto getDistance = [&] {
    return std::min(result.upperBound, cutoff) - result.lowerBound;
  };
  // Most branches are refuted after a few sweeps and no labelling beats the
  // known solution: the bound is checked more often, the labelling at the end.
  bool isPart = cutoff < kInfiniteCost;
  unsigned period = isPart ? 4 : 10;
  for (unsigned i = 0; i < sweeps; ++i) {
    sweep(i % 2 == 0);
    ++result.sweeps;
    if (i % period != period - 1 && i + 1 != sweeps)
      continue;
    if (!isPart)
      label(i / period % 2 == 0, result);
    double before = result.lowerBound;
    result.lowerBound = std::max(before, getBound());
    if (getDistance() < 0.5 ||
        (getDistance() < kInfiniteCost &&
         result.lowerBound - before < kMinimumGain * period * getDistance()))
      break;
    if (!isPart || i % kDeletionPeriod != kDeletionPeriod - 1)
      continue;
    keepStates(result);
    ++result.sweeps;
    if (result.isRefuted || 2 * result.statesAfter <= result.statesBefore)
      break;
  }
  if (isPart &&
      getSafeBound(result.lowerBound) < std::min(result.upperBound, cutoff))
    label(/*forward=*/true, result);
  if (getDistance() >= 0.5 && !result.labelling.empty()) {
    std::vector<unsigned> labels = result.labelling;
    improveLabelling(labels);
    consider(std::move(labels), result);
  }
  keepStates(result);
  result.shifts = getShifts();
  return result;
}

} // namespace

double getBoundMargin(Cost cost) {
  return cost == kInfiniteCost ? 0.5 : std::max(0.5, 1e-9 * std::abs(cost));
}

double getSafeBound(double lowerBound) {
  return std::ceil(lowerBound - getBoundMargin(lowerBound) + 1e-3);
}

DualBound
computeDualBound(CostNetwork &network, unsigned sweeps,
                 ArrayRef<unsigned> known, Cost cutoff,
                 const DualShifts &shifts,
                 llvm::function_ref<void(std::vector<unsigned> &)> improve) {
  return MessagePassing(network, cutoff, shifts).run(sweeps, known, improve);
}

} // namespace sbp
