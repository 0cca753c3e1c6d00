// Text.h: the parsed form of a kernel, before selection
//
// Operands name registers by number and labels are resolved; no register has a
// slot yet. The parser produces this form, and selectHandlers consumes it.
#ifndef SBP_RUNTIME_TESTING_CUDA_TEXT_H
#define SBP_RUNTIME_TESTING_CUDA_TEXT_H

#include "Program.h"

namespace sbp::ptx {

/// An operand as it is written.
struct ParsedOperand {
  enum Kind : uint8_t { None, Register, Immediate, Address, Symbol, Vector };
  Kind kind = None;
  bool isNegated = false;  ///< `!%p1`
  bool isAbsolute = false; ///< true for an address without a register
  bool isDynamic = false;  ///< true for an address of dynamic shared memory
  bool isShared = false;   ///< true for the name of shared memory
  uint32_t number = 0;     ///< number of the register
  uint64_t bits = 0;       ///< bits of an immediate, or address of a symbol
  int64_t offset = 0;      ///< offset of an address
  std::vector<ParsedOperand> parts; ///< of a vector; coordinates of an address
};

/// An instruction as it is written. The parts of its name refer to the text of
/// the module, which must outlive it.
struct ParsedInstruction {
  std::vector<std::string_view>
      name; ///< parts of the name: "ld", "global", "b32"
  ParsedOperand guard;
  std::vector<ParsedOperand> operands;
  unsigned numDestinations = 0; ///< operands that are written; they come first
  bool readsDestinations = false;   ///< true where these are read as well
  std::string label;                ///< label of a branch
  uint32_t target = kNoInstruction; ///< index of the instruction of `label`
  uint32_t line = 0;

  /// Returns true where one of the parts of the name is `part`.
  bool has(std::string_view part) const;
};

/// A register. Constants and special registers follow the declared ones in the
/// kernel's list.
struct ParsedRegister {
  uint8_t bytes = 0; ///< bytes of one lane, 0 for a predicate
  enum Kind : uint8_t { Plain, Constant, Special } kind = Plain;
  uint64_t bits = 0;
  SpecialRegister special = SpecialRegister::ThreadX;
};

/// A kernel with its parsed code.
struct ParsedKernel {
  Kernel kernel; ///< everything except code and slots
  std::vector<ParsedInstruction> code;
  std::vector<ParsedRegister> registers;

  /// Returns the number of the register that holds a constant of `bytes` bytes,
  /// adding it if necessary.
  uint32_t addConstant(uint64_t bits, uint8_t bytes);

private:
  std::map<std::pair<uint64_t, uint8_t>, uint32_t> constants;
};

/// Returns the type with a name like "u32"; None if there is none.
Type findType(std::string_view name);

/// Returns, for each instruction, the one at which the diverged lanes of a
/// branch reconverge: its immediate post-dominator. The entry is kNoInstruction
/// where that is the end of the kernel, and for instructions that are no
/// branches.
std::vector<uint32_t> findReconvergence(const ParsedKernel &kernel);

/// Returns the slot of every register, by number. Registers that are never live
/// together share a slot; `registerBytes` is set to the size of a warp's
/// register file, in bytes.
std::vector<RegisterSlot> allocateRegisters(const ParsedKernel &kernel,
                                            uint32_t &registerBytes);

/// Converts a kernel to its executable form. Throws Failure with the line of an
/// unsupported instruction.
Kernel selectHandlers(ParsedKernel kernel);

/// Calls `function` with the number of every register of an operand, those of
/// its parts included.
template <typename Function>
void forEachRegister(const ParsedOperand &operand, Function &&function) {
  using Kind = ParsedOperand::Kind;
  if (operand.kind == Kind::Register ||
      (operand.kind == Kind::Address && !operand.isAbsolute))
    function(operand.number);
  for (const ParsedOperand &part : operand.parts)
    forEachRegister(part, function);
}

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_TEXT_H
