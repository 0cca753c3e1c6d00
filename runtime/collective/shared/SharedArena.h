// SharedArena.h: memory that the processes of one host share
//
// A memory file without a name, which goes with the last process that maps it,
// however that ends. For every ordered pair of processes a pipe of bytes, and
// for every process a bell that wakes whoever waits for any of its pipes.
#ifndef SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDARENA_H
#define SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDARENA_H

#include "Transport.h"
#include <atomic>
#include <memory>

namespace sbp {

/// Rung by anyone who did something its process may wait for.
struct alignas(64) Bell {
  std::atomic<uint32_t> count{0};
  std::atomic<uint32_t> sleeping{0};

  void ring();
  /// Returns when the count is no longer `seen`; at times before.
  void wait(uint32_t seen);
};

/// Bytes of one process on their way to another. Positions count all bytes so
/// far.
struct SharedPipe {
  static constexpr uint32_t tags = 8192;
  static constexpr uint64_t bytes = 512 * 1024;

  alignas(64) std::atomic<uint64_t> written;
  alignas(64) std::atomic<uint64_t> read;
  /// The sender waits for room, or for a receive.
  alignas(64) std::atomic<uint32_t> senderWaits;
  alignas(64) std::atomic<uint32_t> posted[tags]; ///< receives so far, by tag
  alignas(64) char data[bytes];

  void copyIn(uint64_t at, const char *from, uint64_t count);
  void copyOut(uint64_t at, char *to, uint64_t count) const;
};

class SharedArena {
public:
  /// By all processes of a transport at once. Null where this process shares
  /// with no other, or cannot: that is no failure.
  static Status open(Transport &transport, bool isWanted,
                     std::unique_ptr<SharedArena> &arena);
  ~SharedArena();

  bool has(uint32_t process) const { return places[process] >= 0; }
  uint32_t countMembers() const { return members; }
  Bell &getBell(uint32_t process) { return bells[places[process]]; }
  SharedPipe &getPipe(uint32_t from, uint32_t to) {
    return pipes[places[from] * members + places[to]];
  }

private:
  SharedArena() = default;
  bool map(int file);

  std::vector<int32_t> places; ///< by process, -1: on another host
  uint32_t members = 0;
  void *memory = nullptr;
  size_t size = 0;
  Bell *bells = nullptr;
  SharedPipe *pipes = nullptr;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDARENA_H
