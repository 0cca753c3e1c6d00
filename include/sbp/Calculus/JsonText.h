// JsonText.h: parsing of JSON files that users write
#ifndef SBP_CALCULUS_JSONTEXT_H
#define SBP_CALCULUS_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace sbp {

/// Parses like llvm::json::parse, but reports two kinds of text as errors that
/// it mishandles: nesting that would exhaust its stack (it recurses), and
/// repeated keys (it keeps the last).
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

/// Returns the text of `value` for error messages, truncated to 60 characters.
std::string showJson(const llvm::json::Value &value);

} // namespace sbp

#endif // SBP_CALCULUS_JSONTEXT_H
