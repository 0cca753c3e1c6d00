// Tensor.h: dense tensors of the host, and files
#ifndef SBP_RUNTIME_FILES_TENSOR_H
#define SBP_RUNTIME_FILES_TENSOR_H

#include "PlanBox.h"
#include "Result.h"
#include <memory>

namespace sbp {

/// A file in memory; unmapped with the last owner.
class MappedFile {
public:
  /// `access`: read only, or also written, where what is written is seen here
  /// alone and never goes to the file.
  enum class Access { Read, Private };
  static Result<std::shared_ptr<MappedFile>> open(const std::string &path,
                                                  Access access = Access::Read);
  ~MappedFile();
  /// Releases the unmodified pages of a mapped file in this range; they are
  /// loaded again at the next access.
  static void letGo(const void *data, uint64_t bytes);
  artifact::Bytes bytes() const { return {data, size}; }

private:
  void *data = nullptr;
  size_t size = 0;
};

/// A dense row-major tensor. `data` is aligned to its elements; it lies in
/// `owner` (a mapped file, a buffer).
struct Tensor {
  plan::DType dtype = plan::DType::f32;
  Shape shape;
  const char *data = nullptr;
  std::shared_ptr<const void> owner;

  uint64_t bytes() const;
};

/// A tensor of its own memory, zeroed; `data` is where to write.
Tensor makeTensor(plan::DType dtype, const Shape &shape, char *&data);

/// Reads element `index` of a tensor as a double (bool: 0 or 1).
double readElement(const Tensor &tensor, int64_t index);
/// f64 from any float dtype; other dtypes are returned as they are.
Tensor convertToF64(const Tensor &tensor);

/// Strict .npy: versions 1 to 3, C or Fortran order, little endian, no object
/// dtypes, bools of 0 and 1, no bytes after the data. `name` is for messages.
Status parseNpy(artifact::Bytes bytes, const std::string &name,
                std::shared_ptr<const void> owner, Tensor &tensor);
Status readNpy(const std::string &path, Tensor &tensor);
/// The bytes of a version 1 file.
std::string formatNpy(plan::DType dtype, const Shape &shape, const void *data);
/// Formats the header that stands in front of the data.
std::string formatNpyHeader(plan::DType dtype, const Shape &shape);

/// "2x2xf32=1,2,3,4": true false 0 1 for i1, nan and inf for floats.
Status parseLiteral(const std::string &text, Tensor &tensor);

/// Files that appear together, when all are complete. Until then they have no
/// name, so that nothing is left of them however the process ends; where the
/// file system has no such files, a temporary one beside the final one.
class OutputFiles {
public:
  ~OutputFiles();
  Status write(const std::string &path, const std::string &bytes);
  Status commit();

private:
  struct Pending {
    std::string temporary, path;
    int descriptor; ///< of a file without a name, or -1
  };
  static Status prepare(Pending &file);
  std::vector<Pending> pending;
};

/// Makes SIGINT, SIGTERM and SIGHUP remove temporary files before they end the
/// process, from this call on. For programs, not for libraries.
void removeTemporariesOnSignals();
/// Adds the file at `path` to the temporary files that signals and
/// removeTemporaryFiles remove, or takes it out if `exists` is false. Any
/// thread.
void setTemporary(const std::string &path, bool exists);
/// Removes the files of `setTemporary` now, for a program that is about to end
/// without unwinding. Failures are ignored.
void removeTemporaryFiles();
/// Names a child process to which such a signal is forwarded, and which is
/// awaited before this process ends; 0 forgets it.
void setChild(int process);

} // namespace sbp

#endif // SBP_RUNTIME_FILES_TENSOR_H
