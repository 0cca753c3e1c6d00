// Safetensors.h: named tensors in one file
#ifndef SBP_RUNTIME_FILES_SAFETENSORS_H
#define SBP_RUNTIME_FILES_SAFETENSORS_H

#include "Tensor.h"
#include <map>

namespace sbp {

/// A tensor of the file: a dtype may be one that no argument can have (u8, f8).
struct SafetensorsEntry {
  std::string dtype; ///< as the file names it: "F32"
  Shape shape;
  uint64_t begin = 0, end = 0; ///< byte offsets from the begin of the data
};

/// A mapped file, checked strictly: header cap of 100 MB, no duplicate key, no
/// overlap, no hole, sizes that agree.
class Safetensors {
public:
  /// Sets `file`, a new object, to the tensors in `bytes`, which `owner` keeps
  /// alive. A user error, with `name` in front, where the bytes violate the
  /// format; `file` may hold a part then.
  static Status parse(artifact::Bytes bytes, const std::string &name,
                      std::shared_ptr<const void> owner, Safetensors &file);
  /// Maps the file at `path` and parses it. Writes to the tensors of the result
  /// stay private to this process. A user error where the file cannot be read
  /// or violates the format.
  static Status read(const std::string &path, Safetensors &file);

  /// Returns all entries by name, also those with a dtype that no argument can
  /// have.
  const std::map<std::string, SafetensorsEntry> &getEntries() const {
    return entries;
  }
  /// Returns the texts of "__metadata__" by key; empty where the file has none.
  const std::map<std::string, std::string> &getMetadata() const {
    return metadata;
  }
  /// Returns the bytes before the data, length included. They stay owned
  /// by the file.
  artifact::Bytes getHeader() const { return header; }
  /// Sets `tensor` to the tensor of a name and returns true; returns false
  /// where the file has none. The tensor keeps the file's memory, or has its
  /// own where it is unaligned in there. Fails where no argument can have its
  /// dtype, or a bool is neither 0 nor 1; `tensor` may be changed then.
  Result<bool> find(const std::string &tensorName, Tensor &tensor) const;
  /// Releases the pages of a tensor that was read and not written; the next
  /// access loads them again. Does nothing for an unknown name or a file that
  /// is not mapped by `read`.
  void letGo(const std::string &tensorName) const;

private:
  std::string name;
  std::shared_ptr<const void> owner;
  artifact::Bytes header;
  const char *data = nullptr;
  bool isMapped = false; ///< by `read`
  std::map<std::string, std::string> metadata;
  std::map<std::string, SafetensorsEntry> entries;
};

/// Formats the header with its length, a multiple of 64 bytes; the data follow
/// densely in the order of the names. The data of `tensors` may be null.
std::string formatSafetensorsHeader(
    const std::map<std::string, Tensor> &tensors,
    const std::map<std::string, std::string> &metadata = {});
/// Returns the bytes of a safetensors file with these tensors, by name.
std::string formatSafetensors(const std::map<std::string, Tensor> &tensors);

} // namespace sbp

#endif // SBP_RUNTIME_FILES_SAFETENSORS_H
