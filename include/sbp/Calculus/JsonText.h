// JsonText.h: parsing of JSON files that users write
#ifndef SBP_CALCULUS_JSONTEXT_H
#define SBP_CALCULUS_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace sbp {

/// Parses like llvm::json::parse, but reports two kinds of text as errors that
/// it mishandles: nesting of more than 64 levels (it recurses and would exhaust
/// its stack), and repeated keys (it keeps the last). The value does not refer
/// to `text`.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

/// Returns the compact text of `value` for error messages, cut to 60
/// characters, the last three of which are then dots.
std::string showJson(const llvm::json::Value &value);

} // namespace sbp

#endif // SBP_CALCULUS_JSONTEXT_H
