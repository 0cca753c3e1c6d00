// StrictJson.h: JSON of files that may come from anywhere
#ifndef SBP_RUNTIME_FILES_STRICTJSON_H
#define SBP_RUNTIME_FILES_STRICTJSON_H

#include <nlohmann/json.hpp>
#include <string_view>

namespace sbp {

/// Parses JSON; a key that stands twice in one object makes it invalid
/// (discarded), and so does a NUL, where the parser would stop, or more than
/// `depthLimit` levels.
nlohmann::ordered_json parseStrictly(std::string_view text,
                                     size_t depthLimit = 8);
/// Whole numbers from 0 to 2^60.
bool readNumbers(const nlohmann::ordered_json &json,
                 std::vector<int64_t> &numbers);

} // namespace sbp

#endif // SBP_RUNTIME_FILES_STRICTJSON_H
