// Safetensors.cpp: reads and writes named tensors in one file
//
// Format: u64 length, a JSON object of that length, the data. Example entry:
// "w": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}. Files are
// mapped, not read; tensors must cover the data without overlap or hole.
#include "Safetensors.h"
#include "StrictJson.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using Json = nlohmann::ordered_json;

/// Longest header, as in the reference implementation.
static constexpr uint64_t kHeaderLimit = 100'000'000;

/// Types of the format that no argument has, with the bytes of an element.
static const std::pair<std::string_view, uint32_t> otherTypes[] = {
    {"U8", 1}, {"I16", 2}, {"U16", 2}, {"U32", 4}, {"U64", 8}};

/// Returns the type of an entry, null for one that no argument has.
static const ElementType *findElement(std::string_view name) {
  for (const ElementType &type : ElementType::all())
    if (name == type.safetensors)
      return &type;
  return nullptr;
}

/// Returns the bytes of an element, 0 for a type that the format does not have.
static uint32_t getBytes(std::string_view name) {
  if (const ElementType *element = findElement(name))
    return element->bytes;
  for (const auto &[other, bytes] : otherTypes)
    if (name == other)
      return bytes;
  return 0;
}

/// {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}
static bool readEntry(const Json &json, SafetensorsEntry &entry) {
  std::vector<int64_t> offsets;
  if (!json.is_object() || json.size() != 3 || !json.contains("dtype") ||
      !json["dtype"].is_string() || !json.contains("shape") ||
      !json.contains("data_offsets") ||
      !readNumbers(json["shape"], entry.shape) ||
      !readNumbers(json["data_offsets"], offsets) || offsets.size() != 2)
    return false;
  entry.dtype = json["dtype"].get<std::string>();
  entry.begin = offsets[0];
  entry.end = offsets[1];
  return entry.shape.size() <= maximalRank;
}

static Status checkEntry(const std::string &file, const std::string &name,
                         const SafetensorsEntry &entry) {
  uint32_t bytes = getBytes(entry.dtype);
  if (bytes == 0)
    return userError(file, ": tensor '", name, "' has the unknown dtype '",
                     entry.dtype, "'");
  std::optional<int64_t> count = countElements(entry.shape);
  if (!count || entry.end < entry.begin ||
      entry.end - entry.begin != uint64_t(*count) * bytes)
    return userError(file, ": tensor '", name, "': shape and offsets disagree");
  return {};
}

static Status readMetadata(const std::string &file, const Json &json,
                           std::map<std::string, std::string> &metadata) {
  bool isMap = json.is_object();
  for (auto item = json.begin(); isMap && item != json.end(); ++item) {
    isMap = item->is_string();
    if (isMap)
      metadata[item.key()] = item->get<std::string>();
  }
  return isMap ? Status()
               : userError(file, ": metadata is not a map of strings");
}

Status Safetensors::parse(artifact::Bytes bytes, const std::string &name,
                          std::shared_ptr<const void> owner,
                          Safetensors &file) {
  const char *data = static_cast<const char *>(bytes.data);
  uint64_t length = 0;
  if (bytes.size < 8)
    return userError(name, ": not a safetensors file");
  std::memcpy(&length, data, 8);
  if (length > kHeaderLimit || length > bytes.size - 8)
    return userError(name, ": not a safetensors file: header of ", length,
                     " bytes");
  Json json = parseStrictly({data + 8, length});
  if (!json.is_object())
    return userError(name,
                     ": safetensors header is not valid JSON with unique keys");
  file.name = name;
  file.owner = std::move(owner);
  file.header = {data, 8 + length};
  file.data = data + 8 + length;
  for (const auto &[key, value] : json.items()) {
    if (key == "__metadata__") {
      SBP_RETURN_IF_FAILED(readMetadata(name, value, file.metadata));
      continue;
    }
    SafetensorsEntry entry;
    if (!readEntry(value, entry))
      return userError(name, ": tensor '", key,
                       "' is not described by dtype, shape "
                       "and data_offsets");
    SBP_RETURN_IF_FAILED(checkEntry(name, key, entry));
    file.entries[key] = entry;
  }
  // Sorted by offset, each tensor must begin where the one before it ends.
  std::vector<const SafetensorsEntry *> inOrder;
  for (const auto &[key, entry] : file.entries)
    inOrder.push_back(&entry);
  std::sort(inOrder.begin(), inOrder.end(), [](auto *a, auto *b) {
    return std::tie(a->begin, a->end) < std::tie(b->begin, b->end);
  });
  uint64_t end = 0;
  for (const SafetensorsEntry *entry : inOrder) {
    if (entry->begin != end)
      return userError(name, ": tensors overlap or leave a hole at byte ", end);
    end = entry->end;
  }
  uint64_t present = bytes.size - 8 - length;
  if (end != present)
    return userError(name, ": tensors end at byte ", end, " of ", present);
  return {};
}

