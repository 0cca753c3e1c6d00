// TileLoads.cpp: a factor of a product as tiles that tensor copies load
//
// A K-major tile is one box of 128 bytes of k by its rows. An MN-major tile is
// a box of 64 rows by 64 k for each 64 of its rows. Where a tile leaves the
// tensor, the copy writes zeros. Blocks of a cluster split K-major tiles by
// rows and MN-major boxes by k.
#include "TileLoads.h"

using namespace mlir;
using namespace sbp::cuda;

/// Returns the stride of a nest as one dimension, in elements; nothing where
/// its loops of several iterations are not one. An empty nest has stride 0.
static std::optional<int64_t> getStride(const Access &access,
                                        const Nest &nest) {
  if (nest.loops.empty())
    return 0;
  int64_t size = 1, stride = access.coefficients[nest.loops.back()];
  for (size_t i = nest.loops.size(); i-- > 0;) {
    int64_t own = access.coefficients[nest.loops[i]];
    if (nest.extents[i] == 1)
      continue;
    if (size == 1)
      stride = own;
    else if (own != stride * size)
      return std::nullopt;
    size *= nest.extents[i];
  }
  return stride;
}

std::optional<FactorLayout> FactorLayout::find(const Access &access,
                                               const Nest &outer, const Nest &k,
                                               const Nest &batch) {
  auto outerStride = getStride(access, outer), kStride = getStride(access, k),
       batchStride = getStride(access, batch);
  if (!outerStride || !kStride || !batchStride || access.constant != 0)
    return std::nullopt;
  return FactorLayout{outer.size,   k.size,   batch.size,
                      *outerStride, *kStride, *batchStride};
}

std::optional<TileLoads> TileLoads::find(const FactorLayout &layout,
                                         int64_t tileRows, int64_t parts,
                                         int64_t elementBytes) {
  TileLoads loads;
  loads.tileRows = tileRows;
  loads.parts = parts;
  loads.sliceK = kSliceBytes / elementBytes;
  bool isKMajor = layout.kStride == 1;
  if (!isKMajor &&
      (layout.outerStride != 1 || tileRows % 64 || elementBytes != 2))
    return std::nullopt;
  loads.order = isKMajor ? TileOrder::KMajor : TileOrder::MNMajor;
  TensorMapShape &map = loads.map;
  map.elementBytes = elementBytes;
  map.swizzleBytes = 128;
  int64_t stride = isKMajor ? layout.outerStride : layout.kStride,
          extent = isKMajor ? layout.outer : layout.k;
  map.extents = {isKMajor ? layout.k : layout.outer, extent};
  // The stride of a single row is not used; it has to be a legal one.
  map.strides = {extent == 1 ? 16 : stride * elementBytes};
  map.box = {loads.sliceK, (isKMajor ? tileRows : loads.sliceK) / parts};
  loads.isBatched = layout.batch > 1 && layout.batchStride != 0;
  if (loads.isBatched) {
    map.extents.push_back(layout.batch);
    map.strides.push_back(layout.batchStride * elementBytes);
    map.box.push_back(1);
  }
  for (int64_t bytes : map.strides)
    if (bytes <= 0 || bytes % 16 || bytes >= int64_t(1) << 40)
      return std::nullopt;
  for (int64_t one : map.extents)
    if (one > INT32_MAX / 2)
      return std::nullopt;
  return loads;
}

void TileLoads::emit(HopperBuilder &builder, Value map, Value to,
                     Value firstRow, Value firstK, Value batch, Value barrier,
                     Value rank) const {
  auto load = [&](Value place, Value inner, Value outer) {
    if (parts > 1) {
      Value first = builder.mul(rank, this->map.box[1]);
      place = builder.add(place, builder.mul(first, 128));
      outer = builder.add(outer, first);
    }
    SmallVector<Value> coordinates{inner, outer};
    if (isBatched)
      coordinates.push_back(batch);
    builder.loadTile(place, map, coordinates, barrier, parts);
  };
  if (order == TileOrder::KMajor)
    return load(to, firstK, firstRow);
  for (int64_t row = 0; row < tileRows; row += 64)
    load(builder.add(to, row / 64 * kBlockBytes), builder.add(firstRow, row),
         firstK);
}
