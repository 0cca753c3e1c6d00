// Parser.cpp: parsing of the declarations of a PTX module
//
// Handles .version, .target, module variables, shared memory and kernels with
// their parameters; the statements are in ParseBody.cpp. Every count is bounded
// before memory is allocated for it, so a damaged text cannot exhaust memory.
// Example: ".global .align 4 .b32 table[2] = {1, 2};" becomes a variable of 8
// bytes with an address from kVariableWindow on.
#include "Parser.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

static uint64_t alignTo(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

void Parser::run() {
  while (lexer.peek().kind != Token::End) {
    std::string_view word = lexer.takeWord("a directive");
    parseDirective(word);
  }
}

/// Parses a declaration of the module, given its first word.
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
    if (lexer.takeCount("the address size", 64) != 64)
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

/// Parses the initial values of a variable, each of `width` bytes. The rest
/// stays zero.
static void parseInitialiser(Lexer &lexer, std::vector<uint8_t> &bytes,
                             unsigned width) {
  bool isList = lexer.takeIf("{");
  uint64_t at = 0;
  do {
    bool isMinus = lexer.takeIf("-");
    uint64_t value = lexer.readNumber(lexer.takeWord("a value"));
    value = isMinus ? -value : value;
    if (at + width > bytes.size())
      lexer.fail("more values than the variable holds");
    std::memcpy(bytes.data() + at, &value, width);
    at += width;
  } while (isList && lexer.takeIf(","));
  if (isList)
    lexer.expect("}");
}

/// Returns `first`, the blocks of a cluster along x. Throws Failure unless it
/// is the whole `product` and from 1 to kMaxClusterSize.
static uint32_t checkClusterSize(const Lexer &lexer, uint64_t first,
                                 uint64_t product) {
  if (first == 0 || first != product || first > kMaxClusterSize)
    lexer.fail("a cluster that is not 1 to 8 blocks along x");
  return uint32_t(first);
}

// Parses a variable: `[.align 16] .b8 name[8] [= {1, 2}];`.
void Parser::parseVariable(bool isShared, bool isExtern) {
  uint64_t alignment = 1;
  Type type = Type::None;
  std::string_view word = lexer.takeWord("a type");
  for (;; word = lexer.takeWord("a name")) {
    if (word == ".align") {
      alignment = lexer.takeCount("an alignment", 4096);
      if (alignment == 0 || (alignment & (alignment - 1)))
        lexer.fail("an alignment is a power of two");
    } else if (word[0] == '.') {
      type = findType(word.substr(1));
      if (type == Type::None || type == Type::Pred)
        lexer.fail("'" + std::string(word) + "' is not a type of a variable");
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
    bytes *= std::max<uint64_t>(1, lexer.takeCount("a size", kMaxBytes));
    if (bytes > kMaxBytes)
      lexer.fail("variable '" + name + "' is too large");
    lexer.expect("]");
  }
  if (isExtern && !isOpen)
    lexer.fail("external shared memory has no size");
  if (isExtern) {
    dynamicNames.insert(name);
    sharedAlignment = std::max(sharedAlignment, alignment);
  } else if (isShared) {
    sharedEnd = alignTo(sharedEnd, alignment);
    if (sharedEnd + bytes > kMaxBytes)
      lexer.fail("too much shared memory");
    symbols[name] = {sharedEnd, /*isShared=*/true};
    sharedEnd += bytes;
  } else {
    Variable variable{name,
                      alignTo(variableEnd, std::max<uint64_t>(256, alignment)),
                      std::vector<uint8_t>(bytes)};
    if (lexer.takeIf("="))
      parseInitialiser(lexer, variable.bytes, getBytes(type));
    symbols[name] = {variable.address};
    variableEnd = variable.address + bytes + 256;
    module.variables.push_back(std::move(variable));
  }
  lexer.expect(";");
}

/// Parses a kernel. Its variables are not visible outside of it, and dynamic
/// shared memory begins after the static one.
void Parser::parseKernel() {
  ParsedKernel kernel;
  kernel.kernel.name = lexer.takeWord("a name");
  if (module.kernels.contains(kernel.kernel.name))
    lexer.fail("kernel '" + kernel.kernel.name + "' is listed twice");
  current = &kernel;
  auto outer = symbols;
  uint64_t outerShared = sharedEnd;
  specials.clear();
  parseParameters();
  while (!lexer.peek().is("{")) {
    std::string_view word = lexer.takeWord("'{'");
    if (word == ".explicitcluster")
      continue;
    uint64_t first = lexer.takeCount(word, 1 << 20);
    uint64_t product = first;
    while (lexer.takeIf(","))
      product *= std::max<uint64_t>(1, lexer.takeCount(word, 1 << 20));
    if (word == ".maxntid" || word == ".reqntid")
      kernel.kernel.maxThreads = uint32_t(std::min<uint64_t>(product, 1 << 20));
    else if (word == ".maxnreg")
      kernel.kernel.maxRegisters = uint32_t(first);
    else if (word == ".reqnctapercluster")
      kernel.kernel.clusterSize = checkClusterSize(lexer, first, product);
    else if (word != ".minnctapersm")
      lexer.fail("unknown directive '" + std::string(word) + "'");
  }
  parseBody();
  kernel.kernel.sharedBytes = uint32_t(alignTo(sharedEnd, sharedAlignment));
  for (ParsedInstruction &instruction : kernel.code)
    for (ParsedOperand &operand : instruction.operands) {
      if (operand.bits == kNoInstruction &&
          operand.kind == ParsedOperand::Symbol)
        operand.bits = kernel.kernel.sharedBytes;
      if (operand.isDynamic)
        operand.offset += kernel.kernel.sharedBytes;
    }
  std::string name = kernel.kernel.name;
  module.kernels.emplace(name, selectHandlers(std::move(kernel)));
  current = nullptr;
  symbols = std::move(outer);
  sharedEnd = outerShared;
}

// Parses the parameter list: `(.param .u64 .ptr .global .align 256 name, .param
// .align 64 .b8 name[128])`.
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
        uint64_t declared = lexer.takeCount("an alignment", 4096);
        alignment = isPointer ? alignment : std::max<uint64_t>(1, declared);
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
      bytes *= lexer.takeCount("a size", kMaxParameterBytes);
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

Status ptx::parseModule(std::string_view text, Module &module) {
  try {
    Parser(text, module).run();
  } catch (const Failure &failure) {
    return userError(failure.what());
  }
  return Status();
}
