// Session.h: an artifact, loaded and running
//
// The C header and the runner stand on it. One thread calls a session, except
// for functions marked "any thread". Indices of entries, ports, states and
// ranks must exist in the plan: they are not checked. Tensors pass as dense
// row-major bytes, which are copied within the call unless stated otherwise.
// After a failed step or `prepare` the session is of no further use.
#ifndef SBP_RUNTIME_SESSION_SESSION_H
#define SBP_RUNTIME_SESSION_SESSION_H

#include "EntryState.h"
#include "LocalWorld.h"
#include "Memory.h"
#include "NcclWorld.h"
#include "Result.h"
#include "Steps.h"
#include "Transport.h"
#include <functional>
#include <memory>
#include <optional>
#include <set>

namespace sbp {

/// The settings of a session that no artifact holds. Functions must stay
/// callable as long as the session.
struct SessionOptions {
  /// Worker threads, at most one per rank of this process; 0: one per core that
  /// the process may use.
  unsigned workers = 0;
  /// Seed of the deterministic scheduler, which works in the caller's thread
  /// and has no watchdog; nullopt selects the worker threads.
  std::optional<uint64_t> seed;
  double watchdogSeconds = 60; ///< without progress; 0: no watchdog
  /// Called by the watchdog's thread with the activity of all ranks. It may end
  /// the process; where it returns or is unset, the step fails with code 4.
  std::function<void(const std::string &report)> onStall;
  /// Selects the ranks of this process out of `ranks`; all of them if unset.
  /// A failure is that of `create`.
  std::function<Status(uint32_t ranks, LocalWorld &world)> chooseWorld;
  /// Reaches the processes that own the other ranks; outlives the session. Null
  /// in a run of one process.
  Transport *transport = nullptr;
  /// Numbers of the GPUs that ranks are dealt out over in turn; empty: all. A
  /// list is a user error where no rank works on a GPU.
  std::vector<uint32_t> gpus;
  /// The second step of an entry of the model is recorded, and issued from then
  /// on as one call for each GPU. Preparing fails where a rank works on the
  /// host or values pass through it.
  bool cudaGraph = false;
  /// Device of all ranks in tests, which outlives the session; null selects the
  /// devices of the plan.
  Device *device = nullptr;
  /// Shim around the communicator of an entry in tests; unset: none.
  std::function<std::unique_ptr<Communicator>(std::unique_ptr<Communicator>)>
      wrapCommunicator;
};

/// Reads and proves an artifact without loading any code of it. `bytes` must
/// outlive `view`, which points into them; `program` has copies of its own.
/// Fails where the bytes are no artifact, are damaged, or describe a plan that
/// the verifier refuses.
Status loadProgram(artifact::Bytes bytes, artifact::View &view,
                   Program &program);

/// The ranks of this process with their devices, memory and threads. Processes
/// of one run create their sessions together and run the same steps.
class Session final {
public:
  /// Loads an artifact and allocates arenas and states. `bytes` stay alive and
  /// 64-byte aligned as long as the session. Fails like loadProgram, and where
  /// a service or feature of the processor, a GPU, NCCL (where GPUs need it),
  /// memory or a thread is missing.
  static Result<std::unique_ptr<Session>> create(artifact::Bytes bytes,
                                                 SessionOptions options);
  /// Stops the threads and frees all memory. Called between steps, or after a
  /// step that failed.
  ~Session();

  const Program &getProgram() const { return program; }
  const plan::PlanT &getPlan() const { return program.plan; }
  /// Returns the index of an entry of the given role, or -1 if there is none.
  int32_t findEntry(const std::string &name, plan::EntryRole role) const;

  /// Allocates the memory of an entry and binds its ranks, once: later calls
  /// return the same result. setInput, setInputPiece, beginAt and step call it.
  /// Fails where memory or a kernel's code cannot be had on a device.
  Status prepare(uint32_t entry);
  /// Offers memory with the whole value of an input, which the session may use
  /// in place and write to; `owner` keeps it alive. Called before `prepare`;
  /// `setInput` still follows.
  void borrowInput(uint32_t entry, uint32_t port, char *data,
                   std::shared_ptr<const void> owner) {
    memory->borrowInput(entry, port, data, std::move(owner));
  }
  /// Returns true if a rank uses a piece of the memory of borrowInput in place.
  /// Called after `prepare`.
  bool usesBorrowed(uint32_t entry, uint32_t port) const {
    return memory->usesBorrowed(entry, port);
  }
  /// Feeds a dense global tensor to an input that is no state; its value stays
  /// until fed again. A user error where an element that ops use as an index is
  /// out of its bound.
  Status setInput(uint32_t entry, uint32_t port, const void *data);
  /// Starts a round of setInputPiece: pieces of earlier rounds are no longer
  /// compared.
  void beginInputPieces() { pieceOwners.clear(); }
  /// Feeds the own piece of a rank, of the shape of getPortBox: micro-batches
  /// one after the other along the time dim. Does nothing for a rank of another
  /// process or without a piece. A user error where an index is out of its
  /// bound, or where the piece differs from the copy that another rank was
  /// given since beginInputPieces.
  Status setInputPiece(uint32_t entry, uint32_t port, uint32_t rank,
                       const void *data);
  /// Sets the value of a state, before or between steps, from a dense global
  /// tensor; partial states hold it in their first term. Fails where a device
  /// does.
  Status setState(uint32_t state, const void *data);
  /// Sets a state to the constant that the model names; a user error where it
  /// names none.
  Status initialiseState(uint32_t state);
  /// Returns true once a state has a value.
  bool isInitialised(uint32_t state) const { return stateReady[state]; }
  /// Returns the location of the piece of a state on a rank of this process,
  /// nullopt if the rank has none. The session owns the image. A caller that
  /// writes there pushes it through the image and then marks the state as
  /// initialised.
  std::optional<PieceMap::Place> findStatePiece(uint32_t state,
                                                uint32_t rank) const;
  /// Marks a state whose pieces the caller has written: what was packed of it
  /// is packed again before the next step.
  void setInitialised(uint32_t state);
  /// Sets the number of the next step in reports and records, for a resumed
  /// run. Fails where `prepare` does.
  Status beginAt(uint32_t entry, uint32_t step);

