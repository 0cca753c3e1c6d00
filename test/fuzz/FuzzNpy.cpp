//===- FuzzNpy.cpp - bytes as an .npy file, text as a literal -------------===//
#include "Tensor.h"
#include <cstring>

using namespace sbp;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<char> copy(data, data + size); // exact bounds for the sanitizer
  Tensor tensor;
  Status status = parseNpy({copy.data(), size}, "input", nullptr, tensor);
  if (!status.failed()) {
    for (int64_t i = 0; i < *countElements(tensor.shape); ++i)
      (void)readElement(tensor, i);
    // What was read can be written and read again.
    std::string bytes = formatNpy(tensor.dtype, tensor.shape, tensor.data);
    Tensor again;
    if (parseNpy({bytes.data(), bytes.size()}, "again", nullptr, again)
            .failed())
      __builtin_trap();
  }
  (void)parseLiteral(std::string(copy.begin(), copy.end()), tensor).failed();
  return 0;
}

/// Seeds: mutate a valid file, not only noise.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  if (seed % 16 == 0) {
    char values[24] = {};
    auto types = ElementType::all();
    std::string valid =
        formatNpy(types[seed / 16 % types.size()].dtype, {3}, values);
    size = std::min(limit, valid.size());
    std::memcpy(data, valid.data(), size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
