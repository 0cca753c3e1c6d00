// WarpProducts.cpp: mma.sync of the PTX executor
//
// A warp computes D (16 x 8) = A (16 x K) B (K x 8) + C; K is 32 bytes. With g
// = lane / 4, t = lane % 4 and e elements in a register of 4 bytes (PTX ISA,
// "Matrix Fragments for mma.m16n8k16" and its neighbours):
//
//   A, register r: row g + 8 (r % 2), k = e t + 4 e (r / 2), ... (e of them)
//   B, register r: column g,          k = e t + 4 e r,       ...
//   C, register r: row g + 8 (r / 2), column 2 t + r % 2
//
// Example: of bf16 (e = 2), row 9 and k 11 of A are the high half of register 3
// in lane 5.
#include "Opcodes.h"
#include "TensorCore.h"
#include <array>

using namespace sbp::ptx;

static constexpr uint32_t kRows = 16, kColumns = 8, kMostDepth = 32;
/// The first operands of A, B and C; those of D come first.
static constexpr uint32_t kFirstA = 4, kFirstB = 8, kFirstC = 10;

namespace {
/// The factors of a product, widened.
struct Factors {
  std::array<std::array<double, kMostDepth>, kRows> a;
  std::array<std::array<double, kColumns>, kMostDepth> b;
};
} // namespace

/// Reads both factors from the registers of the warp.
static Factors readFactors(Warp &warp, const Instruction &i, Element element) {
  Execution &execution = *warp.execution;
  Factors factors;
  uint32_t bytes = getBytes(element), each = 4 / bytes;
  auto readWord = [&](uint32_t operand, uint32_t lane, auto set) {
    auto word = uint32_t(execution.getOperand(warp, i, operand, lane));
    for (uint32_t part = 0; part < each; ++part)
      set(each * (lane % 4) + part,
          decodeElement(element,
                        reinterpret_cast<uint8_t *>(&word) + part * bytes));
  };
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    for (uint32_t r = 0; r < 4; ++r)
      readWord(kFirstA + r, lane, [&](uint32_t k, double value) {
        factors.a[lane / 4 + 8 * (r % 2)][k + 4 * each * (r / 2)] = value;
      });
    for (uint32_t r = 0; r < 2; ++r)
      readWord(kFirstB + r, lane, [&](uint32_t k, double value) {
        factors.b[k + 4 * each * r][lane / 4] = value;
      });
  }
  return factors;
}

/// Executes mma.sync. The sum of an accumulator and the products is exact up to
/// the rounding of f64 and then cut toward zero; that some GPUs add parts of
/// the products one after the other is not modelled. Sums of integers wrap.
static void multiply(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  auto element = Element(i.mode);
  if (mask != kAllLanes)
    execution.fail(i, "a product of some lanes of a warp");
  Factors factors = readFactors(warp, i, element);
  uint32_t depth = 32 / getBytes(element);
  auto isInteger = element == Element::S8;
  // D may have the registers of C, so all sums are known before one is written.
  std::array<std::array<uint32_t, kLanes>, 4> sums;
  for (uint32_t r = 0; r < 4; ++r)
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      auto initial = uint32_t(execution.getOperand(warp, i, kFirstC + r, lane));
      uint32_t row = lane / 4 + 8 * (r / 2), column = 2 * (lane % 4) + r % 2;
      double sum = isInteger ? double(int32_t(initial))
                             : double(std::bit_cast<float>(initial));
      for (uint32_t k = 0; k < depth; ++k)
        sum += factors.a[row][k] * factors.b[k][column];
      sums[r][lane] = isInteger ? uint32_t(int64_t(sum))
                                : std::bit_cast<uint32_t>(cutTowardZero(sum));
    }
  for (uint32_t r = 0; r < 4; ++r)
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      setBits(warp, execution.getOperand(i, r).slot, lane, sums[r][lane]);
  execution.countWarpProduct();
}

namespace {
/// A form of mma.sync: names of its shape and of its types.
struct Form {
  std::string_view shape, sum, factor;
  Element element;
};
} // namespace

static constexpr Form kForms[] = {
    {"m16n8k16", "f32", "bf16", Element::BF16},
    {"m16n8k16", "f32", "f16", Element::F16},
    {"m16n8k8", "f32", "tf32", Element::TF32},
    {"m16n8k32", "s32", "s8", Element::S8},
};

/// Selects mma.sync.aligned.SHAPE.row.col.D.A.B.C d, a, b, c.
static Handler selectProduct(const ParsedInstruction &w, Instruction &i) {
  using Kind = ParsedOperand::Kind;
  if (w.name.size() != 10 || w.name[1] != "sync" || w.name[2] != "aligned" ||
      w.name[4] != "row" || w.name[5] != "col" || w.operands.size() != 4)
    return nullptr;
  static constexpr size_t sizes[] = {4, 4, 2, 4};
  for (size_t k = 0; k < 4; ++k) {
    const ParsedOperand &operand = w.operands[k];
    if (operand.kind != Kind::Vector || operand.parts.size() != sizes[k])
      return nullptr;
    for (const ParsedOperand &part : operand.parts)
      if (part.kind != Kind::Register && part.kind != Kind::Immediate)
        return nullptr;
  }
  for (const Form &form : kForms)
    if (w.name[3] == form.shape && w.name[6] == form.sum &&
        w.name[7] == form.factor && w.name[8] == form.factor &&
        w.name[9] == form.sum) {
      i.mode = uint8_t(form.element);
      i.numDestinations = 1;
      return multiply;
    }
  return nullptr;
}

void sbp::ptx::addWarpProductOpcodes(OpcodeTable &table) {
  table["mma"] = {0, selectProduct, /*isListed=*/true};
}
