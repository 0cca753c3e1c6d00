// StatePatterns.cpp: finds the pattern of two states, once per pair
//
// Four look-ups, each more expensive than the one before and needed by fewer
// pairs: counting (SplitDigits), the row of a state that differs only in the
// names of dimensions, a key with renamed dimensions, and a key with sorted
// axes. Only a new sorted key computes a fraction. Example: on [4, 4], the
// pairs
// ([S(0), B], [B, B]) and ([B, S(1)], [B, B]) have one pattern.

#include "AxisPatterns.h"
#include "sbp/Analysis/Selection/Prices/StateTable.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace sbp {
/// Returns a key of two distributions on `placement` that is also invariant
/// under permutations of equal axes.
static PatternMap::Key getSortedKey(const Placement &placement,
                                    const Distribution &from,
                                    const Distribution &to) {
  return makeKey(placement, getSortedAxes(placement, from, to));
}

MovedFraction StateTable::findFraction(Id from, Id to) {
  const Placement &placement = getPlacementOf(from);
  const Distribution &d = states[from].distribution,
                     &e = states[to].distribution;
  if (!hasKey(from, to))
    return getMovedFraction(placement, d, getPlacementOf(to), e);
  AxisPairs axes = getSortedAxes(placement, d, e);
  int64_t count = dropSharedSplits(axes);
  auto [it, isNew] = byResidual.try_emplace(
      {states[from].placement, axes.size(), makeKey(placement, axes)});
  if (isNew) {
    Placement rest;
    Distribution before, after;
    for (auto [i, axis] : enumerate(axes)) {
      rest.axisNames.push_back("a" + std::to_string(i));
      rest.axisSizes.push_back(axis.size);
      before.components.push_back(axis.from);
      after.components.push_back(axis.to);
    }
    rest.ranks.resize(product_of(rest.axisSizes));
    std::iota(rest.ranks.begin(), rest.ranks.end(), 0);
    it->second = getMovedFraction(rest, before, rest, after);
  }
  return {it->second.moved * count, it->second.cells * count};
}

int32_t StateTable::addFraction(MovedFraction fraction) {
  fractions.push_back(fraction);
  return fractions.size() - 1;
}

StateTable::Renaming StateTable::getRenaming(Id id) const {
  constexpr uint8_t none = 255;
  Renaming renaming;
  renaming.fill(none);
  uint8_t count = 0;
  for (uint8_t code : codes[id])
    if (isSplitCode(code) && renaming[getDim(code)] == none)
      renaming[getDim(code)] = count++;
  for (uint8_t &name : renaming)
    if (name == none)
      name = count++;
  return renaming;
}

std::optional<StateTable::Id> StateTable::rename(unsigned number, Id id) {
  std::vector<int64_t> &row = renamed[number];
  if (row.size() <= id)
    row.resize(states.size(), -1);
  if (row[id] == -1) {
    State state = states[id];
    for (Component &component : state.distribution.components)
      if (component.isSplit())
        component.dim = renamings[number][component.dim];
    std::optional<Id> found = findState(state);
    row[id] = found ? static_cast<int64_t>(*found) : -2;
  }
  if (row[id] < 0)
    return std::nullopt;
  return row[id];
}

void StateTable::findRepresentative(Id id) {
  Renaming required = getRenaming(id);
  unsigned number = llvm::find(renamings, required) - renamings.begin();
  if (number == renamings.size()) {
    renamings.push_back(required);
    renamed.emplace_back();
  }
  representatives[id].renaming = number;
  representatives[id].state = rename(number, id).value_or(id);
}

/// The moved fraction, the number of target pieces and whether the boxing is
/// free determine all prices, so they are packed into the key.
int32_t StateTable::countPattern(Id from, Id to) {
  unsigned placement = states[from].placement;
  if (states[to].placement != placement)
    return -1;
  std::optional<MovedFraction> moved =
      SplitDigits::count(placements[placement], digits[from], digits[to]);
  if (!moved)
    return -1;
  constexpr unsigned bitsOfCells = 40, bitsOfPieces = 24;
  int64_t pieces = digits[to].getNumPieces();
  if (moved->cells >> bitsOfCells || pieces >> bitsOfPieces)
    return -1;
  PatternMap::Key key =
      2 * moved->moved + (moved->moved == 0 && isFree(from, to));
  key = (key << bitsOfCells | moved->cells) << bitsOfPieces | pieces;
  int32_t &number = byCount[placement][key];
  if (number < 0)
    number = addFraction(*moved);
  return number;
}

/// Pairs that are equal up to names of dimensions share a result: among states
/// that differ only in names, one representative has its row computed.
int32_t StateTable::findPattern(Id from, Id to) {
  if (int32_t number = countPattern(from, to); number >= 0)
    return setPattern(from, to, number);
  if (!hasKey(from, to))
    return setPattern(from, to, getNamedPattern(from, to));
  if (representatives[from].state < 0)
    findRepresentative(from);
  const Representative &first = representatives[from];
  if (static_cast<Id>(first.state) != from)
    if (std::optional<Id> other = rename(first.renaming, to))
      return setPattern(from, to, getPattern(first.state, *other));
  return setPattern(from, to, findPatternByKey(from, to));
}

int32_t StateTable::setPattern(Id from, Id to, int32_t number) {
  std::vector<int32_t> &row = patternRows[from];
  if (row.size() <= to)
    row.resize(states.size(), -1);
  return row[to] = number;
}

int32_t StateTable::findPatternByKey(Id from, Id to) {
  unsigned placement = states[from].placement;
  int32_t &number = byKey[placement][getKey(codes[from], codes[to])];
  if (number < 0) {
    int32_t &sorted = bySortedKey[placement][getSortedKey(
        placements[placement], states[from].distribution,
        states[to].distribution)];
    if (sorted < 0)
      sorted = addFraction(findFraction(from, to));
    number = sorted;
  }
  return number;
}

/// Handles any two states, also with windows, orders and different placements.
int32_t StateTable::getNamedPattern(Id from, Id to) {
  // Which dimensions are split does not matter, only which are equal.
  std::string pattern;
  SmallVector<int64_t, 4> dims;
  for (Id id : {from, to}) {
    pattern.push_back(states[id].placement);
    for (const Component &component : states[id].distribution.components) {
      int64_t code = static_cast<int64_t>(component.combiner);
      if (component.isSplit()) {
        if (!is_contained(dims, component.dim))
          dims.push_back(component.dim);
        code = find(dims, component.dim) - dims.begin();
      }
      pattern.push_back(static_cast<char>(component.kind));
      pattern.push_back(static_cast<char>(code));
    }
    for (int64_t axis : states[id].distribution.order)
      pattern.push_back(static_cast<char>(axis));
    pattern.push_back('|');
  }
  auto [it, isNew] = byPattern.try_emplace(pattern, 0);
  if (isNew)
    it->second = addFraction(findFraction(from, to));
  return it->second;
}

/// Unlike fractions, times depend on the order of axes, since their links
/// differ.
int32_t StateTable::getTimePattern(Id from, Id to) {
  if (!hasKey(from, to))
    return -1 - getNamedPattern(from, to);
  int32_t &number =
      byTimeKey[states[from].placement][getKey(codes[from], codes[to])];
  if (number < 0)
    number = numTimeKeys++;
  return number;
}

} // namespace sbp
