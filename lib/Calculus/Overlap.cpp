//===- Overlap.cpp - whether boxes share elements -------------------------===//

#include "sbp/Calculus/Overlap.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

/// Marks the cells of the grid that all ends of all boxes cut.
std::optional<std::pair<size_t, size_t>> findOverlap(ArrayRef<Box> boxes) {
  size_t dims = boxes.empty() ? 0 : boxes.front().size();
  SmallVector<SmallVector<int64_t>> cuts(dims);
  for (const Box &box : boxes)
    for (auto [cut, range] : llvm::zip_equal(cuts, box))
      cut.append({range.begin, range.end});
  for (auto &cut : cuts) {
    llvm::sort(cut);
    cut.erase(llvm::unique(cut), cut.end());
  }
  DenseMap<size_t, size_t> owners;
  for (auto [index, box] : llvm::enumerate(boxes)) {
    if (getNumElements(box) == 0)
      continue;
    std::vector<size_t> cells = {0};
    for (auto [cut, range] : llvm::zip_equal(cuts, box)) {
      size_t first = llvm::lower_bound(cut, range.begin) - cut.begin();
      size_t last = llvm::lower_bound(cut, range.end) - cut.begin();
      std::vector<size_t> next;
      for (size_t cell : cells)
        for (size_t slab = first; slab < last; ++slab)
          next.push_back(cell * cut.size() + slab);
      cells = std::move(next);
    }
    for (size_t cell : cells)
      if (auto [it, isNew] = owners.try_emplace(cell, index); !isNew)
        return std::pair(it->second, index);
  }
  return std::nullopt;
}

} // namespace sbp
