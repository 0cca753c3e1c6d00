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

/// Memory of a device as the host sees it: the memory itself on the host, else
/// a copy in host memory that push and pull move.
class HostImage {
public:
  /// Makes the image of `bytes` bytes at `memory` of `device`. Device, memory
  /// and `hasRun` outlive the image. `name` begins the messages of failures,
  /// which have the code RankLost while `hasRun` is true.
  HostImage(Device &device, char *memory, uint64_t bytes, std::string name,
            const bool &hasRun);

  /// Returns the bytes on the host, valid as long as the image.
  char *data() { return isShared ? memory : copy.data(); }
  /// Writes data() to the device; does nothing for memory of the host. Fails
  /// where the device does.
  Status push() {
    return isShared ? Status()
                    : describe(device.write(memory, copy.data(), copy.size()));
  }
  /// Reads the device's memory into data(), under the rules of `push`.
  Status pull() {
    return isShared ? Status()
                    : describe(device.read(copy.data(), memory, copy.size()));
  }

private:
  /// Returns `status` with the name before a failure's message.
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
/// inputs). Where the value is borrowed, it may be that memory. `Memory` owns
/// all that the members point to.
struct InputStorage {
  const Piece *piece = nullptr; ///< the box of one micro-batch
  char *base = nullptr;         ///< memory of the device
  uint64_t stride = 0;          ///< bytes between micro-batches
  uint32_t tokens = 1;          ///< number of micro-batches, 1 without them
  HostImage *image = nullptr;   ///< the host's view of all micro-batches
};

/// The pieces of a distributed tensor. Replicas share one; the terms of a
/// partial value are pieces of their own.
struct PieceTable {
  std::vector<Piece> pieces;
  std::vector<int32_t> ofRank; ///< index in `pieces` by rank; -1: none
};

/// Allocates and finds what registers point to. Everything is allocated by
/// `allocate` and while an entry is prepared, nothing later. Addresses that it
/// returns are memory of a rank's device and live as long as this object or its
/// devices, whichever ends first.
class Memory {
public:
  /// Allocates nothing yet. The arguments and the memory of `constants` outlive
  /// this object.
  Memory(const Program &program, artifact::Bytes constants,
         const LocalWorld &world, const Devices &devices)
      : program(program), plan(program.plan), constants(constants),
        world(world), devices(devices) {}

  /// Allocates the arenas, each as large as its largest entry needs, and
  /// states. Called once. A device without room is an error that states the
  /// bytes which all of the artifact takes there.
  Status allocate();
  /// Offers memory with the whole value of an input, which `owner` keeps alive
  /// and the session may write to; called before the entry is prepared. Ranks
  /// on the host use aligned, contiguous pieces of 1 MiB or more of the first
  /// term in place where the input has no micro-batches.
  void borrowInput(uint32_t entry, uint32_t port, char *data,
                   std::shared_ptr<const void> owner);
  /// Returns true if a rank uses a piece of borrowed memory in place. Called
  /// after the entry is prepared.
  bool usesBorrowed(uint32_t entry, uint32_t port) const;
  /// Allocates the inputs, constants and persistent memory of an entry under
  /// the rules of `allocate`. Called once per entry.
  Status prepareEntry(uint32_t entry);

  /// Returns the first copy of a register of a rank of this process, which
  /// takes part in the prepared entry. Sets `stride` to the bytes between
  /// copies; for inputs it is the storage's own.
  char *getBase(uint32_t entry, uint32_t rank, uint32_t reg,
                uint64_t &stride) const;
  /// Returns the memory of a local rank in a prepared entry that keeps its
  /// contents between steps; null where its template has none.
  char *getPersistent(uint32_t entry, uint32_t rank) const;
  /// Returns the piece of a state on a rank, null where it has none or belongs
  /// to another process. It is memory of Devices::ofStates for the role of the
  /// state, which may differ from the device of the rank in an entry.
  char *getState(uint32_t state, uint32_t rank) const;
  /// Returns the piece of an input of a prepared entry, null where the rank has
  /// none, belongs to another process, or the input is a state.
  const InputStorage *getInput(uint32_t entry, uint32_t port,
                               uint32_t rank) const;
  /// Returns the result of `getInput` for all ranks, each storage once.
  std::vector<const InputStorage *> getInputs(uint32_t entry,
                                              uint32_t port) const;

  /// Returns the host's view of `bytes` bytes of a device, which lives as long
  /// as this object: equal arguments return the same image. Values of several
  /// sizes may begin at one address. `name` is called for a new image of device
  /// memory, whose messages it begins.
  HostImage &getImage(Device &device, char *memory, uint64_t bytes,
                      const std::function<std::string()> &name);
  /// Describes a port or a state of a rank for messages: "rank 2, input 'x'".
  std::string nameOf(const char *kind, const plan::PortT &port,
                     uint32_t rank) const;
  std::string nameOf(const plan::StateT &state, uint32_t rank) const;
  /// Records that a first step has begun: failures of images are losses of a
  /// rank from then on.
  void noteStep() { hasRun = true; }

  /// Returns the bytes of a local rank: its arena, states of the model, and the
  /// inputs, constants and persistent memory of prepared entries. Shared memory
  /// counts in full.
  uint64_t getPeakBytes(uint32_t rank) const;

private:
  /// Allocates `bytes` bytes of a device, which keeps them until its end. An
  /// error states the total that is needed there.
  Result<void *> allocateOn(Device &device, uint64_t bytes);
  /// Returns the bytes that the ranks of this process need on a device for all
  /// entries.
  uint64_t countNeeded(const Device &device);
  /// Allocates one arena per device of a rank and clears its accumulators.
  Status allocateArenas(uint32_t rank);
  /// Allocates the pieces of a state on all ranks of this process.
  Status allocateStates(uint32_t state);
  /// Allocates or shares the storage of a rank's piece of an input.
  Status allocateInput(uint32_t entry, uint32_t port, uint32_t rank);
  /// Returns the address of a piece in borrowed memory, null where it cannot be
  /// used in place.
  char *findBorrowed(uint32_t entry, uint32_t port, const Piece &piece) const;
  /// Returns the table of a distribution and shape, which it computes at the
  /// first call. The reference stays valid.
  const PieceTable &getPieces(uint32_t distribution, const Shape &shape);
  /// Makes the box of a constant available on a device, once for each box.
  Status allocateConstant(Device &device, uint32_t constant,
                          const PlanBox &box);

  using BoxKey = std::vector<int64_t>;
  /// Returns the bounds of a box and `extra` as the key of a map.
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
  std::map<std::pair<uint32_t, uint32_t>, char *>
      persistent; ///< by entry and rank
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
