// Parser.h: a parser of PTX modules
#ifndef SBP_RUNTIME_TESTING_CUDA_PARSER_H
#define SBP_RUNTIME_TESTING_CUDA_PARSER_H

#include "Lexer.h"
#include "Text.h"
#include <optional>
#include <set>
#include <unordered_map>

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
    bool isShared = false;
  };
  /// Hashes names, also those that no std::string holds.
  struct NameHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  /// The registers and labels that a pair of braces declares, by name: number
  /// of the register, index of the instruction.
  struct Scope {
    std::unordered_map<std::string, uint32_t, NameHash, std::equal_to<>>
        registers;
    std::map<std::string, uint32_t, std::less<>> labels;
    std::vector<uint32_t>
        branches; ///< instructions whose label is not resolved yet
  };

  // Declarations. Each function begins at the current token and ends after
  // what it has parsed.
  /// Parses a declaration of the module whose first word is `word`.
  void parseDirective(std::string_view word);
  /// Parses a variable after its state space and adds it to the symbols. An
  /// external shared one is dynamic shared memory.
  void parseVariable(bool isShared, bool isExtern);
  /// Parses a kernel from its name on and adds it to the module in executable
  /// form.
  void parseKernel();
  /// Parses the parameters of the current kernel.
  void parseParameters();

  // Statements.
  /// Parses the statements of the current kernel.
  void parseBody();
  /// Resolves the branches of the innermost scope and removes it. Branches to
  /// other labels move to the enclosing scope.
  void closeScope();
  /// Parses one declaration, label or instruction.
  void parseStatement();
  /// Parses a declaration of registers after its directive.
  void parseRegisters();
  /// Parses an instruction; `name` is empty where a guard comes first.
  void parseInstruction(std::string_view name);
  /// Parses a register, immediate, vector, predicate or address. The kind is
  /// None for `_`.
  ParsedOperand parseOperand();
  /// Parses at most `limit` parts of a vector after its opening brace.
  std::vector<ParsedOperand> parseParts(size_t limit);
  /// Parses an address after its opening bracket.
  ParsedOperand parseAddress();
  /// Returns the operand of a name: a register, or the address of a parameter
  /// or variable. Throws Failure for a name that is not declared.
  ParsedOperand nameOperand(std::string_view name);
  /// Returns the number of a register of the innermost scope that declares the
  /// name; nullopt where none does.
  std::optional<uint32_t> findRegister(std::string_view name) const;
  /// Parses an optional offset, in bytes, after an address. Returns 0 without
  /// one.
  int64_t parseOffset();

  Lexer lexer;
  Module &module;
  ParsedKernel *current = nullptr; ///< kernel in progress, null outside of one
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