  /// Runs one step of an entry, prepared if it was not yet, and returns when
  /// all local ranks have finished it. Returns the first failure with its rank
  /// and launch, or code 4 from the watchdog.
  Status step(uint32_t entry);
  /// Ends the step that runs, and all later ones, with the failure `reason`. It
  /// waits for no rank. Any thread, except with the deterministic scheduler.
  void abort(Status reason);

  /// Reads the result of the last step into a dense global tensor that the
  /// caller owns. Elements that no rank of this process holds are left as they
  /// are; of a partial value, the terms of this process alone are combined.
  /// Here and in getOutputPieces and getOutputPiece, an entry that was not the
  /// last to finish a step is a user error: entries share the memory.
  Status getOutput(uint32_t entry, uint32_t port, void *data);
  /// Reads a state, which has a value, into a dense global tensor that the
  /// caller owns. The pieces and terms that this process holds must cover it.
  Status getState(uint32_t state, void *data);
  /// A box of a result and its dense data. The session owns the data, which are
  /// valid until the next step or the next call of getOutputPieces or
  /// getStatePieces.
  struct OutputPiece {
    PlanBox box;
    const char *data;
  };
  /// Appends to `pieces` the boxes of a result of the last step that this
  /// process writes, with partial values combined; those of all processes make
  /// up the result. Collective: all processes call it together.
  Status getOutputPieces(uint32_t entry, uint32_t port,
                         std::vector<OutputPiece> &pieces);
  /// Appends to `pieces` the boxes of a state that this process writes,
  /// combined and collective like those of getOutputPieces, at any time.
  Status getStatePieces(uint32_t state, std::vector<OutputPiece> &pieces);
  /// Writes the piece of a rank (its own term of a partial value), dense and in
  /// the shape of its port box, to `bytes`. The rank belongs to this process
  /// and has a piece (getPortBox).
  Status getOutputPiece(uint32_t entry, uint32_t port, uint32_t rank,
                        std::string &bytes);
  /// Returns the box of a port on a rank over the whole step, nullopt if the
  /// rank has no piece. Its size along a split time dim is that of the rank's
  /// micro-batches one after the other; its begin there is that of the first.
  std::optional<PlanBox> getPortBox(uint32_t entry, const plan::PortT &port,
                                    uint32_t rank) const;

  /// Returns the bytes that all ranks receive from others in one step by the
  /// plan (countMovedBytes).
  uint64_t getMovedBytes(uint32_t entry) const;
  /// Returns the bytes that a local rank holds: its arena, the states of the
  /// model, and inputs and constants of the entries that were prepared. Memory
  /// that ranks share counts for each of them.
  uint64_t getPeakBytes(uint32_t rank) const;
  /// Returns the architecture of the code that the device of a local rank has
  /// loaded, such as "sm_90a"; empty where it is the host or has loaded none.
  std::string getArchitecture(uint32_t entry, uint32_t rank) const;
  /// Returns the number of threads that run ranks.
  unsigned getWorkers() const { return workers; }
  const LocalWorld &getWorld() const { return world; }

