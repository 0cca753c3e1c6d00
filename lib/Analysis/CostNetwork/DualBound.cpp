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
#include "CostLoops.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

namespace {

using Vector = std::vector<double>;

/// A table with the costs shifted between it and the unary costs, per variable.
/// Entries are shared by equal tables, so shifts are added when they are read.
struct Reweighted {
  unsigned term;
  const Costs *entries;
  SmallVector<Vector, 3> shifts; ///< per variable, one entry per state
};

class MessagePassing {
public:
  MessagePassing(CostNetwork &network, Cost cutoff, const DualShifts &start);
  DualBound
  run(unsigned sweeps, ArrayRef<unsigned> known,
      llvm::function_ref<void(std::vector<unsigned> &)> improveLabelling);

private:
  ArrayRef<unsigned> variablesOf(const Reweighted &table) const {
    return network.getTerms()[table.term].variables;
  }
  /// Returns the numbers of row-major entries before and after `variable`.
  std::pair<size_t, size_t> getStrides(const Reweighted &table,
                                       unsigned variable) const;
  Vector getMarginal(const Reweighted &table, unsigned variable) const;
  unsigned getPosition(const Reweighted &table, unsigned variable) const {
    return llvm::find(variablesOf(table), variable) -
           variablesOf(table).begin();
  }
  /// Returns the sums of the shifts of all variables but the one at `position`,
  /// in row-major order. Views `storage` or the table.
  ArrayRef<double> getOtherShifts(const Reweighted &table, unsigned position,
                                  Vector &storage) const;
  double getLeast(const Reweighted &table) const {
    return *llvm::min_element(getMarginal(table, variablesOf(table).front()));
  }
  void shift(Reweighted &table, unsigned variable, ArrayRef<double> by) const;
  void sweep(bool forward);
  void visit(unsigned variable, bool forward);
  double getBound() const;
  /// Adds the marginal of a table given the labels chosen so far (-1: open).
  void addConditional(const Reweighted &table, unsigned variable,
                      ArrayRef<int> labels, Vector &costs) const;
  void label(bool forward, DualBound &result);
  void descend(std::vector<unsigned> &labels) const;
  void consider(std::vector<unsigned> labels, DualBound &result) const;
  void keepStates(DualBound &result) const;
  DualShifts getShifts() const;

  CostNetwork &network;
  Cost cutoff;
  std::vector<unsigned> order; ///< live variables, ascending
  std::vector<Vector> unary;
  std::vector<Reweighted> tables;
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
    tables.push_back(
        {static_cast<unsigned>(number), &entries, std::move(shifts)});
  }
}

std::pair<size_t, size_t> MessagePassing::getStrides(const Reweighted &table,
                                                     unsigned variable) const {
  size_t outer = 1, inner = 1;
  bool seen = false;
  for (unsigned other : variablesOf(table)) {
    if (other == variable)
      seen = true;
    else
      (seen ? inner : outer) *= network.getDomain(other);
  }
  return {outer, inner};
}

ArrayRef<double> MessagePassing::getOtherShifts(const Reweighted &table,
                                                unsigned position,
                                                Vector &storage) const {
  if (table.shifts.size() == 2)
    return table.shifts[1 - position];
  storage.assign(1, 0.0);
  for (auto [i, shifts] : enumerate(table.shifts)) {
    if (i == position)
      continue;
    Vector longer;
    longer.reserve(storage.size() * shifts.size());
    for (double sum : storage)
      for (double by : shifts)
        longer.push_back(sum + by);
    storage = std::move(longer);
  }
  return storage;
}

/// Returns per state of `variable` the least shifted entry of the table.
Vector MessagePassing::getMarginal(const Reweighted &table,
                                   unsigned variable) const {
  auto [outer, inner] = getStrides(table, variable);
  unsigned domain = network.getDomain(variable);
  unsigned position = getPosition(table, variable);
  Vector marginal(domain, infiniteCost), storage;
  ArrayRef<double> others = getOtherShifts(table, position, storage);
  const double *entry = table.entries->data();
  if (inner == 1)
    minAddOverRows(marginal.data(), entry, others.data(), outer, domain);
  else
    for (size_t o = 0; o < outer; ++o)
      minAddOverColumns(marginal.data(), entry + o * domain * inner,
                        others.data() + o * inner, domain, inner);
  for (auto [cost, by] : zip_equal(marginal, table.shifts[position]))
    cost += by;
  return marginal;
}

void MessagePassing::shift(Reweighted &table, unsigned variable,
                           ArrayRef<double> by) const {
  for (auto [sum, more] :
       zip_equal(table.shifts[getPosition(table, variable)], by))
    sum += more;
}

