// Literal.cpp: tensors on the command line
#include "Tensor.h"
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

using namespace sbp;
using plan::DType;

static std::optional<DType> findDType(const std::string &name) {
  for (int i = 0; i <= int(DType::MAX); ++i)
    if (name == artifact::getName(DType(i)))
      return DType(i);
  return std::nullopt;
}

/// "2x3xf32".
static Status parseType(const std::string &text, DType &dtype, Shape &shape) {
  size_t begin = 0;
  while (begin < text.size() && text[begin] >= '0' && text[begin] <= '9') {
    int64_t size = 0;
    auto [end, error] =
        std::from_chars(text.data() + begin, text.data() + text.size(), size);
    if (error != std::errc() || *end != 'x' || shape.size() >= maximalRank)
      return userError("'", text, "' is not a type like 2x3xf32");
    shape.push_back(size);
    begin = end - text.data() + 1;
  }
  std::optional<DType> found = findDType(text.substr(begin));
  if (!found || !countElements(shape))
    return userError("'", text, "' is not a type like 2x3xf32");
  dtype = *found;
  return {};
}

static uint16_t roundToBFloat16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (value != value)
    return bits >> 16 | 0x40;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

template <typename Integer>
static bool parseInteger(const std::string &word, char *out) {
  Integer value = 0;
  auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    return false;
  std::memcpy(out, &value, sizeof(value));
  return true;
}

static bool parseFloat(const std::string &word, DType dtype, char *out) {
  char *end = nullptr;
  // Converted directly to the target precision, so that it is rounded once.
  double wide = std::strtod(word.c_str(), &end);
  float narrow = std::strtof(word.c_str(), nullptr);
  if (word.empty() || word[0] == ' ' || end != word.c_str() + word.size())
    return false;
  if (dtype == DType::f64) {
    std::memcpy(out, &wide, sizeof(wide));
  } else if (dtype == DType::f32) {
    std::memcpy(out, &narrow, sizeof(narrow));
  } else if (dtype == DType::f16) {
    _Float16 half = static_cast<_Float16>(wide);
    std::memcpy(out, &half, sizeof(half));
  } else {
    uint16_t bits = roundToBFloat16(narrow);
    std::memcpy(out, &bits, sizeof(bits));
  }
  return true;
}

static bool parseElement(const std::string &word, DType dtype, char *out) {
  switch (dtype) {
  case DType::i64:
    return parseInteger<int64_t>(word, out);
  case DType::i32:
    return parseInteger<int32_t>(word, out);
  case DType::i8:
    return parseInteger<int8_t>(word, out);
  case DType::i1:
    *out = word == "true" || word == "1";
    return *out || word == "false" || word == "0";
  default:
    return parseFloat(word, dtype, out);
  }
}

Status sbp::parseLiteral(const std::string &text, Tensor &tensor) {
  size_t equals = text.find('=');
  if (equals == text.npos)
    return userError("'", text,
                     "' is neither @FILE.npy nor a literal like "
                     "2x2xf32=1,2,3,4");
  DType dtype;
  Shape shape;
  SBP_RETURN_IF_FAILED(parseType(text.substr(0, equals), dtype, shape));
  int64_t count = *countElements(shape), found = 0;
  // A value takes two characters: no memory for what cannot be there.
  if (count > int64_t(text.size()))
    return userError("literal of ", toString(shape, dtype), " needs ", count,
                     " values, separated by commas");
  char *data;
  tensor = makeTensor(dtype, shape, data);
  size_t width = artifact::getByteWidth(dtype), begin = equals + 1;
  while (begin < text.size() || (begin == text.size() && found > 0)) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    if (found < count && !parseElement(word, dtype, data + found * width))
      return userError("'", word, "' is not a value of ",
                       artifact::getName(dtype));
    ++found;
    begin = end + 1;
  }
  if (found != count)
    return userError("literal of ", toString(shape, dtype), " needs ", count,
                     " values but has ", found);
  return {};
}
