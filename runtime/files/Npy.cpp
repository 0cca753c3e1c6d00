// Npy.cpp: reads and writes .npy files, strictly
//
// Format: "\x93NUMPY", two bytes of version, the length of the header (u16 in
// version 1, u32 later), a Python dictionary, and the data. Example header:
// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
#include "BoxTransfer.h"
#include "Tensor.h"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

using namespace sbp;
using plan::DType;

namespace {
/// The entries of the header's dictionary.
struct NpyHeader {
  std::optional<std::string> descr;
  std::optional<bool> fortran;
  std::optional<Shape> shape;
};

/// Parses the Python literals that a header may have; anything else is an
/// error.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}
  bool parse(NpyHeader &header);

private:
  void skipSpace() {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\n'))
      text.remove_prefix(1);
  }
  bool take(char c) {
    skipSpace();
    if (text.empty() || text[0] != c)
      return false;
    text.remove_prefix(1);
    return true;
  }
  bool takeWord(std::string_view word) {
    skipSpace();
    if (!text.starts_with(word))
      return false;
    text.remove_prefix(word.size());
    return true;
  }
  bool parseString(std::string &value);
  bool parseShape(Shape &shape);

  std::string_view text;
};
} // namespace

bool HeaderParser::parseString(std::string &value) {
  skipSpace();
  if (text.empty() || (text[0] != '\'' && text[0] != '"'))
    return false;
  size_t end = text.find(text[0], 1);
  if (end == text.npos)
    return false;
  value = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return true;
}

bool HeaderParser::parseShape(Shape &shape) {
  if (!take('('))
    return false;
  while (!take(')')) {
    skipSpace();
    int64_t size = 0;
    auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || size < 0 || shape.size() >= maximalRank)
      return false;
    text.remove_prefix(end - text.data());
    shape.push_back(size);
    if (!take(',')) {
      // "(3)" is no tuple.
      return shape.size() > 1 && take(')');
    }
  }
  return true;
}

bool HeaderParser::parse(NpyHeader &header) {
  if (!take('{'))
    return false;
  while (!take('}')) {
    std::string key;
    if (!parseString(key) || !take(':'))
      return false;
    if (key == "descr" && !header.descr) {
      // A list is a record type.
      header.descr.emplace();
      if (!parseString(*header.descr))
        return false;
    } else if (key == "fortran_order" && !header.fortran) {
      header.fortran = takeWord("True");
      if (!*header.fortran && !takeWord("False"))
        return false;
    } else if (key == "shape" && !header.shape) {
      header.shape.emplace();
      if (!parseShape(*header.shape))
        return false;
    } else {
      return false;
    }
    if (!take(',')) {
      if (!take('}'))
        return false;
      break;
    }
  }
  skipSpace();
  return text.empty() && header.descr && header.fortran && header.shape;
}

/// Descriptors that are read as types other than by their own descriptor: the
/// names that ml_dtypes registers, and unsigned integers. Integers of models
/// have no sign, their ops do: unsigned ones are the same bits.
static const std::pair<std::string_view, std::string_view> aliases[] = {
    {"|V2", "bf16"},     {"bfloat16", "bf16"},
    {"<i1", "i8"},       {"|u1", "i8"},
    {"<u1", "i8"},       {"<u4", "i32"},
    {"<u8", "i64"},      {"?", "i1"},
    {"<V1", "f8E4M3FN"}, {"float8_e4m3fn", "f8E4M3FN"},
    {"|u1", "f8E4M3FN"}, {"<V1", "f8E5M2"},
    {"<f1", "f8E5M2"},   {"float8_e5m2", "f8E5M2"},
    {"|u1", "f8E5M2"}};

/// Returns whether elements of a type may have a descriptor.
static bool isDescribedBy(const ElementType &type, std::string_view descr) {
  return descr == type.npy ||
         std::any_of(
             std::begin(aliases), std::end(aliases), [&](const auto &alias) {
               return alias == std::pair(descr, std::string_view(type.name));
             });
}

/// Returns the type that a descriptor means, `expected` if it may be that one;
/// null where there is none.
static const ElementType *findElement(std::string_view descr,
                                      std::optional<DType> expected) {
  if (expected && isDescribedBy(ElementType::of(*expected), descr))
    return &ElementType::of(*expected);
  for (const ElementType &type : ElementType::all())
    if (isDescribedBy(type, descr))
      return &type;
  return nullptr;
}

