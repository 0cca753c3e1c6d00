// StrictJson.cpp
#include "StrictJson.h"
#include <algorithm>
#include <set>
#include <string>

using namespace sbp;
using Json = nlohmann::ordered_json;

Json sbp::parseStrictly(std::string_view text, size_t depthLimit) {
  if (text.find('\0') != text.npos)
    return Json(Json::value_t::discarded);
  std::vector<std::set<std::string>> keys;
  bool duplicate = false;
  size_t depth = 0;
  auto watch = [&](int level, Json::parse_event_t event, Json &value) {
    depth = std::max(depth, size_t(level));
    if (event == Json::parse_event_t::object_start)
      keys.emplace_back();
    else if (event == Json::parse_event_t::object_end && !keys.empty())
      keys.pop_back();
    else if (event == Json::parse_event_t::key && !keys.empty())
      duplicate |= !keys.back().insert(value.get<std::string>()).second;
    return true;
  };
  Json json =
      Json::parse(text.begin(), text.end(), watch, /*allow_exceptions=*/false);
  return duplicate || depth > depthLimit ? Json(Json::value_t::discarded)
                                         : json;
}

bool sbp::readNumbers(const Json &json, std::vector<int64_t> &numbers) {
  if (!json.is_array())
    return false;
  for (const Json &number : json) {
    if (!number.is_number_unsigned() || number.get<uint64_t>() > (1ull << 60))
      return false;
    numbers.push_back(number.get<uint64_t>());
  }
  return true;
}
