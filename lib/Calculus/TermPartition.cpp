// TermPartition.cpp: where the terms of a partial value go

#include "sbp/Calculus/TermPartition.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <limits>

using namespace llvm;

namespace sbp {

using Matrix = SmallVector<SmallVector<int64_t>>;

/// The column of each row in a matching of largest total weight (weights >= 0,
/// -1 for a row left to a column beyond the matrix): the Hungarian method, one
/// row at a time along shortest alternating paths.
static SmallVector<int64_t> getHeaviestMatching(const Matrix &weights) {
  size_t rows = weights.size();
  size_t columns = std::max(weights.front().size(), rows);
  auto cost = [&](size_t row, size_t column) {
    return column < weights[row].size() ? -weights[row][column] : 0;
  };
  constexpr int64_t infinity = std::numeric_limits<int64_t>::max() / 4;
  // 1-based: column 0 is the root of the alternating path.
  SmallVector<int64_t> rowPotential(rows + 1, 0);
  SmallVector<int64_t> columnPotential(columns + 1, 0), rowOf(columns + 1, 0);
  for (size_t row = 1; row <= rows; ++row) {
    SmallVector<int64_t> slack(columns + 1, infinity), previous(columns + 1, 0);
    SmallVector<bool> used(columns + 1, false);
    size_t column = 0;
    rowOf[0] = row;
    do {
      used[column] = true;
      int64_t current = rowOf[column], delta = infinity;
      size_t next = 0;
      for (size_t j = 1; j <= columns; ++j) {
        if (used[j])
          continue;
        int64_t reduced = cost(current - 1, j - 1) - rowPotential[current] -
                          columnPotential[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          previous[j] = column;
        }
        if (slack[j] < delta) {
          delta = slack[j];
          next = j;
        }
      }
      for (size_t j = 0; j <= columns; ++j) {
        if (used[j]) {
          rowPotential[rowOf[j]] += delta;
          columnPotential[j] -= delta;
        } else {
          slack[j] -= delta;
        }
      }
      column = next;
    } while (rowOf[column] != 0);
    do {
      size_t before = previous[column];
      rowOf[column] = rowOf[before];
      column = before;
    } while (column != 0);
  }
  SmallVector<int64_t> result(rows, -1);
  for (size_t column = 1; column <= weights.front().size(); ++column)
    if (rowOf[column] != 0)
      result[rowOf[column] - 1] = column - 1;
  return result;
}

int64_t TermPartition::findUnused() const {
  SmallVector<bool> used(coordinates, false);
  for (int64_t coordinate : coordinateOf)
    if (coordinate >= 0)
      used[coordinate] = true;
  const auto *it = llvm::find(used, false);
  return it == used.end() ? -1 : it - used.begin();
}

/// All of `rest` meet at one coordinate: best one where a rank holds one of
/// them; else an unused one; else one whose term they join (whose ranks hold
/// that term, which saves the transfer that joining costs).
void TermPartition::placeTogether(ArrayRef<TermEdge> edges,
                                  ArrayRef<int64_t> rest) {
  int64_t coordinate = edges.empty() ? findUnused() : edges.front().second;
  for (int64_t term : rest)
    coordinateOf[term] = std::max<int64_t>(coordinate, 0);
  price = static_cast<int64_t>(rest.size()) + replicas - 1 -
          static_cast<int64_t>(!edges.empty());
}

/// Each of `rest` at a coordinate of its own, if that is cheaper than the
/// price so far.
bool TermPartition::placeApart(ArrayRef<TermEdge> restEdges,
                               ArrayRef<int64_t> rest) {
  if (coordinates < terms || restEdges.empty())
    return false;
  SmallVector<int64_t> columns;
  for (TermEdge edge : restEdges)
    columns.push_back(edge.second);
  llvm::sort(columns);
  columns.erase(llvm::unique(columns), columns.end());
  Matrix held(rest.size(), SmallVector<int64_t>(columns.size(), 0));
  for (auto [term, coordinate] : restEdges)
    ++held[llvm::lower_bound(rest, term) - rest.begin()]
          [llvm::lower_bound(columns, coordinate) - columns.begin()];
  int64_t apart = static_cast<int64_t>(rest.size()) * replicas, best = apart;
  for (const auto &row : held)
    best -= *llvm::max_element(row);
  if (best >= price)
    return false;
  SmallVector<int64_t> column = getHeaviestMatching(held);
  for (auto [row, choice] : llvm::enumerate(column))
    if (choice >= 0)
      apart -= held[row][choice];
  if (apart >= price)
    return false;
  price = apart;
  for (int64_t term : rest)
    coordinateOf[term] = -1;
  for (auto [row, choice] : llvm::enumerate(column))
    if (choice >= 0)
      coordinateOf[rest[row]] = columns[choice];
  for (int64_t term : rest)
    if (coordinateOf[term] < 0)
      coordinateOf[term] = findUnused();
  return true;
}

/// The terms that no coordinate holds on all its ranks. Two places where
/// several of them meet never beat one, and beside such a place a term alone
/// costs at least the 1 it costs there.
void TermPartition::placeRest(ArrayRef<TermEdge> restEdges,
                              ArrayRef<int64_t> rest) {
  if (rest.size() > 1) {
    placeTogether(restEdges, rest);
    placeApart(restEdges, rest);
    return;
  }
  // One term: where most ranks hold it already.
  SmallVector<int64_t> held(coordinates, 0);
  for (TermEdge edge : restEdges)
    ++held[edge.second];
  int64_t coordinate = restEdges.empty()
                           ? std::max<int64_t>(findUnused(), 0)
                           : llvm::max_element(held) - held.begin();
  coordinateOf[rest.front()] = coordinate;
  price = replicas - held[coordinate];
}

/// One rank per coordinate: a term that some coordinate holds stays there, any
/// other costs one transfer wherever it goes.
void TermPartition::computeUnreplicated(ArrayRef<TermEdge> edges) {
  for (auto [term, coordinate] : edges)
    if (coordinateOf[term] < 0)
      coordinateOf[term] = coordinate;
  int64_t meeting = edges.empty() ? 0 : edges.front().second;
  for (int64_t &coordinate : coordinateOf)
    if (coordinate < 0) {
      coordinate = meeting;
      ++price;
    }
}

void TermPartition::computeReplicated(ArrayRef<TermEdge> edges) {
  // A coordinate all of whose ranks hold one term takes it for nothing.
  SmallVector<int64_t> count(coordinates, 0), termOf(coordinates, -1);
  for (auto [term, coordinate] : edges) {
    bool same = termOf[coordinate] == term || termOf[coordinate] < 0;
    count[coordinate] = same ? count[coordinate] + 1 : -replicas;
    termOf[coordinate] = term;
  }
  for (int64_t k = 0; k < coordinates; ++k)
    if (count[k] == replicas && coordinateOf[termOf[k]] < 0)
      coordinateOf[termOf[k]] = k;
  SmallVector<int64_t> rest;
  for (int64_t term = 0; term < terms; ++term)
    if (coordinateOf[term] < 0)
      rest.push_back(term);
  if (rest.empty())
    return;
  SmallVector<TermEdge> restEdges;
  for (TermEdge edge : edges)
    if (coordinateOf[edge.first] < 0)
      restEdges.push_back(edge);
  placeRest(restEdges, rest);
}

void TermPartition::compute(ArrayRef<TermEdge> edges, bool together) {
  price = 0;
  coordinateOf.assign(terms, -1);
  if (terms > 1 && (together || coordinates == 1))
    placeTogether(edges, llvm::to_vector(llvm::seq<int64_t>(0, terms)));
  else if (replicas == 1)
    computeUnreplicated(edges);
  else
    computeReplicated(edges);
}

} // namespace sbp
