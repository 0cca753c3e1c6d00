// Weights.h: the tensors of weights files that inputs and states take
#ifndef SBP_RUNTIME_RUN_FEED_WEIGHTS_H
#define SBP_RUNTIME_RUN_FEED_WEIGHTS_H

#include "Result.h"
#include "WeightFiles.h"
#include <optional>
#include <set>
#include <string>

namespace sbp::run {

/// Weights by name, converted where that is exact, with a count of those that
/// are used. A value of this class without files has no tensor.
class Weights {
public:
  /// Maps the files at `path` (WeightFiles::read), once. An empty path opens
  /// nothing. A user error where they cannot be read.
  Status open(const std::string &path);
  /// Returns true once files are open.
  bool isOpen() const { return files.has_value(); }
  /// Returns the path given to `open`.
  const std::string &getPath() const { return path; }
  /// Sets `tensor` to a tensor of the files and returns true; false without
  /// one. Floats that are narrower than `dtype` are widened, which is exact.
  Result<bool> find(const std::string &name, plan::DType dtype, Tensor &tensor);
  /// Sets `tensor` to a tensor as the file has it and returns true, if it has
  /// the given type and shape; else returns false. It does not count as used.
  bool findAsStored(const plan::PortT &port, Tensor &tensor) const;
  /// Releases the pages of a tensor whose value has been copied.
  void letGo(const std::string &name) const;
  /// Returns the number of tensors that no call of `find` returned.
  size_t countUnused() const;
  /// Returns how often `find` has widened a tensor.
  size_t countWidened() const { return widened; }

private:
  std::string path;
  std::optional<WeightFiles> files;
  std::set<std::string> used;
  size_t widened = 0;
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_FEED_WEIGHTS_H
