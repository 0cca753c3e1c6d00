// WeightFiles.h: the tensors of one or several safetensors files
#ifndef SBP_RUNTIME_FILES_WEIGHTFILES_H
#define SBP_RUNTIME_FILES_WEIGHTFILES_H

#include "Safetensors.h"
#include <set>
#include <string_view>

namespace sbp {

/// Weights as Hugging Face's libraries save them: one safetensors file; an
/// index, "NAME.safetensors.index.json", whose "weight_map" maps names of
/// tensors to files next to it; or a folder with an index or with safetensors
/// files. Not used by several threads at once.
class WeightFiles {
public:
  /// Maps the files at `path` and parses them; called once. A user error where
  /// one cannot be read or violates its format, the index names a tensor that
  /// its file lacks, or two files have one tensor.
  Status read(const std::string &path);

  /// Does what Safetensors::find does, in the file that has the tensor.
  Result<bool> find(const std::string &name, Tensor &tensor) const;
  /// Does what Safetensors::letGo does.
  void letGo(const std::string &name) const;
  /// Returns the names of all tensors.
  const std::set<std::string> &getNames() const { return names; }

  /// Returns the files that the text of an index names, each once, in order;
  /// `weightMap` is set to {tensor, file}. `name` is for messages. A user error
  /// where the text is no JSON with unique keys, has no "weight_map" of names,
  /// or a file lies in another folder.
  static Result<std::set<std::string>>
  parseIndex(std::string_view text, const std::string &name,
             std::map<std::string, std::string> &weightMap);

private:
  Status readIndex(const std::string &path);
  Status readFolder(const std::string &path);
  /// Adds a file. Fails where an earlier one has a tensor of the same name.
  Status add(const std::string &path);
  /// Returns the file that has a tensor; null where there is none.
  const Safetensors *getFile(const std::string &name) const;

  std::vector<Safetensors> files;
  std::vector<std::string> paths;       ///< of `files`
  std::map<std::string, size_t> fileOf; ///< by tensor: an index of `files`
  std::set<std::string> names;
};

} // namespace sbp

#endif // SBP_RUNTIME_FILES_WEIGHTFILES_H
