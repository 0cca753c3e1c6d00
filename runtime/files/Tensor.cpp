// Tensor.cpp: memory of tensors
#include "Tensor.h"
#include <bit>
#include <cstring>

using namespace sbp;
using plan::DType;

uint64_t Tensor::bytes() const {
  return *countElements(shape) * artifact::getByteWidth(dtype);
}

Tensor sbp::makeTensor(DType dtype, const Shape &shape, char *&data) {
  Tensor tensor;
  tensor.dtype = dtype;
  tensor.shape = shape;
  // Vectors of u64 are aligned for every dtype.
  auto memory = std::make_shared<std::vector<uint64_t>>(tensor.bytes() / 8 + 1);
  data = reinterpret_cast<char *>(memory->data());
  tensor.data = data;
  tensor.owner = std::move(memory);
  return tensor;
}

template <typename T> static T load(const char *data, int64_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

double sbp::readElement(const Tensor &tensor, int64_t index) {
  switch (tensor.dtype) {
  case DType::f64:
    return load<double>(tensor.data, index);
  case DType::f32:
    return load<float>(tensor.data, index);
  case DType::f16:
    return double(load<_Float16>(tensor.data, index));
  case DType::bf16:
    return std::bit_cast<float>(uint32_t(load<uint16_t>(tensor.data, index))
                                << 16);
  case DType::i64:
    return load<int64_t>(tensor.data, index);
  case DType::i32:
    return load<int32_t>(tensor.data, index);
  case DType::i8:
    return load<int8_t>(tensor.data, index);
  case DType::i1:
    return load<uint8_t>(tensor.data, index);
  }
  return 0;
}

Tensor sbp::convertToF64(const Tensor &tensor) {
  if (tensor.dtype > DType::bf16)
    return tensor;
  char *data;
  Tensor result = makeTensor(DType::f64, tensor.shape, data);
  int64_t count = *countElements(tensor.shape);
  for (int64_t i = 0; i < count; ++i) {
    double value = readElement(tensor, i);
    std::memcpy(data + i * sizeof(value), &value, sizeof(value));
  }
  return result;
}
