// ThreadScheduler.cpp: a pool of workers over all ranks
//
// Each rank has a mailbox of one word. A wake-up of an idle rank puts it into a
// lock-free queue; a wake-up of a running rank makes its worker run it again:
//
//   wake:     Idle -> Queued (enqueue), Running -> RunningAndWoken, else no
//   change dequeue:  Queued -> Running advance:  Running -> Idle,
//   RunningAndWoken -> Running (again)
//
// So a rank stands in the queue at most once and no wake-up is lost. Ranks that
// poll (wakeLater) have a due time instead of a notification; one sleeping
// worker sleeps no longer than until the first due time.
#include "Scheduler.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <concurrentqueue/concurrentqueue.h>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

using namespace sbp;

/// Reads the monotonic clock, in nanoseconds, for pauses and due times.
static int64_t readNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Returns the pause before the next attempt of a rank that has polled for
/// `nanoseconds`. Zero while a sleep would take longer than the wait; then an
/// eighth of the time waited, so that an event is noticed at most that much
/// late; at most a millisecond.
static int64_t getPause(int64_t nanoseconds) {
  constexpr int64_t atOnce = 50'000, most = 1'000'000;
  return nanoseconds < atOnce ? 0 : std::min(nanoseconds / 8, most);
}

namespace {
/// Attempts before an idle worker sleeps: about a tenth of a millisecond, the
/// cost of two wake-ups (the ski-rental bound: spinning for the price of a
/// sleep costs at most twice the optimum).
constexpr unsigned kSpins = 4000;

/// The longest wait for the other workers after a failure, in nanoseconds.
constexpr int64_t kFailureWait = 500'000'000;

/// The state of a rank. Wake-ups carry no message: the values lie in registers
/// and in the communicator.
enum class Mailbox : uint32_t { Idle, Queued, Running, RunningAndWoken };

class ThreadScheduler final : public Scheduler {
public:
  ThreadScheduler(uint32_t ranks, unsigned workers)
      : mailboxes(ranks), busy(workers),
        queue(std::max<size_t>(ranks, 64) * 4) {
    tokens.reserve(workers);
    for (unsigned i = 0; i < workers; ++i)
      addToken();
    // Spinning helps only where every worker has a core of its own.
    spins = workers > 1 && workers <= std::thread::hardware_concurrency()
                ? kSpins
                : 0;
    try {
      for (unsigned i = 1; i < workers; ++i)
        threads.emplace_back([this, i] {
          currentWorker = {this, &tokens[i]};
          work(/*isCaller=*/false, busy[i].state);
        });
    } catch (...) {
      join();
      throw;
    }
  }

  ~ThreadScheduler() override { join(); }

  void wake(uint32_t rank) override {
    std::atomic<Mailbox> &mailbox = mailboxes[rank].state;
    Mailbox state = mailbox.load(std::memory_order_relaxed);
    while (true) {
      Mailbox next = state == Mailbox::Idle      ? Mailbox::Queued
                     : state == Mailbox::Running ? Mailbox::RunningAndWoken
                                                 : state;
      // The exchange also runs where the state does not change: as a release
      // operation it publishes what was written before.
      if (mailbox.compare_exchange_weak(state, next, std::memory_order_acq_rel))
        break;
    }
    if (state == Mailbox::Idle)
      enqueue(rank);
  }

  void wakeLater(uint32_t rank) override {
    MailboxLine &line = mailboxes[rank];
    int64_t now = readNanoseconds();
    int64_t since = line.pollsSince.load(std::memory_order_relaxed);
    if (since == 0)
      line.pollsSince.store(since = now, std::memory_order_relaxed);
    // Only the first request of a rank counts it as polling.
    if (line.wakesAt.exchange(now + getPause(now - since)) == 0)
      pollingRanks.fetch_add(1);
  }

  void abort(Status reason) override {
    {
      std::lock_guard lock(mutex);
      if (!failure.failed())
        failure = std::move(reason);
    }
    failed = true;
    endRun();
  }

  Status run(Advancer &target, const std::vector<uint32_t> &ranks) override {
    if (ranks.empty() || failed)
      return getFailure();
    advancer.store(&target, std::memory_order_relaxed);
    unfinished.store(ranks.size(), std::memory_order_relaxed);
    running.store(true, std::memory_order_release);
    currentWorker = {this, &tokens[0]};
    for (uint32_t rank : ranks)
      wake(rank);
    work(/*isCaller=*/true, busy[0].state);
    if (failed)
      waitForWorkers();
    else
      quiesce();
    currentWorker = {};
    return getFailure();
  }

private:
  struct alignas(64) MailboxLine {
    std::atomic<Mailbox> state{Mailbox::Idle};
    /// The time of the next attempt of a rank that polls, and the begin of its
    /// polling. Zero where it does not poll.
    std::atomic<int64_t> wakesAt{0}, pollsSince{0};
  };
  /// True while a worker may be running a rank. It is set before the worker
  /// checks whether a run is in progress, so `quiesce` cannot miss it.
  struct alignas(64) BusyLine {
    std::atomic<bool> state{false};
  };

