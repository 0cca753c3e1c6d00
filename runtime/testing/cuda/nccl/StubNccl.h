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
//   SBP_STUB_NCCL_SWAP     n exchanges the n-th and the next group of calls,
//   from
//                          1, on the GPU of member 1
#ifndef SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H
#define SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H

#include "NcclApi.h"
#include "StubDriver.h"

namespace sbp::stub {

/// A board of messages between members, addressed by name. It is a map within a
/// process, else a folder of files.
class Board {
public:
  /// Makes a board; `isHere` is true where all members belong to this process.
  Board(std::string folder, bool isHere)
      : folder(std::move(folder)), isHere(isHere) {}
  void post(const std::string &name, std::string bytes);
  bool has(const std::string &name) const;
  std::string read(const std::string &name) const;
  void remove(const std::string &name);

private:
  std::string folder;
  bool isHere;
  std::map<std::string, std::string> messages;
};

/// A call of a communicator. Addresses are the GPU's; `count` is in elements.
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

/// A communicator of one member. Its callers hold the driver's mutex.
class NcclComm {
public:
  NcclComm(std::shared_ptr<Board> board, std::string name, int ranks, int rank,
           int worldRank, Device &device)
      : board(std::move(board)), name(std::move(name)), ranks(ranks),
        rank(rank), worldRank(worldRank), device(&device) {}

  /// Announces this member to the others.
  void begin() { board->post(textOf(name, ".init.", rank), ""); }
  /// Queues a group of calls, which becomes work of `stream` after a few
  /// queries.
  void issue(std::vector<NcclCall> calls, Stream &stream);
  /// Handles one query of the asynchronous state and makes progress.
  nccl::NcclResult query();
  bool isBusy() const { return !deferred.empty() || !isReady(); }
  void abort();
  void finalize() { isFinalised = true; }
  /// Returns true where no graph contains calls of the communicator. Runs work
  /// until graphs in flight have ended.
  bool isReleased();
  nccl::NcclResult split(int color, int key, NcclComm **child);

private:
  /// A group of calls on a stream.
  struct Batch {
    std::vector<NcclCall> calls;
    std::vector<uint64_t> numbers; ///< sequence number of each call
  };
  void enqueue(std::vector<NcclCall> calls, Stream &stream);
  void post(Batch &batch);
  bool isComplete(const Batch &batch) const;
  Status receive(const Batch &batch);
  void abandon(const Batch &batch);
  Status receiveCollective(const NcclCall &call, uint64_t number);
  std::string nameOf(const NcclCall &call, uint64_t number, int member) const;
  bool isReady() const { return isInitialised && splitting.empty(); }
  bool advanceSplits();

  std::shared_ptr<Board> board;
  std::string name;
  int ranks, rank, worldRank;
  Device *device;
  bool isInitialised = false, isFinalised = false, isAborted = false;
  unsigned queriesUntilReady = 2; ///< queries that return kInProgress
  /// A token whose use count is the number of captured groups of calls.
  std::shared_ptr<int> captured = std::make_shared<int>();
  std::vector<std::function<void()>> deferred;
  uint64_t collectives = 0,
           splits = 0; ///< numbers of executed collectives and splits
  std::map<int, uint64_t> sent,
      received; ///< numbers of executed messages, by peer
  /// Names of the messages that this member posted in the last two groups with
  /// collectives.
  std::vector<std::string> lastPosted, previousPosted;
  struct Split {
    uint64_t number;
    int color;
    NcclComm **child;
  };
  std::vector<Split> splitting;
};

} // namespace sbp::stub

#endif // SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H
