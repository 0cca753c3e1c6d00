// JsonText.cpp: parsing of JSON files that users write

#include "sbp/Calculus/JsonText.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace llvm;

namespace sbp {

/// Returns why llvm::json::parse would mishandle a text that it accepts; empty
/// if it would not. A scan of brackets, keys and strings is enough.
static std::string findFault(StringRef text) {
  // Files of topologies and rates need four levels.
  constexpr size_t kMaxDepth = 64;
  struct Nest {
    bool isObject;
    StringSet<> keys;
  };
  std::vector<Nest> nests; // The objects and arrays around text[i].
  bool isKey = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      size_t begin = i + 1;
      while (++i < text.size() && text[i] != '"')
        if (text[i] == '\\')
          ++i;
      StringRef name = text.slice(begin, i);
      // Keys are compared as written; escapes in keys are not decoded.
      if (isKey && !nests.empty() && !nests.back().keys.insert(name).second)
        return "key '" + name.substr(0, 60).str() + "' occurs twice";
      isKey = false;
    } else if (c == '[' || c == '{') {
      isKey = c == '{';
      nests.push_back({isKey, {}});
      if (nests.size() > kMaxDepth)
        return "nested more than 64 levels deep";
    } else if ((c == ']' || c == '}') && !nests.empty()) {
      nests.pop_back();
    } else if (c == ',') {
      isKey = !nests.empty() && nests.back().isObject;
    }
  }
  return "";
}

Expected<json::Value> parseJson(StringRef text) {
  if (std::string fault = findFault(text); !fault.empty())
    return createStringError(fault);
  return json::parse(text);
}

std::string showJson(const json::Value &value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

} // namespace sbp
