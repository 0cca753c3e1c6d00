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

/// A token and its line, counted from 1. Its text is a view of the input.
struct Token {
  enum Kind : uint8_t { End, Word, String, Punctuation } kind = End;
  std::string_view text; ///< one character for punctuation
  uint32_t line = 1;
  /// Returns true for a word or punctuation with exactly this text.
  bool is(std::string_view what) const {
    return (kind == Punctuation || kind == Word) && text == what;
  }
};

/// A lexer with one token of look-ahead. Words consist of letters, digits and
/// `_.$%`, with `::` inside. Functions that advance throw Failure where a
/// string or comment does not end. At the end, the token has the kind End.
class Lexer {
public:
  /// Reads the first token. The text must outlive the lexer and its tokens.
  explicit Lexer(std::string_view text) : text(text) { advance(); }

  /// Returns the current token; the reference changes with the next advance.
  const Token &peek() const { return token; }
  /// Returns the current token and advances.
  Token take();
  /// Advances and returns true where the current token is `what`. Returns
  /// false, and does not advance, otherwise.
  bool takeIf(std::string_view what);
  /// Advances past `what`; throws Failure where the token differs.
  void expect(std::string_view what);
  /// Returns the current word, a view of the input, and advances. Throws
  /// Failure where the token is no word; `what` is a description of the
  /// expected one.
  std::string_view takeWord(std::string_view what);
  /// Returns the bits of a number: decimal, 0x hexadecimal, or those of a float
  /// (0f and 8 digits) or double (0d and 16 digits). Throws Failure for other
  /// text.
  uint64_t readNumber(std::string_view text);
  /// Returns the current word as a number and advances. Throws Failure where it
  /// is above `limit`; messages call it `what`.
  uint64_t takeCount(std::string_view what, uint64_t limit);
  /// Throws Failure with the line of the current token and `message`.
  [[noreturn]] void fail(const std::string &message) const;

private:
  /// Reads the next token.
  void advance();
  /// Skips white space and comments, and counts lines.
  void skipSpace();
  std::string_view text;
  size_t at = 0;
  uint32_t line = 1;
  Token token;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_LEXER_H
