// Nesting.h: limits the nesting depth of parsed text

#ifndef TOOLS_COMMON_NESTING_H
#define TOOLS_COMMON_NESTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace sbp {

/// Depth of brackets that MLIR's recursive parser handles on any stack.
constexpr int kMaxNesting = 1000;

/// Returns the byte offset in `text` at which brackets exceed kMaxNesting;
/// nullopt if they never do. Brackets in strings and comments do not count.
inline std::optional<size_t> findDeepNesting(llvm::StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"')
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
    else if (c == '/' && next == '/')
      i = std::min(text.find('\n', i), text.size());
    else if ((c == '-' && next == '>') || (c == '<' && next == '='))
      ++i;
    else if (llvm::StringRef("([{<").contains(c) && ++depth > kMaxNesting)
      return i;
    else if (llvm::StringRef(")]}>").contains(c))
      depth = std::max(depth - 1, 0);
  }
  return std::nullopt;
}

} // namespace sbp

#endif
