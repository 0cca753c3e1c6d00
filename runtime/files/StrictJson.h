// StrictJson.h: JSON of files that may come from anywhere
#ifndef SBP_RUNTIME_FILES_STRICTJSON_H
#define SBP_RUNTIME_FILES_STRICTJSON_H

#include <nlohmann/json.hpp>
#include <string_view>

namespace sbp {

/// Parses `text` into a document, in time n log n in its size. Returns a
/// discarded value where the text is no JSON, an object has a key twice,
/// containers nest more than 8 deep, or there is a NUL (which the lexer takes
/// for the end of the text).
nlohmann::ordered_json parseStrictly(std::string_view text);

/// Appends a member to an object that has no such key yet. The document's own
/// operator[] compares the key with that of every member before it.
void appendMember(nlohmann::ordered_json &object, std::string key,
                  nlohmann::ordered_json value);

/// Appends the elements of an array to `numbers`. Returns false where `json` is
/// no array of whole numbers from 0 to 2^60; elements before the wrong one
/// may be appended then.
bool readNumbers(const nlohmann::ordered_json &json,
                 std::vector<int64_t> &numbers);

} // namespace sbp

#endif // SBP_RUNTIME_FILES_STRICTJSON_H
