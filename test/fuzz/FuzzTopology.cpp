// FuzzTopology.cpp: any bytes as a topology file
//
// What is accepted answers every question about its ranks.
#include "sbp/Calculus/Topology.h"
#include <cmath>
#include <cstring>

using namespace sbp;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  llvm::Expected<Topology> topology = Topology::parse(text);
  if (!topology) {
    if (llvm::toString(topology.takeError()).empty())
      __builtin_trap();
    return 0;
  }
  llvm::SmallVector<int64_t> ranks;
  for (int64_t rank = -1; rank < 64; ++rank)
    if (topology->hasRank(rank))
      ranks.push_back(rank);
  for (int64_t a : ranks)
    for (int64_t b : ranks)
      if (a != b && topology->findLink(topology->classify(a, b)) &&
          !std::isfinite(topology->getSlowestSeconds({a, b}, 3, 4096)))
        __builtin_trap();
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
/// Seeds: mutate a valid file, not only noise.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  static const char valid[] =
      R"({"format": 1, "links": {
"same_device": {"latency_seconds": 1e-6, "bytes_per_second": 1e12},
"same_host": {"latency_seconds": 5e-6, "bytes_per_second": 2e11},
"network": {"latency_seconds": 2e-5, "bytes_per_second": 2.5e10}},
"hosts": [{"name": "a", "devices": [{"ranks": [0]}, {"ranks": [2, 1]}]},
{"devices": [{"ranks": [3]}]}]})";
  if (seed % 16 == 0) {
    size = std::min(limit, sizeof(valid) - 1);
    std::memcpy(data, valid, size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
