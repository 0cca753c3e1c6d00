//===- Npy.cpp - .npy files -----------------------------------------------===//

#include "TensorFiles.h"

using namespace mlir;

namespace sbp {
namespace {

constexpr StringLiteral kMagic("\x93NUMPY");

/// What the dictionary of an .npy file says.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  SmallVector<int64_t> shape;
  size_t dataOffset = 0;
};

/// Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text.trim(kSpace)) {}
  bool parse(Header &header) {
    if (!text.consume_front("{"))
      return false;
    SmallVector<std::string> seen;
    while (!eat("}")) {
      std::string key;
      if (!parseString(key) || !eat(":") || llvm::is_contained(seen, key) ||
          !parseValue(key, header))
        return false;
      seen.push_back(key);
      if (!eat(",")) {
        if (!eat("}"))
          return false;
        break;
      }
    }
    return seen.size() == 3 && text.trim(kSpace).empty();
  }

private:
  static constexpr StringLiteral kSpace = " \n";
  bool eat(StringRef token) {
    text = text.ltrim(kSpace);
    return text.consume_front(token);
  }
  bool parseString(std::string &value) {
    text = text.ltrim(kSpace);
    if (text.empty() || (text[0] != '\'' && text[0] != '"'))
      return false;
    size_t end = text.find(text[0], 1);
    if (end == StringRef::npos)
      return false;
    value = text.substr(1, end - 1).str();
    text = text.drop_front(end + 1);
    return true;
  }
  bool parseValue(StringRef key, Header &header) {
    if (key == "descr")
      return parseString(header.descr);
    if (key == "fortran_order") {
      header.fortranOrder = eat("True");
      return header.fortranOrder || eat("False");
    }
    return key == "shape" && parseShape(header.shape);
  }
  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!eat("("))
      return false;
    while (!eat(")")) {
      text = text.ltrim(kSpace);
      int64_t extent;
      if (text.consumeInteger(10, extent) || extent < 0)
        return false;
      shape.push_back(extent);
      if (!eat(","))
        return shape.size() > 1 && eat(")"); // "(3)" is no tuple
    }
    return true;
  }
  StringRef text;
};

Type getElementType(MLIRContext *context, StringRef descr) {
  return llvm::StringSwitch<Type>(descr)
      .Case("<f8", parseElementType(context, "f64"))
      .Case("<f4", parseElementType(context, "f32"))
      .Case("<f2", parseElementType(context, "f16"))
      .Cases({"<V2", "|V2", "bfloat16"}, parseElementType(context, "bf16"))
      .Case("<i8", parseElementType(context, "i64"))
      .Case("<i4", parseElementType(context, "i32"))
      .Cases({"|i1", "<i1"}, parseElementType(context, "i8"))
      .Cases({"|b1", "?"}, parseElementType(context, "i1"))
      .Default({});
}

StringRef getDescr(Type type) {
  if (type.isBF16())
    return "<V2";
  switch (type.getIntOrFloatBitWidth()) {
  case 64:
    return isa<FloatType>(type) ? "<f8" : "<i8";
  case 32:
    return isa<FloatType>(type) ? "<f4" : "<i4";
  case 16:
    return "<f2";
  case 8:
    return "|i1";
  default:
    return "|b1";
  }
}

/// Magic, version, length, dictionary.
bool readHeader(StringRef bytes, Header &header) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 10)
    return false;
  unsigned version = bytes[6], lengthBytes = version == 1 ? 2 : 4;
  if (version < 1 || version > 3 || bytes.size() < 8 + lengthBytes)
    return false;
  size_t length = 0;
  for (unsigned b = 0; b < lengthBytes; ++b)
    length |= static_cast<size_t>(static_cast<uint8_t>(bytes[8 + b]))
              << (8 * b);
  header.dataOffset = 8 + lengthBytes + length;
  return header.dataOffset <= bytes.size() &&
         HeaderParser(bytes.substr(8 + lengthBytes, length)).parse(header);
}

TensorValue fromFortranOrder(const TensorValue &reversed,
                             ArrayRef<int64_t> shape) {
  TensorValue tensor(shape, reversed.getElementType());
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    tensor.at(index) = reversed.at(llvm::to_vector(llvm::reverse(index)));
  });
  return tensor;
}

} // namespace

FailureOr<TensorValue> readNpy(MLIRContext *context, StringRef path) {
  FailureOr<std::string> bytes = readFile(path);
  if (failed(bytes))
    return failure();
  Header header;
  if (!readHeader(*bytes, header))
    return reportError("'" + path + "' is not an .npy file");
  Type type = getElementType(context, header.descr);
  if (!type)
    return reportError("'" + path + "' holds elements of type '" +
                       header.descr +
                       "'; f64 f32 f16 bf16 i64 i32 i8 bool are read");
  uint64_t elements = 1;
  for (int64_t extent : header.shape)
    if (__builtin_mul_overflow(elements, extent, &elements) ||
        elements > (1ull << 40))
      return reportError("'" + path + "' says it is too large");
  uint64_t wanted = elements * getFileBytes(type);
  uint64_t found = bytes->size() - header.dataOffset;
  if (wanted != found)
    return reportError("'" + path + "' has " + llvm::Twine(found) +
                       " bytes of data, but its header says " +
                       llvm::Twine(wanted));
  SmallVector<int64_t> stored(header.shape);
  if (header.fortranOrder)
    std::reverse(stored.begin(), stored.end());
  TensorValue tensor(stored, type);
  if (failed(decodeElements(StringRef(*bytes).drop_front(header.dataOffset),
                            tensor, path)))
    return failure();
  return header.fortranOrder ? fromFortranOrder(tensor, header.shape) : tensor;
}

LogicalResult writeNpy(OutputFiles &files, StringRef path,
                       const TensorValue &tensor) {
  std::string dictionary;
  llvm::raw_string_ostream os(dictionary);
  os << "{'descr': '" << getDescr(tensor.getElementType())
     << "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : tensor.getShape())
    os << extent << ",";
  os << "), }";
  dictionary.append(63 - (dictionary.size() + 10) % 64, ' ');
  dictionary += '\n';
  std::string contents = kMagic.str();
  contents += {'\x01', '\x00', static_cast<char>(dictionary.size()),
               static_cast<char>(dictionary.size() >> 8)};
  return files.add(path, contents + dictionary + encodeElements(tensor));
}

} // namespace sbp
