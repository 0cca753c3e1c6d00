// MpiTransport.cpp: messages by MPI
//
// All calls of MPI come from one thread of this object, which begins what
// others post and tests what is on its way. Without messages it sleeps; with
// them it tests, gives the processor away between tests, and naps when nothing
// has come for a while: processes may be more than cores.
#include "Transport.h"
#include <atomic>
#include <climits>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <mutex>
#include <sched.h>
#include <thread>
#include <time.h>

using namespace sbp;

namespace {
Status explain(const char *call, int code) {
  if (code == MPI_SUCCESS)
    return {};
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  return Status(ExitCode::RankLost,
                textOf(call, ": ", std::string(text, length)));
}

class MpiTransport final : public Transport {
public:
  Status open();

  uint32_t getProcess() const override { return process; }
  uint32_t countProcesses() const override { return processes; }
  uint32_t getTagBound() const override { return tagBound; }
  uint64_t getMessageBound() const override { return uint64_t(1) << 30; }
  void reserve(size_t messages) override;
  void post(Message *const *messages, size_t count) override;
  Status gather(const std::string &mine,
                std::vector<std::string> &all) override {
    return call([&] { return gatherHere(mine, all); });
  }
  Status close() override;

private:
  Status initialise();
  Status gatherHere(const std::string &mine, std::vector<std::string> &all);
  Status finalise();
  void run();
  /// A collective on its way, without a busy processor.
  Status waitFor(const char *call, int code, MPI_Request &request);
  void beginPosted();
  bool testSome();
  void rest(unsigned idle);

  /// Runs a function on the thread that may call MPI, and waits.
  template <typename Function> Status call(Function function);

  uint32_t process = 0, processes = 1, tagBound = 0;
  MPI_Comm data = MPI_COMM_NULL, control = MPI_COMM_NULL;

  std::mutex mutex;
  std::condition_variable wakeUp, called;
  std::atomic<bool> hasWork{false}; ///< something below was set
  std::vector<Message *> posted;
  Status (*function)(void *) = nullptr;
  void *argument = nullptr;
  Status result;
  bool stopping = false;
  std::thread thread;

  // The thread's own.
  std::vector<Message *> taken, active;
  std::vector<MPI_Request> requests;
  std::vector<int> indices;
};
} // namespace

template <typename Function> Status MpiTransport::call(Function body) {
  std::unique_lock lock(mutex);
  argument = &body;
  function = [](void *body) { return (*static_cast<Function *>(body))(); };
  hasWork = true;
  wakeUp.notify_one();
  called.wait(lock, [&] { return !function; });
  return std::move(result);
}

Status MpiTransport::open() {
  thread = std::thread([this] { run(); });
  return call([this] { return initialise(); });
}

/// Open MPI opens every kind of network there may be before it chooses, which
/// is most of what starting takes; processes of one host need none. What the
/// user has chosen stays.
static void chooseWay() {
#ifdef OPEN_MPI
  const char *all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char *here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (all && here && std::strcmp(all, here) == 0)
    setenv("OMPI_MCA_pml", "ob1", 0);
#endif
}

/// MPI's "main thread" is the one that initialises it.
Status MpiTransport::initialise() {
  int isInitialised = 0, provided = 0;
  MPI_Initialized(&isInitialised);
  chooseWay();
  if (!isInitialised)
    SBP_RETURN_IF_FAILED(explain(
        "MPI_Init_thread",
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided)));
  if (!isInitialised && provided < MPI_THREAD_FUNNELED)
    return userError("this MPI library does not allow threads beside its own");
  MPI_Comm_dup(MPI_COMM_WORLD, &data);
  MPI_Comm_dup(MPI_COMM_WORLD, &control);
  for (MPI_Comm communicator : {MPI_COMM_WORLD, data, control})
    MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN);
  int size = 1, rank = 0, found = 0, *bound = nullptr;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
  processes = size;
  process = rank;
  tagBound = found ? *bound : 32767;
  return {};
}

void MpiTransport::reserve(size_t messages) {
  std::lock_guard lock(mutex);
  posted.reserve(messages);
}

void MpiTransport::post(Message *const *messages, size_t count) {
  if (count == 0)
    return;
  std::lock_guard lock(mutex);
  posted.insert(posted.end(), messages, messages + count);
  hasWork = true;
  wakeUp.notify_one();
}

