// SwizzledBlock.cpp: 64 x 64 results of 2 bytes in shared memory
#include "SwizzledBlock.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

void sbp::cuda::writeResultBlock(
    HopperBuilder &h, Value thread, Value block,
    llvm::function_ref<Value(int64_t, int64_t)> pack) {
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32);
  // Lane l gives the address of row l % 16 and chunk l / 16 of a pair.
  Value ownRow = h.add(h.mul(warp, 16), h.rem(lane, 16));
  Value chunk = h.exclusiveOr(h.div(lane, 16), h.rem(lane, 8));
  Value place = h.add(h.mul(ownRow, 128), h.mul(chunk, 16));
  for (int64_t pair = 0; pair < kResultBlock / 16; ++pair) {
    SmallVector<Value> words;
    for (int64_t j : {2 * pair, 2 * pair + 1})
      for (int64_t half = 0; half < 2; ++half)
        words.push_back(pack(j, half));
    Value to = h.exclusiveOr(place, h.constant(2 * pair * 16));
    h.storeMatrices(h.add(block, to), words);
  }
}
