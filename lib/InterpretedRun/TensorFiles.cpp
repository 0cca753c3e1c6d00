// TensorFiles.cpp: conversion between interpreter values and tensor files
//
// The interpreter stores each element as a double or an int64_t; files store it
// in the width of its type. The readers and writers of the runtime do the rest.

#include "sbp/InterpretedRun/TensorFiles.h"
#include "Safetensors.h"
#include "Tensor.h"
#include "sbp/Interfaces/ElementTypes.h"
#include "sbp/Support/InputFile.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;

namespace sbp {

LogicalResult RunMessages::error(const llvm::Twine &message) const {
  errors << program << ": error: " << message << "\n";
  return failure();
}

void RunMessages::note(const llvm::Twine &message) const {
  errors << program << ": note: " << message << "\n";
}

/// Reports a failed status with `context` before its message.
static LogicalResult reportIfFailed(const RunMessages &messages,
                                    const Status &status,
                                    const llvm::Twine &context = "") {
  return status.failed() ? messages.error(context + status.message())
                         : success();
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

// Elements are passed as bits in the low end of a uint64_t, so that one pair of
// functions serves all types. Narrow floats become doubles exactly; on the way
// back a double is rounded to the nearest value of the type, ties to even.
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

static TensorValue makeValue(MLIRContext *context, const Tensor &tensor) {
  TensorValue value(tensor.shape,
                    getMLIRType(context, ElementType::of(tensor.dtype)));
  size_t width = artifact::getByteWidth(tensor.dtype);
  for (int64_t i = 0; i < value.size(); ++i) {
    uint64_t bits = 0;
    // Little-endian: the low bytes of `bits` are the element.
    std::memcpy(&bits, tensor.data + i * width, width);
    value[i] = decodeElement(value.getElementType(), bits);
  }
  return value;
}

// Tensor owns its bytes; `data` points into them until it is returned.
static Tensor makeTensor(const TensorValue &value) {
  plan::DType dtype = findElementType(value.getElementType())->dtype;
  size_t width = artifact::getByteWidth(dtype);
  char *data;
  Tensor tensor = makeTensor(dtype, value.getShape().vec(), data);
  for (int64_t i = 0; i < value.size(); ++i) {
    uint64_t bits = encodeElement(value.getElementType(), value[i]);
    std::memcpy(data + i * width, &bits, width);
  }
  return tensor;
}

FailureOr<TensorValue> readNpy(const RunMessages &messages, StringRef path,
                               Type expected) {
  Tensor tensor;
  if (failed(reportIfFailed(
          messages,
          readNpy(path.str(), findElementType(expected)->dtype, tensor))))
    return failure();
  return makeValue(expected.getContext(), tensor);
}

FailureOr<TensorValue> parseLiteral(const RunMessages &messages,
                                    MLIRContext *context, StringRef text,
                                    const llvm::Twine &argument) {
  Tensor tensor;
  if (failed(
          reportIfFailed(messages, parseLiteral(text.str(), tensor), argument)))
    return failure();
  return makeValue(context, tensor);
}

LogicalResult
readSafetensors(const RunMessages &messages, MLIRContext *context,
                StringRef path,
                llvm::function_ref<bool(const std::string &)> isRequested,
                NamedTensors &tensors, unsigned &others) {
  Safetensors file;
  if (failed(reportIfFailed(messages, Safetensors::read(path.str(), file))))
    return failure();
  for (const auto &[name, entry] : file.getEntries()) {
    Tensor tensor;
    if (!isRequested(name))
      ++others;
    else if (failed(reportIfFailed(messages, file.find(name, tensor).status())))
      return failure();
    else
      tensors.insert({name, makeValue(context, tensor)});
  }
  return success();
}

ResultFiles::ResultFiles(const RunMessages &messages)
    : messages(messages), files(std::make_unique<OutputFiles>()) {}
ResultFiles::~ResultFiles() = default;

LogicalResult ResultFiles::check(const Status &status) const {
  return reportIfFailed(messages, status);
}

LogicalResult ResultFiles::add(StringRef path, StringRef contents) {
  return check(files->write(path.str(), contents.str()));
}

LogicalResult ResultFiles::addNpy(StringRef path, const TensorValue &value) {
  Tensor tensor = makeTensor(value);
  return add(path, formatNpy(tensor.dtype, tensor.shape, tensor.data));
}

LogicalResult ResultFiles::addSafetensors(StringRef path,
                                          const NamedTensors &tensors) {
  std::map<std::string, Tensor> converted;
  for (const auto &[name, value] : tensors)
    converted.insert({name, makeTensor(value)});
  return add(path, formatSafetensors(converted));
}

LogicalResult ResultFiles::keep() { return check(files->commit()); }

void removeUnfinishedOnSignals() { removeTemporariesOnSignals(); }

FailureOr<std::string> readFile(const RunMessages &messages, StringRef path) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return messages.error(llvm::toString(buffer.takeError()));
  return (*buffer)->getBuffer().str();
}

} // namespace sbp
