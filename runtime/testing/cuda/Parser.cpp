//===- Parser.cpp - the PTX text as a module ------------------------------===//
#include "Lexer.h"
#include "Text.h"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

using namespace sbp;
using namespace sbp::ptx;

// Bounds of what one module may declare.
static constexpr uint64_t kMaxRegisters = 1 << 20, kMaxInstructions = 1 << 20,
                          kMaxBytes = 1 << 28, kMaxDepth = 64,
                          kMaxParameterBytes = 32764;

static const std::map<std::string_view, Type> &getTypes() {
  static const std::map<std::string_view, Type> types = {
      {"pred", Type::Pred},   {"b8", Type::B8},         {"b16", Type::B16},
      {"b32", Type::B32},     {"b64", Type::B64},       {"u8", Type::U8},
      {"u16", Type::U16},     {"u32", Type::U32},       {"u64", Type::U64},
      {"s8", Type::S8},       {"s16", Type::S16},       {"s32", Type::S32},
      {"s64", Type::S64},     {"f16", Type::F16},       {"bf16", Type::BF16},
      {"f16x2", Type::F16x2}, {"bf16x2", Type::BF16x2}, {"f32", Type::F32},
      {"f64", Type::F64},     {"u16x2", Type::U16x2},   {"s16x2", Type::S16x2}};
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

bool WrittenInstruction::has(std::string_view part) const {
  return std::find(name.begin(), name.end(), part) != name.end();
}

uint32_t WrittenKernel::addConstant(uint64_t bits, uint8_t bytes) {
  auto [found, isNew] = constants.try_emplace({bits, bytes}, registers.size());
  if (isNew)
    registers.push_back({bytes, WrittenRegister::Constant, bits});
  return found->second;
}

static const std::map<std::string_view, SpecialRegister> &getSpecials() {
  using S = SpecialRegister;
  static const std::map<std::string_view, S> specials = {
      {"%tid.x", S::ThreadX},
      {"%tid.y", S::ThreadY},
      {"%tid.z", S::ThreadZ},
      {"%ntid.x", S::BlockSizeX},
      {"%ntid.y", S::BlockSizeY},
      {"%ntid.z", S::BlockSizeZ},
      {"%ctaid.x", S::BlockX},
      {"%ctaid.y", S::BlockY},
      {"%ctaid.z", S::BlockZ},
      {"%nctaid.x", S::GridX},
      {"%nctaid.y", S::GridY},
      {"%nctaid.z", S::GridZ},
      {"%laneid", S::Lane},
      {"%warpid", S::Warp},
      {"%lanemask_lt", S::LaneMaskLess},
      {"%lanemask_eq", S::LaneMaskEqual},
      {"%clock", S::Clock}};
  return specials;
}

namespace {
class Parser {
public:
  Parser(std::string_view text, Module &module) : lexer(text), module(module) {}
  void run();

private:
  /// A name's memory: static shared memory, or a module's variable.
  struct Symbol {
    uint64_t address = 0;
  };
  struct Scope {
    std::map<std::string, uint32_t, std::less<>> registers;
    std::map<std::string, uint32_t, std::less<>> labels;
    std::vector<uint32_t> branches; ///< whose label is not found yet
  };

  void parseDirective(std::string_view word);
  void parseKernel();
  void parseParameters();
  void parseBody();
  void parseStatement();
  void parseRegisters();
  void parseVariable(bool isShared, bool isExtern);
  void parseInitialiser(std::vector<uint8_t> &bytes, unsigned width);
  void parseInstruction(std::string_view name);
  void closeScope();
  WrittenOperand parseOperand();
  WrittenOperand parseAddress();
  WrittenOperand nameOperand(std::string_view name);
  std::optional<uint32_t> findRegister(std::string_view name) const;
  uint64_t parseNumber(std::string_view text);
  uint64_t parseCount(std::string_view what, uint64_t limit);
  int64_t parseOffset();

  Lexer lexer;
  Module &module;
  WrittenKernel *current = nullptr;
  std::vector<Scope> scopes;
  std::map<std::string, Symbol, std::less<>> symbols;
  std::map<SpecialRegister, uint32_t> specials;
  uint64_t sharedEnd = 0, sharedAlignment = 16, variableEnd = kVariableWindow;
  bool hasDynamic = false;
  std::string dynamicName;
};
} // namespace

static uint64_t alignTo(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

uint64_t Parser::parseNumber(std::string_view text) {
  uint64_t bits = 0;
  int base = 10;
  std::string_view digits = text;
  if (text.size() > 2 && text[0] == '0') {
    char kind = text[1];
    if (kind == 'f' || kind == 'F' || kind == 'd' || kind == 'D' ||
        kind == 'x' || kind == 'X') {
      base = 16;
      digits = text.substr(2);
      bool isFloat = kind == 'f' || kind == 'F',
           isDouble = kind == 'd' || kind == 'D';
      if ((isFloat && digits.size() != 8) || (isDouble && digits.size() != 16))
        lexer.fail("'" + std::string(text) + "' is no float");
    }
  }
  if (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u'))
    digits.remove_suffix(1);
  auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), bits, base);
  if (error != std::errc() || end != digits.data() + digits.size())
    lexer.fail("'" + std::string(text) + "' is no number");
  return bits;
}

uint64_t Parser::parseCount(std::string_view what, uint64_t limit) {
  uint64_t count = parseNumber(lexer.takeWord(what));
  if (count > limit)
    lexer.fail(std::string(what) + " is " + std::to_string(count) +
               ", more than " + std::to_string(limit));
  return count;
}

void Parser::run() {
  while (lexer.peek().kind != Token::End) {
    std::string_view word = lexer.takeWord("a directive");
    parseDirective(word);
  }
}

void Parser::parseDirective(std::string_view word) {
  if (word == ".version") {
    std::string_view version = lexer.takeWord("a version");
    uint32_t number = 0;
    for (char c : version)
      if (c >= '0' && c <= '9' && number < 1000)
        number = number * 10 + (c - '0');
    module.version = number;
  } else if (word == ".target") {
    module.architecture = lexer.takeWord("an architecture");
    while (lexer.takeIf(","))
      lexer.takeWord("a target option");
  } else if (word == ".address_size") {
    if (parseCount("the address size", 64) != 64)
      lexer.fail("addresses of 64 bits are needed");
  } else if (word == ".visible" || word == ".weak" || word == ".extern") {
    bool isExtern = word == ".extern";
    std::string_view next = lexer.takeWord("a declaration");
    if (isExtern && next == ".shared")
      parseVariable(/*isShared=*/true, /*isExtern=*/true);
    else if (isExtern)
      lexer.fail("external '" + std::string(next) + "' is not there");
    else
      parseDirective(next);
  } else if (word == ".entry") {
    parseKernel();
  } else if (word == ".global" || word == ".const") {
    parseVariable(/*isShared=*/false, /*isExtern=*/false);
  } else if (word == ".shared") {
    parseVariable(/*isShared=*/true, /*isExtern=*/false);
  } else if (word == ".func") {
    lexer.fail("functions are not supported");
  } else {
    lexer.fail("unknown directive '" + std::string(word) + "'");
  }
}

// [.align 16] .b8 name[8] [= {1, 2}];
void Parser::parseVariable(bool isShared, bool isExtern) {
  uint64_t alignment = 1;
  Type type = Type::None;
  std::string_view word = lexer.takeWord("a type");
  for (;; word = lexer.takeWord("a name")) {
    if (word == ".align") {
      alignment = parseCount("an alignment", 4096);
      if (alignment == 0 || (alignment & (alignment - 1)))
        lexer.fail("an alignment is a power of two");
    } else if (word[0] == '.') {
      type = findType(word.substr(1));
      if (type == Type::None || type == Type::Pred)
        lexer.fail("'" + std::string(word) + "' is no type of a variable");
    } else {
      break;
    }
  }
  if (type == Type::None)
    lexer.fail("variable '" + std::string(word) + "' has no type");
  std::string name(word);
  uint64_t bytes = getBytes(type);
  alignment = std::max(alignment, bytes);
  bool isOpen = false;
  while (lexer.takeIf("[")) {
    if (lexer.takeIf("]")) {
      isOpen = true;
      continue;
    }
    bytes *= std::max<uint64_t>(1, parseCount("a size", kMaxBytes));
    if (bytes > kMaxBytes)
      lexer.fail("variable '" + name + "' is too large");
    lexer.expect("]");
  }
  if (isExtern && !isOpen)
    lexer.fail("external shared memory has no size");
  if (isExtern) {
    dynamicName = name;
    hasDynamic = true;
    sharedAlignment = std::max(sharedAlignment, alignment);
  } else if (isShared) {
    sharedEnd = alignTo(sharedEnd, alignment);
    if (sharedEnd + bytes > kMaxBytes)
      lexer.fail("too much shared memory");
    symbols[name] = {sharedEnd};
    sharedEnd += bytes;
  } else {
    Variable variable{name,
                      alignTo(variableEnd, std::max<uint64_t>(256, alignment)),
                      std::vector<uint8_t>(bytes)};
    if (lexer.takeIf("="))
      parseInitialiser(variable.bytes, getBytes(type));
    symbols[name] = {variable.address};
    variableEnd = variable.address + bytes + 256;
    module.variables.push_back(std::move(variable));
  }
  lexer.expect(";");
}

void Parser::parseInitialiser(std::vector<uint8_t> &bytes, unsigned width) {
  bool isList = lexer.takeIf("{");
  uint64_t at = 0;
  do {
    bool isMinus = lexer.takeIf("-");
    uint64_t value = parseNumber(lexer.takeWord("a value"));
    value = isMinus ? -value : value;
    if (at + width > bytes.size())
      lexer.fail("more values than the variable holds");
    std::memcpy(bytes.data() + at, &value, width);
    at += width;
  } while (isList && lexer.takeIf(","));
  if (isList)
    lexer.expect("}");
}

void Parser::parseKernel() {
  WrittenKernel kernel;
  kernel.kernel.name = lexer.takeWord("a name");
  if (module.kernels.contains(kernel.kernel.name))
    lexer.fail("kernel '" + kernel.kernel.name + "' is there twice");
  current = &kernel;
  auto outer = symbols;
  uint64_t outerShared = sharedEnd;
  specials.clear();
  parseParameters();
  while (!lexer.peek().is("{")) {
    std::string_view word = lexer.takeWord("'{'");
    uint64_t first = parseCount(word, 1 << 20);
    uint64_t product = first;
    while (lexer.takeIf(","))
      product *= std::max<uint64_t>(1, parseCount(word, 1 << 20));
    if (word == ".maxntid" || word == ".reqntid")
      kernel.kernel.maxThreads = uint32_t(std::min<uint64_t>(product, 1 << 20));
    else if (word != ".minnctapersm" && word != ".maxnreg")
      lexer.fail("unknown directive '" + std::string(word) + "'");
  }
  parseBody();
  kernel.kernel.sharedBytes = uint32_t(alignTo(sharedEnd, sharedAlignment));
  for (WrittenInstruction &instruction : kernel.code)
    for (WrittenOperand &operand : instruction.operands)
      if (operand.bits == kNowhere && operand.kind == WrittenOperand::Symbol)
        operand.bits = kernel.kernel.sharedBytes;
  std::string name = kernel.kernel.name;
  module.kernels.emplace(name, selectHandlers(std::move(kernel)));
  current = nullptr;
  symbols = std::move(outer);
  sharedEnd = outerShared;
}

// (.param .u64 .ptr .global .align 256 name, .param .align 64 .b8 name[128])
void Parser::parseParameters() {
  Kernel &kernel = current->kernel;
  if (!lexer.takeIf("("))
    return;
  if (lexer.takeIf(")"))
    return;
  do {
    uint64_t alignment = 1, bytes = 0;
    bool isPointer = false;
    std::string_view word = lexer.takeWord("'.param'");
    for (; word[0] == '.'; word = lexer.takeWord("a parameter's name")) {
      if (word == ".align") {
        uint64_t said = parseCount("an alignment", 4096);
        alignment = isPointer ? alignment : std::max<uint64_t>(1, said);
      } else if (word == ".ptr") {
        isPointer = true;
      } else if (Type type = findType(word.substr(1)); type != Type::None) {
        bytes = getBytes(type);
      } else if (word != ".param" && word != ".global" && word != ".const" &&
                 word != ".shared") {
        lexer.fail("unknown '" + std::string(word) + "' of a parameter");
      }
    }
    if (bytes == 0)
      lexer.fail("parameter '" + std::string(word) + "' has no type");
    alignment = std::max(alignment, bytes);
    if (lexer.takeIf("[")) {
      bytes *= parseCount("a size", kMaxParameterBytes);
      lexer.expect("]");
    }
    uint64_t offset = alignTo(kernel.parameterBytes, alignment);
    if (offset + bytes > kMaxParameterBytes)
      lexer.fail("kernel '" + kernel.name + "' has too many parameters");
    kernel.parameters.push_back(
        {std::string(word), uint32_t(offset), uint32_t(bytes)});
    kernel.parameterBytes = uint32_t(offset + bytes);
  } while (lexer.takeIf(","));
  lexer.expect(")");
}

void Parser::parseBody() {
  lexer.expect("{");
  scopes.assign(1, Scope());
  while (!scopes.empty()) {
    if (lexer.takeIf("{")) {
      if (scopes.size() == kMaxDepth)
        lexer.fail("scopes are nested too deeply");
      scopes.emplace_back();
    } else if (lexer.takeIf("}")) {
      closeScope();
    } else if (!lexer.takeIf(";")) {
      parseStatement();
    }
  }
}

/// Branches find their label in their scope or in one around it.
void Parser::closeScope() {
  Scope scope = std::move(scopes.back());
  scopes.pop_back();
  for (uint32_t number : scope.branches) {
    WrittenInstruction &branch = current->code[number];
    auto found = scope.labels.find(branch.label);
    if (found != scope.labels.end()) {
      branch.target = found->second;
    } else if (!scopes.empty()) {
      scopes.back().branches.push_back(number);
    } else {
      lexer.fail("label '" + branch.label + "' of line " +
                 std::to_string(branch.line) + " is not there");
    }
  }
}

void Parser::parseStatement() {
  if (lexer.peek().is("@"))
    return parseInstruction("");
  std::string_view word = lexer.takeWord("an instruction");
  if (word == ".reg")
    return parseRegisters();
  if (word == ".shared")
    return parseVariable(/*isShared=*/true, /*isExtern=*/false);
  if (word == ".pragma") {
    lexer.take();
    return lexer.expect(";");
  }
  if (word == ".local")
    lexer.fail("local memory is not supported: the kernel spills");
  if (word[0] == '.')
    lexer.fail("unknown directive '" + std::string(word) + "'");
  if (lexer.takeIf(":")) {
    if (!scopes.back()
             .labels.try_emplace(std::string(word), current->code.size())
             .second)
      lexer.fail("label '" + std::string(word) + "' is there twice");
    return;
  }
  parseInstruction(word);
}

// .reg .b32 %r<295>;  or  .reg .pred p, q;
void Parser::parseRegisters() {
  std::string_view kind = lexer.takeWord("a type");
  Type type = findType(kind.substr(1));
  if (type == Type::None)
    lexer.fail("'" + std::string(kind) + "' is no type of a register");
  uint8_t bytes =
      uint8_t(type == Type::Pred ? 0 : std::max(2u, getBytes(type)));
  auto add = [&](std::string name) {
    if (current->registers.size() >= kMaxRegisters)
      lexer.fail("too many registers");
    if (!scopes.back()
             .registers.try_emplace(std::move(name), current->registers.size())
             .second)
      lexer.fail("a register is declared twice");
    current->registers.push_back({bytes});
  };
  do {
    std::string name(lexer.takeWord("a register"));
    if (!lexer.takeIf("<")) {
      add(name);
      continue;
    }
    uint64_t count = parseCount("a number of registers", kMaxRegisters);
    lexer.expect(">");
    for (uint64_t i = 0; i < count; ++i)
      add(name + std::to_string(i));
  } while (lexer.takeIf(","));
  lexer.expect(";");
}

std::optional<uint32_t> Parser::findRegister(std::string_view name) const {
  for (size_t i = scopes.size(); i-- > 0;)
    if (auto found = scopes[i].registers.find(name);
        found != scopes[i].registers.end())
      return found->second;
  return std::nullopt;
}

/// What a name stands for: a register, a parameter's or a variable's address.
WrittenOperand Parser::nameOperand(std::string_view name) {
  WrittenOperand operand;
  if (std::optional<uint32_t> number = findRegister(name)) {
    operand.kind = WrittenOperand::Register;
    operand.number = *number;
    return operand;
  }
  if (auto found = getSpecials().find(name); found != getSpecials().end()) {
    auto [special, isNew] =
        specials.try_emplace(found->second, current->registers.size());
    if (isNew)
      current->registers.push_back(
          {4, WrittenRegister::Special, 0, found->second});
    operand.kind = WrittenOperand::Register;
    operand.number = special->second;
    return operand;
  }
  operand.kind = WrittenOperand::Symbol;
  operand.isAbsolute = true;
  for (const Parameter &parameter : current->kernel.parameters)
    if (parameter.name == name) {
      operand.bits = parameter.offset;
      return operand;
    }
  if (hasDynamic && name == dynamicName) {
    operand.bits = kNowhere; // known at the end of the kernel
    return operand;
  }
  auto found = symbols.find(name);
  if (found == symbols.end())
    lexer.fail("'" + std::string(name) + "' is not declared");
  operand.bits = found->second.address;
  return operand;
}

int64_t Parser::parseOffset() {
  if (!lexer.peek().is("+") && !lexer.peek().is("-"))
    return 0;
  bool isMinus = !lexer.takeIf("+");
  if (lexer.takeIf("-"))
    isMinus = true;
  int64_t value = int64_t(parseNumber(lexer.takeWord("an offset")) &
                          ((uint64_t(1) << 62) - 1));
  return isMinus ? -value : value;
}

WrittenOperand Parser::parseAddress() {
  WrittenOperand address;
  std::string_view word = lexer.takeWord("an address");
  bool isNumber = word[0] >= '0' && word[0] <= '9';
  WrittenOperand base;
  if (isNumber) {
    base.kind = WrittenOperand::Symbol;
    base.bits = parseNumber(word);
  } else {
    base = nameOperand(word);
  }
  address.kind = WrittenOperand::Address;
  address.isAbsolute = base.kind == WrittenOperand::Symbol;
  address.number = base.number;
  address.bits = base.bits;
  address.offset = parseOffset();
  if (address.isAbsolute && base.bits == kNowhere)
    lexer.fail("dynamic shared memory is read through a register");
  if (address.isAbsolute)
    address.offset += int64_t(base.bits);
  lexer.expect("]");
  return address;
}

WrittenOperand Parser::parseOperand() {
  WrittenOperand operand;
  if (lexer.takeIf("[")) {
    return parseAddress();
  } else if (lexer.takeIf("{")) {
    operand.kind = WrittenOperand::Vector;
    do {
      if (lexer.peek().is("{") || operand.parts.size() == 8)
        lexer.fail("a vector has at most 8 plain parts");
      operand.parts.push_back(parseOperand());
    } while (lexer.takeIf(","));
    lexer.expect("}");
    return operand;
  } else if (lexer.takeIf("!")) {
    operand = nameOperand(lexer.takeWord("a predicate"));
    operand.isNegated = true;
    return operand;
  }
  bool isMinus = lexer.takeIf("-");
  std::string_view word = lexer.takeWord("an operand");
  if (word == "_")
    return operand;
  if (isMinus || (word[0] >= '0' && word[0] <= '9')) {
    operand.kind = WrittenOperand::Immediate;
    operand.bits = parseNumber(word);
    if (isMinus)
      operand.bits = -operand.bits;
    return operand;
  }
  operand = nameOperand(word);
  operand.offset = parseOffset();
  return operand;
}

static std::vector<std::string_view> splitName(std::string_view name) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  for (size_t i = 0; i <= name.size(); ++i)
    if (i == name.size() || name[i] == '.') {
      parts.push_back(name.substr(begin, i - begin));
      begin = i + 1;
    }
  return parts;
}

