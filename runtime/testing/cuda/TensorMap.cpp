// TensorMap.cpp: the rules of cuTensorMapEncodeTiled
#include "TensorMap.h"
#include "Status.h"

using namespace sbp;
using namespace sbp::ptx;

std::string sbp::ptx::checkTensorMap(const TensorMap &map) {
  if (map.magic != TensorMap::kMagic)
    return "no tensor map";
  if (map.rank < 1 || map.rank > 5)
    return textOf("a tensor map of ", int(map.rank), " dimensions");
  unsigned bytes = map.elementBytes;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    return textOf("a tensor map of elements of ", bytes, " bytes");
  if (map.address % 16)
    return textOf("a tensor map at address ", map.address,
                  ", which is not a multiple of 16");
  if (map.swizzle > 3)
    return textOf("swizzle mode ", int(map.swizzle));
  for (unsigned i = 0; i < map.rank; ++i) {
    if (map.extents[i] == 0)
      return textOf("dimension ", i, " of a tensor map has no elements");
    if (i && (map.strides[i] % 16 || map.strides[i] >= uint64_t(1) << 40))
      return textOf("dimension ", i, " of a tensor map has a stride of ",
                    map.strides[i], " bytes, which is not a multiple of 16");
    if (map.box[i] == 0 || map.box[i] > 256)
      return textOf("dimension ", i, " of a tensor map has a box of ",
                    map.box[i], ", at most 256 are possible");
  }
  unsigned inner = map.box[0] * bytes;
  if (inner % 16)
    return textOf("rows of ", inner, " bytes of a box are no multiple of 16");
  if (map.swizzle && inner > 16u << map.swizzle)
    return textOf("rows of ", inner, " bytes of a box are longer than the ",
                  16 << map.swizzle, " of the swizzle");
  return "";
}
