//===- TensorFiles.cpp - elements as bytes and as text --------------------===//

#include "TensorFiles.h"
#include "../common/InputFile.h"
#include "sbp/Support/HeldSignals.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;

namespace sbp {

LogicalResult reportError(const llvm::Twine &message) {
  llvm::errs() << "sbp-interpret: error: " << message << "\n";
  return failure();
}

std::string describeType(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    os << extent << "x";
  os << type.getElementType();
  return text;
}
std::string describeType(const TensorValue &tensor) {
  return describeType(tensor.getType());
}

Type parseElementType(MLIRContext *context, StringRef name) {
  Builder builder(context);
  if (name == "bf16")
    return builder.getBF16Type();
  unsigned width;
  if (name.empty() || name.drop_front().getAsInteger(10, width))
    return {};
  if (name[0] == 'f' && (width == 64 || width == 32 || width == 16))
    return width == 64   ? Type(builder.getF64Type())
           : width == 32 ? Type(builder.getF32Type())
                         : Type(builder.getF16Type());
  if (name[0] == 'i' &&
      (width == 64 || width == 32 || width == 8 || width == 1))
    return builder.getIntegerType(width);
  return {};
}

unsigned getFileBytes(Type elementType) {
  return std::max(1u, elementType.getIntOrFloatBitWidth() / 8);
}

static const llvm::fltSemantics &semanticsOf(Type type) {
  return cast<FloatType>(type).getFloatSemantics();
}

static Scalar decodeElement(Type type, uint64_t bits) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (!isa<FloatType>(type))
    return makeInteger(wrapTo(width, bits));
  llvm::APFloat number(semanticsOf(type), llvm::APInt(width, bits));
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return makeFloat(number.convertToDouble());
}

static uint64_t encodeElement(Type type, Scalar value) {
  if (!isa<FloatType>(type))
    return unsignedOf(type.getIntOrFloatBitWidth(), value.i);
  llvm::APFloat number(value.f);
  bool losesInfo;
  number.convert(semanticsOf(type), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

LogicalResult decodeElements(StringRef bytes, TensorValue &tensor,
                             StringRef file) {
  Type type = tensor.getElementType();
  unsigned step = getFileBytes(type);
  assert(bytes.size() == step * static_cast<size_t>(tensor.size()));
  for (int64_t i = 0; i < tensor.size(); ++i) {
    uint64_t bits = 0;
    for (unsigned b = 0; b < step; ++b)
      bits |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[i * step + b]))
              << (8 * b);
    if (type.isInteger(1) && bits > 1)
      return reportError(file + ": element " + llvm::Twine(i) +
                         " of a bool tensor is " + llvm::Twine(bits) +
                         ", not 0 or 1");
    tensor[i] = decodeElement(type, bits);
  }
  return success();
}

std::string encodeElements(const TensorValue &tensor) {
  unsigned step = getFileBytes(tensor.getElementType());
  std::string bytes;
  bytes.reserve(tensor.size() * step);
  for (int64_t i = 0; i < tensor.size(); ++i) {
    uint64_t bits = encodeElement(tensor.getElementType(), tensor[i]);
    for (unsigned b = 0; b < step; ++b)
      bytes.push_back(static_cast<char>(bits >> (8 * b)));
  }
  return bytes;
}

/// One element as text; nothing if it is not one of `type`.
static std::optional<Scalar> parseElement(Type type, StringRef text) {
  if (type.isInteger(1)) {
    if (text == "true" || text == "1")
      return makeInteger(-1);
    if (text == "false" || text == "0")
      return makeInteger(0);
    return std::nullopt;
  }
  if (!isa<FloatType>(type)) {
    int64_t value;
    if (text.getAsInteger(10, value) ||
        wrapTo(type.getIntOrFloatBitWidth(), value) != value)
      return std::nullopt;
    return makeInteger(value);
  }
  StringRef magnitude = text;
  bool negative = magnitude.consume_front("-");
  if (magnitude == "inf" || magnitude == "nan") {
    double value = magnitude == "inf"
                       ? std::numeric_limits<double>::infinity()
                       : std::numeric_limits<double>::quiet_NaN();
    return makeFloat(negative ? -value : value);
  }
  double value;
  if (text.getAsDouble(value))
    return std::nullopt;
  return makeFloat(roundTo(getRounding(type), value));
}

FailureOr<TensorValue> parseLiteral(RankedTensorType type, StringRef text,
                                    StringRef argument) {
  SmallVector<StringRef> parts;
  if (!text.empty())
    text.split(parts, ',');
  TensorValue tensor(type.getShape(), type.getElementType());
  if (static_cast<int64_t>(parts.size()) != tensor.size())
    return reportError(argument + " has " + llvm::Twine(parts.size()) +
                       " elements, but " + describeType(type) + " needs " +
                       llvm::Twine(tensor.size()));
  for (auto [i, part] : llvm::enumerate(parts)) {
    auto value = parseElement(type.getElementType(), part.trim());
    if (!value)
      return reportError(argument + ": element " + llvm::Twine(i) + ", '" +
                         part + "', is not one of " + describeType(type));
    tensor[i] = *value;
  }
  return tensor;
}

FailureOr<std::string> readFile(StringRef path) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return reportError(llvm::toString(buffer.takeError()));
  return (*buffer)->getBuffer().str();
}

OutputFiles::~OutputFiles() {
  for (auto &[file, path] : files)
    llvm::consumeError(file.discard());
}

static LogicalResult failToWrite(StringRef path, const Twine &reason) {
  return reportError("cannot write '" + path + "': " + reason);
}

static std::error_code write(llvm::raw_fd_ostream &os, StringRef contents) {
  os << contents;
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

LogicalResult OutputFiles::add(StringRef path, StringRef contents) {
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) && llvm::sys::fs::exists(status) &&
      !llvm::sys::fs::is_regular_file(status)) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error, llvm::sys::fs::CD_OpenExisting);
    if (!error)
      error = write(os, contents);
    return error ? failToWrite(path, error.message()) : success();
  }
  HeldSignals held;
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(path + ".%%%%%%%%.part");
  if (!file)
    return failToWrite(path, llvm::toString(file.takeError()));
  files.emplace_back(std::move(*file), path.str());
  llvm::raw_fd_ostream os(files.back().first.FD, /*shouldClose=*/false);
  if (std::error_code error = write(os, contents))
    return failToWrite(path, error.message());
  return success();
}

LogicalResult OutputFiles::keep() {
  for (auto &[file, path] : files)
    if (llvm::Error error = file.keep(path))
      return failToWrite(path, llvm::toString(std::move(error)));
  return success();
}

} // namespace sbp
