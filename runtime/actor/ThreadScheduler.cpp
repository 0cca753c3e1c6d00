// ThreadScheduler.cpp: N workers over all ranks
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

static int64_t readNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// When a rank looks again that has looked in vain for so long: at once while
/// sleeping takes longer, then so that what it waits for is noticed an eighth
/// late, and at least every millisecond.
static int64_t getPause(int64_t nanoseconds) {
  constexpr int64_t atOnce = 50'000, most = 1'000'000;
  return nanoseconds < atOnce ? 0 : std::min(nanoseconds / 8, most);
}

namespace {
/// About a tenth of a millisecond, what two wake-ups cost.
constexpr unsigned kPolls = 4000;

/// A rank's mailbox is this word: what a wake-up says is in the registers and
/// the communicator already.
enum class Mailbox : uint32_t { Idle, Queued, Running, RunningAndWoken };

class ThreadScheduler final : public Scheduler {
public:
  ThreadScheduler(uint32_t ranks, unsigned workers)
      : mailboxes(ranks), busy(workers),
        queue(std::max<size_t>(ranks, 64) * 4) {
    tokens.reserve(workers);
    for (unsigned i = 0; i < workers; ++i)
      addToken();
    // Polling helps only where every worker has a core of its own.
    polls = workers > 1 && workers <= std::thread::hardware_concurrency()
                ? kPolls
                : 0;
    try {
      for (unsigned i = 1; i < workers; ++i)
        threads.emplace_back([this, i] {
          self = {this, &tokens[i]};
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
      // Also where nothing changes: what was written before is published.
      if (mailbox.compare_exchange_weak(state, next, std::memory_order_acq_rel))
        break;
    }
    if (state == Mailbox::Idle)
      enqueue(rank);
  }

  void wakeLater(uint32_t rank) override {
    MailboxLine &line = mailboxes[rank];
    int64_t now = readNanoseconds();
    int64_t since = line.looksSince.load(std::memory_order_relaxed);
    if (since == 0)
      line.looksSince.store(since = now, std::memory_order_relaxed);
    // Who asks for a rank twice asks once.
    if (line.looksAt.exchange(now + getPause(now - since)) == 0)
      looking.fetch_add(1);
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
    self = {this, &tokens[0]};
    for (uint32_t rank : ranks)
      wake(rank);
    work(/*isCaller=*/true, busy[0].state);
    if (!failed)
      quiesce();
    self = {};
    return getFailure();
  }

private:
  struct alignas(64) MailboxLine {
    std::atomic<Mailbox> state{Mailbox::Idle};
    /// When the rank looks again by itself, 0: it does not; and since when it
    /// has.
    std::atomic<int64_t> looksAt{0}, looksSince{0};
  };
  /// Whether a worker may be inside of a rank: set before it looks whether
  /// there is a run.
  struct alignas(64) BusyLine {
    std::atomic<bool> state{false};
  };

  /// Who the current thread is to the queue. Another thread's wake-up works
  /// too, through a producer that the queue makes for it.
  struct Self {
    const ThreadScheduler *scheduler = nullptr;
    moodycamel::ProducerToken *token = nullptr;
  };
  static thread_local Self self;

  /// A producer of the queue with room for every rank: one rank stands in the
  /// queue once, so filled and emptied here it never grows while steps run.
  void addToken() {
    tokens.emplace_back(queue);
    uint32_t rank;
    for (uint32_t i = 0; i < mailboxes.size() + 64; ++i)
      queue.enqueue(tokens.back(), i);
    while (queue.try_dequeue(rank)) {
    }
  }

  void enqueue(uint32_t rank) {
    if (self.scheduler == this)
      queue.enqueue(*self.token, rank);
    else
      queue.enqueue(rank);
    // Pairs with the fence before a worker looks at the queue a last time.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sleepers.load(std::memory_order_relaxed) > 0) {
      std::lock_guard lock(mutex);
      wakeUp.notify_one();
    }
  }

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

  /// Ranks may have been woken after they had finished; workers may still be
  /// there. Who wakes a rank from now on (a transport's thread may be late)
  /// leaves it for the next run.
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

  void endRun() {
    {
      std::lock_guard lock(mutex);
      running = false;
    }
    wakeUp.notify_all();
  }

  void advance(uint32_t rank) {
    std::atomic<Mailbox> &mailbox = mailboxes[rank].state;
    mailbox.exchange(Mailbox::Running, std::memory_order_acq_rel);
    for (unsigned turn = 0; !failed.load(std::memory_order_relaxed); ++turn) {
      // A rank that is woken all the time (it waits for a device) lets others
      // that stand in the queue go first: it may wait for what they do.
      if (turn == 8) {
        mailbox.exchange(Mailbox::Queued, std::memory_order_acq_rel);
        enqueue(rank);
        return;
      }
      bool finished = false;
      Status status =
          advancer.load(std::memory_order_relaxed)->advance(rank, finished);
      if (status.failed())
        abort(std::move(status));
      if (mailboxes[rank].looksAt.load(std::memory_order_relaxed) == 0)
        mailboxes[rank].looksSince.store(0, std::memory_order_relaxed);
      bool last =
          finished && unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1;
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

  /// Those whose time has come; when that of the next one is, if there is one.
  std::optional<int64_t> wakeLateOnes() {
    if (looking.load() == 0 || !running)
      return std::nullopt;
    std::optional<int64_t> next;
    int64_t now = readNanoseconds();
    for (uint32_t rank = 0; rank < mailboxes.size(); ++rank) {
      int64_t at = mailboxes[rank].looksAt.load(std::memory_order_relaxed);
      if (at == 0)
        continue;
      if (at > now) {
        next = next ? std::min(*next, at) : at;
      } else if (mailboxes[rank].looksAt.exchange(0) != 0) {
        looking.fetch_sub(1);
        wake(rank);
        next = now;
      }
    }
    return next;
  }

  void work(bool isCaller, std::atomic<bool> &isBusy) {
    while (!isOver(isCaller)) {
      wakeLateOnes();
      uint32_t rank;
      isBusy = true;
      bool taken = running && queue.try_dequeue(rank);
      if (taken) {
        callWatcher();
        advance(rank);
      }
      isBusy.store(false, std::memory_order_release);
      if (!taken && !poll(isCaller))
        sleep(isCaller);
    }
  }

  /// Whether a rank stands in the queue before long; also between two runs,
  /// which are steps that follow each other. Whoever is woken from sleep
  /// instead comes late, and perhaps to the core of whoever woke it.
  bool poll(bool isCaller) {
    for (unsigned i = 0; i < polls && !isOver(isCaller); ++i) {
      if (running.load(std::memory_order_relaxed) && queue.size_approx() > 0)
        return true;
      __builtin_ia32_pause();
    }
    return false;
  }

  /// Before work that may take long: somebody else is to see to the ranks that
  /// look again.
  void callWatcher() {
    if (looking.load() == 0 || watching.load() > 0 || sleepers.load() == 0)
      return;
    std::lock_guard lock(mutex);
    wakeUp.notify_one();
  }

  /// Who ran a rank that looks again comes here itself, so somebody sleeps no
  /// longer than until then.
  void sleep(bool isCaller) {
    std::optional<int64_t> next = wakeLateOnes();
    std::unique_lock lock(mutex);
    sleepers.fetch_add(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if ((queue.size_approx() == 0 || !running) && !isOver(isCaller)) {
      if (next) {
        watching.fetch_add(1);
        wakeUp.wait_for(lock, std::chrono::nanoseconds(std::max<int64_t>(
                                  *next - readNanoseconds(), 0)));
        watching.fetch_sub(1);
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
  unsigned polls = 0;

  std::atomic<Advancer *> advancer{nullptr};
  std::atomic<bool> running{false}, failed{false}, stopping{false};
  std::atomic<size_t> unfinished{0};
  std::atomic<int> sleepers{0};
  std::atomic<int> looking{0};  ///< ranks that look again by themselves
  std::atomic<int> watching{0}; ///< workers that sleep until one does
  std::mutex mutex;
  std::condition_variable wakeUp;
  Status failure;
};

thread_local ThreadScheduler::Self ThreadScheduler::self;
} // namespace

std::unique_ptr<Scheduler> sbp::createThreadScheduler(uint32_t ranks,
                                                      unsigned workers) {
  return std::make_unique<ThreadScheduler>(ranks, std::max(1u, workers));
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// The queue takes a block again after a relaxed read and an acquire fence,
// which ThreadSanitizer does not know. Only accesses within the queue.
extern "C" const char *__tsan_default_suppressions() {
  return "race_top:moodycamel::ConcurrentQueue\n";
}
#endif
#endif
