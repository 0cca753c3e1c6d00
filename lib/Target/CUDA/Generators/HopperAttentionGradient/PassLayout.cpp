// PassLayout.cpp: the shared memory of a pass of the gradient of attention
#include "PassLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace sbp::cuda;

static constexpr int64_t kRowBytes = 128, kTileAlignment = 1024;

int64_t PassLayout::getGroupBytes(unsigned number) const {
  return countBlocks(number) * kGroupRows * kRowBytes;
}

int64_t PassLayout::getTileBlockBytes() const {
  return schedule.tileColumns * kRowBytes;
}

TileRing::Layout PassLayout::getRing() const {
  TileRing::Layout ring;
  ring.slots = schedule.stages;
  ring.slotBytes =
      int64_t(llvm::alignTo<kTileAlignment>(uint64_t(getStepBytes())));
  ring.tiles = getAllRowBytes();
  ring.barriers = ring.getTilesEnd();
  return ring;
}

TileRing::Layout PassLayout::getRows() const {
  TileRing::Layout rows;
  rows.slotBytes = getAllRowBytes();
  rows.barriers = getRing().getBarriersEnd();
  return rows;
}
