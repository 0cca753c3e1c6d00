// Lexer.cpp: tokens of a PTX text
#include "Lexer.h"
#include <charconv>

using namespace sbp::ptx;

static bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' || c == '%';
}

void Lexer::fail(const std::string &message) const {
  throw Failure("PTX line " + std::to_string(token.line) + ": " + message);
}

void Lexer::skipSpace() {
  while (at < text.size()) {
    char c = text[at];
    if (c == '\n') {
      ++line;
      ++at;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      while (at < text.size() && text[at] != '\n')
        ++at;
    } else if (text.substr(at, 2) == "/*") {
      size_t end = text.find("*/", at + 2);
      token.line = line;
      if (end == std::string_view::npos)
        fail("a comment does not end");
      for (; at < end + 2; ++at)
        line += text[at] == '\n';
    } else {
      return;
    }
  }
}

void Lexer::advance() {
  skipSpace();
  token = Token();
  token.line = line;
  if (at == text.size())
    return;
  size_t begin = at;
  if (text[at] == '"') {
    size_t end = text.find('"', at + 1);
    if (end == std::string_view::npos)
      fail("a string does not end");
    token.kind = Token::String;
    token.text = text.substr(begin + 1, end - begin - 1);
    at = end + 1;
    return;
  }
  while (at < text.size()) {
    if (isWordCharacter(text[at]))
      ++at;
    else if (at > begin && text.substr(at, 2) == "::")
      at += 2;
    else
      break;
  }
  token.kind = at > begin ? Token::Word : Token::Punctuation;
  if (at == begin)
    ++at;
  token.text = text.substr(begin, at - begin);
}

Token Lexer::take() {
  Token taken = token;
  advance();
  return taken;
}

bool Lexer::takeIf(std::string_view what) {
  if (!token.is(what))
    return false;
  advance();
  return true;
}

void Lexer::expect(std::string_view what) {
  if (!takeIf(what))
    fail("expected '" + std::string(what) + "', found '" +
         std::string(token.kind == Token::End ? "the end" : token.text) + "'");
}

std::string_view Lexer::takeWord(std::string_view what) {
  if (token.kind != Token::Word)
    fail("expected " + std::string(what) + ", found '" +
         std::string(token.kind == Token::End ? "the end" : token.text) + "'");
  return take().text;
}

uint64_t Lexer::readNumber(std::string_view text) {
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
        fail("'" + std::string(text) + "' is not a float");
    }
  }
  if (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u'))
    digits.remove_suffix(1);
  auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), bits, base);
  if (error != std::errc() || end != digits.data() + digits.size())
    fail("'" + std::string(text) + "' is not a number");
  return bits;
}

uint64_t Lexer::takeCount(std::string_view what, uint64_t limit) {
  uint64_t count = readNumber(takeWord(what));
  if (count > limit)
    fail(std::string(what) + " is " + std::to_string(count) + ", more than " +
         std::to_string(limit));
  return count;
}
