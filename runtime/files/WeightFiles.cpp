// WeightFiles.cpp: the tensors of one or several safetensors files
#include "WeightFiles.h"
#include "Folder.h"
#include "StrictJson.h"
#include <algorithm>
#include <filesystem>

using namespace sbp;

static constexpr std::string_view kIndexSuffix = ".safetensors.index.json";
static constexpr std::string_view kFileSuffix = ".safetensors";
/// Names of 10^6 tensors and their files take less.
static constexpr size_t kIndexLimit = 256 << 20;

Result<std::set<std::string>>
WeightFiles::parseIndex(std::string_view text, const std::string &name,
                        std::map<std::string, std::string> &weightMap) {
  if (text.size() > kIndexLimit)
    return userError(name, ": ", text.size(), " bytes are no index of weights");
  nlohmann::ordered_json json = parseStrictly(text);
  if (!json.is_object() || !json.contains("weight_map") ||
      !json["weight_map"].is_object())
    return userError(name, ": no index of weights: no valid JSON with unique "
                           "keys and an object \"weight_map\"");
  std::set<std::string> files;
  for (const auto &[tensor, file] : json["weight_map"].items()) {
    if (!file.is_string())
      return userError(name, ": weight_map has no file name for '", tensor,
                       "'");
    const auto &text = file.get_ref<const std::string &>();
    if (text.empty() || text == "." || text == ".." ||
        text.find('/') != std::string::npos)
      return userError(name, ": '", tensor, "' is in '", text,
                       "', which is no file beside the index");
    files.insert(text);
    weightMap.emplace(tensor, text);
  }
  return files;
}

Status WeightFiles::add(const std::string &path) {
  Safetensors file;
  SBP_RETURN_IF_FAILED(Safetensors::read(path, file));
  for (const auto &[name, entry] : file.getEntries()) {
    auto [place, isNew] = fileOf.emplace(name, files.size());
    if (!isNew)
      return userError(path, ": tensor '", name, "' is in ",
                       paths[place->second], " too");
    names.insert(name);
  }
  files.push_back(std::move(file));
  paths.push_back(path);
  return {};
}

Status WeightFiles::readIndex(const std::string &path) {
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> mapped,
                       MappedFile::open(path));
  artifact::Bytes bytes = mapped->bytes();
  std::map<std::string, std::string> weightMap;
  SBP_ASSIGN_OR_RETURN(
      std::set<std::string> names,
      parseIndex({reinterpret_cast<const char *>(bytes.data), bytes.size}, path,
                 weightMap));
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (const std::string &name : names)
    SBP_RETURN_IF_FAILED(add(folder / name));
  for (const auto &[tensor, file] : weightMap) {
    auto place = fileOf.find(tensor);
    if (place == fileOf.end() ||
        paths[place->second] != (folder / file).string())
      return userError(path, ": ", file, " has no tensor '", tensor, "'");
  }
  return {};
}

Status WeightFiles::readFolder(const std::string &path) {
  Folder folder;
  SBP_RETURN_IF_FAILED(Folder::open(path, folder));
  std::vector<std::string> found = folder.list(), indices;
  std::sort(found.begin(), found.end());
  std::erase_if(found, [&](const std::string &name) {
    if (name.ends_with(kIndexSuffix))
      indices.push_back(name);
    return !name.ends_with(kFileSuffix);
  });
  if (indices.size() > 1)
    return userError(path, ": has the indices ", indices[0], " and ",
                     indices[1], ": give the path of one");
  if (!indices.empty())
    return readIndex(folder.getPath(indices[0]));
  if (found.empty())
    return userError(path, ": a folder without *", kFileSuffix, " and *",
                     kIndexSuffix);
  for (const std::string &name : found)
    SBP_RETURN_IF_FAILED(add(folder.getPath(name)));
  return {};
}

Status WeightFiles::read(const std::string &path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return readFolder(path);
  return path.ends_with(".json") ? readIndex(path) : add(path);
}

const Safetensors *WeightFiles::getFile(const std::string &name) const {
  auto place = fileOf.find(name);
  return place == fileOf.end() ? nullptr : &files[place->second];
}

Result<bool> WeightFiles::find(const std::string &name, Tensor &tensor) const {
  if (const Safetensors *file = getFile(name))
    return file->find(name, tensor);
  return false;
}

void WeightFiles::letGo(const std::string &name) const {
  if (const Safetensors *file = getFile(name))
    file->letGo(name);
}