/// What was posted, in its order.
void MpiTransport::beginPosted() {
  for (Message *message : taken) {
    MPI_Request request;
    int code = message->isSend
                   ? MPI_Isend(message->data, message->bytes, MPI_BYTE,
                               message->peer, message->tag, data, &request)
                   : MPI_Irecv(message->data, message->bytes, MPI_BYTE,
                               message->peer, message->tag, data, &request);
    // Who is lost is the business of those who watch; this one never ends.
    if (code != MPI_SUCCESS)
      continue;
    active.push_back(message);
    requests.push_back(request);
  }
  taken.clear();
  indices.resize(requests.size());
}

bool MpiTransport::testSome() {
  int count = 0;
  MPI_Testsome(requests.size(), requests.data(), &count, indices.data(),
               MPI_STATUSES_IGNORE);
  if (count == MPI_UNDEFINED || count <= 0)
    return false;
  for (int i = 0; i < count; ++i)
    active[indices[i]]->done();
  size_t kept = 0;
  for (size_t i = 0; i < requests.size(); ++i)
    if (requests[i] != MPI_REQUEST_NULL) {
      requests[kept] = requests[i];
      active[kept++] = active[i];
    }
  requests.resize(kept);
  active.resize(kept);
  return true;
}

void MpiTransport::rest(unsigned idle) {
  if (idle < 64)
    return;
  if (idle < 2000) {
    sched_yield();
    return;
  }
  timespec nap = {0, 50000};
  nanosleep(&nap, nullptr);
}

void MpiTransport::run() {
  unsigned idle = 0;
  std::unique_lock lock(mutex);
  while (true) {
    if (active.empty())
      wakeUp.wait(lock,
                  [&] { return function || stopping || !posted.empty(); });
    if (stopping)
      return;
    hasWork = false;
    std::swap(posted, taken);
    auto *toCall = function;
    lock.unlock();
    // What was posted first goes first: a call may wait for processes that wait
    // for it.
    beginPosted();
    if (toCall) {
      Status status = toCall(argument);
      std::lock_guard guard(mutex);
      result = std::move(status);
      function = nullptr;
      called.notify_all();
    }
    for (; !hasWork && !active.empty(); ++idle) {
      if (testSome())
        idle = 0;
      else
        rest(idle);
    }
    idle = 0;
    lock.lock();
  }
}

Status MpiTransport::waitFor(const char *call, int code, MPI_Request &request) {
  int isDone = 0;
  for (unsigned idle = 0; code == MPI_SUCCESS && !isDone; ++idle) {
    code = MPI_Test(&request, &isDone, MPI_STATUS_IGNORE);
    if (!isDone)
      rest(idle);
  }
  return explain(call, code);
}

Status MpiTransport::gatherHere(const std::string &mine,
                                std::vector<std::string> &all) {
  if (mine.size() > INT_MAX / processes)
    return userError(mine.size(), " bytes are too many to be gathered");
  int size = mine.size();
  std::vector<int> sizes(processes), begins(processes);
  MPI_Request request;
  int code = MPI_Iallgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT,
                            control, &request);
  SBP_RETURN_IF_FAILED(waitFor("MPI_Iallgather", code, request));
  int total = 0;
  for (uint32_t i = 0; i < processes; ++i) {
    begins[i] = total;
    total += sizes[i];
  }
  std::string bytes(total, '\0');
  code =
      MPI_Iallgatherv(mine.data(), size, MPI_BYTE, bytes.data(), sizes.data(),
                      begins.data(), MPI_BYTE, control, &request);
  SBP_RETURN_IF_FAILED(waitFor("MPI_Iallgatherv", code, request));
  all.clear();
  for (uint32_t i = 0; i < processes; ++i)
    all.push_back(bytes.substr(begins[i], sizes[i]));
  return {};
}

/// Sends out of buffers that nobody wanted again may still be on their way: the
/// other side has them before it comes here, this one may not know.
Status MpiTransport::finalise() {
  beginPosted();
  for (unsigned idle = 0; !active.empty(); ++idle) {
    if (testSome())
      idle = 0;
    else
      rest(idle);
  }
  for (MPI_Comm *communicator : {&data, &control})
    MPI_Comm_free(communicator);
  return explain("MPI_Finalize", MPI_Finalize());
}

Status MpiTransport::close() {
  Status status = call([this] { return finalise(); });
  {
    std::lock_guard lock(mutex);
    stopping = true;
  }
  wakeUp.notify_one();
  thread.join();
  return status;
}

/// The runner finds it by this name (openTransportSymbol).
extern "C" __attribute__((visibility("default"))) Transport *
sbp_open_transport_1(std::string *error) {
  auto *transport = new MpiTransport;
  if (Status status = transport->open(); status.failed()) {
    *error = status.message();
    return nullptr; // its thread has nowhere to go: the process ends
  }
  return transport;
}
