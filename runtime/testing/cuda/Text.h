//===- Text.h - a kernel's instructions as they are written ---------------===//
//
// Between parsing and selection: operands name registers by number, labels are
// resolved, nothing has a place yet.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_TESTING_CUDA_TEXT_H
#define SBP_RUNTIME_TESTING_CUDA_TEXT_H

#include "Program.h"

namespace sbp::ptx {

struct WrittenOperand {
  enum Kind : uint8_t { None, Register, Immediate, Address, Symbol, Vector };
  Kind kind = None;
  bool isNegated = false;            ///< `!%p1`
  bool isAbsolute = false;           ///< Address without a register
  uint32_t number = 0;               ///< of the register
  uint64_t bits = 0;                 ///< of an immediate; a symbol's address
  int64_t offset = 0;                ///< of an address
  std::vector<WrittenOperand> parts; ///< of a vector
};

struct WrittenInstruction {
  std::vector<std::string_view> name; ///< "ld", "global", "b32"
  WrittenOperand guard;
  std::vector<WrittenOperand> operands;
  unsigned numDestinations = 0; ///< the first ones are written
  std::string label;            ///< of a branch
  uint32_t target = kNowhere;
  uint32_t line = 0;

  bool has(std::string_view part) const;
};

/// Registers are numbers in this list; constants and special registers come
/// behind those declared.
struct WrittenRegister {
  uint8_t bytes = 0; ///< 0: predicate
  enum Kind : uint8_t { Plain, Constant, Special } kind = Plain;
  uint64_t bits = 0;
  SpecialRegister special = SpecialRegister::ThreadX;
};

struct WrittenKernel {
  Kernel kernel; ///< all but code and places
  std::vector<WrittenInstruction> code;
  std::vector<WrittenRegister> registers;

  uint32_t addConstant(uint64_t bits, uint8_t bytes);

private:
  std::map<std::pair<uint64_t, uint8_t>, uint32_t> constants;
};

/// Type of that name, None if there is none.
Type findType(std::string_view name);

/// By instruction, the instruction at which lanes that part at it meet again:
/// its immediate post-dominator (kNowhere: the end). Only set for branches.
std::vector<uint32_t> findMeetings(const WrittenKernel &kernel);

/// By register, its place: registers that are never live together share one.
std::vector<Place> placeRegisters(const WrittenKernel &kernel,
                                  uint32_t &registerBytes);

/// Finds handlers, makes constants of immediates and gives everything a place.
/// Throws Failure for what the executor does not know.
Kernel selectHandlers(WrittenKernel kernel);

/// Registers that an instruction reads and writes, by number.
template <typename Function>
void forEachRegister(const WrittenOperand &operand, Function &&function) {
  using Kind = WrittenOperand::Kind;
  if (operand.kind == Kind::Register ||
      (operand.kind == Kind::Address && !operand.isAbsolute))
    function(operand.number);
  for (const WrittenOperand &part : operand.parts)
    forEachRegister(part, function);
}

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_TEXT_H
