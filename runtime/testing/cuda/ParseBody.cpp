// ParseBody.cpp: parsing of the statements of a kernel
//
// A recursive-descent parser with one token of look-ahead. Names are resolved
// while parsing; labels when their scope ends, since branches may precede them.
// For "@!%p1 bra LBB0_2;" it appends an instruction with guard !%p1, name
// {"bra"} and label "LBB0_2", whose target is set by closeScope.
#include "Parser.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::ptx;

bool ParsedInstruction::has(std::string_view part) const {
  return std::find(name.begin(), name.end(), part) != name.end();
}

uint32_t ParsedKernel::addConstant(uint64_t bits, uint8_t bytes) {
  auto [found, isNew] = constants.try_emplace({bits, bytes}, registers.size());
  if (isNew)
    registers.push_back({bytes, ParsedRegister::Constant, bits});
  return found->second;
}

/// Returns the special registers by name.
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
      {"%cluster_ctarank", S::ClusterRank},
      {"%cluster_ctaid.x", S::ClusterRank},
      {"%cluster_nctarank", S::ClusterSize},
      {"%cluster_nctaid.x", S::ClusterSize},
      {"%clusterid.x", S::ClusterX},
      {"%nclusterid.x", S::ClustersX},
      {"%laneid", S::Lane},
      {"%warpid", S::Warp},
      {"%lanemask_lt", S::LaneMaskLess},
      {"%lanemask_eq", S::LaneMaskEqual},
      {"%clock", S::Clock}};
  return specials;
}

// Scopes nest; a register or label is visible in its scope and those inside.
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

/// Resolves the branches of a scope; unresolved ones move to the enclosing
/// scope.
void Parser::closeScope() {
  Scope scope = std::move(scopes.back());
  scopes.pop_back();
  for (uint32_t number : scope.branches) {
    ParsedInstruction &branch = current->code[number];
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

/// Parses a declaration, a label or an instruction.
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
      lexer.fail("label '" + std::string(word) + "' is listed twice");
    return;
  }
  parseInstruction(word);
}

// Parses register declarations: `.reg .b32 %r<295>;` or `.reg .pred p, q;`.
void Parser::parseRegisters() {
  std::string_view kind = lexer.takeWord("a type");
  Type type = findType(kind.substr(1));
  if (type == Type::None)
    lexer.fail("'" + std::string(kind) + "' is not a type of a register");
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
    uint64_t count = lexer.takeCount("a number of registers", kMaxRegisters);
    lexer.expect(">");
    for (uint64_t i = 0; i < count; ++i)
      add(name + std::to_string(i));
  } while (lexer.takeIf(","));
  lexer.expect(";");
}

// The innermost declaration hides those of outer scopes.
std::optional<uint32_t> Parser::findRegister(std::string_view name) const {
  for (size_t i = scopes.size(); i-- > 0;)
    if (auto found = scopes[i].registers.find(name);
        found != scopes[i].registers.end())
      return found->second;
  return std::nullopt;
}

/// Returns the operand that a name denotes: a register, a special register, or
/// the address of a parameter or variable.
ParsedOperand Parser::nameOperand(std::string_view name) {
  ParsedOperand operand;
  if (std::optional<uint32_t> number = findRegister(name)) {
    operand.kind = ParsedOperand::Register;
    operand.number = *number;
    return operand;
  }
  if (auto found = getSpecials().find(name); found != getSpecials().end()) {
    auto [special, isNew] =
        specials.try_emplace(found->second, current->registers.size());
    if (isNew)
      current->registers.push_back(
          {4, ParsedRegister::Special, 0, found->second});
    operand.kind = ParsedOperand::Register;
    operand.number = special->second;
    return operand;
  }
  operand.kind = ParsedOperand::Symbol;
  operand.isAbsolute = true;
  for (const Parameter &parameter : current->kernel.parameters)
    if (parameter.name == name) {
      operand.bits = parameter.offset;
      return operand;
    }
  if (dynamicNames.contains(name)) {
    operand.bits = kNoInstruction; // resolved at the end of the kernel
    operand.isShared = true;
    return operand;
  }
  auto found = symbols.find(name);
  if (found == symbols.end())
    lexer.fail("'" + std::string(name) + "' is not declared");
  operand.bits = found->second.address;
  operand.isShared = found->second.isShared;
  return operand;
}