/// Returns the tensor in C order. An odometer over C indices moves the position
/// in the Fortran data by its strides.
static Tensor transposeFortran(const Tensor &tensor) {
  char *data;
  Tensor result = makeTensor(tensor.dtype, tensor.shape, data);
  size_t width = artifact::getByteWidth(tensor.dtype),
         rank = tensor.shape.size();
  int64_t count = *countElements(tensor.shape);
  std::vector<int64_t> index(rank), strides(rank, 1);
  for (size_t d = 1; d < rank; ++d)
    strides[d] = strides[d - 1] * tensor.shape[d - 1];
  int64_t from = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(data + i * width, tensor.data + from * width, width);
    for (size_t d = rank; d-- > 0;) {
      from += strides[d];
      if (++index[d] < tensor.shape[d])
        break;
      from -= strides[d] * tensor.shape[d];
      index[d] = 0;
    }
  }
  return result;
}

/// Returns the text of the header; the data follows it.
static Result<std::string_view> findHeader(artifact::Bytes bytes,
                                           const std::string &name) {
  std::string_view file(static_cast<const char *>(bytes.data), bytes.size);
  if (file.size() < 10 || !file.starts_with("\x93NUMPY"))
    return userError(name, ": not an .npy file");
  unsigned major = static_cast<unsigned char>(file[6]);
  if (major < 1 || major > 3)
    return userError(name, ": .npy version ", major, " is not 1, 2 or 3");
  size_t lengthBytes = major == 1 ? 2 : 4, length = 0;
  if (file.size() < 8 + lengthBytes)
    return userError(name, ": .npy header is cut short");
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= size_t(static_cast<unsigned char>(file[8 + i])) << (8 * i);
  size_t begin = 8 + lengthBytes;
  if (length > file.size() - begin)
    return userError(name, ": .npy header is cut short");
  return file.substr(begin, length);
}

Status sbp::parseNpy(artifact::Bytes bytes, const std::string &name,
                     std::shared_ptr<const void> owner, Tensor &tensor,
                     std::optional<DType> expected) {
  SBP_ASSIGN_OR_RETURN(std::string_view text, findHeader(bytes, name));
  NpyHeader header;
  if (!HeaderParser(text).parse(header))
    return userError(name, ": .npy header is malformed or of a record type");
  const ElementType *element = findElement(*header.descr, expected);
  if (!element)
    return userError(
        name, ": dtype '", *header.descr,
        "' is none of f64 f32 f16 bf16 f8E4M3FN f8E5M2 i64 i32 i8 (signed or "
        "not) bool, little endian");
  std::optional<int64_t> count = countElements(*header.shape);
  if (!count)
    return userError(name, ": shape is too large");
  tensor.dtype = element->dtype;
  tensor.shape = *header.shape;
  tensor.data = text.data() + text.size();
  tensor.owner = std::move(owner);
  uint64_t present =
      bytes.size - (tensor.data - static_cast<const char *>(bytes.data));
  if (present != tensor.bytes())
    return userError(name, ": ", toString(tensor.shape, tensor.dtype),
                     " needs ", tensor.bytes(),
                     " bytes of data but the file has ", present);
  if (element->isBoolean())
    for (int64_t i = 0; i < *count; ++i)
      if (uint8_t(tensor.data[i]) > 1)
        return userError(name, ": bool number ", i, " is the byte ",
                         int(uint8_t(tensor.data[i])), ", not 0 or 1");
  if (*header.fortran && tensor.shape.size() > 1) {
    tensor = transposeFortran(tensor);
  } else if (reinterpret_cast<uintptr_t>(tensor.data) % 8 != 0) {
    char *copy;
    Tensor aligned = makeTensor(tensor.dtype, tensor.shape, copy);
    if (tensor.bytes())
      std::memcpy(copy, tensor.data, tensor.bytes());
    tensor = aligned;
  }
  return {};
}

Status sbp::readNpy(const std::string &path, DType expected, Tensor &tensor) {
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> file,
                       MappedFile::open(path));
  return parseNpy(file->bytes(), path, file, tensor, expected);
}

std::string sbp::formatNpyHeader(DType dtype, const Shape &shape) {
  std::string text = std::string("{'descr': '") + ElementType::of(dtype).npy +
                     "', 'fortran_order': False, 'shape': (";
  for (size_t d = 0; d < shape.size(); ++d)
    text += std::to_string(shape[d]) + (shape.size() == 1 ? "," : "") +
            (d + 1 < shape.size() ? ", " : "");
  text += "), }";
  // The data should begin at a multiple of 64 bytes.
  text.append(63 - (10 + text.size()) % 64, ' ');
  text += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += {'\x01', '\x00', char(text.size() & 0xff), char(text.size() >> 8)};
  return bytes + text;
}

std::string sbp::formatNpy(DType dtype, const Shape &shape, const void *data) {
  std::string bytes = formatNpyHeader(dtype, shape);
  uint64_t size = *countElements(shape) * artifact::getByteWidth(dtype);
  if (size)
    bytes.append(static_cast<const char *>(data), size);
  return bytes;
}
