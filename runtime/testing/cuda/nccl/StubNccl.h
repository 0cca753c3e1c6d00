// StubNccl.h: NCCL between GPUs of the stub driver
//
// Calls are work of the stub's streams: done late, and only when all members
// have come to theirs. What was called is on the stream only after
// ncclCommGetAsyncError said so, which takes a few questions. Sums are made
// from the last member to the first, another order than plans have. Members of
// other processes are reached through files beside the unique id's.
//
// Environment, beside the stub driver's (SBP_STUB_FAIL=ncclAllReduce:2 and
// SBP_STUB_CALLS know these functions too): SBP_STUB_NCCL_VERSION (22809),
// SBP_STUB_NCCL_SWAP=n (the GPU of member 1 has its n-th and next group of
// calls, from 1, the wrong way round).
#ifndef SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H
#define SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H

#include "NcclApi.h"
#include "StubDriver.h"

namespace sbp::stub {

/// What members tell each other, by name.
class Board {
public:
  /// `isHere`: all members are of this process.
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

/// One call.
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
  /// What all members have to agree on.
  std::string describe() const;
};

/// A member's side of a communicator.
class NcclComm {
public:
  NcclComm(std::shared_ptr<Board> board, std::string name, int ranks, int rank,
           int worldRank, Device &device)
      : board(std::move(board)), name(std::move(name)), ranks(ranks),
        rank(rank), worldRank(worldRank), device(&device) {}

  /// Tells the other members that this one is there.
  void begin() { board->post(textOf(name, ".init.", rank), ""); }
  /// A group of calls, which will be work of the stream after a few questions.
  void issue(std::vector<NcclCall> calls, Stream &stream);
  /// One question.
  nccl::Result ask();
  bool isBusy() const { return !deferred.empty() || !isReady(); }
  void abort();
  void finalize() { isFinalised = true; }
  /// Whether no graph has calls of it, once what runs has ended.
  bool isLetGo();
  nccl::Result split(int color, int key, NcclComm **child);

private:
  /// A group of calls on its way: whose values it waits for.
  struct Batch {
    std::vector<NcclCall> calls;
    std::vector<uint64_t> numbers; ///< of each call
  };
  void enqueue(std::vector<NcclCall> calls, Stream &stream);
  void post(Batch &batch);
  bool isComplete(const Batch &batch) const;
  Status take(const Batch &batch);
  Status takeCollective(const NcclCall &call, uint64_t number);
  std::string nameOf(const NcclCall &call, uint64_t number, int member) const;
  bool isReady() const { return isInitialised && splitting.empty(); }
  bool goOnSplitting();

  std::shared_ptr<Board> board;
  std::string name;
  int ranks, rank, worldRank;
  Device *device;
  bool isInitialised = false, isFinalised = false, isAborted = false;
  unsigned questions = 2; ///< that are answered with "in progress"
  /// Held by what was captured.
  std::shared_ptr<int> captured = std::make_shared<int>();
  std::vector<std::function<void()>> deferred;
  uint64_t collectives = 0, splits = 0;   ///< that streams have come to
  std::map<int, uint64_t> sent, received; ///< by peer
  /// What this member brought to the last two groups with collectives.
  std::vector<std::string> last, beforeLast;
  struct Split {
    uint64_t number;
    int color;
    NcclComm **child;
  };
  std::vector<Split> splitting;
};

} // namespace sbp::stub

#endif // SBP_RUNTIME_TESTING_CUDA_NCCL_STUBNCCL_H
