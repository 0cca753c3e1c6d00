// JsonText.h: JSON that users wrote
#ifndef SBP_CALCULUS_JSONTEXT_H
#define SBP_CALCULUS_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace sbp {

/// As llvm::json::parse, which recurses and takes the last of two equal keys:
/// text that would exhaust its stack, or names a key twice, is an error here.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

/// `value` as errors show it: cut where it is long.
std::string showJson(const llvm::json::Value &value);

} // namespace sbp

#endif // SBP_CALCULUS_JSONTEXT_H
