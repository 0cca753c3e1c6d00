// Literal.cpp: tensors on the command line
#include "ElementStorage.h"
#include "Tensor.h"
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <type_traits>

using namespace sbp;
using plan::DType;

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
  const ElementType *found = ElementType::find(text.substr(begin));
  if (!found || !countElements(shape))
    return userError("'", text, "' is not a type like 2x3xf32");
  dtype = found->dtype;
  return {};
}

static bool parse(const std::string &word, Boolean &value) {
  value.value = word == "true" || word == "1";
  return value.value || word == "false" || word == "0";
}

template <std::integral Integer>
static bool parse(const std::string &word, Integer &value) {
  auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

/// Converts directly to the type's precision, so that a number is rounded once.
template <typename Float>
static bool parse(const std::string &word, Float &value) {
  char *end = nullptr;
  double wide = std::strtod(word.c_str(), &end);
  if constexpr (std::is_same_v<Float, float>)
    value = std::strtof(word.c_str(), nullptr);
  else if constexpr (std::is_same_v<Float, BFloat16>)
    value = Element<Float>::store(std::strtof(word.c_str(), nullptr));
  else if constexpr (std::is_arithmetic_v<Float> ||
                     std::is_same_v<Float, _Float16>)
    value = static_cast<Float>(wide);
  else
    value = Element<Float>::store(wide);
  return !word.empty() && word[0] != ' ' && end == word.c_str() + word.size();
}

static bool parseElement(const std::string &word, DType dtype, char *out) {
  return visitStorage(dtype, [&]<typename T>() {
    T value = {};
    bool isValid = parse(word, value);
    std::memcpy(out, &value, sizeof(value));
    return isValid;
  });
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
