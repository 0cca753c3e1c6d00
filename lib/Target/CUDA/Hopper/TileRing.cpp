// TileRing.cpp: a ring of tiles in shared memory
#include "TileRing.h"

using namespace mlir;
using namespace sbp::cuda;

Value TileRing::getTile(Value slot) {
  Value tile = hopper.add(base, hopper.mul(slot, layout.slotBytes));
  return layout.tiles ? hopper.add(tile, layout.tiles) : tile;
}

Value TileRing::getFull(Value slot) {
  return hopper.add(hopper.add(base, hopper.mul(slot, kBarrierBytes)),
                    layout.barriers);
}

Value TileRing::getEmpty(Value slot) {
  return hopper.add(getFull(slot), layout.slots * kBarrierBytes);
}

void TileRing::initialiseSlot(int64_t number, int64_t readers) {
  Value slot = hopper.constant(number);
  hopper.initialiseBarrier(getFull(slot), 1);
  hopper.initialiseBarrier(getEmpty(slot), readers);
}

void TileRing::initialise(int64_t readers) {
  for (int64_t number = 0; number < layout.slots; ++number)
    initialiseSlot(number, readers);
}

/// The phase before the first one counts as complete, so that a producer waits
/// for the other parity.
void TileRing::awaitEmpty(Slot slot) {
  hopper.wait(getEmpty(slot.number),
              hopper.sub(hopper.constant(1), slot.parity));
}

Value TileRing::expect(Value slot, int64_t bytes) {
  Value full = getFull(slot);
  hopper.arriveExpecting(full, bytes);
  return full;
}

Value TileRing::fill(Slot slot, int64_t bytes) {
  Value full = getFull(slot.number);
  awaitEmpty(slot);
  hopper.arriveExpecting(full, bytes);
  return full;
}

void TileRing::awaitFull(Slot slot) {
  hopper.wait(getFull(slot.number), slot.parity);
}

void TileRing::release(KernelBuilder &kernel, Value slot, Value isReleasing) {
  kernel.ifThen(isReleasing, [&] { hopper.arrive(getEmpty(slot)); });
}

Slot TileRing::advance(Slot slot) {
  Value next = hopper.add(slot.number, 1);
  Value wraps = hopper.isEqual(next, layout.slots);
  Value flipped = hopper.sub(hopper.constant(1), slot.parity);
  return {hopper.select(wraps, hopper.constant(0), next),
          hopper.select(wraps, flipped, slot.parity)};
}

Slot TileRing::skip(Slot slot, Value count) {
  Value sum = hopper.add(slot.number, count);
  Value rounds = hopper.add(slot.parity, hopper.div(sum, layout.slots));
  return {hopper.rem(sum, layout.slots), hopper.rem(rounds, 2)};
}
