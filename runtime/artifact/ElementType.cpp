// ElementType.cpp: the rows of the table
#include "sbp/Runtime/ElementType.h"
#include "plan_generated.h"
#include <algorithm>

using namespace sbp;
using plan::DType;
using enum NumberKind;

/// NCCL is not used for sums of f16 and bf16, which it rounds at every step,
/// and not for booleans, on which it has no operation.
static constexpr int kNone = ElementType::kNoNccl;

static constexpr ElementType rows[] = {
    {DType::f64, "f64", SBP_F64, Float, 8, 0x1p-52, "<f8", "F64", 8, kNone},
    {DType::f32, "f32", SBP_F32, Float, 4, 0x1p-23, "<f4", "F32", 7, kNone},
    {DType::f16, "f16", SBP_F16, Float, 2, 0x1p-10, "<f2", "F16", kNone, kNone},
    // numpy has no bf16: two bytes without a meaning.
    {DType::bf16, "bf16", SBP_BF16, Float, 2, 0x1p-7, "<V2", "BF16", kNone,
     kNone},
    {DType::i64, "i64", SBP_I64, Integer, 8, 0, "<i8", "I64", 4, 5},
    {DType::i32, "i32", SBP_I32, Integer, 4, 0, "<i4", "I32", 2, 3},
    {DType::i8, "i8", SBP_I8, Integer, 1, 0, "|i1", "I8", 0, 1},
    {DType::i1, "i1", SBP_I1, Boolean, 1, 0, "|b1", "BOOL", kNone, kNone},
    // The floats of eight bits of the OCP: numpy has a byte without a meaning.
    {DType::f8E4M3FN, "f8E4M3FN", SBP_F8E4M3FN, Float, 1, 0x1p-3, "|V1",
     "F8_E4M3", kNone, kNone, /*hasArithmetic=*/false},
    {DType::f8E5M2, "f8E5M2", SBP_F8E5M2, Float, 1, 0x1p-2, "|V1", "F8_E5M2",
     kNone, kNone, /*hasArithmetic=*/false},
};

/// Whether the rows are the values of DType, and those of sbp_dtype, in order.
static constexpr bool isComplete() {
  int index = 0;
  for (const ElementType &row : rows) {
    if (int(row.dtype) != index || int(row.code) != index)
      return false;
    ++index;
  }
  return index == int(DType::MAX) + 1;
}
static_assert(isComplete());

std::span<const ElementType> ElementType::all() { return rows; }

const ElementType &ElementType::of(DType dtype) { return rows[size_t(dtype)]; }

const ElementType *ElementType::find(DType dtype) {
  return size_t(dtype) < std::size(rows) ? &rows[size_t(dtype)] : nullptr;
}

const ElementType *ElementType::find(std::string_view name) {
  auto row = std::find_if(
      std::begin(rows), std::end(rows),
      [name](const ElementType &each) { return name == each.name; });
  return row == std::end(rows) ? nullptr : row;
}

std::string ElementType::list(std::string_view separator,
                              std::string_view lastSeparator) {
  std::string text;
  for (const ElementType &row : rows) {
    if (&row != rows)
      text += &row + 1 == std::end(rows) ? lastSeparator : separator;
    text += row.name;
  }
  return text;
}
