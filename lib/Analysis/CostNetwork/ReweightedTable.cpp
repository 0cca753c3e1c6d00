// ReweightedTable.cpp: marginals of a cost table under shifts
//
// A shift is an equivalence-preserving transformation (Cooper et al., "Soft arc
// consistency revisited", Artificial Intelligence 2010): what is added to the
// entries of a table is subtracted from the unary costs of its variables. The
// table of x and y, its shifts, and the marginal of x, the least shifted entry
// per state:
//
//   entries 4 7    shifts of x: 0 1    shifted 4 9    marginal of x: 4 2
//           1 5    shifts of y: 0 2            2 8

#include "ReweightedTable.h"
#include "CostLoops.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

using Vector = ReweightedTable::Vector;

std::pair<size_t, size_t> ReweightedTable::getStrides(unsigned variable) const {
  size_t outer = 1, inner = 1;
  bool seen = false;
  for (unsigned other : getVariables()) {
    if (other == variable)
      seen = true;
    else
      (seen ? inner : outer) *= network->getDomain(other);
  }
  return {outer, inner};
}

unsigned ReweightedTable::getPosition(unsigned variable) const {
  return llvm::find(getVariables(), variable) - getVariables().begin();
}

double ReweightedTable::getLeast() const {
  return *llvm::min_element(getMarginal(getVariables().front()));
}

ArrayRef<double> ReweightedTable::getOtherShifts(unsigned position,
                                                 Vector &storage) const {
  if (shifts.size() == 2)
    return shifts[1 - position];
  // The outer sum of all vectors but one: each pass multiplies the length by a
  // domain, with the last variable innermost as in the table.
  storage.assign(1, 0.0);
  Vector longer;
  for (auto [i, own] : enumerate(shifts)) {
    if (i == position)
      continue;
    longer.resize(storage.size() * own.size());
    addOuter(longer.data(), storage.data(), storage.size(), own.data(),
             own.size());
    std::swap(storage, longer);
  }
  return storage;
}

Vector ReweightedTable::getMarginal(unsigned variable) const {
  auto [outer, inner] = getStrides(variable);
  unsigned domain = network->getDomain(variable);
  unsigned position = getPosition(variable);
  Vector marginal(domain, kInfiniteCost), storage;
  ArrayRef<double> others = getOtherShifts(position, storage);
  const double *entry = entries->data();
  if (inner == 1)
    minAddOverRows(marginal.data(), entry, others.data(), outer, domain);
  else
    minAddOverBlocks(marginal.data(), entry, others.data(), outer, domain,
                     inner);
  for (auto [cost, by] : zip_equal(marginal, shifts[position]))
    cost += by;
  return marginal;
}

void ReweightedTable::shift(unsigned variable, ArrayRef<double> by) {
  for (auto [sum, more] : zip_equal(shifts[getPosition(variable)], by))
    sum += more;
}

void ReweightedTable::addConditional(unsigned variable, ArrayRef<int> labels,
                                     Vector &costs) const {
  ArrayRef<unsigned> variables = getVariables();
  Vector marginal(costs.size(), kInfiniteCost);
  // Labelled variables keep their state; an odometer steps through the others.
  // `own` is the stride of `variable`, `offset` the entry of its state 0.
  SmallVector<size_t, 4> strides;
  SmallVector<ArrayRef<double>, 4> open;
  size_t stride = 1, own = 0, offset = 0;
  double fixed = 0;
  for (unsigned i = variables.size(); i-- > 0;) {
    unsigned other = variables[i];
    if (other == variable) {
      own = stride;
    } else if (labels[other] >= 0) {
      offset += stride * labels[other];
      fixed += shifts[i][labels[other]];
    } else {
      strides.push_back(stride);
      open.push_back(shifts[i]);
    }
    stride *= network->getDomain(other);
  }
  // In a table of two variables an open neighbour makes this a plain marginal.
  if (variables.size() == 2 && !strides.empty())
    marginal = getMarginal(variable);
  SmallVector<size_t, 4> index(strides.size(), 0);
  for (bool isOver = variables.size() == 2 && !strides.empty(); !isOver;) {
    const double *entry = entries->data() + offset;
    double by = fixed;
    for (auto [i, shift] : zip_equal(index, open))
      by += shift[i];
    for (auto [least, more] :
         zip_equal(marginal, shifts[getPosition(variable)])) {
      least = std::min(least, *entry + by + more);
      entry += own;
    }
    isOver = true;
    for (unsigned i = 0; i < index.size() && isOver; ++i) {
      offset += strides[i];
      if (++index[i] < open[i].size()) {
        isOver = false;
        break;
      }
      offset -= strides[i] * open[i].size();
      index[i] = 0;
    }
  }
  for (auto [cost, part] : zip_equal(costs, marginal))
    cost += part;
}

} // namespace sbp
