// TermGrid.cpp: the symbolic value of one rank
//
// A grid is the coarsest product of cuts whose cells have one multiset each.
// `build` and `combine` refine the cuts of their inputs to a common grid, fill
// its cells and merge equal neighbouring slabs, so that equal values have equal
// grids. Cells that are not held have the number `absent`.
// Example: pieces [0, 2) with {0} and [2, 4) with {0} become one cell [0, 4).

#include "TermGrid.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

TermSets::Id TermSets::intern(std::vector<int64_t> terms) {
  llvm::sort(terms);
  auto [it, isNew] = numbers.try_emplace(terms, sets.size());
  if (isNew)
    sets.push_back(std::move(terms));
  return it->second;
}

TermSets::Id TermSets::join(ArrayRef<Id> ids) {
  if (ids.size() <= 1)
    return ids.empty() ? identity : ids.front();
  auto [it, isNew] = joins.try_emplace(std::vector<Id>(ids), 0);
  if (!isNew)
    return it->second;
  std::vector<int64_t> terms;
  for (Id id : ids)
    terms.insert(terms.end(), sets[id].begin(), sets[id].end());
  return it->second = intern(std::move(terms));
}

/// Sorts the cuts and sets all cells to absent.
void TermGrid::setCuts(SmallVector<Cuts, 4> unsorted) {
  cuts = std::move(unsorted);
  size_t size = 1;
  for (Cuts &cut : cuts) {
    llvm::sort(cut);
    cut.erase(llvm::unique(cut), cut.end());
    size *= cut.size() - 1;
  }
  cells.assign(size, absent);
}

/// Visits the cells that intersect `box` in ascending order, with the common
/// box.
void TermGrid::forEachCell(
    const Box &box, function_ref<void(size_t, const Box &)> visit) const {
  if (cells.empty() || getNumElements(box) == 0)
    return;
  size_t dims = cuts.size();
  SmallVector<size_t, 4> first(dims), last(dims), current;
  for (size_t d = 0; d < dims; ++d) {
    const Cuts &cut = cuts[d];
    first[d] = std::max<size_t>(
                   llvm::upper_bound(cut, box[d].begin) - cut.begin(), 1) -
               1;
    last[d] = llvm::lower_bound(cut, box[d].end) - cut.begin();
    last[d] = std::min(last[d], cut.size() - 1);
    if (first[d] >= last[d])
      return;
  }
  current = first;
  // An odometer over the slabs of all dimensions, the last one fastest.
  Box common(box);
  while (true) {
    size_t cell = 0;
    for (size_t d = 0; d < dims; ++d) {
      cell = cell * (cuts[d].size() - 1) + current[d];
      common[d] = {std::max(box[d].begin, cuts[d][current[d]]),
                   std::min(box[d].end, cuts[d][current[d] + 1])};
    }
    visit(cell, common);
    size_t d = dims;
    while (d > 0 && ++current[d - 1] == last[d - 1]) {
      current[d - 1] = first[d - 1];
      --d;
    }
    if (d == 0)
      return;
  }
}

void TermGrid::forEachPiece(const Box &box,
                            function_ref<void(const Piece &)> visit) const {
  forEachCell(box, [&](size_t cell, const Box &common) {
    if (cells[cell] != absent)
      visit({common, cells[cell]});
  });
}

int64_t TermGrid::getVolume(const Box &box) const {
  int64_t volume = 0;
  forEachPiece(
      box, [&](const Piece &piece) { volume += getNumElements(piece.box); });
  return volume;
}

Box TermGrid::getHull() const {
  Box hull;
  for (const Cuts &cut : cuts)
    hull.push_back({cut.front(), cut.back()});
  return hull;
}

int64_t TermGrid::getVolume() const { return getVolume(getHull()); }

std::optional<TermGrid> TermGrid::build(ArrayRef<Piece> pieces, Box &overlap) {
  TermGrid grid;
  SmallVector<Cuts, 4> cuts;
  for (const Piece &piece : pieces) {
    if (getNumElements(piece.box) == 0)
      continue;
    cuts.resize(piece.box.size());
    for (auto [cut, range] : llvm::zip_equal(cuts, piece.box))
      cut.append({range.begin, range.end});
    grid.cells.assign(1, absent);
  }
  if (grid.cells.empty())
    return grid;
  grid.setCuts(std::move(cuts));
  bool right = true;
  for (const Piece &piece : pieces)
    grid.forEachCell(piece.box, [&](size_t cell, const Box &common) {
      if (grid.cells[cell] != absent) {
        right = false;
        overlap = common;
      }
      grid.cells[cell] = piece.terms;
    });
  if (!right)
    return std::nullopt;
  grid.canonicalise();
  return grid;
}

