// Opcodes.h: the table of PTX instructions and their handlers
#ifndef SBP_RUNTIME_TESTING_CUDA_OPCODES_H
#define SBP_RUNTIME_TESTING_CUDA_OPCODES_H

#include "Lanes.h"
#include "Text.h"
#include <unordered_map>

namespace sbp::ptx {

/// An opcode: the number of operands that it writes, and the selector of its
/// handler. `select` may set fields of the instruction; it returns null for an
/// unsupported form. The operands of a listed instruction are flattened into
/// Kernel::operands: any number, of any width, the parts of a vector and the
/// coordinates of an address after it; its selector sets numDestinations.
struct Opcode {
  unsigned destinations = 1;
  Handler (*select)(const ParsedInstruction &written,
                    Instruction &instruction) = nullptr;
  bool isListed = false;
  bool supportsFlushing = false; ///< the selector implements .ftz
};
/// The opcodes by the first part of their name, "ld" of "ld.global.b32".
using OpcodeTable = std::unordered_map<std::string_view, Opcode>;

/// Each function adds the opcodes of one file of handlers. Names that are in
/// the table already are replaced.
void addIntegerOpcodes(OpcodeTable &table);
void addFloatOpcodes(OpcodeTable &table);
void addConversionOpcodes(OpcodeTable &table);
void addMovementOpcodes(OpcodeTable &table);
void addWarpOpcodes(OpcodeTable &table);
void addBarrierOpcodes(OpcodeTable &table);
void addBulkOpcodes(OpcodeTable &table);
void addMatrixOpcodes(OpcodeTable &table);
void addWarpProductOpcodes(OpcodeTable &table);
void addClusterOpcodes(OpcodeTable &table);
/// Selects the forms of cp.async that are no bulk copies. Returns null for any
/// other form.
Handler selectAsyncCopy(const ParsedInstruction &written,
                        Instruction &instruction);
/// Selects barrier.cluster.arrive and barrier.cluster.wait. Returns null for
/// any other form.
Handler selectClusterBarrier(const ParsedInstruction &written,
                             Instruction &instruction);

/// Returns the f32 with the value of a bf16, which is exact.
inline float bfloatToFloat(uint16_t bits) {
  return std::bit_cast<float>(uint32_t(bits) << 16);
}
/// Returns the bits of the nearest bf16, ties to even; every NaN becomes
/// 0x7fff, the hardware's canonical one.
inline uint16_t floatToBFloat(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (value != value)
    return 0x7fff;
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// Handlers that apply `Function::apply` to one, two or three operands of type
/// T in the lanes of `mask`.
template <typename T, typename Function>
void runUnary(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]);
  setLanes<T>(warp, i.destination[0], mask,
              [&](uint32_t l) { return T(Function::apply(a[l])); });
}
template <typename T, typename Function>
void runBinary(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]), *b = warp.at<T>(i.source[1]);
  setLanes<T>(warp, i.destination[0], mask,
              [&](uint32_t l) { return T(Function::apply(a[l], b[l])); });
}
template <typename T, typename Function>
void runTernary(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]), *b = warp.at<T>(i.source[1]),
          *c = warp.at<T>(i.source[2]);
  setLanes<T>(warp, i.destination[0], mask,
              [&](uint32_t l) { return T(Function::apply(a[l], b[l], c[l])); });
}

/// A pair of 16-bit values in one register; `low` is in the low half.
template <typename T> struct Pair {
  T low, high;
};
/// The function that applies `Function` to both values of pairs.
template <typename T, typename Function> struct Paired {
  static Pair<T> apply(Pair<T> a) {
    return {T(Function::apply(a.low)), T(Function::apply(a.high))};
  }
  static Pair<T> apply(Pair<T> a, Pair<T> b) {
    return {T(Function::apply(a.low, b.low)),
            T(Function::apply(a.high, b.high))};
  }
  static Pair<T> apply(Pair<T> a, Pair<T> b, Pair<T> c) {
    return {T(Function::apply(a.low, b.low, c.low)),
            T(Function::apply(a.high, b.high, c.high))};
  }
};

/// Returns the handler of a function of one integer of a type, null for types
/// that are no scalar integers of 16 to 64 bits.
template <typename Function> Handler pickIntegerUnary(Type type) {
  switch (type) {
  case Type::B16:
  case Type::U16:
    return runUnary<uint16_t, Function>;
  case Type::S16:
    return runUnary<int16_t, Function>;
  case Type::B32:
  case Type::U32:
    return runUnary<uint32_t, Function>;
  case Type::S32:
    return runUnary<int32_t, Function>;
  case Type::B64:
  case Type::U64:
    return runUnary<uint64_t, Function>;
  case Type::S64:
    return runUnary<int64_t, Function>;
  default:
    return nullptr;
  }
}
/// Returns the handler of a function of two integers of a type, pairs included.
/// Null for all other types.
template <typename Function> Handler pickIntegerBinary(Type type) {
  switch (type) {
  case Type::U16x2:
    return runBinary<Pair<uint16_t>, Paired<uint16_t, Function>>;
  case Type::S16x2:
    return runBinary<Pair<int16_t>, Paired<int16_t, Function>>;
  case Type::B16:
  case Type::U16:
    return runBinary<uint16_t, Function>;
  case Type::S16:
    return runBinary<int16_t, Function>;
  case Type::B32:
  case Type::U32:
    return runBinary<uint32_t, Function>;
  case Type::S32:
    return runBinary<int32_t, Function>;
  case Type::B64:
  case Type::U64:
    return runBinary<uint64_t, Function>;
  case Type::S64:
    return runBinary<int64_t, Function>;
  default:
    return nullptr;
  }
}

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_OPCODES_H
