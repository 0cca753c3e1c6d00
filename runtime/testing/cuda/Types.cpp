// Types.cpp: names, sizes and kinds of PTX types
#include "Text.h"

using namespace sbp;
using namespace sbp::ptx;

static const std::map<std::string_view, Type> &getTypes() {
  static const std::map<std::string_view, Type> types = {
      {"pred", Type::Pred},   {"b8", Type::B8},         {"b16", Type::B16},
      {"b32", Type::B32},     {"b64", Type::B64},       {"u8", Type::U8},
      {"u16", Type::U16},     {"u32", Type::U32},       {"u64", Type::U64},
      {"s8", Type::S8},       {"s16", Type::S16},       {"s32", Type::S32},
      {"s64", Type::S64},     {"f16", Type::F16},       {"bf16", Type::BF16},
      {"f16x2", Type::F16x2}, {"bf16x2", Type::BF16x2}, {"f32", Type::F32},
      {"f64", Type::F64},     {"tf32", Type::TF32},     {"u16x2", Type::U16x2},
      {"s16x2", Type::S16x2}};
  return types;
}

Type ptx::findType(std::string_view name) {
  auto found = getTypes().find(name);
  return found == getTypes().end() ? Type::None : found->second;
}

unsigned ptx::getBytes(Type type) {
  switch (type) {
  case Type::None:
  case Type::Pred:
    return 0;
  case Type::B8:
  case Type::U8:
  case Type::S8:
    return 1;
  case Type::B16:
  case Type::U16:
  case Type::S16:
  case Type::F16:
  case Type::BF16:
    return 2;
  case Type::B64:
  case Type::U64:
  case Type::S64:
  case Type::F64:
    return 8;
  default:
    return 4;
  }
}

bool ptx::isSigned(Type type) {
  return type == Type::S8 || type == Type::S16 || type == Type::S32 ||
         type == Type::S64;
}

bool ptx::isFloat(Type type) { return type >= Type::F16; }
