// FuzzWeightIndex.cpp: any bytes as an index of weights
//
// An accepted index names files next to it alone, each at least once.
#include "WeightFiles.h"
#include <cstdint>
#include <cstring>

using namespace sbp;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  std::map<std::string, std::string> weightMap;
  auto files = WeightFiles::parseIndex(text, "index", weightMap);
  if (files.failed())
    return 0;
  std::set<std::string> named;
  for (const auto &[tensor, file] : weightMap) {
    if (file.empty() || file.find('/') != std::string::npos)
      __builtin_trap();
    named.insert(file);
  }
  if (named != *files)
    __builtin_trap();
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  static constexpr char valid[] =
      R"({"metadata": {}, "weight_map": {"a": "m.safetensors", "b": "n"}})";
  if (seed % 16 == 0) {
    size = std::min(limit, sizeof(valid) - 1);
    std::memcpy(data, valid, size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
