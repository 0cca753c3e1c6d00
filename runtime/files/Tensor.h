// Tensor.h: dense tensors of the host, and files
//
// Errors are user errors; those of a file name it. Out-parameters are
// unspecified after a failure.
#ifndef SBP_RUNTIME_FILES_TENSOR_H
#define SBP_RUNTIME_FILES_TENSOR_H

#include "PlanBox.h"
#include "Result.h"
#include <memory>
#include <optional>

namespace sbp {

/// A file in memory; unmapped with the last owner.
class MappedFile {
public:
  /// Read allows reads only. Private allows writes as well, which are seen in
  /// this mapping alone and never go to the file.
  enum class Access { Read, Private };
  /// Maps the whole file at `path`. Fails where it cannot be opened or mapped,
  /// or is no regular file (a pipe, a folder).
  static Result<std::shared_ptr<MappedFile>> open(const std::string &path,
                                                  Access access = Access::Read);
  ~MappedFile();
  /// Releases the pages that lie fully in these `bytes` bytes of a mapped file;
  /// they are loaded again at the next access. Private writes to them are lost.
  static void letGo(const void *data, uint64_t bytes);
  /// Returns the contents, valid as long as this object; null and 0 for an
  /// empty file.
  artifact::Bytes bytes() const { return {data, size}; }

private:
  void *data = nullptr;
  size_t size = 0;
};

/// A dense row-major tensor of a shape that countElements accepts. `data` is
/// aligned to its elements; it lies in `owner` (a mapped file, a buffer).
struct Tensor {
  plan::DType dtype = plan::DType::f32;
  Shape shape;
  const char *data = nullptr;
  std::shared_ptr<const void> owner;

  /// Returns the size of the data in bytes.
  uint64_t bytes() const;
};

/// Returns a tensor of its own memory, zeroed. `data` is set to the memory,
/// for writing; it lives as long as a copy of the tensor.
Tensor makeTensor(plan::DType dtype, const Shape &shape, char *&data);

/// Reads element `index`, in row-major order, of a tensor as a double (bool: 0
/// or 1; an i64 beyond 2^53 is rounded). The index is not checked.
double readElement(const Tensor &tensor, int64_t index);
/// Returns a new tensor of `dtype`, f32 or f64, with the elements of a tensor
/// of floats, each rounded once. A tensor that has the dtype or none of floats
/// is returned as it is, with the same memory.
Tensor convertFloats(const Tensor &tensor, plan::DType dtype);

/// Parses strict .npy: versions 1 to 3, C or Fortran order, little endian, no
/// object dtypes, bools of 0 and 1, no bytes after the data. The tensor lies in
/// `bytes`, which `owner` keeps alive, or has memory of its own where the data
/// are unaligned or in Fortran order. `name` is for messages. Where the file
/// does not say which of several types its elements have, they have the type
/// `expected`, if it is one of these.
Status parseNpy(artifact::Bytes bytes, const std::string &name,
                std::shared_ptr<const void> owner, Tensor &tensor,
                std::optional<plan::DType> expected = std::nullopt);
/// Maps the .npy file at `path` and parses it. The tensor keeps the mapping.
Status readNpy(const std::string &path, plan::DType expected, Tensor &tensor);
/// Returns the bytes of a version 1 file. `data` is dense in row-major order;
/// it may be null for an empty tensor.
std::string formatNpy(plan::DType dtype, const Shape &shape, const void *data);
/// Formats the header that stands before the data, a multiple of 64 bytes.
std::string formatNpyHeader(plan::DType dtype, const Shape &shape);

/// Parses "2x2xf32=1,2,3,4": true false 0 1 for i1, nan and inf for floats. A
/// user error where the type or a value is malformed, an integer out of range,
/// or their number not that of the elements. Floats beyond the range are inf.
Status parseLiteral(const std::string &text, Tensor &tensor);

/// Files that appear together, when all are complete. Until then they have no
/// name, so that nothing is left of them however the process ends; beyond 128
/// files, or where the file system has no such files, a temporary name.
class OutputFiles {
public:
  /// Discards the files that were not committed.
  ~OutputFiles();
  /// Writes a whole file, which gets its name in `commit`. Devices and pipes
  /// are written at once. Fails where the disk is full, `path` is a folder, or
  /// another file of this object has that path; `commit` is not called then.
  Status write(const std::string &path, const std::string &bytes);
  /// Gives all files their names, in place of earlier files. A failure of a
  /// rename leaves the files before it in place.
  Status commit();

private:
  /// A file that has not its final name yet.
  struct Pending {
    std::string temporary, path;
    int descriptor; ///< of a file without a name, or -1
  };
  /// Gives a file its temporary name and closes it.
  static Status prepare(Pending &file);
  std::vector<Pending> pending;
};

/// Makes SIGINT, SIGTERM and SIGHUP, unless they are ignored, remove temporary
/// files before they end the process. For programs, not for libraries.
void removeTemporariesOnSignals();
/// Adds the file at `path` to the temporary files that signals and
/// removeTemporaryFiles remove, or takes it out if `exists` is false. Any
/// thread.
void setTemporary(const std::string &path, bool exists);
/// Removes the files of `setTemporary` now, for a program that is about to end
/// without unwinding. Failures are ignored.
void removeTemporaryFiles();
/// Names a child process (its pid) to which signals of
/// removeTemporariesOnSignals are forwarded, and which is awaited before this
/// process ends; 0 forgets it. Any thread.
void setChild(int process);

} // namespace sbp

#endif // SBP_RUNTIME_FILES_TENSOR_H
