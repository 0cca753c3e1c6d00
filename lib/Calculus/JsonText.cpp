// JsonText.cpp: JSON that users wrote

#include "sbp/Calculus/JsonText.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace sbp {

static bool isDeep(StringRef text) {
  int depth = 0, deepest = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (inString && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      inString = !inString;
    else if (!inString && (text[i] == '[' || text[i] == '{'))
      deepest = std::max(deepest, ++depth);
    else if (!inString && (text[i] == ']' || text[i] == '}'))
      --depth;
  }
  return deepest > 64;
}

Expected<json::Value> parseJson(StringRef text) {
  if (isDeep(text))
    return createStringError("nested more than 64 deep");
  return json::parse(text);
}

std::string showJson(const json::Value &value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

} // namespace sbp
