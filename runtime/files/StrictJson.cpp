// StrictJson.cpp: JSON of files that may come from anywhere
#include "StrictJson.h"
#include <algorithm>
#include <string>

using namespace sbp;
using Json = nlohmann::ordered_json;

void sbp::appendMember(Json &object, std::string key, Json value) {
  object.get_ref<Json::object_t &>().emplace_back(std::move(key),
                                                  std::move(value));
}

namespace {
/// Builds the document from the events of the parser. The library's own parser
/// with a callback visits all members read so far at the end of each object in
/// them, and its ordered objects look up a key by visiting all members: both
/// are quadratic. Here members are appended, and the keys of an object are
/// sorted once, where it ends.
class DocumentBuilder : public Json::json_sax_t {
public:
  Json take() { return std::move(document); }

  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(Json::number_integer_t value) override {
    return add(Json(value));
  }
  bool number_unsigned(Json::number_unsigned_t value) override {
    return add(Json(value));
  }
  bool number_float(Json::number_float_t value, const std::string &) override {
    return add(Json(value));
  }
  bool string(std::string &value) override { return add(std::move(value)); }
  bool binary(Json::binary_t &) override { return false; }
  bool start_object(size_t) override { return open(); }
  bool start_array(size_t) override { return open(); }

  bool key(std::string &name) override {
    nests[depth - 1].keys.push_back(std::move(name));
    return true;
  }

  bool end_object() override {
    Nest &nest = nests[--depth];
    if (hasDuplicate(nest.keys))
      return false;
    Json object = Json::object();
    object.get_ref<Json::object_t &>().reserve(nest.keys.size());
    for (size_t i = 0; i < nest.keys.size(); ++i)
      appendMember(object, std::move(nest.keys[i]), std::move(nest.values[i]));
    return add(std::move(object));
  }

  bool end_array() override {
    std::vector<Json> &values = nests[--depth].values;
    return add(Json::array_t(std::make_move_iterator(values.begin()),
                             std::make_move_iterator(values.end())));
  }

  bool parse_error(size_t, const std::string &,
                   const nlohmann::detail::exception &) override {
    return false;
  }

private:
  static constexpr size_t kDepthLimit = 8;

  /// A container that has not ended: its values and, in an object, their keys.
  struct Nest {
    std::vector<std::string> keys;
    std::vector<Json> values;
  };

  bool open() {
    if (depth == kDepthLimit)
      return false;
    nests[depth].keys.clear();
    nests[depth].values.clear();
    ++depth;
    return true;
  }

  bool add(Json value) {
    if (depth == 0)
      document = std::move(value);
    else
      nests[depth - 1].values.push_back(std::move(value));
    return true;
  }

  bool hasDuplicate(const std::vector<std::string> &keys) {
    sorted.assign(keys.begin(), keys.end());
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  }

  /// By depth. Their room is kept when a container ends, for the next one.
  Nest nests[kDepthLimit];
  size_t depth = 0;
  std::vector<std::string_view> sorted;
  Json document;
};
} // namespace

Json sbp::parseStrictly(std::string_view text) {
  Json discarded(Json::value_t::discarded);
  if (text.find('\0') != text.npos)
    return discarded;
  DocumentBuilder builder;
  bool isValid = Json::sax_parse(text.begin(), text.end(), &builder);
  return isValid ? builder.take() : discarded;
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