  /// The queue's producer token of the current thread. Other threads
  /// (transports, the watchdog) enqueue through implicit producers, which the
  /// queue creates.
  struct CurrentWorker {
    const ThreadScheduler *scheduler = nullptr;
    moodycamel::ProducerToken *token = nullptr;
  };
  static thread_local CurrentWorker currentWorker;

  /// Creates a producer token with capacity for every rank. A rank stands in
  /// the queue at most once, so after this filling and draining the queue never
  /// allocates while steps run.
  void addToken() {
    tokens.emplace_back(queue);
    uint32_t rank;
    for (uint32_t i = 0; i < mailboxes.size() + 64; ++i)
      queue.enqueue(tokens.back(), i);
    while (queue.try_dequeue(rank)) {
    }
  }

  void enqueue(uint32_t rank) {
    if (currentWorker.scheduler == this)
      queue.enqueue(*currentWorker.token, rank);
    else
      queue.enqueue(rank);
    // Pairs with the fence in `sleep`: either this thread sees the sleeper, or
    // the sleeper sees the rank in its last check of the queue (Dekker's
    // pattern).
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sleepers.load(std::memory_order_relaxed) > 0) {
      std::lock_guard lock(mutex);
      wakeUp.notify_one();
    }
  }

  /// Stops and joins all threads. The caller's run has ended.
  void join() {
    {
      std::lock_guard lock(mutex);
      stopping = true;
    }
    wakeUp.notify_all();
    for (std::thread &thread : threads)
      thread.join();
    threads.clear();
  }

  Status getFailure() {
    std::lock_guard lock(mutex);
    return failure;
  }

  /// Waits until no worker runs a rank. Ranks may have been woken after they
  /// had finished: their mailboxes are drained here. A later wake-up (a
  /// transport's thread may be late) stays in the queue for the next run.
  void quiesce() {
    for (MailboxLine &mailbox : mailboxes)
      while (mailbox.state.load(std::memory_order_acquire) != Mailbox::Idle) {
        uint32_t rank;
        if (queue.try_dequeue(rank))
          advance(rank);
        else
          std::this_thread::yield();
      }
    for (BusyLine &worker : busy)
      while (worker.state)
        std::this_thread::yield();
  }

  /// Waits until no worker runs a rank after a failure, since the caller then
  /// destroys graphs and communicators. A worker may be in a call that never
  /// returns, so the wait is bounded.
  void waitForWorkers() {
    int64_t deadline = readNanoseconds() + kFailureWait;
    for (BusyLine &worker : busy)
      while (worker.state && readNanoseconds() < deadline)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
  }

  /// Ends the run for all workers. The flag changes under the lock, so that no
  /// worker misses the notification between its check and its wait.
  void endRun() {
    {
      std::lock_guard lock(mutex);
      running = false;
    }
    wakeUp.notify_all();
  }

  /// Runs a dequeued rank until its mailbox is empty, then makes it idle.
  void advance(uint32_t rank) {
    std::atomic<Mailbox> &mailbox = mailboxes[rank].state;
    mailbox.exchange(Mailbox::Running, std::memory_order_acq_rel);
    for (unsigned round = 0; !failed.load(std::memory_order_relaxed); ++round) {
      // A rank that is woken permanently (it polls a device) goes to the end of
      // the queue after eight rounds: it may wait for what the queued ranks do.
      if (round == 8) {
        mailbox.exchange(Mailbox::Queued, std::memory_order_acq_rel);
        enqueue(rank);
        return;
      }
      Result<bool> finished =
          advancer.load(std::memory_order_relaxed)->advance(rank);
      if (finished.failed())
        abort(finished.status());
      if (mailboxes[rank].wakesAt.load(std::memory_order_relaxed) == 0)
        mailboxes[rank].pollsSince.store(0, std::memory_order_relaxed);
      bool last = !finished.failed() && *finished &&
                  unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1;
      Mailbox expected = Mailbox::Running;
      bool idle = mailbox.compare_exchange_strong(expected, Mailbox::Idle,
                                                  std::memory_order_acq_rel);
      if (last)
        endRun();
      if (idle)
        return;
      mailbox.exchange(Mailbox::Running, std::memory_order_acq_rel);
    }
  }

