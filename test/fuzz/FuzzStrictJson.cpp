// FuzzStrictJson.cpp: any bytes as strict JSON
//
// What is accepted is what the library reads, with its members in their order;
// what the library refuses is refused.
#include "StrictJson.h"
#include <cstdint>
#include <cstring>

using namespace sbp;
using Json = nlohmann::ordered_json;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  Json found = parseStrictly(text);
  if (found.is_discarded())
    return 0;
  Json expected = Json::parse(text.begin(), text.end(), /*cb=*/nullptr,
                              /*allow_exceptions=*/false);
  if (found.dump() != expected.dump())
    __builtin_trap();
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  static constexpr char valid[] =
      R"({"a": [1, -2, 3.5e-1, {"b": null, "c": "\u0061"}], "b": {"a": true}})";
  if (seed % 16 == 0) {
    size = std::min(limit, sizeof(valid) - 1);
    std::memcpy(data, valid, size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
