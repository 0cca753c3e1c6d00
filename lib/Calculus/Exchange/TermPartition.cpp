// TermPartition.cpp: assignment of partial terms to destination coordinates
//
// A minimum-cost assignment. Coordinates whose ranks all hold one term take it
// for free. For the remaining terms two solutions are compared: all of them at
// one coordinate, or each at a coordinate of its own, which is a weighted
// bipartite matching solved by the Hungarian method (Kuhn 1955) with shortest
// augmenting paths (Jonker and Volgenant 1987). Mixtures never win
// (assignRest). Example: terms {0, 1}, coordinates {0, 1} with 2 replicas; a
// rank of each coordinate holds the term of its number. Apart: 1 + 1 transfers.
// Together: 2 + 2 - 1 - 1 = 2 transfers. The price is 2.

#include "sbp/Calculus/TermPartition.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <limits>

using namespace llvm;

namespace sbp {

using Matrix = SmallVector<SmallVector<int64_t>>;

/// Returns the column of each row in a matching of largest total weight, for
/// weights >= 0; -1 for a row that is matched to a column beyond the matrix.
static SmallVector<int64_t> getHeaviestMatching(const Matrix &weights) {
  size_t rows = weights.size();
  size_t columns = std::max(weights.front().size(), rows);
  auto cost = [&](size_t row, size_t column) {
    return column < weights[row].size() ? -weights[row][column] : 0;
  };
  constexpr int64_t kInfinity = std::numeric_limits<int64_t>::max() / 4;
  // Indices are 1-based: column 0 is the root of the alternating path.
  SmallVector<int64_t> rowPotential(rows + 1, 0);
  SmallVector<int64_t> columnPotential(columns + 1, 0), rowOf(columns + 1, 0);
  // Insert one row at a time; potentials keep all reduced costs >= 0.
  for (size_t row = 1; row <= rows; ++row) {
    SmallVector<int64_t> slack(columns + 1, kInfinity),
        previous(columns + 1, 0);
    SmallVector<bool> used(columns + 1);
    size_t column = 0;
    rowOf[0] = row;
    do {
      used[column] = true;
      int64_t current = rowOf[column], delta = kInfinity;
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
    // Flip the matched edges along the augmenting path.
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

int64_t TermPartition::findUnusedCoordinate() const {
  SmallVector<bool> used(coordinates);
  for (int64_t coordinate : coordinateOf)
    if (coordinate >= 0)
      used[coordinate] = true;
  const auto *it = llvm::find(used, false);
  return it == used.end() ? -1 : it - used.begin();
}

/// Assigns all of `rest` to one coordinate: preferably where a rank holds one
/// of them; otherwise an unused one; otherwise one whose term they join (its
/// ranks hold that term, which saves the transfer that joining costs).
void TermPartition::assignTogether(ArrayRef<TermEdge> edges,
                                   ArrayRef<int64_t> rest) {
  int64_t coordinate =
      edges.empty() ? findUnusedCoordinate() : edges.front().second;
  for (int64_t term : rest)
    coordinateOf[term] = std::max<int64_t>(coordinate, 0);
  price = static_cast<int64_t>(rest.size()) + replicas - 1 -
          static_cast<int64_t>(!edges.empty());
}

/// Assigns each of `rest` to a coordinate of its own if that is cheaper than
/// the price so far, and returns whether it did.
bool TermPartition::assignApart(ArrayRef<TermEdge> restEdges,
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
  // An upper limit on what a matching can save rules out most cases early.
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
      coordinateOf[term] = findUnusedCoordinate();
  return true;
}

/// Assigns the terms that no coordinate holds on all its ranks. Two coordinates
/// that combine several of them each never beat one, and next to such a
/// coordinate a single term costs at least the 1 transfer that it costs there.
void TermPartition::assignRest(ArrayRef<TermEdge> restEdges,
                               ArrayRef<int64_t> rest) {
  if (rest.size() > 1) {
    assignTogether(restEdges, rest);
    assignApart(restEdges, rest);
    return;
  }
  // One term: the coordinate where most ranks hold it.
  SmallVector<int64_t> held(coordinates, 0);
  for (TermEdge edge : restEdges)
    ++held[edge.second];
  int64_t coordinate = restEdges.empty()
                           ? std::max<int64_t>(findUnusedCoordinate(), 0)
                           : llvm::max_element(held) - held.begin();
  coordinateOf[rest.front()] = coordinate;
  price = replicas - held[coordinate];
}

/// The case of one rank per coordinate: a term that some coordinate holds stays
/// there, any other costs one transfer wherever it goes.
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
  // A coordinate all of whose ranks hold one term takes it for free.
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
  assignRest(restEdges, rest);
}

void TermPartition::compute(ArrayRef<TermEdge> edges, bool together) {
  price = 0;
  coordinateOf.assign(terms, -1);
  if (terms > 1 && (together || coordinates == 1))
    assignTogether(edges, llvm::to_vector(llvm::seq<int64_t>(0, terms)));
  else if (replicas == 1)
    computeUnreplicated(edges);
  else
    computeReplicated(edges);
}

} // namespace sbp