Status Safetensors::read(const std::string &path, Safetensors &file) {
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> mapped,
                       MappedFile::open(path, MappedFile::Access::Private));
  SBP_RETURN_IF_FAILED(parse(mapped->bytes(), path, mapped, file));
  file.isMapped = true;
  return {};
}

void Safetensors::letGo(const std::string &tensorName) const {
  auto at = entries.find(tensorName);
  if (isMapped && at != entries.end())
    MappedFile::letGo(data + at->second.begin,
                      at->second.end - at->second.begin);
}

Result<bool> Safetensors::find(const std::string &tensorName,
                               Tensor &tensor) const {
  auto at = entries.find(tensorName);
  if (at == entries.end())
    return false;
  const SafetensorsEntry &entry = at->second;
  const ElementType *element = findElement(entry.dtype);
  if (!element)
    return userError(name, ": tensor '", tensorName, "' has the dtype ",
                     entry.dtype, ", which no argument has");
  tensor.dtype = element->dtype;
  tensor.shape = entry.shape;
  tensor.data = data + entry.begin;
  tensor.owner = owner;
  if (element->isBoolean())
    for (uint64_t i = 0; i < tensor.bytes(); ++i)
      if (uint8_t(tensor.data[i]) > 1)
        return userError(name, ": tensor '", tensorName, "': bool number ", i,
                         " is not 0 or 1");
  // Offsets need not be multiples of the element's size.
  if (reinterpret_cast<uintptr_t>(tensor.data) %
      artifact::getByteWidth(tensor.dtype)) {
    char *copy;
    Tensor aligned = makeTensor(tensor.dtype, tensor.shape, copy);
    std::memcpy(copy, tensor.data, tensor.bytes());
    tensor = aligned;
  }
  return true;
}

std::string sbp::formatSafetensorsHeader(
    const std::map<std::string, Tensor> &tensors,
    const std::map<std::string, std::string> &metadata) {
  Json header = Json::object();
  // Growth would copy all members: their keys are const.
  header.get_ref<Json::object_t &>().reserve(tensors.size() + 1);
  if (!metadata.empty())
    header["__metadata__"] = metadata;
  uint64_t offset = 0;
  for (const auto &[name, tensor] : tensors) {
    appendMember(header, name,
                 {{"dtype", ElementType::of(tensor.dtype).safetensors},
                  {"shape", tensor.shape},
                  {"data_offsets", {offset, offset + tensor.bytes()}}});
    offset += tensor.bytes();
  }
  std::string text = header.dump(-1, ' ', /*ensure_ascii=*/false,
                                 Json::error_handler_t::replace);
  // Tensors that are used where they lie in the file begin at cache lines.
  text.append((64 - (8 + text.size()) % 64) % 64, ' ');
  uint64_t length = text.size();
  return std::string(reinterpret_cast<const char *>(&length), 8) + text;
}

std::string
sbp::formatSafetensors(const std::map<std::string, Tensor> &tensors) {
  std::string bytes = formatSafetensorsHeader(tensors);
  for (const auto &[name, tensor] : tensors)
    bytes.append(tensor.data, tensor.bytes());
  return bytes;
}
