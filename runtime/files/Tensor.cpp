// Tensor.cpp: memory of tensors
#include "Tensor.h"
#include "ElementStorage.h"
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
  return visitStorage(tensor.dtype, [&]<typename T>() {
    return double(Element<T>::load(load<T>(tensor.data, index)));
  });
}

template <typename T>
static Tensor convertTo(const Tensor &tensor, DType dtype) {
  char *data;
  Tensor result = makeTensor(dtype, tensor.shape, data);
  int64_t count = *countElements(tensor.shape);
  for (int64_t i = 0; i < count; ++i) {
    T value = static_cast<T>(readElement(tensor, i));
    std::memcpy(data + i * sizeof(value), &value, sizeof(value));
  }
  return result;
}

Tensor sbp::convertFloats(const Tensor &tensor, DType dtype) {
  if (!ElementType::of(tensor.dtype).isFloat() || tensor.dtype == dtype)
    return tensor;
  return dtype == DType::f64 ? convertTo<double>(tensor, dtype)
                             : convertTo<float>(tensor, dtype);
}
