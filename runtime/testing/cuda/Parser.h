//===- Parser.h - the PTX text as a module --------------------------------===//
#ifndef SBP_RUNTIME_TESTING_CUDA_PARSER_H
#define SBP_RUNTIME_TESTING_CUDA_PARSER_H

#include "Lexer.h"
#include "Text.h"
#include <optional>

namespace sbp::ptx {

/// One module, read from its text: declarations (Parser.cpp) and the statements
/// of kernels (ParseBody.cpp). Throws Failure with the line.
class Parser {
public:
  Parser(std::string_view text, Module &module) : lexer(text), module(module) {}
  void run();

private:
  // Bounds of what one module may declare.
  static constexpr uint64_t kMaxRegisters = 1 << 20, kMaxInstructions = 1 << 20,
                            kMaxBytes = 1 << 28, kMaxDepth = 64,
                            kMaxParameterBytes = 32764;

  /// A name's memory: static shared memory, or a module's variable.
  struct Symbol {
    uint64_t address = 0;
  };
  struct Scope {
    std::map<std::string, uint32_t, std::less<>> registers;
    std::map<std::string, uint32_t, std::less<>> labels;
    std::vector<uint32_t> branches; ///< whose label is not found yet
  };

  // Declarations.
  void parseDirective(std::string_view word);
  void parseVariable(bool isShared, bool isExtern);
  void parseInitialiser(std::vector<uint8_t> &bytes, unsigned width);
  void parseKernel();
  void parseParameters();
  uint64_t parseNumber(std::string_view text);
  uint64_t parseCount(std::string_view what, uint64_t limit);

  // Statements.
  void parseBody();
  void closeScope();
  void parseStatement();
  void parseRegisters();
  void parseInstruction(std::string_view name);
  WrittenOperand parseOperand();
  WrittenOperand parseAddress();
  WrittenOperand nameOperand(std::string_view name);
  std::optional<uint32_t> findRegister(std::string_view name) const;
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

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_PARSER_H
