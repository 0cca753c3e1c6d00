// Select.cpp: selection of handlers and assignment of register slots
//
// Converts parsed instructions to executable ones: the opcode's selector
// chooses a handler by the types in the name, immediates become constant
// registers, operand widths are checked, and registers are replaced by their
// slots. Example: "add.s32 %r3, %r1, 1" becomes {runBinary<uint32_t, Add>,
// destination slot of %r3, source slots of %r1 and of the constant 1}.
#include "Opcodes.h"

using namespace sbp;
using namespace sbp::ptx;

/// Returns the table of all opcodes.
static const OpcodeTable &getOpcodes() {
  static const OpcodeTable opcodes = [] {
    OpcodeTable table;
    addIntegerOpcodes(table);
    addFloatOpcodes(table);
    addConversionOpcodes(table);
    addMovementOpcodes(table);
    addWarpOpcodes(table);
    addBarrierOpcodes(table);
    addBulkOpcodes(table);
    addMatrixOpcodes(table);
    addWarpProductOpcodes(table);
    addClusterOpcodes(table);
    return table;
  }();
  return opcodes;
}

/// Returns the opcode of an instruction, null if it is not known. The
/// asynchronous store has two addresses and is an opcode of its own.
static const Opcode *findOpcode(const ParsedInstruction &written) {
  bool isAsyncStore = written.name[0] == "st" && written.has("async");
  auto found = getOpcodes().find(isAsyncStore ? "st.async" : written.name[0]);
  return found == getOpcodes().end() ? nullptr : &found->second;
}

[[noreturn]] static void fail(const ParsedInstruction &written,
                              const std::string &message) {
  std::string name;
  for (std::string_view part : written.name)
    name += (name.empty() ? "" : ".") + std::string(part);
  throw Failure("PTX line " + std::to_string(written.line) + ": '" + name +
                "' " + message);
}

/// Finds the types in an instruction's name: that of the result and, for a
/// conversion, that of the source.
static void findTypes(const ParsedInstruction &written, Type &type,
                      Type &from) {
  for (std::string_view part : written.name)
    if (Type found = findType(part); found != Type::None) {
      (type == Type::None ? type : from) = found;
      if (from != Type::None)
        return;
    }
}

/// Returns the size of an operand, for immediates and checks. `operand` counts
/// destinations and sources.
static uint8_t getOperandBytes(const ParsedInstruction &written, Type type,
                               Type from, size_t operand) {
  std::string_view name = written.name[0];
  auto bytes = uint8_t(getBytes(type));
  if (name == "cvt")
    return operand == 0 ? bytes : uint8_t(getBytes(from));
  if (name == "shfl")
    return operand == 1 && written.operands.size() == 6 ? 0 : 4;
  if (name == "vote")
    return operand == 1 || (operand == 0 && !written.has("ballot")) ? 0 : 4;
  if (name == "setp")
    return operand == 0 || operand == 3 ? 0 : bytes;
  if (name == "selp")
    return operand == 3 ? 0 : bytes;
  if (name == "testp")
    return operand == 0 ? 0 : bytes;
  if (name == "popc" || name == "clz" || name == "bfind")
    return operand == 0 ? 4 : bytes;
  if (((name == "shl" || name == "shr") && operand == 2) ||
      (name == "bfe" && operand >= 2) || (name == "bfi" && operand >= 3))
    return 4;
  if (written.has("wide") && (operand == 0 || operand == 3))
    return uint8_t(2 * bytes);
  return type == Type::None ? 4 : bytes;
}

/// Returns true for instructions whose operands may be wider than their type.
static bool maybeWider(const ParsedInstruction &written) {
  std::string_view name = written.name[0];
  return name == "ld" || name == "ldu" || name == "st" || name == "cvt";
}

/// Checks the width of a register operand.
static void checkRegister(const ParsedInstruction &written,
                          const ParsedKernel &kernel, uint32_t number,
                          uint8_t bytes) {
  uint8_t found = kernel.registers[number].bytes;
  bool isRight = found == bytes || (maybeWider(written) && found > bytes &&
                                    (bytes != 0 || found == 0));
  if (!isRight)
    fail(written, textOf("has an operand of ", int(found), " bytes where ",
                         int(bytes), " are expected"));
}

/// Replaces immediates and addresses of variables by registers that hold them.
static void resolve(ParsedKernel &kernel, const ParsedInstruction &written,
                    ParsedOperand &operand, uint8_t bytes) {
  using Kind = ParsedOperand::Kind;
  if (operand.kind == Kind::Immediate || operand.kind == Kind::Symbol) {
    uint64_t bits = operand.bits + uint64_t(operand.offset);
    if (bytes == 0)
      bits &= 1;
    else if (bytes < 8)
      bits &= (uint64_t(1) << (8 * bytes)) - 1;
    bool isNegated = operand.isNegated, isShared = operand.isShared;
    operand = ParsedOperand();
    operand.isShared = isShared;
    operand.kind = Kind::Register;
    operand.isNegated = isNegated;
    operand.number = kernel.addConstant(bits, bytes == 1 ? uint8_t(2) : bytes);
  } else if (operand.kind == Kind::Register) {
    checkRegister(written, kernel, operand.number, bytes);
  }
}

