// TensorValue.cpp: values of the reference interpreter

#include "sbp/Interpreter/TensorValue.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "sbp/Interfaces/ElementTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <unistd.h>

using namespace mlir;

namespace sbp {

// Every float is stored as a double. Arithmetic in a narrower type is the
// double result rounded to that type. For + - * / and sqrt of f32, f16 and bf16
// this is the correctly rounded result, since a double has at least 2p + 2
// digits (Figueroa 1995, "When is double rounding innocuous?").
Rounding getRounding(Type type, bool float64) {
  auto number = dyn_cast<FloatType>(type);
  if (float64 || !number || number.isF64())
    return Rounding::None;
  return number.isF32() ? Rounding(Rounding::F32)
                        : Rounding(number.getFloatSemantics());
}

double roundTo(Rounding rounding, double value) {
  switch (rounding.kind) {
  case Rounding::None:
    return value;
  case Rounding::F32:
    return static_cast<float>(value);
  case Rounding::Narrow:
    llvm::APFloat number(value);
    bool losesInfo;
    number.convert(*rounding.format, llvm::APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return number.convertToDouble();
  }
  llvm_unreachable("unknown rounding");
}

unsigned getIntegerWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

bool isSupportedElementType(Type type) {
  if (isa<FloatType>(type))
    return findElementType(type);
  return type.isIndex() ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

// A product of extents may overflow; it then counts as the largest number.
std::optional<std::string> describeTooLarge(RankedTensorType type) {
  int64_t bytes = sizeof(Scalar);
  int64_t memory =
      int64_t(sysconf(_SC_PHYS_PAGES)) * int64_t(sysconf(_SC_PAGESIZE));
  for (int64_t extent : type.getShape())
    if (extent == 0)
      return std::nullopt;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bytes, extent, bytes))
      bytes = std::numeric_limits<int64_t>::max();
  if (bytes <= memory)
    return std::nullopt;
  return ("has " + llvm::Twine(bytes / int64_t(sizeof(Scalar))) +
          " elements, for which the interpreter needs " + llvm::Twine(bytes) +
          " bytes; this machine has " + llvm::Twine(memory))
      .str();
}

// NaNs are equal whatever their payload, which rounding does not preserve.
bool sameScalar(Type type, Scalar a, Scalar b, bool signedZero) {
  if (!isa<FloatType>(type))
    return a.i == b.i;
  if (std::isnan(a.f) || std::isnan(b.f))
    return std::isnan(a.f) && std::isnan(b.f);
  return a.f == b.f && (!signedZero || std::signbit(a.f) == std::signbit(b.f));
}

Scalar scalarFromAttribute(Attribute attribute, bool float64) {
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    APFloat value = number.getValue();
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return makeFloat(value.convertToDouble());
  }
  // Integers are kept sign-extended to 64 bits, as wrapTo leaves them.
  return makeInteger(cast<IntegerAttr>(attribute).getValue().getSExtValue());
}

static int64_t countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

TensorValue::TensorValue(ArrayRef<int64_t> shape, Type elementType)
    : elementType(elementType), shape(shape),
      cells(countElements(shape), makeInteger(0)) {}

TensorValue TensorValue::splat(ArrayRef<int64_t> shape, Type elementType,
                               Scalar value) {
  TensorValue tensor(shape, elementType);
  std::fill(tensor.cells.begin(), tensor.cells.end(), value);
  return tensor;
}

// Visible in any result: NaN propagates, the integer is easy to recognise.
TensorValue TensorValue::poison(ArrayRef<int64_t> shape, Type elementType) {
  Scalar value =
      isa<FloatType>(elementType)
          ? makeFloat(std::nan(""))
          : makeInteger(wrapTo(getIntegerWidth(elementType), 0x5A5A5A5A5A5A));
  TensorValue tensor = splat(shape, elementType, value);
  tensor.undefined = true;
  return tensor;
}

std::optional<TensorValue> TensorValue::fromAttribute(ElementsAttr attribute) {
  auto type = cast<ShapedType>(attribute.getType());
  // A resource has raw bytes only; interpret them as a dense attribute.
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return std::nullopt;
    bool isSplat = false;
    if (!DenseElementsAttr::isValidRawBuffer(type, blob->getData(), isSplat))
      return std::nullopt;
    attribute = DenseElementsAttr::getFromRawBuffer(type, blob->getData());
  }
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense)
    return std::nullopt;
  TensorValue tensor(type.getShape(), type.getElementType());
  int64_t position = 0;
  if (isa<FloatType>(type.getElementType()))
    for (APFloat value : dense.getValues<APFloat>()) {
      bool losesInfo;
      value.convert(llvm::APFloat::IEEEdouble(),
                    llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      tensor[position++] = makeFloat(value.convertToDouble());
    }
  else
    for (const APInt &value : dense.getValues<APInt>())
      tensor[position++] = makeInteger(value.getSExtValue());
  return tensor;
}

int64_t TensorValue::flatten(ArrayRef<int64_t> index) const {
  int64_t flat = 0;
  for (auto [i, extent] : llvm::zip_equal(index, shape)) {
    assert(i >= 0 && i < extent && "index out of range");
    flat = flat * extent + i;
  }
  return flat;
}

SmallVector<int64_t> TensorValue::getStrides() const {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t d = static_cast<int64_t>(shape.size()) - 2; d >= 0; --d)
    strides[d] = strides[d + 1] * shape[d + 1];
  return strides;
}

TensorValue TensorValue::reshaped(ArrayRef<int64_t> newShape) const {
  assert(countElements(newShape) == size() && "reshape changes element count");
  TensorValue result = *this;
  result.shape.assign(newShape.begin(), newShape.end());
  return result;
}

void printScalar(raw_ostream &os, Type type, Scalar value) {
  if (!isa<FloatType>(type)) {
    if (type.isInteger(1))
      os << (value.i ? "true" : "false");
    else
      os << value.i;
    return;
  }
  if (std::isnan(value.f))
    os << "nan";
  else if (std::isinf(value.f))
    os << (value.f < 0 ? "-inf" : "inf");
  else
    os << llvm::format(type.isF64() ? "%.17g" : "%.9g", value.f);
}

void TensorValue::print(raw_ostream &os, int64_t limit) const {
  for (int64_t extent : shape)
    os << extent << 'x';
  os << elementType << " [";
  for (int64_t i = 0; i < std::min(size(), limit); ++i) {
    if (i)
      os << ", ";
    printScalar(os, elementType, cells[i]);
  }
  os << (size() > limit ? ", ...]" : "]");
}

int64_t findDifference(const TensorValue &a, const TensorValue &b,
                       bool signedZero) {
  assert(a.getShape() == b.getShape() && "tensors of different shape");
  for (int64_t i = 0; i < a.size(); ++i)
    if (!sameScalar(a.getElementType(), a[i], b[i], signedZero))
      return i;
  return -1;
}

void forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<void(ArrayRef<int64_t>)> body) {
  if (countElements(shape) == 0)
    return;
  // An odometer, the last dimension fastest.
  SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    body(index);
    int64_t d = static_cast<int64_t>(shape.size()) - 1;
    while (d >= 0 && ++index[d] == shape[d])
      index[d--] = 0;
    if (d < 0)
      return;
  }
}

} // namespace sbp
