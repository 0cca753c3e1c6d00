// Lexer.h: tokens of a PTX text
#ifndef SBP_RUNTIME_TESTING_CUDA_LEXER_H
#define SBP_RUNTIME_TESTING_CUDA_LEXER_H

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sbp::ptx {

/// The exception of parser and executor. Their interfaces catch it and return a
/// Status.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A token and its line. Its text refers to the input.
struct Token {
  enum Kind : uint8_t { End, Word, String, Punctuation } kind = End;
  std::string_view text; ///< one character for punctuation
  uint32_t line = 1;
  bool is(std::string_view what) const {
    return (kind == Punctuation || kind == Word) && text == what;
  }
};

/// A lexer with one token of look-ahead. Words consist of letters, digits and
/// `_.$%`, with `::` inside.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) { advance(); }

  const Token &peek() const { return token; }
  /// Returns the current token and advances.
  Token take();
  /// Advances and returns true where the current token is `what`.
  bool takeIf(std::string_view what);
  /// Advances past `what`; throws Failure where the token differs.
  void expect(std::string_view what);
  /// Returns the current word and advances; throws Failure with `what` where
  /// the token is no word.
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
