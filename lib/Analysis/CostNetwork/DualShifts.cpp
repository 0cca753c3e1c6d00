// DualShifts.cpp: the reparametrisation of a network, reused by its branches

#include "DualShifts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

const DualShifts::Vector *DualShifts::find(unsigned term,
                                           unsigned variable) const {
  if (term < byTerm.size())
    for (const auto &[other, shifts] : byTerm[term])
      if (other == variable)
        return &shifts;
  return nullptr;
}

void DualShifts::add(unsigned term, unsigned variable, ArrayRef<double> by) {
  if (term >= byTerm.size())
    byTerm.resize(term + 1);
  for (auto &[other, shifts] : byTerm[term])
    if (other == variable) {
      for (auto [sum, more] : zip_equal(shifts, by))
        sum += more;
      return;
    }
  byTerm[term].emplace_back(variable, by.vec());
}

DualShifts DualShifts::slice(const CostNetwork &network,
                             const KeptStates &kept) const {
  DualShifts sliced;
  unsigned position = 0;
  // A sliced network has the live terms only, in their order.
  for (auto [number, term] : enumerate(network.getTerms())) {
    if (!term.live)
      continue;
    for (unsigned variable : term.variables)
      if (const Vector *shifts = find(number, variable)) {
        Vector ofKept;
        for (unsigned state : kept[variable])
          ofKept.push_back((*shifts)[state]);
        sliced.add(position, variable, ofKept);
      }
    ++position;
  }
  return sliced;
}

void DualShifts::applyElimination(const Elimination &elimination) {
  for (const Elimination::Step &step : elimination.getSteps()) {
    if (!step.result)
      continue;
    for (unsigned term : step.terms) {
      if (term >= byTerm.size())
        continue;
      // A copy: add() may reallocate the lists.
      auto shiftsByVariable = byTerm[term];
      for (const auto &[variable, shifts] : shiftsByVariable)
        if (variable != step.variable)
          add(*step.result, variable, shifts);
    }
  }
}

} // namespace sbp