/// Resolves the operands of a listed instruction, whose handler checks them.
/// Immediates become constants of 8 bytes.
static void resolveListed(ParsedKernel &kernel, ParsedInstruction &written) {
  using Kind = ParsedOperand::Kind;
  auto one = [&](ParsedOperand &operand) {
    if (operand.kind == Kind::Immediate || operand.kind == Kind::Symbol)
      resolve(kernel, written, operand, 8);
  };
  for (size_t i = 0; i < written.operands.size(); ++i) {
    ParsedOperand &operand = written.operands[i];
    for (ParsedOperand &part : operand.parts) {
      if (i < written.numDestinations && part.kind != Kind::Register)
        fail(written, "does not write to a register");
      one(part);
    }
    if (i < written.numDestinations && operand.kind != Kind::Register &&
        operand.kind != Kind::Vector && operand.kind != Kind::None)
      fail(written, "does not write to a register");
    one(operand);
  }
  for (size_t i = 0; i < written.numDestinations; ++i)
    forEachRegister(written.operands[i], [&](uint32_t number) {
      if (kernel.registers[number].kind != ParsedRegister::Plain)
        fail(written, "writes to constant memory");
    });
}

/// Resolves all operands of an instruction and checks its destinations.
static void resolveOperands(ParsedKernel &kernel, ParsedInstruction &written,
                            Type type, Type from) {
  using Kind = ParsedOperand::Kind;
  for (size_t i = 0; i < written.operands.size(); ++i) {
    ParsedOperand &operand = written.operands[i];
    uint8_t bytes = getOperandBytes(written, type, from, i);
    if (i < written.numDestinations && operand.kind != Kind::Register &&
        operand.kind != Kind::Vector && operand.kind != Kind::None)
      fail(written, "does not write to a register");
    if (operand.kind == Kind::Register && i < written.numDestinations &&
        kernel.registers[operand.number].kind != ParsedRegister::Plain)
      fail(written, "writes to constant memory");
    uint8_t partBytes = bytes;
    if (written.name[0] == "mov" && operand.kind == Kind::Vector)
      partBytes = uint8_t(bytes / operand.parts.size());
    for (ParsedOperand &part : operand.parts) {
      if (part.kind == Kind::Address)
        fail(written, "has an address in a vector");
      resolve(kernel, written, part, partBytes);
    }
    if (operand.kind == Kind::Address && !operand.isAbsolute &&
        kernel.registers[operand.number].bytes != 8 &&
        kernel.registers[operand.number].bytes != 4)
      fail(written, "has an address of no register of 32 or 64 bits");
    resolve(kernel, written, operand, bytes);
  }
}

/// Returns the number of sources that an opcode's handler reads
/// unconditionally.
static size_t getMinimumSources(std::string_view name) {
  static const std::map<std::string_view, size_t> numbers = {
      {"mad", 3},        {"fma", 3},    {"bfe", 3},      {"bfi", 4},
      {"prmt", 3},       {"shf", 3},    {"lop3", 4},     {"selp", 3},
      {"shfl", 4},       {"add", 2},    {"sub", 2},      {"mul", 2},
      {"div", 2},        {"rem", 2},    {"min", 2},      {"max", 2},
      {"and", 2},        {"or", 2},     {"xor", 2},      {"shl", 2},
      {"shr", 2},        {"setp", 2},   {"copysign", 2}, {"vote", 2},
      {"redux", 2},      {"bra", 0},    {"ret", 0},      {"exit", 0},
      {"trap", 0},       {"membar", 0}, {"fence", 0},    {"prefetch", 0},
      {"activemask", 0}, {"ld", 0},     {"ldu", 0}};
  auto found = numbers.find(name);
  return found == numbers.end() ? 1 : found->second;
}

static RegisterSlot slotOf(const std::vector<RegisterSlot> &slots,
                           const ParsedOperand &operand) {
  if (operand.kind != ParsedOperand::Register)
    return RegisterSlot();
  RegisterSlot slot = slots[operand.number];
  slot.isNegated = operand.isNegated;
  return slot;
}