  /// Records the executions of following steps of a prepared entry in `events`,
  /// which is resized to one list per rank, until it is called with null. The
  /// caller owns the lists; they outlive the recording. Fails where a device
  /// cannot create the timed events; some ranks may record then.
  Status setTrace(std::vector<std::vector<TraceEvent>> *events, uint32_t entry);
  /// Starts or stops counting the time that a prepared entry's ranks spend in
  /// tasks. Called between steps.
  void setTiming(uint32_t entry, bool isTimed);
  /// Returns the time that a local rank has spent in tasks of all timed steps,
  /// in nanoseconds. The rank takes part in the entry. Called between steps.
  int64_t getBusyNanoseconds(uint32_t entry, uint32_t rank) const;
  /// Returns the bytes sent to other processes since the entry was prepared; 0
  /// where a rank of this process works on a GPU. Called between steps.
  uint64_t countSentBytes(uint32_t entry) const;
  /// Returns true if the time in tasks is the time of the devices, because all
  /// of them are synchronous.
  bool isWorkDoneAtOnce() const { return devices.areSynchronous(); }
  /// Returns the ranks of this process that take part in a prepared entry.
  const std::vector<uint32_t> &getRanks(uint32_t entry) const {
    return entries.at(entry)->ranks;
  }
  /// Returns what the ranks of this process do and did last. It lives as long
  /// as the session. Any thread.
  const Activity &getActivity() const { return steps->getActivity(); }

private:
  Session() = default;
  /// Verifies the artifact, checks the requirements of its header and creates
  /// devices and threads.
  Status load(artifact::Bytes bytes);
  /// Prepares `entry`, whose state is new and empty.
  Status prepare(uint32_t entry, EntryState &state);
  /// Loads the code that the local ranks of an entry run, and looks up their
  /// kernels.
  Status loadKernels(uint32_t entry);
  /// Loads code segment `code`, with its variants and alternatives, on a
  /// device, at most once.
  Status loadCode(Device &device, uint32_t code);
  /// Creates the communicator of an entry, with host images around it for
  /// devices that are not the host.
  Result<std::unique_ptr<Communicator>> createCommunicator(uint32_t entry);
  /// Binds the tasks of a rank and creates its actor; does nothing for a rank
  /// without a part in the entry.
  Status bindRank(uint32_t entry, uint32_t rank);
  /// Prepares the recording of steps where the options request it.
  Status createGraphs(uint32_t entry);
  /// Drops the recorded graphs and aborts the communicator of an entry, so that
  /// peers do not wait for ever.
  void abort(EntryState &failed);
  /// Binds a task by its kind to kernel, copy or communication. The registers
  /// that it points to belong to `memory`.
  Status bindTask(uint32_t entry, uint32_t rank, uint32_t task,
                  BoundTask &bound);
  Status bindKernel(uint32_t entry, uint32_t rank, uint32_t task,
                    BoundTask &bound);
  Status bindCopy(uint32_t entry, uint32_t rank, const plan::TaskT &task,
                  BoundTask &bound);
  /// Returns the memory of a register of a rank, with the offsets of its
  /// copies, for a task that fires `firings` times.
  RegisterPointer pointTo(uint32_t entry, uint32_t rank, uint32_t reg,
                          uint32_t firings) const;
  /// Records the places in local memory of the pieces of an input.
  void makeInputMap(uint32_t entry, uint32_t port);
  /// Records the places of an output, with only the first replica of each
  /// piece.
  void makeOutputMap(uint32_t entry, uint32_t port);
  /// Returns the image of the register that holds an output after a
  /// micro-batch, null where the rank returns none.
  HostImage *findOutput(uint32_t entry, uint32_t port, uint32_t rank,
                        uint32_t token) const;
  /// Returns the places of a state on the local ranks; with `readOnce`, without
  /// the further replicas.
  std::vector<PieceMap::Place> findState(uint32_t state, bool readOnce) const;
  using PieceOf = std::function<std::optional<PlanBox>(uint32_t rank)>;
  /// Adds to `pieces` the boxes that this process owns, after the terms of
  /// equal boxes are combined across processes. `boxOf` is nullopt for ranks
  /// without a piece. Collective.
  Status combinePieces(plan::DType type, plan::Combiner combiner,
                       const PieceOf &boxOf,
                       const std::map<uint32_t, HostImage *> &images,
                       std::vector<OutputPiece> &pieces);
  /// Returns a user error unless `entry` was the last to finish a step.
  Status checkLast(uint32_t entry) const;
  /// Returns the template of a rank that takes part in an entry
  /// (Activity::getTemplate).
  const plan::TemplateT &getTemplate(uint32_t entry, uint32_t rank) const;

  SessionOptions options;
  LocalWorld world;
  unsigned workers = 1;
  artifact::View view;
  Program program;
  Devices devices;
  std::unique_ptr<nccl::NcclWorld> ncclWorld; ///< null: no GPUs meet by it
  std::unique_ptr<Memory> memory;
  /// The variant that a device has loaded of a code segment: its index.
  std::map<std::pair<Device *, uint32_t>, uint32_t> loadedCode;
  std::map<std::pair<Device *, uint32_t>, KernelHandle> kernels;
  std::vector<bool> stateReady;
  /// By entry, port and piece, the first rank that gave it.
  std::map<std::tuple<uint32_t, uint32_t, const Piece *>, uint32_t> pieceOwners;
  std::vector<std::vector<char>> combined; ///< of partial results
  std::map<uint32_t, std::unique_ptr<EntryState>> entries;
  std::unique_ptr<Steps> steps;      ///< ends before what its threads use
  std::optional<uint32_t> lastEntry; ///< whose results are in memory
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_SESSION_H