  bool isOver(bool isCaller) const {
    return isCaller ? !running.load(std::memory_order_acquire)
                    : stopping.load(std::memory_order_relaxed);
  }

  /// Wakes the polling ranks that are due. Returns the earliest remaining due
  /// time; none where no rank polls.
  std::optional<int64_t> wakeDueRanks() {
    if (pollingRanks.load() == 0 || !running)
      return std::nullopt;
    std::optional<int64_t> next;
    int64_t now = readNanoseconds();
    for (uint32_t rank = 0; rank < mailboxes.size(); ++rank) {
      int64_t at = mailboxes[rank].wakesAt.load(std::memory_order_relaxed);
      if (at == 0)
        continue;
      if (at > now) {
        next = next ? std::min(*next, at) : at;
      } else if (mailboxes[rank].wakesAt.exchange(0) != 0) {
        pollingRanks.fetch_sub(1);
        wake(rank);
        next = now;
      }
    }
    return next;
  }

  /// The loop of a worker. `isCaller` is true for the thread that called `run`,
  /// which leaves at the end of the run; other workers stay until the
  /// destructor.
  void work(bool isCaller, std::atomic<bool> &isBusy) {
    while (!isOver(isCaller)) {
      wakeDueRanks();
      uint32_t rank;
      isBusy = true;
      bool taken = running && queue.try_dequeue(rank);
      if (taken) {
        notifyTimedSleeper();
        advance(rank);
      }
      isBusy.store(false, std::memory_order_release);
      if (!taken && !spin(isCaller))
        sleep(isCaller);
    }
  }

  /// Spins until a rank is queued; false after kSpins attempts. Workers also
  /// spin between two runs, since steps follow each other closely. A worker
  /// that sleeps instead is woken late, and often on the core of the thread
  /// that wakes it.
  bool spin(bool isCaller) {
    for (unsigned i = 0; i < spins && !isOver(isCaller); ++i) {
      if (running.load(std::memory_order_relaxed) && queue.size_approx() > 0)
        return true;
      __builtin_ia32_pause();
    }
    return false;
  }

  /// Wakes a sleeping worker to watch the polling ranks. Called before work
  /// that may take long, when no worker sleeps with a due time.
  void notifyTimedSleeper() {
    if (pollingRanks.load() == 0 || timedSleepers.load() > 0 ||
        sleepers.load() == 0)
      return;
    std::lock_guard lock(mutex);
    wakeUp.notify_one();
  }

  /// Sleeps until a wake-up, or until the first due time of a polling rank. The
  /// worker that ran a polling rank comes here afterwards itself, so there is
  /// always one that sleeps with a due time.
  void sleep(bool isCaller) {
    std::optional<int64_t> next = wakeDueRanks();
    std::unique_lock lock(mutex);
    sleepers.fetch_add(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if ((queue.size_approx() == 0 || !running) && !isOver(isCaller)) {
      if (next) {
        timedSleepers.fetch_add(1);
        wakeUp.wait_for(lock, std::chrono::nanoseconds(std::max<int64_t>(
                                  *next - readNanoseconds(), 0)));
        timedSleepers.fetch_sub(1);
      } else {
        wakeUp.wait(lock);
      }
    }
    sleepers.fetch_sub(1, std::memory_order_relaxed);
  }

  std::vector<MailboxLine> mailboxes;
  std::vector<BusyLine> busy; ///< by worker
  moodycamel::ConcurrentQueue<uint32_t> queue;
  std::vector<moodycamel::ProducerToken> tokens; ///< of the workers
  std::vector<std::thread> threads;
  unsigned spins = 0;

  std::atomic<Advancer *> advancer{nullptr};
  std::atomic<bool> running{false}, failed{false}, stopping{false};
  std::atomic<size_t> unfinished{0};
  std::atomic<int> sleepers{0};
  std::atomic<int> pollingRanks{0};  ///< ranks that poll
  std::atomic<int> timedSleepers{0}; ///< workers that sleep until a due time
  std::mutex mutex;
  std::condition_variable wakeUp;
  Status failure;
};

thread_local ThreadScheduler::CurrentWorker ThreadScheduler::currentWorker;
} // namespace

std::unique_ptr<Scheduler> sbp::createThreadScheduler(uint32_t ranks,
                                                      unsigned workers) {
  return std::make_unique<ThreadScheduler>(ranks, std::max(1u, workers));
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// The queue reuses a block after a relaxed load and an acquire fence, which
// ThreadSanitizer does not model. The suppression covers accesses within the
// queue alone.
extern "C" const char *__tsan_default_suppressions() {
  return "race_top:moodycamel::ConcurrentQueue\n";
}
#endif
#endif
