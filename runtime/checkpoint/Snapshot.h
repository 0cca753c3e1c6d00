// Snapshot.h: a copy of this process's states between two steps
//
// Taking it costs the copy; what is written then is written by another thread
// while steps go on.
#ifndef SBP_RUNTIME_CHECKPOINT_SNAPSHOT_H
#define SBP_RUNTIME_CHECKPOINT_SNAPSHOT_H

#include "Folder.h"
#include "HostDevice.h"
#include "Session.h"
#include "StateLayout.h"

namespace sbp::checkpoint {

/// The part of the model's states that this process stores (layOutStates): each
/// piece is stored by one process. `take` and `write` alternate.
class Snapshot {
public:
  /// Lays out the copy, without memory. `session` outlives the snapshot.
  explicit Snapshot(Session &session);

  /// Returns true if no piece of any state is stored by this process.
  bool isEmpty() const { return parts.empty(); }
  /// Allocates the memory of the copy, all pages of it, which takes longer than
  /// the copy itself. Fails where there is not enough. Implied by `take`.
  Status prepare();
  /// Copies the states as they are. Called between steps, and not while `write`
  /// runs. Fails where the memory or a copy from a device does.
  Status take();
  /// A file that was written.
  struct File {
    uint64_t bytes;        ///< size of the file in bytes
    artifact::Hash header; ///< hash of the safetensors header
  };
  /// Writes the copy that `take` made into the new file `name` of `folder`,
  /// through to the disk. Fails where a system call does; a failure leaves no
  /// file. Called by any thread.
  Result<File> write(const Folder &folder, const std::string &name) const;

private:
  /// A tensor of the file, in the file's order.
  struct Part {
    std::string tensor;
    plan::DType dtype;
    Shape shape;
    uint64_t offset; ///< bytes from the beginning of the copy
    PieceMap map;
  };
  std::vector<Part> parts;
  HostDevice memory;    ///< of the copy
  char *copy = nullptr; ///< null before `prepare`
  uint64_t size = 0;    ///< bytes of the copy
};

/// Returns the hash of a tensor's bytes as a file's metadata has it: the text
/// of `toHex`.
std::string hashTensor(const void *data, uint64_t bytes);

} // namespace sbp::checkpoint

#endif // SBP_RUNTIME_CHECKPOINT_SNAPSHOT_H
