//===- Select.cpp - instructions get handlers and places ------------------===//
#include "Opcodes.h"

using namespace sbp;
using namespace sbp::ptx;

static const OpcodeTable &getOpcodes() {
  static const OpcodeTable opcodes = [] {
    OpcodeTable table;
    addIntegerOpcodes(table);
    addFloatOpcodes(table);
    addConversionOpcodes(table);
    addMovementOpcodes(table);
    addWarpOpcodes(table);
    return table;
  }();
  return opcodes;
}

[[noreturn]] static void fail(const WrittenInstruction &written,
                              const std::string &message) {
  std::string name;
  for (std::string_view part : written.name)
    name += (name.empty() ? "" : ".") + std::string(part);
  throw Failure("PTX line " + std::to_string(written.line) + ": '" + name +
                "' " + message);
}

/// The types in an instruction's name: of the result, and of a conversion's
/// source.
static void findTypes(const WrittenInstruction &written, Type &type,
                      Type &from) {
  for (std::string_view part : written.name)
    if (Type found = findType(part); found != Type::None) {
      (type == Type::None ? type : from) = found;
      if (from != Type::None)
        return;
    }
}

/// Bytes of an operand, for immediates and for checks; `operand` counts all.
static uint8_t getOperandBytes(const WrittenInstruction &written, Type type,
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

/// Operands of these may be wider than their type.
static bool maybeWider(const WrittenInstruction &written) {
  std::string_view name = written.name[0];
  return name == "ld" || name == "ldu" || name == "st" || name == "cvt";
}

static void checkRegister(const WrittenInstruction &written,
                          const WrittenKernel &kernel, uint32_t number,
                          uint8_t bytes) {
  uint8_t found = kernel.registers[number].bytes;
  bool isRight = found == bytes || (maybeWider(written) && found > bytes &&
                                    (bytes != 0 || found == 0));
  if (!isRight)
    fail(written, textOf("has an operand of ", int(found), " bytes where ",
                         int(bytes), " are expected"));
}

/// Immediates and addresses of variables become registers that hold them.
static void resolve(WrittenKernel &kernel, const WrittenInstruction &written,
                    WrittenOperand &operand, uint8_t bytes) {
  using Kind = WrittenOperand::Kind;
  if (operand.kind == Kind::Immediate || operand.kind == Kind::Symbol) {
    uint64_t bits = operand.bits + uint64_t(operand.offset);
    if (bytes == 0)
      bits &= 1;
    else if (bytes < 8)
      bits &= (uint64_t(1) << (8 * bytes)) - 1;
    bool isNegated = operand.isNegated;
    operand = WrittenOperand();
    operand.kind = Kind::Register;
    operand.isNegated = isNegated;
    operand.number = kernel.addConstant(bits, bytes == 1 ? uint8_t(2) : bytes);
  } else if (operand.kind == Kind::Register) {
    checkRegister(written, kernel, operand.number, bytes);
  }
}

static void resolveOperands(WrittenKernel &kernel, WrittenInstruction &written,
                            Type type, Type from) {
  using Kind = WrittenOperand::Kind;
  for (size_t i = 0; i < written.operands.size(); ++i) {
    WrittenOperand &operand = written.operands[i];
    uint8_t bytes = getOperandBytes(written, type, from, i);
    if (i < written.numDestinations && operand.kind != Kind::Register &&
        operand.kind != Kind::Vector && operand.kind != Kind::None)
      fail(written, "does not write to a register");
    if (operand.kind == Kind::Register && i < written.numDestinations &&
        kernel.registers[operand.number].kind != WrittenRegister::Plain)
      fail(written, "writes to what is constant");
    uint8_t partBytes = bytes;
    if (written.name[0] == "mov" && operand.kind == Kind::Vector)
      partBytes = uint8_t(bytes / operand.parts.size());
    for (WrittenOperand &part : operand.parts) {
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

/// Sources that an opcode's handler reads without asking whether they are used.
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

static Place placeOf(const std::vector<Place> &places,
                     const WrittenOperand &operand) {
  if (operand.kind != WrittenOperand::Register)
    return Place();
  Place place = places[operand.number];
  place.isNegated = operand.isNegated;
  return place;
}

static void placeOperands(const std::vector<Place> &places,
                          const WrittenInstruction &written,
                          Instruction &instruction) {
  using Kind = WrittenOperand::Kind;
  size_t destinations = 0, sources = 0;
  auto add = [&](const WrittenOperand &operand, bool isWritten) {
    if (isWritten ? destinations == 4 : sources == 4)
      fail(written, "has too many operands");
    (isWritten ? instruction.destination[destinations++]
               : instruction.source[sources++]) = placeOf(places, operand);
  };
  for (size_t i = 0; i < written.operands.size(); ++i) {
    const WrittenOperand &operand = written.operands[i];
    if (operand.kind == Kind::Address) {
      if (!operand.isAbsolute)
        instruction.source[4] = places[operand.number];
      instruction.offset = operand.offset;
    } else if (operand.kind == Kind::Vector) {
      for (const WrittenOperand &part : operand.parts)
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

static void checkParameterRead(const WrittenKernel &kernel,
                               const WrittenInstruction &written,
                               const Instruction &instruction) {
  uint64_t bytes = getBytes(instruction.type) * instruction.count;
  uint64_t limit = kernel.kernel.parameterBytes;
  auto offset = uint64_t(written.operands[1].offset);
  if (offset > limit || bytes > limit - offset)
    fail(written, "reads beyond the kernel's parameters");
}

Kernel sbp::ptx::selectHandlers(WrittenKernel written) {
  std::vector<Instruction> code(written.code.size());
  for (size_t i = 0; i < code.size(); ++i) {
    WrittenInstruction &one = written.code[i];
    auto opcode = getOpcodes().find(one.name[0]);
    if (opcode == getOpcodes().end())
      fail(one, "is not known");
    one.numDestinations = opcode->second.destinations;
    // `setp` and `shfl` may write two: %p|%q, %r|%p.
    bool writesTwo = one.name[0] == "shfl" && one.operands.size() == 6;
    bool isCombined = one.has("and") || one.has("or") || one.has("xor");
    if (one.name[0] == "setp" && one.operands.size() > (isCombined ? 4u : 3u))
      fail(one, "writes two predicates, which is not known");
    one.numDestinations += writesTwo;
    Instruction &instruction = code[i];
    instruction.line = one.line;
    instruction.number = uint32_t(i);
    findTypes(one, instruction.type, instruction.from);
    instruction.handler = opcode->second.select(one, instruction);
    // Denormals are kept everywhere: none of our kernels flushes them.
    if (!instruction.handler || one.has("ftz"))
      fail(one, "is not known in this form");
    if (instruction.space == Space::Param && one.operands[1].isAbsolute)
      checkParameterRead(written, one, instruction);
    resolveOperands(written, one, instruction.type, instruction.from);
  }
  std::vector<uint32_t> meetings = findMeetings(written);
  Kernel kernel = std::move(written.kernel);
  std::vector<Place> places = placeRegisters(written, kernel.registerBytes);
  for (size_t i = 0; i < code.size(); ++i) {
    placeOperands(places, written.code[i], code[i]);
    code[i].guard = placeOf(places, written.code[i].guard);
    code[i].target = written.code[i].target;
    code[i].meet = meetings[i];
  }
  for (size_t r = 0; r < places.size(); ++r) {
    const WrittenRegister &one = written.registers[r];
    if (one.kind == WrittenRegister::Constant)
      kernel.constants.push_back({places[r], one.bits});
    else if (one.kind == WrittenRegister::Special)
      kernel.specials.push_back({places[r], one.special});
  }
  kernel.code = std::move(code);
  return kernel;
}
