// Scratch.cpp: packs temporaries by size
//
// Greedy by size, as in Pisarchyk and Lee, "Efficient Memory Management for
// Deep Neural Net Inference" (2020).
#include "Scratch.h"
#include "sbp/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace sbp::cuda;

unsigned Scratch::add(int64_t bytes) {
  temporaries.emplace_back().bytes =
      int64_t(alignTo(std::max<int64_t>(bytes, 1), 256));
  return temporaries.size() - 1;
}

void Scratch::markUsed(unsigned number, int64_t launch) {
  Temporary &temporary = temporaries[number];
  temporary.first = std::min(temporary.first, launch);
  temporary.last = std::max(temporary.last, launch);
}

/// Places the largest temporary first, each at the lowest offset that is free
/// of all placed temporaries with an overlapping lifetime.
int64_t Scratch::pack() {
  int64_t size = 0;
  SmallVector<Temporary *> order;
  for (Temporary &temporary : temporaries)
    if (temporary.last >= 0)
      order.push_back(&temporary);
  llvm::stable_sort(
      order, [](Temporary *x, Temporary *y) { return x->bytes > y->bytes; });
  for (auto [i, next] : llvm::enumerate(order)) {
    SmallVector<std::pair<int64_t, int64_t>> busy;
    for (Temporary *other : ArrayRef(order).take_front(i))
      if (other->first <= next->last && next->first <= other->last)
        busy.push_back({other->offset, other->offset + other->bytes});
    llvm::sort(busy);
    for (auto [low, high] : busy) {
      if (next->offset + next->bytes <= low)
        break;
      next->offset = std::max(next->offset, high);
    }
    size = std::max(size, next->offset + next->bytes);
  }
  return size;
}
