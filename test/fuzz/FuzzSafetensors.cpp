// FuzzSafetensors.cpp: any bytes as a safetensors file
#include "Safetensors.h"
#include <cstring>

using namespace sbp;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<char> copy(data, data + size);
  Safetensors file;
  if (Safetensors::parse({copy.data(), size}, "input", nullptr, file).failed())
    return 0;
  for (const auto &[name, entry] : file.getEntries()) {
    Tensor tensor;
    if (file.find(name, tensor).failed())
      continue;
    for (int64_t i = 0; i < *countElements(tensor.shape); ++i)
      (void)readElement(tensor, i);
  }
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  if (seed % 16 == 0) {
    char *values;
    std::string valid =
        formatSafetensors({{"a", makeTensor(plan::DType::f32, {2, 2}, values)},
                           {"b", makeTensor(plan::DType::i1, {3}, values)}});
    size = std::min(limit, valid.size());
    std::memcpy(data, valid.data(), size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