std::optional<TermGrid> TermGrid::combine(ArrayRef<const TermGrid *> grids,
                                          const Box &box, TermSets &sets,
                                          size_t &missing) {
  TermGrid sum;
  SmallVector<Cuts, 4> cuts;
  for (Interval range : box)
    cuts.push_back({range.begin, range.end});
  for (const TermGrid *grid : grids)
    for (auto [cut, range, all] : llvm::zip(grid->cuts, box, cuts))
      for (int64_t at : cut)
        if (at > range.begin && at < range.end)
          all.push_back(at);
  sum.setCuts(std::move(cuts));
  std::vector<SmallVector<TermSets::Id, 2>> lists(sum.cells.size());
  for (auto [index, grid] : llvm::enumerate(grids)) {
    int64_t covered = 0;
    grid->forEachPiece(box, [&](const Piece &piece) {
      covered += getNumElements(piece.box);
      // Identities add nothing, so most cells of a filled value are skipped.
      if (piece.terms != TermSets::identity)
        sum.forEachCell(piece.box, [&](size_t cell, const Box &) {
          lists[cell].push_back(piece.terms);
        });
    });
    if (covered != getNumElements(box)) {
      missing = index;
      return std::nullopt;
    }
  }
  for (auto [cell, list] : llvm::zip_equal(sum.cells, lists))
    cell = sets.join(list);
  sum.canonicalise();
  return sum;
}

/// Removes cuts of a dimension between equal slabs, and absent slabs at its
/// ends. Returns false if no slab is left.
bool TermGrid::mergeSlabs(unsigned dim) {
  // The cells as [outer][slab][inner]: a slab consists of `outer` runs.
  size_t outer = 1, inner = 1, count = cuts[dim].size() - 1;
  for (unsigned d = 0; d < dim; ++d)
    outer *= cuts[d].size() - 1;
  for (unsigned d = dim + 1; d < cuts.size(); ++d)
    inner *= cuts[d].size() - 1;
  auto at = [&](size_t o, size_t slab) {
    return cells.begin() + (o * count + slab) * inner;
  };
  auto isEqual = [&](size_t a, size_t b) {
    for (size_t o = 0; o < outer; ++o)
      if (!std::equal(at(o, a), at(o, a) + inner, at(o, b)))
        return false;
    return true;
  };
  auto isAbsent = [&](size_t slab) {
    for (size_t o = 0; o < outer; ++o)
      if (std::any_of(at(o, slab), at(o, slab) + inner,
                      [](TermSets::Id id) { return id != absent; }))
        return false;
    return true;
  };
  size_t begin = 0, end = count;
  while (begin < end && isAbsent(begin))
    ++begin;
  while (end > begin && isAbsent(end - 1))
    --end;
  if (begin == end)
    return false;
  SmallVector<size_t> kept = {begin};
  for (size_t slab = begin + 1; slab < end; ++slab)
    if (!isEqual(slab - 1, slab))
      kept.push_back(slab);
  if (kept.size() == count)
    return true;
  std::vector<TermSets::Id> merged;
  merged.reserve(outer * kept.size() * inner);
  for (size_t o = 0; o < outer; ++o)
    for (size_t slab : kept)
      merged.insert(merged.end(), at(o, slab), at(o, slab) + inner);
  Cuts fewer;
  for (size_t slab : kept)
    fewer.push_back(cuts[dim][slab]);
  fewer.push_back(cuts[dim][end]);
  cells = std::move(merged);
  cuts[dim] = std::move(fewer);
  return true;
}

void TermGrid::canonicalise() {
  for (unsigned dim = 0; dim < cuts.size(); ++dim)
    if (!mergeSlabs(dim)) {
      *this = TermGrid();
      return;
    }
  // A scalar has no dimension to merge: its only cell may be absent.
  if (cells.size() == 1 && cells.front() == absent)
    *this = TermGrid();
}

hash_code TermGrid::getHash() const {
  hash_code hash = hash_combine_range(cells.begin(), cells.end());
  for (const Cuts &cut : cuts)
    hash = hash_combine(hash, hash_combine_range(cut.begin(), cut.end()));
  return hash;
}

} // namespace sbp
