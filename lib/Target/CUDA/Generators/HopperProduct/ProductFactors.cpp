// ProductFactors.cpp: the factors of a product and their tiles in a slot
#include "ProductFactors.h"

using namespace mlir;
using namespace sbp::cuda;

OpOperand &ProductFactors::getOperand(unsigned number) const {
  linalg::GenericOp op = number == 2 ? tiling.form.partner : tiling.form.op;
  return op->getOpOperand(isWeight(number));
}

LogicalResult ProductFactors::analyse(unsigned number) {
  const MatmulForm &form = tiling.form;
  ProductFactor &factor = factors[number];
  bool isRows = number == 0 || (number == 2 && schedule().isTransposed);
  const Nest &outer = isRows ? tiling.getRows() : tiling.getColumns();
  const Access &own =
      number == 2 ? form.partnerAccess : form.access[isWeight(number)];
  int64_t tileRows = isRows ? schedule().tileM : schedule().tileN,
          parts = isRows ? 1 : schedule().clusterSize;
  if (tiling.isPair() && isWeight(number))
    tileRows /= 2;
  factor.tensors = {getOperand(number).get()};
  auto find = [&](const FactorLayout &layout) {
    auto found =
        TileLoads::find(layout, tileRows, parts, schedule().getElementBytes());
    if (found)
      loads[number] = *found;
    return found.has_value();
  };
  if (auto layout = FactorLayout::find(own, outer, form.k, form.batch);
      layout && schedule().countParts() == 1 && find(*layout))
    return success();
  factor.packing.emplace(own, outer, form.k, form.batch, schedule().float32);
  return success(find(factor.packing->getLayout()));
}

LogicalResult ProductFactors::analyse() {
  for (unsigned number = 0; number < count(); ++number)
    if (failed(analyse(number)))
      return failure();
  // One descriptor describes both halves of B.
  unsigned weight = schedule().isTransposed ? 0 : 1;
  return success(!tiling.isPair() || loads[2].order == loads[weight].order);
}

double ProductFactors::predictPackingSeconds(const Chip &chip) const {
  double seconds = 0;
  for (const ProductFactor &factor : factors)
    seconds += factor.predictSeconds(chip);
  return seconds;
}

int64_t ProductFactors::countFixedBytes() const {
  int64_t bytes = 0;
  for (const ProductFactor &factor : factors)
    bytes += factor.countFixedBytes();
  return bytes;
}

double ProductFactors::countSplitBytes() const {
  double bytes = 0;
  if (schedule().countParts() > 1)
    for (const ProductFactor &factor : factors)
      bytes += factor.packing ? factor.packing->countBytes() / 2 : 0;
  return bytes;
}

LogicalResult ProductFactors::prepare(LaunchPlan &plan) {
  for (unsigned number = 0; number < count(); ++number)
    if (failed(factors[number].prepare(plan, getOperand(number))))
      return failure();
  return success();
}

void ProductFactors::listMaps(
    SmallVectorImpl<std::pair<Value, TensorMapShape>> &maps) const {
  for (unsigned part = 0; part < schedule().countParts(); ++part)
    for (unsigned number = 0; number < count(); ++number)
      maps.push_back({factors[number].tensors[part], loads[number].map});
}

int64_t ProductFactors::getTileBytes() const {
  int64_t bytes = 0;
  for (unsigned number = 0; number < count(); ++number)
    bytes += loads[number].getTileBytes();
  return bytes;
}

int64_t ProductFactors::getOffset(unsigned number) const {
  int64_t first = loads[0].getTileBytes();
  if (number == 0)
    return 0;
  if (number == 2)
    return schedule().isTransposed ? first : first + loads[1].getTileBytes();
  return first + (tiling.isPair() && schedule().isTransposed
                      ? loads[2].getTileBytes()
                      : 0);
}

void ProductFactors::load(HopperBuilder &hopper, ArrayRef<Value> maps, Value to,
                          Value row, Value column, Value firstK, Value batch,
                          Value barrier, Value rank) const {
  for (auto [i, map] : llvm::enumerate(maps)) {
    unsigned number = unsigned(i) % count();
    if (i != 0 && number == 0)
      to = hopper.add(to, getTileBytes());
    bool isRows = isWeight(number) == schedule().isTransposed;
    loads[number].emit(hopper, map, hopper.add(to, getOffset(number)),
                       isRows ? row : column, firstK, batch, barrier, rank);
  }
}