/// Assigns the slots of an instruction's operands and checks their number.
static void assignSlots(const std::vector<RegisterSlot> &slots,
                        const ParsedInstruction &written,
                        Instruction &instruction) {
  using Kind = ParsedOperand::Kind;
  size_t destinations = 0, sources = 0;
  auto add = [&](const ParsedOperand &operand, bool isWritten) {
    if (isWritten ? destinations == 4 : sources == 4)
      fail(written, "has too many operands");
    (isWritten ? instruction.destination[destinations++]
               : instruction.source[sources++]) = slotOf(slots, operand);
  };
  for (size_t i = 0; i < written.operands.size(); ++i) {
    const ParsedOperand &operand = written.operands[i];
    if (operand.kind == Kind::Address) {
      if (!operand.isAbsolute)
        instruction.source[4] = slots[operand.number];
      instruction.offset = operand.offset;
    } else if (operand.kind == Kind::Vector) {
      for (const ParsedOperand &part : operand.parts)
        add(part, i < written.numDestinations);
    } else {
      add(operand, i < written.numDestinations);
    }
  }
  size_t least = getMinimumSources(written.name[0]);
  if (written.name[0] == "cvt" &&
      (written.has("bf16x2") || written.has("f16x2")))
    least = std::max<size_t>(least, 2);
  for (size_t i = 0; i < least; ++i)
    if (!instruction.source[i].isUsed)
      fail(written, "has too few operands");
  bool mayDropResult = instruction.count > 1 || written.name[0] == "atom";
  if (written.numDestinations && !mayDropResult &&
      !instruction.destination[0].isUsed)
    fail(written, "has no result");
}

/// Appends the operands of a listed instruction to those of the kernel.
static void listOperands(const std::vector<RegisterSlot> &slots,
                         const ParsedInstruction &written, Kernel &kernel,
                         Instruction &instruction) {
  using Kind = ParsedOperand::Kind;
  instruction.firstOperand = uint32_t(kernel.operands.size());
  for (const ParsedOperand &operand : written.operands) {
    if (operand.kind == Kind::Address)
      kernel.operands.push_back(
          {operand.isAbsolute ? RegisterSlot() : slots[operand.number],
           operand.offset});
    else if (operand.kind != Kind::Vector)
      kernel.operands.push_back({slotOf(slots, operand), 0});
    for (const ParsedOperand &part : operand.parts)
      kernel.operands.push_back({slotOf(slots, part), 0});
  }
  instruction.numOperands =
      uint32_t(kernel.operands.size()) - instruction.firstOperand;
}

/// Checks that a load with a constant offset stays inside of the parameters.
static void checkParameterRead(const ParsedKernel &kernel,
                               const ParsedInstruction &written,
                               const Instruction &instruction) {
  uint64_t bytes = getBytes(instruction.type) * instruction.count;
  uint64_t limit = kernel.kernel.parameterBytes;
  auto offset = uint64_t(written.operands[1].offset);
  if (offset > limit || bytes > limit - offset)
    fail(written, "reads beyond the kernel's parameters");
}

Kernel sbp::ptx::selectHandlers(ParsedKernel written) {
  std::vector<Instruction> code(written.code.size());
  for (size_t i = 0; i < code.size(); ++i) {
    ParsedInstruction &one = written.code[i];
    const Opcode *opcode = findOpcode(one);
    if (!opcode)
      fail(one, "is not known");
    one.numDestinations = opcode->destinations;
    // shfl may write a register and a predicate: %r|%p.
    bool writesTwo = one.name[0] == "shfl" && one.operands.size() == 6;
    bool isCombined = one.has("and") || one.has("or") || one.has("xor");
    if (one.name[0] == "setp" && one.operands.size() > (isCombined ? 4u : 3u))
      fail(one, "writes two predicates, which is not known");
    one.numDestinations += writesTwo;
    Instruction &instruction = code[i];
    instruction.line = one.line;
    instruction.number = uint32_t(i);
    findTypes(one, instruction.type, instruction.from);
    instruction.handler = opcode->select(one, instruction);
    // Arithmetic of the compiler's kernels keeps denormals.
    if (!instruction.handler || (one.has("ftz") && !opcode->supportsFlushing))
      fail(one, "is not known in this form");
    if (instruction.space == Space::Param && one.operands[1].isAbsolute)
      checkParameterRead(written, one, instruction);
    if (opcode->isListed) {
      one.numDestinations = instruction.numDestinations;
      one.readsDestinations = one.name[0] == "wgmma";
      resolveListed(written, one);
    } else {
      resolveOperands(written, one, instruction.type, instruction.from);
    }
  }
  std::vector<uint32_t> reconvergence = findReconvergence(written);
  Kernel kernel = std::move(written.kernel);
  std::vector<RegisterSlot> slots =
      allocateRegisters(written, kernel.registerBytes);
  for (size_t i = 0; i < code.size(); ++i) {
    if (findOpcode(written.code[i])->isListed)
      listOperands(slots, written.code[i], kernel, code[i]);
    else
      assignSlots(slots, written.code[i], code[i]);
    code[i].guard = slotOf(slots, written.code[i].guard);
    code[i].target = written.code[i].target;
    code[i].reconvergence = reconvergence[i];
  }
  for (size_t r = 0; r < slots.size(); ++r) {
    const ParsedRegister &one = written.registers[r];
    if (one.kind == ParsedRegister::Constant)
      kernel.constants.push_back({slots[r], one.bits});
    else if (one.kind == ParsedRegister::Special)
      kernel.specials.push_back({slots[r], one.special});
  }
  kernel.code = std::move(code);
  return kernel;
}
