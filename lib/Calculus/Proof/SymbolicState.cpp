// SymbolicState.cpp: the symbolic values of all ranks
//
// Values are hash-consed: equal grids of terms have one number, so that ranks
// are compared by number and a step of a thousand ranks that end up equal
// builds one value.

#include "SymbolicState.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace sbp {

SymbolicState::SymbolicState(ArrayRef<int64_t> shape, int64_t worldSize)
    : contents(1), held(worldSize, 0), delivered(worldSize) {
  byHash[contents.front().getHash()].push_back(0);
  for (int64_t size : shape)
    whole.push_back({0, size});
}

SymbolicState::Id SymbolicState::intern(TermGrid grid) {
  // Different grids may have one hash, so candidates are compared.
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
  // The value of a single source is offered as it is, without a copy.
  if (sources.size() == 1) {
    missing = sources.front();
    offer = held[missing];
    return getOfferedVolume(box) == getNumElements(box);
  }
  // A combination of nothing is the combiner's identity, in any box.
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

SymbolicState::Assembly
SymbolicState::assemble(ArrayRef<int64_t> sources,
                        function_ref<Box(int64_t)> getPiece, int64_t &culprit,
                        Box &where) {
  std::vector<TermGrid::Piece> pieces;
  for (int64_t rank : sources) {
    where = getPiece(rank);
    culprit = rank;
    if (get(rank).getVolume(where) != getNumElements(where))
      return Assembly::Missing;
    get(rank).forEachPiece(
        where, [&](const TermGrid::Piece &piece) { pieces.push_back(piece); });
  }
  std::optional<TermGrid> grid = TermGrid::build(pieces, where);
  if (!grid)
    return Assembly::Overlap;
  offer = intern(std::move(*grid));
  return Assembly::Complete;
}

void SymbolicState::deliver(int64_t rank, const Box &box) {
  // Members of a group receive the same offer: one entry serves all of them.
  if (deliveries.empty() || deliveries.back() != Delivery{offer, box})
    deliveries.push_back({offer, box});
  delivered[rank].push_back(deliveries.size() - 1);
}

bool SymbolicState::commit(int64_t &culprit, Box &where) {
  std::unordered_map<std::vector<int32_t>, Id, ListHash> known;
  std::vector<TermGrid::Piece> pieces;
  // Ranks with the same deliveries have the same value: it is built once.
  for (int64_t rank = 0, e = held.size(); rank < e; ++rank) {
    auto [it, isNew] = known.try_emplace(delivered[rank], 0);
    if (isNew) {
      pieces.clear();
      for (int32_t index : delivered[rank])
        contents[deliveries[index].content].forEachPiece(
            deliveries[index].box,
            [&](const TermGrid::Piece &piece) { pieces.push_back(piece); });
      std::optional<TermGrid> grid = TermGrid::build(pieces, where);
      culprit = rank;
      if (!grid)
        return false;
      it->second = intern(std::move(*grid));
    }
    held[rank] = it->second;
    delivered[rank].clear();
  }
  deliveries.clear();
  return true;
}

const TermGrid &SymbolicState::getSum(ArrayRef<int64_t> ranks, const Box &box) {
  int64_t missing = -1;
  [[maybe_unused]] bool right = combine(ranks, box, missing);
  assert(right && "what ranks hold was checked before");
  return contents[offer];
}

} // namespace sbp
