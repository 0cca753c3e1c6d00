// Manifest.cpp: the manifest of a checkpoint as JSON
//
// The text is written with fixed indentation and key order and ends with a hash
// of itself. A reader formats what it has parsed and compares byte by byte, so
// every other spelling of the same content is refused as damage.
#include "Manifest.h"
#include "StrictJson.h"
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

using namespace sbp;
using namespace sbp::checkpoint;
using plan::Combiner;
using Json = nlohmann::ordered_json;

static constexpr int64_t kFormatNumber = 1;
static constexpr size_t kTextLimit = 256'000'000;

std::string checkpoint::toHex(const artifact::Hash &hash) {
  char text[33];
  std::snprintf(text, sizeof(text), "%016llx%016llx",
                (unsigned long long)hash.high, (unsigned long long)hash.low);
  return text;
}

artifact::Hash checkpoint::hashStep(const artifact::Hash &before,
                                    const void *data, uint64_t bytes) {
  artifact::Hash both[2] = {before, artifact::hashBytes(data, bytes)};
  return artifact::hashBytes(both, sizeof(both));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static Json describe(const NamedType &type) {
  return {{"name", type.name},
          {"dtype", artifact::getName(type.dtype)},
          {"shape", type.shape}};
}

static Json describe(const SavedState &state) {
  Json json = describe(static_cast<const NamedType &>(state));
  json["distribution"] = state.distribution;
  if (state.combiner) {
    json["terms"] = state.terms;
    json["combiner"] = EnumNameCombiner(*state.combiner);
  }
  return json;
}

static Json describe(const Manifest &manifest, const SavedFile &file) {
  Json pieces = Json::array();
  for (const SavedPiece &piece : file.pieces)
    pieces.push_back({{"state", manifest.states[piece.state].name},
                      {"term", piece.term},
                      {"begin", piece.box.begin},
                      {"end", piece.box.end},
                      {"tensor", piece.tensor}});
  return {{"path", file.path},
          {"bytes", file.bytes},
          {"header_xxh3", toHex(file.header)},
          {"pieces", std::move(pieces)}};
}

static std::string format(const Json &json) {
  return json.dump(1, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace) +
         "\n";
}

static std::string hashOf(const Json &json) {
  std::string text = format(json);
  return toHex(artifact::hashBytes(text.data(), text.size()));
}

std::string checkpoint::formatManifest(const Manifest &manifest) {
  Json inputs = Json::array(), results = Json::array(), states = Json::array(),
       files = Json::array(), steps = Json::array();
  for (const NamedType &type : manifest.inputs)
    inputs.push_back(describe(type));
  for (const NamedType &type : manifest.results)
    results.push_back(describe(type));
  for (const SavedState &state : manifest.states)
    states.push_back(describe(state));
  for (const SavedFile &file : manifest.files)
    files.push_back(describe(manifest, file));
  for (const SavedSteps &list : manifest.steps)
    steps.push_back({{"result", list.name},
                     {"path", list.path},
                     {"xxh3", toHex(list.hash)}});
  Json json = {{"format", kFormatNumber},         {"step", manifest.step},
               {"entry", manifest.entry},         {"ranks", manifest.ranks},
               {"processes", manifest.processes}, {"inputs", std::move(inputs)},
               {"results", std::move(results)},   {"states", std::move(states)},
               {"files", std::move(files)},       {"steps", std::move(steps)}};
  if (!manifest.program.empty())
    json["program"] = manifest.program;
  // Names that are no UTF-8 are as they will be read.
  json = parseStrictly(format(json));
  json["xxh3"] = hashOf(json);
  return format(json);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Fields of objects; the first that is not as it should be is remembered.
class Fields {
public:
  Fields(const Json &json, std::string where)
      : json(json), where(std::move(where)) {}

  std::string text(const char *key) {
    const Json *value = find(key);
    if (value && value->is_string())
      return value->get<std::string>();
    fail(key);
    return "";
  }
  int64_t number(const char *key, int64_t minimum, int64_t maximum) {
    const Json *value = find(key);
    if (value && value->is_number_unsigned())
      if (uint64_t number = value->get<uint64_t>();
          number >= uint64_t(minimum) && number <= uint64_t(maximum))
        return number;
    fail(key);
    return minimum;
  }
  std::vector<int64_t> numbers(const char *key) {
    std::vector<int64_t> list;
    const Json *value = find(key);
    if (!value || !readNumbers(*value, list) || list.size() > maximalRank)
      fail(key);
    return list;
  }
  const Json &list(const char *key) {
    static const Json none = Json::array();
    const Json *value = find(key);
    if (value && value->is_array())
      return *value;
    fail(key);
    return none;
  }
  bool has(const char *key) const {
    return json.is_object() && json.contains(key);
  }
  void fail(const char *key) {
    if (wrong.empty())
      wrong = textOf(where, " has an invalid '", key, "'");
  }
  /// Nothing but so many fields.
  Status finish(const std::string &name, size_t fields) {
    if (wrong.empty() && json.size() != fields)
      wrong = textOf(where, " has fields that this runner does not support");
    return wrong.empty() ? Status() : userError(name, ": ", wrong);
  }

private:
  const Json *find(const char *key) const {
    return has(key) ? &json[key] : nullptr;
  }
  const Json &json;
  std::string where, wrong;
};
} // namespace

static void readHash(Fields &fields, const char *key, artifact::Hash &hash) {
  std::string text = fields.text(key);
  auto read = [&](size_t begin, uint64_t &word) {
    const char *end = text.data() + begin + 16;
    return std::from_chars(text.data() + begin, end, word, 16).ptr == end;
  };
  if (text.size() != 32 || !read(0, hash.high) || !read(16, hash.low))
    fields.fail(key);
}

static void readType(Fields &fields, NamedType &type) {
  type.name = fields.text("name");
  type.shape = fields.numbers("shape");
  if (!countElements(type.shape))
    fields.fail("shape");
  const ElementType *element = ElementType::find(fields.text("dtype"));
  if (!element)
    return fields.fail("dtype");
  type.dtype = element->dtype;
}

static Status readTypes(const Json &list, const std::string &name,
                        const char *what, std::vector<NamedType> &types) {
  for (const Json &json : list) {
    Fields fields(json, textOf(what, " ", types.size()));
    readType(fields, types.emplace_back());
    SBP_RETURN_IF_FAILED(fields.finish(name, 3));
  }
  return {};
}

static void readTerms(Fields &fields, SavedState &state) {
  state.terms = fields.number("terms", 2, int64_t(1) << 31);
  std::string combiner = fields.text("combiner");
  for (Combiner known : plan::EnumValuesCombiner())
    if (combiner == EnumNameCombiner(known))
      state.combiner = known;
  if (!state.combiner || !canCombine(*state.combiner, state.dtype))
    fields.fail("combiner");
}

static Status readStates(const Json &list, const std::string &name,
                         Manifest &manifest) {
  std::set<std::string> names;
  for (const Json &json : list) {
    SavedState &state = manifest.states.emplace_back();
    Fields fields(json, textOf("state ", manifest.states.size() - 1));
    readType(fields, state);
    state.distribution = fields.text("distribution");
    bool isPartial = fields.has("terms") || fields.has("combiner");
    if (isPartial)
      readTerms(fields, state);
    if (!names.insert(state.name).second)
      fields.fail("name");
    SBP_RETURN_IF_FAILED(fields.finish(name, isPartial ? 6 : 4));
  }
  return {};
}

/// "step-40-1f/process0.safetensors": nothing that leads out of the folder.
static bool isPath(const std::string &path) {
  size_t slash = path.find('/');
  if (slash == path.npos || slash == 0 || path.size() > 200 ||
      path.find('/', slash + 1) != path.npos || path[0] == '.' ||
      path[slash + 1] == '.')
    return false;
  return path.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-./") ==
         path.npos;
}

static Status readPiece(const Json &json, const std::string &name,
                        const std::string &where,
                        const std::map<std::string, uint32_t> &states,
                        const Manifest &manifest, SavedPiece &piece) {
  Fields fields(json, where);
  piece.tensor = fields.text("tensor");
  piece.box.begin = fields.numbers("begin");
  piece.box.end = fields.numbers("end");
  auto found = states.find(fields.text("state"));
  if (found == states.end()) {
    fields.fail("state");
    return fields.finish(name, 5);
  }
  piece.state = found->second;
  const SavedState &state = manifest.states[piece.state];
  piece.term = fields.number("term", 0, state.terms - 1);
  bool isInside = piece.box.begin.size() == state.shape.size() &&
                  piece.box.end.size() == state.shape.size();
  for (size_t d = 0; isInside && d < state.shape.size(); ++d)
    isInside = piece.box.begin[d] < piece.box.end[d] &&
               piece.box.end[d] <= state.shape[d];
  if (!isInside)
    fields.fail("end");
  return fields.finish(name, 5);
}

static Status readFiles(const Json &list, const std::string &name,
                        Manifest &manifest) {
  std::map<std::string, uint32_t> states;
  for (uint32_t s = 0; s < manifest.states.size(); ++s)
    states[manifest.states[s].name] = s;
  std::set<std::string> paths;
  for (const Json &json : list) {
    SavedFile &file = manifest.files.emplace_back();
    std::string where = textOf("file ", manifest.files.size() - 1);
    Fields fields(json, where);
    file.path = fields.text("path");
    if (!isPath(file.path) || !paths.insert(file.path).second)
      fields.fail("path");
    file.bytes = fields.number("bytes", 8, int64_t(1) << 60);
    readHash(fields, "header_xxh3", file.header);
    std::set<std::string> tensors;
    for (const Json &item : fields.list("pieces")) {
      std::string piece = textOf(where, ", piece ", file.pieces.size());
      SBP_RETURN_IF_FAILED(readPiece(item, name, piece, states, manifest,
                                     file.pieces.emplace_back()));
      if (!tensors.insert(file.pieces.back().tensor).second)
        fields.fail("pieces");
    }
    SBP_RETURN_IF_FAILED(fields.finish(name, 4));
  }
  return {};
}

static Status readSteps(const Json &list, const std::string &name,
                        Manifest &manifest) {
  std::set<std::string> results;
  for (const Json &json : list) {
    SavedSteps &steps = manifest.steps.emplace_back();
    Fields fields(json, textOf("steps ", manifest.steps.size() - 1));
    steps.name = fields.text("result");
    steps.path = fields.text("path");
    readHash(fields, "xxh3", steps.hash);
    auto isResult = [&](const NamedType &type) {
      return type.name == steps.name;
    };
    if (std::none_of(manifest.results.begin(), manifest.results.end(),
                     isResult) ||
        !results.insert(steps.name).second)
      fields.fail("result");
    if (!isPath(steps.path))
      fields.fail("path");
    SBP_RETURN_IF_FAILED(fields.finish(name, 3));
  }
  return {};
}

static Status readContents(const Json &json, const std::string &name,
                           Manifest &manifest) {
  Fields fields(json, "it");
  if (json.is_object() && fields.number("format", 0, INT64_MAX) > kFormatNumber)
    return userError(name, ": format ", fields.number("format", 0, INT64_MAX),
                     " is newer than this runner, which reads ", kFormatNumber);
  fields.number("format", kFormatNumber, kFormatNumber);
  manifest.step = fields.number("step", 1, int64_t(1) << 40);
  manifest.entry = fields.text("entry");
  manifest.ranks = fields.number("ranks", 1, UINT32_MAX);
  manifest.processes = fields.number("processes", 1, UINT32_MAX);
  const Json &inputs = fields.list("inputs"), &results = fields.list("results");
  const Json &states = fields.list("states"), &files = fields.list("files");
  const Json &steps = fields.list("steps");
  bool isKnown = fields.has("program");
  if (isKnown)
    manifest.program = fields.text("program");
  fields.text("xxh3");
  SBP_RETURN_IF_FAILED(fields.finish(name, isKnown ? 12 : 11));
  SBP_RETURN_IF_FAILED(readTypes(inputs, name, "input", manifest.inputs));
  SBP_RETURN_IF_FAILED(readTypes(results, name, "result", manifest.results));
  SBP_RETURN_IF_FAILED(readStates(states, name, manifest));
  SBP_RETURN_IF_FAILED(readFiles(files, name, manifest));
  return readSteps(steps, name, manifest);
}

Status checkpoint::readManifestContents(std::string_view text,
                                        const std::string &name,
                                        Manifest &manifest) {
  if (text.size() > kTextLimit)
    return userError(name, ": ", text.size(), " bytes are not a manifest");
  return readContents(parseStrictly(text), name, manifest);
}

Status checkpoint::parseManifest(std::string_view text, const std::string &name,
                                 Manifest &manifest) {
  if (text.size() > kTextLimit)
    return userError(name, ": ", text.size(), " bytes are not a manifest");
  Json json = parseStrictly(text);
  if (!json.is_object())
    return userError(name, ": not a checkpoint's manifest: no valid JSON with "
                           "unique keys");
  SBP_RETURN_IF_FAILED(readContents(json, name, manifest));
  std::string hash = json["xxh3"].get<std::string>();
  bool isWhole = format(json) == text;
  json.erase("xxh3");
  if (!isWhole || hashOf(json) != hash)
    return userError(name, ": damaged: its hash is not that of its contents");
  return {};
}