void Parser::parseInstruction(std::string_view name) {
  if (current->code.size() >= kMaxInstructions)
    lexer.fail("too many instructions");
  WrittenInstruction instruction;
  instruction.line = lexer.peek().line;
  if (name.empty()) {
    lexer.expect("@");
    bool isNegated = lexer.takeIf("!");
    instruction.guard = nameOperand(lexer.takeWord("a predicate"));
    instruction.guard.isNegated = isNegated;
    if (instruction.guard.kind != WrittenOperand::Register ||
        current->registers[instruction.guard.number].bytes != 0)
      lexer.fail("a guard is a predicate");
    name = lexer.takeWord("an instruction");
  }
  instruction.name = splitName(name);
  if (instruction.name[0] == "bra") {
    instruction.label = lexer.takeWord("a label");
    scopes.back().branches.push_back(uint32_t(current->code.size()));
  } else if (!lexer.peek().is(";")) {
    do {
      instruction.operands.push_back(parseOperand());
      if (lexer.takeIf("|")) // %r1|%p1
        instruction.operands.push_back(parseOperand());
      if (instruction.operands.size() > 16)
        lexer.fail("too many operands");
    } while (lexer.takeIf(","));
  }
  lexer.expect(";");
  current->code.push_back(std::move(instruction));
}

Status ptx::parseModule(std::string_view text, Module &module) {
  try {
    Parser(text, module).run();
  } catch (const Failure &failure) {
    return userError(failure.what());
  }
  return Status();
}
