// Parser.h: a parser of PTX modules
#ifndef SBP_RUNTIME_TESTING_CUDA_PARSER_H
#define SBP_RUNTIME_TESTING_CUDA_PARSER_H

#include "Lexer.h"
#include "Text.h"
#include <optional>
#include <set>

namespace sbp::ptx {

/// The parser of one module: declarations are in Parser.cpp, statements in
/// ParseBody.cpp. Its functions throw Failure with the line.
class Parser {
public:
  /// Prepares the parsing of `text` into `module`, which should be empty. Both
  /// must outlive the parser.
  Parser(std::string_view text, Module &module) : lexer(text), module(module) {}
  /// Parses the whole text. Throws Failure at the first error; the module is
  /// incomplete then. Called once.
  void run();

private:
  // Bounds on the declarations of one module.
  static constexpr uint64_t kMaxRegisters = 1 << 20, kMaxInstructions = 1 << 20,
                            kMaxBytes = 1 << 28, kMaxDepth = 64,
                            kMaxParts = 128, kMaxParameterBytes = 32764;

  /// The memory of a name: static shared memory, or a variable of the module.
  struct Symbol {
    uint64_t address = 0;
  };
  /// The registers and labels that a pair of braces declares, by name: number
  /// of the register, index of the instruction.
  struct Scope {
    std::map<std::string, uint32_t, std::less<>> registers;
    std::map<std::string, uint32_t, std::less<>> labels;
    std::vector<uint32_t>
        branches; ///< instructions whose label is not resolved yet
  };

  // Declarations. Each function begins at the current token and ends behind
  // what it has parsed.
  void parseDirective(std::string_view word);
  void parseVariable(bool isShared, bool isExtern);
  void parseInitialiser(std::vector<uint8_t> &bytes, unsigned width);
  void parseKernel();
  uint32_t parseClusterSize(uint64_t first, uint64_t product);
  void parseParameters();
  uint64_t parseNumber(std::string_view text);
  uint64_t parseCount(std::string_view what, uint64_t limit);

  // Statements.
  void parseBody();
  void closeScope();
  void parseStatement();
  void parseRegisters();
  void parseInstruction(std::string_view name);
  ParsedOperand parseOperand();
  std::vector<ParsedOperand> parseParts(size_t limit);
  ParsedOperand parseAddress();
  ParsedOperand nameOperand(std::string_view name);
  /// Returns the number of a register of the innermost scope that declares the
  /// name; nullopt where none does.
  std::optional<uint32_t> findRegister(std::string_view name) const;
  int64_t parseOffset();

  Lexer lexer;
  Module &module;
  ParsedKernel *current = nullptr;
  std::vector<Scope> scopes;
  std::map<std::string, Symbol, std::less<>> symbols;
  std::map<SpecialRegister, uint32_t> specials;
  /// Ends of the static shared memory and of the variables, in bytes.
  uint64_t sharedEnd = 0, sharedAlignment = 16, variableEnd = kVariableWindow;
  /// Names of dynamic shared memory, which all stand for the same address.
  std::set<std::string, std::less<>> dynamicNames;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_PARSER_H
