// SharedArena.h: memory shared by the processes of one host
//
// The memory is an anonymous file (memfd), which the kernel frees with the last
// process that maps it, however that process ends. It holds a pipe of bytes for
// every ordered pair of processes and a bell for every process, which wakes it
// when any of its pipes has changed.
#ifndef SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDARENA_H
#define SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDARENA_H

#include "Result.h"
#include "Transport.h"
#include <atomic>
#include <memory>

namespace sbp {

/// An event counter in shared memory with a futex (a doorbell). A process rings
/// the bell of another one after it has changed something that the other may
/// wait for.
struct alignas(64) Bell {
  std::atomic<uint32_t> count{0};
  std::atomic<uint32_t> sleeping{0};

  /// Increments the count and wakes the sleeping process.
  void ring();
  /// Sleeps until the count differs from `seen`; returns at once where it does
  /// already. Spurious returns are possible. One thread at a time waits at a
  /// bell.
  void wait(uint32_t seen);
};

/// A single-producer single-consumer ring buffer of bytes from one process to
/// another. The positions `written` and `read` count all bytes since the start.
/// A new pipe is all zeros, as shared memory is; no constructor runs.
struct SharedPipe {
  /// The number of tags that messages in a pipe may have, and the capacity in
  /// bytes.
  static constexpr uint32_t tags = 8192;
  static constexpr uint64_t bytes = 512 * 1024;

  alignas(64) std::atomic<uint64_t> written;
  alignas(64) std::atomic<uint64_t> read;
  /// Set by a sender that waits for space or for a posted receive.
  alignas(64) std::atomic<uint32_t> senderWaits;
  alignas(64)
      std::atomic<uint32_t> posted[tags]; ///< number of posted receives, by tag
  alignas(64) char data[bytes];           ///< position p is at p mod `bytes`

  /// Writes `count` bytes at position `at`, around the end of the buffer. There
  /// must be space for them; `written` stays unchanged.
  void copyIn(uint64_t at, const char *from, uint64_t count);
  /// Reads `count` bytes from position `at`, which must have been written.
  /// `read` stays unchanged.
  void copyOut(uint64_t at, char *to, uint64_t count) const;
};

/// The mapping of the shared memory in this process. Its pipes and bells are
/// accessed by the transport's threads.
class SharedArena {
public:
  /// Maps the arena. All processes of the transport call it together; the
  /// transport is not kept. Returns null where this process shares no host with
  /// another one, or where a process of this host cannot map the memory. Fails
  /// where the transport does. `isEnabled` is false for a process that does not
  /// take part.
  static Result<std::unique_ptr<SharedArena>> open(Transport &transport,
                                                   bool isEnabled);
  /// Unmaps the memory in this process. No thread accesses it any more.
  ~SharedArena();

  /// Returns true for the processes of this host that take part, this one
  /// included.
  bool has(uint32_t process) const { return indices[process] >= 0; }
  /// Returns the number of processes for which `has` is true.
  uint32_t countMembers() const { return members; }
  /// Returns the bell of a process for which `has` is true. The arena owns it.
  Bell &getBell(uint32_t process) { return bells[indices[process]]; }
  /// Returns the pipe from one process to another; `has` is true for both.
  SharedPipe &getPipe(uint32_t from, uint32_t to) {
    return pipes[indices[from] * members + indices[to]];
  }

private:
  SharedArena() = default;
  /// Maps `size` bytes of a file. Returns false where the kernel refuses it.
  bool map(int file);

  std::vector<int32_t>
      indices; ///< index of each process in the arena, -1 for other hosts
  uint32_t members = 0;
  void *memory = nullptr;
  size_t size = 0;
  Bell *bells = nullptr;
  SharedPipe *pipes = nullptr;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDARENA_H
