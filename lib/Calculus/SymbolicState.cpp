// SymbolicState.cpp: what all ranks hold, in symbols

#include "SymbolicState.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace sbp {

SymbolicState::SymbolicState(ArrayRef<int64_t> shape, int64_t worldSize)
    : contents(1), held(worldSize, 0), given(worldSize) {
  byHash[contents.front().getHash()].push_back(0);
  for (int64_t size : shape)
    whole.push_back({0, size});
}

SymbolicState::Id SymbolicState::intern(TermGrid grid) {
  auto &candidates = byHash[grid.getHash()];
  for (Id id : candidates)
    if (contents[id] == grid)
      return id;
  candidates.push_back(contents.size());
  contents.push_back(std::move(grid));
  return candidates.back();
}

void SymbolicState::setStart(int64_t rank, const Box &box, int64_t term) {
  Box overlap;
  held[rank] = intern(*TermGrid::build({{box, sets.intern({term})}}, overlap));
}

bool SymbolicState::combine(ArrayRef<int64_t> sources, const Box &box,
                            int64_t &missing) {
  // What one source holds needs no copy.
  if (sources.size() == 1) {
    missing = sources.front();
    offer = held[missing];
    return getOfferedVolume(box) == getNumElements(box);
  }
  if (sources.empty()) {
    Box overlap;
    offer = intern(*TermGrid::build({{whole, TermSets::identity}}, overlap));
    return true;
  }
  auto grids = llvm::map_to_vector(
      sources, [&](int64_t rank) -> const TermGrid * { return &get(rank); });
  size_t index = 0;
  std::optional<TermGrid> sum = TermGrid::combine(grids, box, sets, index);
  if (sum)
    offer = intern(std::move(*sum));
  else
    missing = sources[index];
  return sum.has_value();
}

SymbolicState::Union SymbolicState::unite(ArrayRef<int64_t> sources,
                                          function_ref<Box(int64_t)> getPiece,
                                          int64_t &culprit, Box &where) {
  std::vector<TermGrid::Piece> pieces;
  for (int64_t rank : sources) {
    where = getPiece(rank);
    culprit = rank;
    if (get(rank).getVolume(where) != getNumElements(where))
      return Union::Missing;
    get(rank).forEachPiece(
        where, [&](const TermGrid::Piece &piece) { pieces.push_back(piece); });
  }
  std::optional<TermGrid> grid = TermGrid::build(pieces, where);
  if (!grid)
    return Union::Overlap;
  offer = intern(std::move(*grid));
  return Union::Right;
}

void SymbolicState::give(int64_t rank, const Box &box) {
  if (gifts.empty() || gifts.back() != Gift{offer, box})
    gifts.push_back({offer, box});
  given[rank].push_back(gifts.size() - 1);
}

bool SymbolicState::commit(int64_t &culprit, Box &where) {
  std::unordered_map<std::vector<int32_t>, Id, ListHash> known;
  std::vector<TermGrid::Piece> pieces;
  for (int64_t rank = 0, e = held.size(); rank < e; ++rank) {
    auto [it, isNew] = known.try_emplace(given[rank], 0);
    if (isNew) {
      pieces.clear();
      for (int32_t index : given[rank])
        contents[gifts[index].content].forEachPiece(
            gifts[index].box,
            [&](const TermGrid::Piece &piece) { pieces.push_back(piece); });
      std::optional<TermGrid> grid = TermGrid::build(pieces, where);
      culprit = rank;
      if (!grid)
        return false;
      it->second = intern(std::move(*grid));
    }
    held[rank] = it->second;
    given[rank].clear();
  }
  gifts.clear();
  return true;
}

const TermGrid &SymbolicState::getSum(ArrayRef<int64_t> ranks, const Box &box) {
  int64_t missing = -1;
  [[maybe_unused]] bool right = combine(ranks, box, missing);
  assert(right && "what ranks hold was checked before");
  return contents[offer];
}

} // namespace sbp
