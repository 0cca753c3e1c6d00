//===- Safetensors.cpp - .safetensors files -------------------------------===//

#include "TensorFiles.h"
#include "llvm/Support/JSON.h"

using namespace mlir;

namespace sbp {

static constexpr std::pair<StringLiteral, StringLiteral> kTypes[] = {
    {"F64", "f64"}, {"F32", "f32"}, {"F16", "f16"}, {"BF16", "bf16"},
    {"I64", "i64"}, {"I32", "i32"}, {"I8", "i8"},   {"BOOL", "i1"}};

/// Types that a file may have and no argument: tensors of them are ignored.
static constexpr StringLiteral kForeign[] = {"U8",  "I16",     "U16",    "U32",
                                             "U64", "F8_E4M3", "F8_E5M2"};

static StringRef getName(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  for (auto [file, ours] : kTypes)
    if (ours == text)
      return file;
  llvm_unreachable("element type that no file has");
}

static Type getType(MLIRContext *context, StringRef name) {
  for (auto [file, ours] : kTypes)
    if (file == name)
      return parseElementType(context, ours);
  return {};
}

using Offsets = std::pair<uint64_t, uint64_t>;

/// Where the data of one entry of the header lies:
/// `{"dtype": .., "shape": [..], "data_offsets": [..]}`.
static FailureOr<Offsets> readOffsets(const llvm::json::Object *entry,
                                      uint64_t size, StringRef where) {
  const llvm::json::Array *offsets =
      entry ? entry->getArray("data_offsets") : nullptr;
  if (!offsets || offsets->size() != 2 || entry->size() != 3 ||
      !entry->getString("dtype") || !entry->getArray("shape"))
    return reportError(where +
                       " is not described by dtype, shape and data_offsets");
  uint64_t begin = (*offsets)[0].getAsUINT64().value_or(~0ull);
  uint64_t end = (*offsets)[1].getAsUINT64().value_or(~0ull);
  if (begin > end || end > size)
    return reportError(where + " has data_offsets beyond the " +
                       llvm::Twine(size) + " bytes of data");
  return Offsets(begin, end);
}

/// The data is the tensors', one after the other, and nothing else.
static LogicalResult checkLayout(std::vector<Offsets> offsets, uint64_t size,
                                 StringRef path) {
  llvm::sort(offsets);
  uint64_t at = 0;
  for (auto [begin, end] : offsets) {
    if (begin != at)
      return reportError("'" + path + "': tensors overlap or leave a hole at " +
                         "byte " + llvm::Twine(at));
    at = end;
  }
  if (at == size)
    return success();
  return reportError("'" + path + "': tensors end at byte " + llvm::Twine(at) +
                     " of " + llvm::Twine(size));
}

static FailureOr<TensorValue> readEntry(Type type,
                                        const llvm::json::Object &entry,
                                        StringRef data, StringRef where) {
  SmallVector<int64_t> shape;
  uint64_t bytes = getFileBytes(type);
  for (const llvm::json::Value &dim : *entry.getArray("shape")) {
    shape.push_back(dim.getAsInteger().value_or(-1));
    if (shape.back() < 0 || __builtin_mul_overflow(bytes, shape.back(), &bytes))
      return reportError(where + " has a shape that is not one");
  }
  if (data.size() != bytes)
    return reportError(where + " needs " + llvm::Twine(bytes) +
                       " bytes, but its data_offsets give it " +
                       llvm::Twine(data.size()));
  TensorValue tensor(shape, type);
  if (failed(decodeElements(data, tensor, where)))
    return failure();
  return tensor;
}

FailureOr<NamedTensors> readSafetensors(MLIRContext *context, StringRef path) {
  FailureOr<std::string> bytes = readFile(path);
  if (failed(bytes))
    return failure();
  uint64_t length = 0;
  for (unsigned b = 0; b < 8 && b < bytes->size(); ++b)
    length |= static_cast<uint64_t>(static_cast<uint8_t>((*bytes)[b]))
              << (8 * b);
  if (bytes->size() < 8 || length > bytes->size() - 8)
    return reportError("'" + path + "' is not a safetensors file");
  auto header = llvm::json::parse(StringRef(*bytes).substr(8, length));
  if (!header || !header->getAsObject()) {
    llvm::consumeError(header.takeError());
    return reportError("'" + path + "' has a header that is not JSON");
  }
  StringRef data = StringRef(*bytes).drop_front(8 + length);
  NamedTensors tensors;
  std::vector<Offsets> layout;
  for (const auto &[key, value] : *header->getAsObject()) {
    const llvm::json::Object *entry = value.getAsObject();
    if (key == "__metadata__")
      continue;
    std::string where = ("'" + path + "': tensor '" + key.str() + "'").str();
    FailureOr<Offsets> offsets = readOffsets(entry, data.size(), where);
    if (failed(offsets))
      return failure();
    layout.push_back(*offsets);
    StringRef dtype = *entry->getString("dtype");
    Type type = getType(context, dtype);
    if (!type && llvm::is_contained(kForeign, dtype))
      continue;
    if (!type)
      return reportError(where + " has the unknown dtype '" + dtype + "'");
    FailureOr<TensorValue> tensor = readEntry(
        type, *entry, data.slice(offsets->first, offsets->second), where);
    if (failed(tensor))
      return failure();
    tensors.insert({key.str(), std::move(*tensor)});
  }
  if (failed(checkLayout(std::move(layout), data.size(), path)))
    return failure();
  return tensors;
}

LogicalResult writeSafetensors(OutputFiles &files, StringRef path,
                               const NamedTensors &tensors) {
  llvm::json::Object header;
  std::string data;
  for (const auto &[name, tensor] : tensors) {
    llvm::json::Array shape(tensor.getShape());
    size_t begin = data.size();
    data += encodeElements(tensor);
    header[name] = llvm::json::Object{
        {"dtype", getName(tensor.getElementType())},
        {"shape", std::move(shape)},
        {"data_offsets", llvm::json::Array{static_cast<int64_t>(begin),
                                           static_cast<int64_t>(data.size())}}};
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(header));
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string contents;
  for (unsigned b = 0; b < 8; ++b)
    contents.push_back(
        static_cast<char>(static_cast<uint64_t>(text.size()) >> (8 * b)));
  return files.add(path, contents + text + data);
}

} // namespace sbp
