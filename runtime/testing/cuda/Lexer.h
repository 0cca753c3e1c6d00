//===- Lexer.h - words of a PTX text --------------------------------------===//
#ifndef SBP_RUNTIME_TESTING_CUDA_LEXER_H
#define SBP_RUNTIME_TESTING_CUDA_LEXER_H

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sbp::ptx {

/// Thrown inside the parser and the machine; their interfaces return a Status.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Token {
  enum Kind : uint8_t { End, Word, String, Mark } kind = End;
  std::string_view text; ///< of a mark: one character
  uint32_t line = 1;
  bool is(std::string_view what) const {
    return (kind == Mark || kind == Word) && text == what;
  }
};

/// One token ahead. Words hold letters, digits and `_.$%`; and `::` inside.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) { advance(); }

  const Token &peek() const { return token; }
  Token take();
  bool takeIf(std::string_view what);
  void expect(std::string_view what);
  std::string_view takeWord(std::string_view what);
  [[noreturn]] void fail(const std::string &message) const;

private:
  void advance();
  void skipSpace();
  std::string_view text;
  size_t at = 0;
  uint32_t line = 1;
  Token token;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_LEXER_H