/// Parses an optional offset after an address: +8, -8 or +-8. Returns 0
/// without one.
int64_t Parser::parseOffset() {
  if (!lexer.peek().is("+") && !lexer.peek().is("-"))
    return 0;
  bool isMinus = !lexer.takeIf("+");
  if (lexer.takeIf("-"))
    isMinus = true;
  int64_t value = int64_t(lexer.readNumber(lexer.takeWord("an offset")) &
                          ((uint64_t(1) << 62) - 1));
  return isMinus ? -value : value;
}

/// Parses an address after its opening bracket: a register or symbol and an
/// offset, or a number.
ParsedOperand Parser::parseAddress() {
  ParsedOperand address;
  std::string_view word = lexer.takeWord("an address");
  bool isNumber = word[0] >= '0' && word[0] <= '9';
  ParsedOperand base;
  if (isNumber) {
    base.kind = ParsedOperand::Symbol;
    base.bits = lexer.readNumber(word);
  } else {
    base = nameOperand(word);
  }
  address.kind = ParsedOperand::Address;
  address.isAbsolute = base.kind == ParsedOperand::Symbol;
  address.number = base.number;
  address.bits = base.bits;
  address.offset = parseOffset();
  address.isDynamic = address.isAbsolute && base.bits == kNoInstruction;
  if (address.isAbsolute && !address.isDynamic)
    address.offset += int64_t(base.bits);
  // The coordinates of a tensor copy.
  if (lexer.takeIf(",")) {
    lexer.expect("{");
    address.parts = parseParts(/*limit=*/5);
  }
  lexer.expect("]");
  return address;
}

/// Parses the parts of a vector after its opening brace.
std::vector<ParsedOperand> Parser::parseParts(size_t limit) {
  std::vector<ParsedOperand> parts;
  do {
    if (lexer.peek().is("{") || lexer.peek().is("[") || parts.size() == limit)
      lexer.fail("a vector has at most " + std::to_string(limit) +
                 " plain parts");
    parts.push_back(parseOperand());
  } while (lexer.takeIf(","));
  lexer.expect("}");
  return parts;
}

/// Parses a register, immediate, vector, predicate or address.
ParsedOperand Parser::parseOperand() {
  ParsedOperand operand;
  if (lexer.takeIf("[")) {
    return parseAddress();
  } else if (lexer.takeIf("{")) {
    operand.kind = ParsedOperand::Vector;
    operand.parts = parseParts(kMaxParts);
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
    operand.kind = ParsedOperand::Immediate;
    operand.bits = lexer.readNumber(word);
    if (isMinus)
      operand.bits = -operand.bits;
    return operand;
  }
  operand = nameOperand(word);
  operand.offset = parseOffset();
  return operand;
}

/// Splits a name at its dots: "ld.global.b32" has three parts.
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

/// Parses an instruction with its guard. An empty `name` means that the guard
/// comes first.
void Parser::parseInstruction(std::string_view name) {
  if (current->code.size() >= kMaxInstructions)
    lexer.fail("too many instructions");
  ParsedInstruction instruction;
  instruction.line = lexer.peek().line;
  if (name.empty()) {
    lexer.expect("@");
    bool isNegated = lexer.takeIf("!");
    instruction.guard = nameOperand(lexer.takeWord("a predicate"));
    instruction.guard.isNegated = isNegated;
    if (instruction.guard.kind != ParsedOperand::Register ||
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
      if (lexer.takeIf("|")) // two destinations: %r1|%p1
        instruction.operands.push_back(parseOperand());
      if (instruction.operands.size() > 16)
        lexer.fail("too many operands");
    } while (lexer.takeIf(","));
  }
  lexer.expect(";");
  current->code.push_back(std::move(instruction));
}
