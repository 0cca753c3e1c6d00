// Memory.h: the buffers of the ranks of this process
#ifndef SBP_RUNTIME_SESSION_MEMORY_H
#define SBP_RUNTIME_SESSION_MEMORY_H

#include "Devices.h"
#include "LocalWorld.h"
#include "PlanVerifier.h"
#include "Result.h"
#include <functional>
#include <map>
#include <memory>

namespace sbp {

/// Memory of a device as the host sees it: where it lies, or a copy that is
/// written there and read from there. `name`: what it is, for messages;
/// `hasRun`: whether a step has, so that what fails loses the rank.
class HostImage {
public:
  HostImage(Device &device, char *memory, uint64_t bytes, std::string name,
            const bool &hasRun);

  char *data() { return isShared ? memory : copy.data(); }
  Status push() {
    return isShared ? Status()
                    : describe(device.write(memory, copy.data(), copy.size()));
  }
  Status pull() {
    return isShared ? Status()
                    : describe(device.read(copy.data(), memory, copy.size()));
  }

private:
  Status describe(Status status) const;

  Device &device;
  char *memory;
  bool isShared;
  std::vector<char> copy;
  std::string name;
  const bool &hasRun;
};

/// A rank's piece of an input: one buffer per micro-batch, `stride` bytes
/// apart. Ranks of a device that hold the same value share it (no task writes
/// inputs). Where the value is borrowed, it may be that memory.
struct InputStorage {
  const Piece *piece = nullptr;
  char *base = nullptr;
  uint64_t stride = 0;
  uint32_t tokens = 1;
  HostImage *image = nullptr; ///< of all micro-batches
};

/// The pieces of a distributed tensor, each once.
struct PieceTable {
  std::vector<Piece> pieces;
  std::vector<int32_t> ofRank; ///< -1: none
};

/// Allocates and finds what registers point to. Everything is allocated while
/// an entry is prepared, nothing later.
class Memory {
public:
  Memory(const Program &program, artifact::Bytes constants,
         const LocalWorld &world, const Devices &devices)
      : program(program), plan(program.plan), constants(constants),
        world(world), devices(devices) {}

  /// Allocates the arenas, each as large as its largest entry needs, and
  /// states.
  Status allocate();
  /// The whole value of an input in memory that `owner` keeps and the session
  /// may write to; before the entry is prepared. Pieces that lie in there
  /// as ranks hold them are not allocated.
  void borrowInput(uint32_t entry, uint32_t port, char *data,
                   std::shared_ptr<const void> owner);
  /// Returns true if a rank uses a piece of it in place. Called after the entry
  /// is prepared.
  bool usesBorrowed(uint32_t entry, uint32_t port) const;
  /// Allocates the inputs and constants of an entry.
  Status prepareEntry(uint32_t entry);

  /// Base of a register of a rank; for inputs `stride` is the storage's own.
  char *getBase(uint32_t entry, uint32_t rank, uint32_t reg,
                uint64_t &stride) const;
  /// Returns the storage of a rank, null where it has no piece.
  char *getState(uint32_t state, uint32_t rank) const;
  const InputStorage *getInput(uint32_t entry, uint32_t port,
                               uint32_t rank) const;
  /// Returns the result of `getInput` for all ranks, each storage once.
  std::vector<const InputStorage *> getInputs(uint32_t entry,
                                              uint32_t port) const;

  /// The host's view of `bytes` bytes of a device; it stays. Values of several
  /// sizes may begin at one address. `name`: for messages, if it is new.
  HostImage &getImage(Device &device, char *memory, uint64_t bytes,
                      const std::function<std::string()> &name);
  /// Describes a port or a state of a rank for messages: "rank 2, input 'x'".
  std::string nameOf(const char *kind, const plan::PortT &port,
                     uint32_t rank) const;
  std::string nameOf(const plan::StateT &state, uint32_t rank) const;
  /// Notes that a first step has begun.
  void noteStep() { hasRun = true; }

  /// Bytes of a rank: arena + states + resident inputs and constants.
  uint64_t getPeakBytes(uint32_t rank) const;

private:
  Result<void *> allocateOn(Device &device, uint64_t bytes);
  uint64_t countNeeded(const Device &device);
  Status allocateArenas(uint32_t rank);
  Status allocateStates(uint32_t state);
  Status allocateInput(uint32_t entry, uint32_t port, uint32_t rank);
  char *findBorrowed(uint32_t entry, uint32_t port, const Piece &piece) const;
  const PieceTable &getPieces(uint32_t distribution, const Shape &shape);
  Status allocateConstant(Device &device, uint32_t constant,
                          const PlanBox &box);

  using BoxKey = std::vector<int64_t>;
  static BoxKey keyOf(const PlanBox &box, int64_t extra);

  const Program &program;
  const plan::PlanT &plan;
  bool hasRun = false;
  artifact::Bytes constants;
  const LocalWorld &world;
  const Devices &devices;
  std::vector<std::map<Device *, char *>> arenas; ///< by rank
  std::vector<uint64_t> arenaBytes, residentBytes;
  std::map<std::pair<uint32_t, Shape>, PieceTable> pieceTables;
  std::vector<std::vector<char *>> states; ///< by state and rank
  struct Input {
    const PieceTable *table = nullptr;
    std::map<std::pair<int32_t, Device *>, InputStorage> storages; ///< by piece
    std::vector<InputStorage *> ofRank; ///< null: none
  };
  std::map<uint32_t, std::vector<Input>> inputs; ///< by entry and port
  struct Borrowed {
    char *data;
    std::shared_ptr<const void> owner;
  };
  std::map<std::pair<uint32_t, uint32_t>, Borrowed>
      borrowed; ///< by entry and port
  std::map<std::tuple<Device *, uint32_t, BoxKey>, char *> constantPieces;
  std::map<std::tuple<Device *, char *, uint64_t>, HostImage> images;
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_MEMORY_H
