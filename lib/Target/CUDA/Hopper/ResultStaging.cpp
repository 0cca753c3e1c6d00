// ResultStaging.cpp: results that pass shared memory on their way to a tensor
#include "ResultStaging.h"
#include "Roles.h"

using namespace mlir;
using namespace sbp::cuda;

std::optional<ResultStaging> ResultStaging::find(const TensorMapShape &map,
                                                 int64_t all, int64_t bytes) {
  int64_t blocks = std::min(all, bytes / kResultBlockBytes);
  if (blocks < 1)
    return std::nullopt;
  while (all % blocks)
    --blocks;
  return ResultStaging{map, blocks};
}

/// The thread's number is read for each block: values that depend on it would
/// take the registers that sums need.
void ResultStaging::store(
    KernelBuilder &kernel, HopperBuilder &hopper, Value address, Value base,
    int64_t begin, int64_t number, Value consumer, const Place &place,
    int64_t columns,
    llvm::function_ref<void(Value, Value, Value)> write) const {
  Value barrier = hopper.add(consumer, 1);
  Value block =
      hopper.add(hopper.add(base, begin + number % blocks * kResultBlockBytes),
                 hopper.mul(consumer, blocks * kResultBlockBytes));
  Value thread = hopper.readThreadInGroup(),
        isFirst = hopper.isEqual(thread, 0);
  Value column = hopper.add(place.column, columns);
  kernel.ifThen(isFirst, [&] { hopper.waitForStores(blocks - 1); });
  hopper.synchronize(barrier, kWarpgroupThreads);
  write(thread, column, block);
  hopper.fenceTensorCopies();
  hopper.synchronize(barrier, kWarpgroupThreads);
  kernel.ifThen(isFirst, [&] {
    SmallVector<Value> at{column, place.row};
    if (map.box.size() > 2)
      at.push_back(place.batch);
    hopper.storeTile(address, at, block);
    hopper.commitStores();
  });
}
