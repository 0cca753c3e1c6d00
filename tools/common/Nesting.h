// Nesting.h: text that a recursive parser can read

#ifndef TOOLS_COMMON_NESTING_H
#define TOOLS_COMMON_NESTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace sbp {

/// Brackets that MLIR's parser, which recurses, can take on any stack.
constexpr int maximumNesting = 1000;

/// The place in `text`, in bytes, where brackets nest deeper than that.
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
    else if (llvm::StringRef("([{<").contains(c) && ++depth > maximumNesting)
      return i;
    else if (llvm::StringRef(")]}>").contains(c))
      depth = std::max(depth - 1, 0);
  }
  return std::nullopt;
}

} // namespace sbp

#endif