/// Collects the messages of all tables of a variable, then sends its costs on
/// to the tables that contain later variables of this sweep.
void MessagePassing::visit(unsigned variable, bool forward) {
  Vector &costs = unary[variable];
  SmallVector<unsigned, 8> receivers;
  unsigned later = 0, earlier = 0;
  for (unsigned number : tablesOf[variable]) {
    Reweighted &table = tables[number];
    Vector marginal = getMarginal(table, variable);
    for (auto [cost, message] : zip_equal(costs, marginal)) {
      cost += message;
      // An impossible state stays infinite: infinity is not subtracted again.
      message = message == infiniteCost ? 0.0 : -message;
    }
    shift(table, variable, marginal);
    bool hasLater = false, hasEarlier = false;
    for (unsigned other : variablesOf(table))
      if (other != variable)
        ((other > variable) == forward ? hasLater : hasEarlier) = true;
    later += hasLater;
    earlier += hasEarlier;
    if (hasLater)
      receivers.push_back(number);
  }
  double least = *llvm::min_element(costs);
  if (least == infiniteCost)
    return;
  constant += least;
  // TRW-S weights: the larger of the numbers of forward and backward tables.
  double weight = 1.0 / std::max({1u, later, earlier});
  Vector message(costs.size());
  for (auto [cost, part] : zip_equal(costs, message)) {
    cost -= least;
    part = cost == infiniteCost ? 0.0 : cost * weight;
  }
  for (unsigned number : receivers)
    shift(tables[number], variable, message);
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
  for (const Reweighted &table : tables)
    bound += getLeast(table);
  return bound;
}

void MessagePassing::addConditional(const Reweighted &table, unsigned variable,
                                    ArrayRef<int> labels, Vector &costs) const {
  ArrayRef<unsigned> variables = variablesOf(table);
  Vector marginal(costs.size(), infiniteCost);
  // Labelled variables keep their state; an odometer runs over the others.
  SmallVector<size_t, 4> strides;
  SmallVector<ArrayRef<double>, 4> shifts;
  size_t stride = 1, own = 0, offset = 0;
  double fixed = 0;
  for (unsigned i = variables.size(); i-- > 0;) {
    unsigned other = variables[i];
    if (other == variable) {
      own = stride;
    } else if (labels[other] >= 0) {
      offset += stride * labels[other];
      fixed += table.shifts[i][labels[other]];
    } else {
      strides.push_back(stride);
      shifts.push_back(table.shifts[i]);
    }
    stride *= network.getDomain(other);
  }
  if (variables.size() == 2 && !strides.empty())
    marginal = getMarginal(table, variable);
  SmallVector<size_t, 4> index(strides.size(), 0);
  for (bool isOver = variables.size() == 2 && !strides.empty(); !isOver;) {
    const double *entry = table.entries->data() + offset;
    double by = fixed;
    for (auto [i, shift] : zip_equal(index, shifts))
      by += shift[i];
    for (auto [least, more] :
         zip_equal(marginal, table.shifts[getPosition(table, variable)])) {
      least = std::min(least, *entry + by + more);
      entry += own;
    }
    isOver = true;
    for (unsigned i = 0; i < index.size() && isOver; ++i) {
      offset += strides[i];
      if (++index[i] < shifts[i].size()) {
        isOver = false;
        break;
      }
      offset -= strides[i] * shifts[i].size();
      index[i] = 0;
    }
  }
  for (auto [cost, part] : zip_equal(costs, marginal))
    cost += part;
}

/// Rounds the dual greedily: each variable takes its best state given those
/// before it, then coordinate descent on the original costs.
void MessagePassing::label(bool forward, DualBound &result) {
  std::vector<int> labels(network.getNumVariables(), -1);
  auto choose = [&](unsigned variable) {
    Vector costs = unary[variable];
    for (unsigned number : tablesOf[variable])
      addConditional(tables[number], variable, labels, costs);
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
  for (const Reweighted &table : tables)
    leastOf.push_back(getLeast(table));
  result.kept.assign(network.getNumVariables(), {});
  result.statesBefore = result.statesAfter = 0;
  for (unsigned variable : order) {
    Vector reduced = unary[variable];
    double least = *llvm::min_element(reduced);
    for (double &cost : reduced)
      cost -= least;
    for (unsigned number : tablesOf[variable]) {
      Vector marginal = getMarginal(tables[number], variable);
      for (auto [cost, part] : zip_equal(reduced, marginal))
        cost += part - leastOf[number];
    }
    // Impossible states are deleted even if no finite solution is known.
    auto &kept = result.kept[variable];
    for (unsigned state = 0; state < reduced.size(); ++state) {
      double cost = bound + reduced[state];
      if ((cost < infiniteCost && cost <= limit) ||
          (limit < infiniteCost && result.upperBound <= cutoff &&
           state == result.labelling[variable]))
        kept.push_back(state);
    }
    result.isRefuted |= kept.empty() && cutoff < infiniteCost;
    if (kept.empty())
      kept.push_back(0);
    result.statesBefore += reduced.size();
    result.statesAfter += kept.size();
  }
}

DualShifts MessagePassing::getShifts() const {
  DualShifts result;
  for (const Reweighted &table : tables)
    for (auto [variable, shifts] : zip_equal(variablesOf(table), table.shifts))
      result.add(table.term, variable, shifts);
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
  bool isPart = cutoff < infiniteCost;
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
        (getDistance() < infiniteCost &&
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
  if (getDistance() >= 0.5) {
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
  return cost == infiniteCost ? 0.5 : std::max(0.5, 1e-9 * std::abs(cost));
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
