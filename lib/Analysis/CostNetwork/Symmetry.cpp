// Symmetry.cpp: checks permutations of states against the tables

#include "Symmetry.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

std::vector<StatePermutation>
restrictTo(ArrayRef<unsigned> variables,
           ArrayRef<StatePermutation> permutations) {
  std::vector<StatePermutation> restricted;
  for (const StatePermutation &permutation : permutations) {
    StatePermutation &images = restricted.emplace_back();
    for (unsigned variable : variables)
      images.push_back(permutation[variable]);
  }
  return restricted;
}

static unsigned getImage(const StatePermutation &permutation, unsigned variable,
                         unsigned state) {
  const std::vector<unsigned> &images = permutation[variable];
  return images.empty() ? state : images[state];
}

/// Returns true if the permuted states have the same entry everywhere.
static bool isInvariant(const CostTable &table, ArrayRef<unsigned> variables,
                        const StatePermutation &permutation) {
  if (llvm::all_of(variables,
                   [&](unsigned v) { return permutation[v].empty(); }))
    return true;
  unsigned rank = table.shape.size();
  SmallVector<size_t, 4> strides(rank, 1);
  for (unsigned i = rank; i-- > 1;)
    strides[i - 1] = strides[i] * table.shape[i];
  // Row by row: the places of the last variable's images are the same in all.
  unsigned last = table.shape.back();
  std::vector<unsigned> images(last);
  for (unsigned state = 0; state < last; ++state)
    images[state] = getImage(permutation, variables.back(), state);
  SmallVector<unsigned, 4> states(rank, 0);
  for (size_t row = 0; row < table.entries.size(); row += last) {
    size_t image = 0;
    for (unsigned i = 0; i + 1 < rank; ++i)
      image += strides[i] * getImage(permutation, variables[i], states[i]);
    for (unsigned state = 0; state < last; ++state)
      if (table.entries[row + state] != table.entries[image + images[state]])
        return false;
    for (unsigned i = rank - 1; i-- > 0;) {
      if (++states[i] < table.shape[i])
        break;
      states[i] = 0;
    }
  }
  return true;
}

static bool isSymmetry(const CostNetwork &network,
                       const StatePermutation &permutation) {
  return llvm::all_of(network.getTerms(), [&](const CostTerm &term) {
    return !term.live || term.variables.empty() ||
           isInvariant(network.getPool().get(term.table), term.variables,
                       permutation);
  });
}

namespace {

/// The orbits of the states of one variable. Each state but the first of its
/// orbit knows a permutation that leads one step towards it.
struct Orbits {
  Orbits(ArrayRef<const StatePermutation *> symmetries, unsigned variable,
         unsigned domain);

  std::vector<unsigned> first; ///< of each orbit, ascending
  /// Per state, the number of the permutation that maps it one step towards the
  /// first of its orbit; -1 for that one.
  std::vector<int> step;
};

} // namespace

Orbits::Orbits(ArrayRef<const StatePermutation *> symmetries, unsigned variable,
               unsigned domain)
    : step(domain, -2) {
  std::vector<std::vector<unsigned>> inverses;
  for (const StatePermutation *symmetry : symmetries) {
    std::vector<unsigned> &inverse = inverses.emplace_back(domain);
    for (unsigned state = 0; state < domain; ++state)
      inverse[getImage(*symmetry, variable, state)] = state;
  }
  for (unsigned state = 0; state < domain; ++state) {
    if (step[state] != -2)
      continue;
    first.push_back(state);
    step[state] = -1;
    std::vector<unsigned> reached{state};
    for (size_t i = 0; i < reached.size(); ++i)
      for (auto [number, inverse] : llvm::enumerate(inverses))
        if (unsigned from = inverse[reached[i]]; step[from] == -2) {
          step[from] = number;
          reached.push_back(from);
        }
  }
}

std::optional<SufficientStates>
findSufficientStates(const CostNetwork &network,
                     ArrayRef<StatePermutation> permutations,
                     std::vector<unsigned> &known) {
  std::vector<const StatePermutation *> symmetries;
  for (const StatePermutation &permutation : permutations)
    if (isSymmetry(network, permutation))
      symmetries.push_back(&permutation);
  if (symmetries.empty())
    return std::nullopt;
  std::vector<double> entries(network.getNumVariables());
  for (const CostTerm &term : network.getTerms())
    if (term.live)
      for (unsigned variable : term.variables)
        entries[variable] += network.getPool().get(term.table).entries.size();
  std::optional<unsigned> chosen;
  double most = 0;
  for (unsigned v = 0; v < network.getNumVariables(); ++v) {
    if (!network.isLive(v))
      continue;
    unsigned domain = network.getDomain(v);
    size_t left = Orbits(symmetries, v, domain).first.size();
    double gain = entries[v] * (1 - double(left) / domain);
    if (gain > most) {
      chosen = v;
      most = gain;
    }
  }
  if (!chosen)
    return std::nullopt;
  Orbits orbits(symmetries, *chosen, network.getDomain(*chosen));
  while (!known.empty() && orbits.step[known[*chosen]] >= 0) {
    const StatePermutation &symmetry = *symmetries[orbits.step[known[*chosen]]];
    for (unsigned v = 0; v < known.size(); ++v)
      known[v] = getImage(symmetry, v, known[v]);
  }
  return SufficientStates{*chosen, std::move(orbits.first)};
}

} // namespace sbp
