// Exports.cpp: exported functions of the NCCL stub
//
// Calls between ncclGroupStart and ncclGroupEnd are collected per thread. At
// the end of the outermost group the communicators of the group are created and
// its calls are queued; ncclGroupEnd returns kInProgress, as for non-blocking
// communicators.
#include "StubNccl.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <unistd.h>

using namespace sbp;
using namespace sbp::stub;
using namespace sbp::nccl;

#define SBP_ENTER(name)                                                        \
  Driver &driver = Driver::get();                                              \
  std::lock_guard lock(driver.mutex);                                          \
  if (driver.enter(#name) != cuda::kSuccess)                                   \
  return kUnhandledCudaError

namespace {
/// The calls of a thread since the outermost ncclGroupStart.
struct Group {
  unsigned depth = 0;
  struct Init {
    Comm *result;
    int ranks, rank;
    std::string folder;
    Device *device;
  };
  std::vector<Init> inits;
  struct Calls {
    NcclComm *comm;
    stub::Stream *stream;
    std::vector<NcclCall> calls;
  };
  std::vector<Calls> calls;
};
thread_local Group group;

/// The folders of unique ids of this process, removed at its end.
struct Folders {
  std::vector<std::string> paths;
  ~Folders() {
    std::error_code ignored;
    for (const std::string &path : paths)
      std::filesystem::remove_all(path, ignored);
  }
} folders;
} // namespace

static NcclComm &at(Comm comm) { return *reinterpret_cast<NcclComm *>(comm); }

/// Executes the calls of the outermost group.
static NcclResult endGroup() {
  if (group.depth > 0)
    return kSuccess;
  std::map<std::string, std::shared_ptr<Board>> boards;
  for (const Group::Init &init : group.inits) {
    size_t here = 0;
    for (const Group::Init &other : group.inits)
      here += other.folder == init.folder;
    auto &board = boards[init.folder];
    if (!board)
      board = std::make_shared<Board>(init.folder, here == size_t(init.ranks));
    auto *comm = new NcclComm(board, "w", init.ranks, init.rank, init.rank,
                              *init.device);
    comm->begin();
    *init.result = reinterpret_cast<Comm>(comm);
  }
  group.inits.clear();
  for (Group::Calls &calls : group.calls)
    calls.comm->issue(std::move(calls.calls), *calls.stream);
  group.calls.clear();
  return kInProgress;
}

/// Adds a call to the group of this thread. NCCL would execute a call outside
/// of a group at once; the runtime always uses groups.
static NcclResult add(Comm comm, cuda::Stream stream, const NcclCall &call) {
  // A call is invalid while earlier calls on the communicator are in progress.
  if (group.depth == 0 || at(comm).isBusy())
    return kInvalidUsage;
  auto *target = reinterpret_cast<stub::Stream *>(stream);
  for (Group::Calls &calls : group.calls)
    if (calls.comm == &at(comm)) {
      calls.calls.push_back(call);
      return kSuccess;
    }
  group.calls.push_back({&at(comm), target, {call}});
  return kSuccess;
}

static uint64_t addressOf(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// Waits until no graph contains calls of the communicator, as ncclCommAbort
/// does. Work in flight ends meanwhile, perhaps by another abort.
static void waitForGraphs(NcclComm &comm) {
  using Clock = std::chrono::steady_clock;
  Driver &driver = Driver::get();
  auto isHeld = [&] {
    std::lock_guard lock(driver.mutex);
    return !comm.isReleased();
  };
  for (Clock::time_point begin = Clock::now(); isHeld();) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (Clock::now() - begin < std::chrono::seconds(5))
      continue;
    std::fprintf(stderr, "stub of NCCL: an abort waits for a graph for ever\n");
    std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

extern "C" {
const char *ncclGetErrorString(NcclResult result) {
  return result == kUnhandledCudaError ? "unhandled cuda error"
         : result == kInvalidUsage     ? "invalid usage"
                                       : "as the stub was told";
}
const char *ncclGetLastError(Comm) { return ""; }

NcclResult ncclGetVersion(int *version) {
  const char *text = std::getenv("SBP_STUB_NCCL_VERSION");
  *version = text ? std::atoi(text) : 22809;
  return kSuccess;
}

NcclResult ncclGetUniqueId(UniqueId *id) {
  SBP_ENTER(ncclGetUniqueId);
  std::string folder =
      std::filesystem::temp_directory_path().string() + "/sbp-nccl-XXXXXX";
  if (folder.size() >= sizeof(id->internal) || !::mkdtemp(folder.data()))
    return kSystemError;
  folders.paths.push_back(folder);
  std::memset(id->internal, 0, sizeof(id->internal));
  std::memcpy(id->internal, folder.data(), folder.size());
  return kSuccess;
}

NcclResult ncclCommInitRankConfig(Comm *comm, int ranks, UniqueId id, int rank,
                                  Config *config) {
  SBP_ENTER(ncclCommInitRankConfig);
  if (config->magic != 0xcafebeef || config->blocking != 0 ||
      !driver.current() || group.depth == 0)
    return kInvalidArgument;
  group.inits.push_back({comm, ranks, rank, id.internal, driver.current()});
  return kSuccess;
}

NcclResult ncclCommSplit(Comm comm, int color, int key, Comm *child, Config *) {
  SBP_ENTER(ncclCommSplit);
  if (at(comm).isBusy())
    return kInvalidUsage;
  return at(comm).split(color, key, reinterpret_cast<NcclComm **>(child));
}

NcclResult ncclCommGetAsyncError(Comm comm, NcclResult *result) {
  SBP_ENTER(ncclCommGetAsyncError);
  *result = at(comm).query();
  return kSuccess;
}

NcclResult ncclCommAbort(Comm comm) {
  {
    SBP_ENTER(ncclCommAbort);
    at(comm).abort();
    // The GPUs go on with the work after the aborted calls.
    while (driver.draw() % 8 != 0 && driver.runSome())
      ;
  }
  waitForGraphs(at(comm));
  return kSuccess;
}

NcclResult ncclCommFinalize(Comm comm) {
  SBP_ENTER(ncclCommFinalize);
  at(comm).finalize();
  return kInProgress;
}

// The object stays alive, since work of streams may still refer to it.
NcclResult ncclCommDestroy(Comm comm) {
  SBP_ENTER(ncclCommDestroy);
  at(comm).abort();
  return kSuccess;
}

NcclResult ncclGroupStart() {
  SBP_ENTER(ncclGroupStart);
  ++group.depth;
  return kSuccess;
}

NcclResult ncclGroupEnd() {
  SBP_ENTER(ncclGroupEnd);
  if (group.depth == 0)
    return kInvalidUsage;
  --group.depth;
  return endGroup();
}

NcclResult ncclSend(const void *from, size_t count, int type, int peer,
                    Comm comm, cuda::Stream stream) {
  SBP_ENTER(ncclSend);
  return add(comm, stream,
             {NcclCall::Send, addressOf(from), 0, count, type, 0, peer});
}

NcclResult ncclRecv(void *to, size_t count, int type, int peer, Comm comm,
                    cuda::Stream stream) {
  SBP_ENTER(ncclRecv);
  return add(comm, stream,
             {NcclCall::Receive, 0, addressOf(to), count, type, 0, peer});
}

NcclResult ncclAllReduce(const void *from, void *to, size_t count, int type,
                         int op, Comm comm, cuda::Stream stream) {
  SBP_ENTER(ncclAllReduce);
  return add(comm, stream,
             {NcclCall::AllReduce, addressOf(from), addressOf(to), count, type,
              op, 0});
}

NcclResult ncclReduce(const void *from, void *to, size_t count, int type,
                      int op, int root, Comm comm, cuda::Stream stream) {
  SBP_ENTER(ncclReduce);
  return add(comm, stream,
             {NcclCall::Reduce, addressOf(from), addressOf(to), count, type, op,
              root});
}

NcclResult ncclBroadcast(const void *from, void *to, size_t count, int type,
                         int root, Comm comm, cuda::Stream stream) {
  SBP_ENTER(ncclBroadcast);
  return add(comm, stream,
             {NcclCall::Broadcast, addressOf(from), addressOf(to), count, type,
              0, root});
}

NcclResult ncclAllGather(const void *from, void *to, size_t count, int type,
                         Comm comm, cuda::Stream stream) {
  SBP_ENTER(ncclAllGather);
  return add(
      comm, stream,
      {NcclCall::AllGather, addressOf(from), addressOf(to), count, type, 0, 0});
}

NcclResult ncclReduceScatter(const void *from, void *to, size_t count, int type,
                             int op, Comm comm, cuda::Stream stream) {
  SBP_ENTER(ncclReduceScatter);
  return add(comm, stream,
             {NcclCall::ReduceScatter, addressOf(from), addressOf(to), count,
              type, op, 0});
}
}
