// MpiTransport.cpp: the transport over MPI
//
// MPI is initialised with MPI_THREAD_FUNNELED, so one thread of the transport
// makes all MPI calls: it starts the posted messages and tests those in flight.
// Without messages it sleeps. With messages in flight it tests in a loop,
// yields the processor between tests, and sleeps for 50 us at a time after 2000
// vain tests: there may be more processes than cores.
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
/// Converts an MPI error code to a Status that names the call.
Status explain(const char *call, int code) {
  if (code == MPI_SUCCESS)
    return {};
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  return Status(ExitCode::RankLost,
                textOf(call, ": ", std::string(text, length)));
}

/// The transport of one process. Its mutex protects the fields from `posted` to
/// `stopping`.
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
  /// Waits for a collective in flight without occupying a processor.
  Status waitFor(const char *call, int code, MPI_Request &request);
  void beginPosted();
  /// Completes the messages that are done; false if there are none.
  bool testSome();
  /// Pauses after `idle` vain tests: not at all, by a yield, by a sleep.
  void rest(unsigned idle);

  /// Runs a function on the MPI thread and waits for its result.
  template <typename Function> Status call(Function function);

  uint32_t process = 0, processes = 1, tagBound = 0;
  MPI_Comm data = MPI_COMM_NULL, control = MPI_COMM_NULL;

  std::mutex mutex;
  std::condition_variable wakeUp, called;
  std::atomic<bool> hasWork{false}; ///< set with any of the following fields
  std::vector<Message *> posted;
  Status (*function)(void *) = nullptr;
  void *argument = nullptr;
  Status result;
  bool stopping = false;
  std::thread thread;

  // Accessed by the MPI thread alone.
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

/// Selects Open MPI's plain messaging layer where all processes run on one
/// host: probing all kinds of networks is most of the start-up time. A choice
/// of the user has precedence.
static void chooseMessagingLayer() {
#ifdef OPEN_MPI
  const char *all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char *here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (all && here && std::strcmp(all, here) == 0)
    setenv("OMPI_MCA_pml", "ob1", 0);
#endif
}

/// Initialises MPI on the transport's thread, which thereby becomes MPI's main
/// thread.
Status MpiTransport::initialise() {
  int isInitialised = 0, provided = 0;
  MPI_Initialized(&isInitialised);
  chooseMessagingLayer();
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

/// Starts the taken messages in the order of `post`.
void MpiTransport::beginPosted() {
  for (Message *message : taken) {
    MPI_Request request;
    int code = message->isSend
                   ? MPI_Isend(message->data, message->bytes, MPI_BYTE,
                               message->peer, message->tag, data, &request)
                   : MPI_Irecv(message->data, message->bytes, MPI_BYTE,
                               message->peer, message->tag, data, &request);
    // The message never completes. The control channel detects lost processes
    // and ends the run.
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
    // Messages posted before a call are started before it: the call may wait
    // for processes that wait for those messages.
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

/// Completes the remaining sends and finalises MPI. A send may still be pending
/// here although its receiver has the bytes already.
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

/// The entry point that the runner looks up (openTransportSymbol).
extern "C" __attribute__((visibility("default"))) Transport *
sbp_open_transport_1(std::string *error) {
  auto *transport = new MpiTransport;
  if (Status status = transport->open(); status.failed()) {
    *error = status.message();
    return nullptr; // the transport leaks: its thread cannot be stopped, and
                    // the process ends
  }
  return transport;
}
