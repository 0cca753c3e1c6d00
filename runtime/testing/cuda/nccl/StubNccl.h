// StubNccl.h: NCCL between GPUs of the stub driver, for tests
//
// Calls become work of the stub driver's streams: it is deferred, and runs only
// when all members have reached theirs. As with non-blocking communicators,
// calls are on the stream only after ncclCommGetAsyncError has reported it,
// which takes several queries. Reductions run from the last member to the
// first, a different order than plans have. Members in other processes are
// reached through files next to the unique id.
//
// Environment variables, besides those of the stub driver (SBP_STUB_FAIL and
// SBP_STUB_CALLS accept the names of these functions, too):
//   SBP_STUB_NCCL_VERSION  version code of the library (22809)
//   SBP_STUB_NCCL_SWAP     n exchanges the n-th group of calls, from 1, with
//                          the next one, on the GPU of member 1
#ifndef SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H
#define SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H

#include "NcclApi.h"
#include "StubDriver.h"

namespace sbp::stub {

/// A board of messages between members, addressed by name. It is a map within a
/// process, else a folder of files. Its callers hold the driver's mutex.
class Board {
public:
  /// Makes a board; `isHere` is true where all members belong to this process.
  Board(std::string folder, bool isHere)
      : folder(std::move(folder)), isHere(isHere) {}
  /// Adds a message, or replaces the one with this name. It appears as a whole.
  void post(const std::string &name, std::string bytes);
  /// Returns true where a message has this name.
  bool has(const std::string &name) const;
  /// Returns a message, which must exist and stays on the board.
  std::string read(const std::string &name) const;
  /// Deletes a message if it exists.
  void remove(const std::string &name);

private:
  std::string folder;
  bool isHere;
  std::map<std::string, std::string> messages;
};

/// A call of a communicator. Addresses are the GPU's; `count` is in elements of
/// `type`. `peer` is the other member of a message, or the root.
struct NcclCall {
  enum Kind {
    Send,
    Receive,
    AllReduce,
    Reduce,
    Broadcast,
    AllGather,
    ReduceScatter
  } kind;
  uint64_t from, to;
  size_t count;
  int type, op, peer;
  /// Returns the parameters on which all members must agree.
  std::string describe() const;
};

/// A communicator of one member. Its callers hold the driver's mutex. Results
/// are codes of NCCL.
class NcclComm {
public:
  /// Makes member `rank` of `ranks` members. `name` is the communicator's in
  /// messages, and `worldRank` the member's rank in the communicator of all
  /// GPUs. The device must outlive it.
  NcclComm(std::shared_ptr<Board> board, std::string name, int ranks, int rank,
           int worldRank, Device &device)
      : board(std::move(board)), name(std::move(name)), ranks(ranks),
        rank(rank), worldRank(worldRank), device(&device) {}

  /// Announces this member to the others.
  void begin() { board->post(textOf(name, ".init.", rank), ""); }
  /// Queues a group of calls, which becomes work of `stream` after a few
  /// queries. The stream must live until then; this object until the work has
  /// run.
  void issue(std::vector<NcclCall> calls, Stream &stream);
  /// Handles one query of the asynchronous state and makes progress. Returns
  /// kInProgress until all calls are on their streams, kSuccess afterwards, and
  /// kInvalidUsage after an abort.
  nccl::NcclResult query();
  /// Returns true while calls or splits are in progress.
  bool isBusy() const { return !deferred.empty() || !isReady(); }
  /// Drops the calls that are on no stream yet. Work on streams ends without
  /// results.
  void abort();
  /// Makes queries return kInProgress while a graph contains calls.
  void finalize() { isFinalised = true; }
  /// Returns true where no graph contains calls of the communicator. Runs work
  /// until graphs in flight have ended.
  bool isReleased();
  /// Begins a split and returns kInProgress. Sets `*child` to null, and in a
  /// later query to the new communicator, which is never deleted; it stays null
  /// for a negative color. Ranks of the child have the order of `key`.
  nccl::NcclResult split(int color, int key, NcclComm **child);

private:
  /// A group of calls on a stream.
  struct Batch {
    std::vector<NcclCall> calls;
    std::vector<uint64_t> numbers; ///< sequence number of each call
  };
  /// Appends a group of calls to a stream: work that posts, and work that
  /// receives.
  void enqueue(std::vector<NcclCall> calls, Stream &stream);
  /// Posts the inputs of a batch and gives its calls new numbers.
  void post(Batch &batch);
  /// Returns true where the board has all messages that a batch receives.
  bool isComplete(const Batch &batch) const;
  /// Writes the results of a batch. Fails where members disagree on a call, or
  /// where a buffer is not allocated.
  Status receive(const Batch &batch);
  /// Fills the results of an aborted batch with a pattern.
  void abandon(const Batch &batch);
  /// Writes the result of collective number `number`.
  Status receiveCollective(const NcclCall &call, uint64_t number);
  /// Returns the name of the message that `member` posts for a call.
  std::string nameOf(const NcclCall &call, uint64_t number, int member) const;
  /// Returns true where the members are connected and no split is in progress.
  bool isReady() const { return isInitialised && splitting.empty(); }
  /// Completes splits to which all members have posted. Returns false while one
  /// is left.
  bool advanceSplits();

  std::shared_ptr<Board> board;
  std::string name;
  int ranks, rank, worldRank;
  Device *device;
  bool isInitialised = false, isFinalised = false, isAborted = false;
  unsigned queriesUntilReady = 2; ///< queries that return kInProgress
  /// A token whose use count is the number of captured groups of calls.
  std::shared_ptr<int> captured = std::make_shared<int>();
  /// Groups of calls that are on no stream yet.
  std::vector<std::function<void()>> deferred;
  uint64_t collectives = 0,
           splits = 0; ///< numbers of executed collectives and splits
  std::map<int, uint64_t> sent,
      received; ///< numbers of executed messages, by peer
  /// Names of the messages that this member posted in the last two groups with
  /// collectives.
  std::vector<std::string> lastPosted, previousPosted;
  /// A split in progress.
  struct Split {
    uint64_t number;
    int color;
    NcclComm **child;
  };
  std::vector<Split> splitting;
};

} // namespace sbp::stub

#endif // SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H
