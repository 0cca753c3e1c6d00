//===- Safetensors.cpp - .safetensors files -------------------------------===//

#include "TensorFiles.h"
#include "llvm/Support/JSON.h"

using namespace mlir;

namespace sbp {

static constexpr std::pair<StringLiteral, StringLiteral> kTypes[] = {
    {"F64", "f64"}, {"F32", "f32"}, {"F16", "f16"}, {"BF16", "bf16"},
    {"I64", "i64"}, {"I32", "i32"}, {"I8", "i8"},   {"BOOL", "i1"}};

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

/// One entry of the header: `{"dtype": .., "shape": [..], "data_offsets":
/// [..]}`.
static FailureOr<TensorValue> readEntry(Type type,
                                        const llvm::json::Object &entry,
                                        StringRef data, StringRef where) {
  const llvm::json::Array *dims = entry.getArray("shape");
  const llvm::json::Array *offsets = entry.getArray("data_offsets");
  if (!dims || !offsets || offsets->size() != 2)
    return reportError(where + " has no shape or data_offsets");
  SmallVector<int64_t> shape;
  uint64_t bytes = getFileBytes(type);
  for (const llvm::json::Value &dim : *dims) {
    shape.push_back(dim.getAsInteger().value_or(-1));
    if (shape.back() < 0 || __builtin_mul_overflow(bytes, shape.back(), &bytes))
      return reportError(where + " has a shape that is not one");
  }
  uint64_t begin = (*offsets)[0].getAsInteger().value_or(-1);
  uint64_t end = (*offsets)[1].getAsInteger().value_or(-1);
  if (begin > end || end > data.size() || end - begin != bytes)
    return reportError(where + " has data_offsets " + llvm::Twine(begin) +
                       " to " + llvm::Twine(end) + ", but needs " +
                       llvm::Twine(bytes) + " of " + llvm::Twine(data.size()) +
                       " bytes");
  TensorValue tensor(shape, type);
  if (failed(decodeElements(data.slice(begin, end), tensor, where)))
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
  for (const auto &[key, value] : *header->getAsObject()) {
    const llvm::json::Object *entry = value.getAsObject();
    if (key == "__metadata__")
      continue;
    std::string where = ("'" + path + "': tensor '" + key.str() + "'").str();
    if (!entry)
      return reportError(where + " is not described");
    Type type = getType(context, entry->getString("dtype").value_or(""));
    if (!type)
      continue;
    FailureOr<TensorValue> tensor = readEntry(type, *entry, data, where);
    if (failed(tensor))
      return failure();
    tensors.insert({key.str(), std::move(*tensor)});
  }
  return tensors;
}

LogicalResult writeSafetensors(StringRef path, const NamedTensors &tensors) {
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
  return writeFile(path, contents + text + data);
}

} // namespace sbp
