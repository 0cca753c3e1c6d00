// TensorCore.cpp: the numbers of tensor cores
#include "TensorCore.h"
#include "Opcodes.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace sbp::ptx;

static float decodeE4M3(uint8_t bits) {
  int exponent = bits >> 3 & 15, fraction = bits & 7;
  float value = (bits & 127) == 127 ? std::nanf("")
                : exponent ? std::ldexp(1 + float(fraction) / 8, exponent - 7)
                           : std::ldexp(float(fraction) / 8, -6);
  return bits & 128 ? -value : value;
}

float sbp::ptx::decodeElement(Element element, const uint8_t *from) {
  uint32_t word = 0;
  switch (element) {
  case Element::TF32:
    std::memcpy(&word, from, 4);
    return std::bit_cast<float>(word & 0xffffe000);
  case Element::E4M3:
    return decodeE4M3(*from);
  case Element::S8:
    return float(int8_t(*from));
  case Element::BF16:
    std::memcpy(&word, from, 2);
    return bfloatToFloat(uint16_t(word));
  case Element::F16:
    std::memcpy(&word, from, 2);
    return float(std::bit_cast<_Float16>(uint16_t(word)));
  }
  return 0;
}

float sbp::ptx::cutTowardZero(double sum) {
  auto near = float(sum);
  bool isBeyond = std::fabs(double(near)) > std::fabs(sum) &&
                  std::fabs(near) <= std::numeric_limits<float>::max();
  return std::bit_cast<float>(std::bit_cast<uint32_t>(near) -
                              uint32_t(isBeyond));
}
