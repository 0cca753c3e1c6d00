// StubDriver.h: a driver of GPUs that are not there
//
// What is issued is done late: only when somebody asks, a little of it, in an
// order that a seed chooses and that respects only streams and events. Kernels
// run in the PTX executor, whose memory no one else can touch. A wait that is
// missing gives wrong numbers, an access outside of memory an error.
//
// Environment: SBP_STUB_SEED, SBP_STUB_DEVICES (default 1), SBP_STUB_MEMORY
// (bytes of each), SBP_STUB_DRIVER (12080), SBP_STUB_ARCH (90),
// SBP_STUB_FAIL=cuMemAlloc_v2:3 (the third call fails; *:7 the seventh of all),
// SBP_STUB_DROP_WAIT=n:m (the n-th wait of a stream, from 1, is left out, and
// every m-th from there on, if m is given),
// SBP_STUB_WAITS=FILE (numbers of the waits that no others imply and that
// something comes after, written at the end), SBP_STUB_DELAY=n (who asks for an
// event hears "not ready" for so many milliseconds after it was recorded),
// SBP_STUB_CALLS=FILE (calls by name, written at the end), SBP_STUB_THREADS
// (among how many the blocks of a kernel are shared out; default 1).
#ifndef SBP_RUNTIME_TESTING_CUDA_DRIVER_STUBDRIVER_H
#define SBP_RUNTIME_TESTING_CUDA_DRIVER_STUBDRIVER_H

#include "DriverApi.h"
#include "Machine.h"
#include <deque>
#include <functional>
#include <mutex>
#include <random>
#include <set>

namespace sbp::stub {

/// By environment, read when the driver is initialised.
struct Settings {
  uint64_t seed = 1, memory = uint64_t(8) << 30, failAt = 0, dropWait = 0,
           dropEvery = 0;
  int devices = 1, driver = 12080, architecture = 90;
  unsigned threads = 1;
  uint64_t delay = 0; ///< nanoseconds
  std::string failing, calls, waits;
  Settings();
};

struct Work {
  std::function<bool()> isReady; ///< null: at once
  std::function<Status()> run;
};

struct Capture;
struct Device;
struct Stream;

/// What a stream knows to come before what it is given next, and the waits that
/// nothing has come after yet.
struct Knowledge {
  using Clock = std::map<const Stream *, uint64_t>; ///< pieces, by stream
  Clock work;
  std::map<uint64_t, Clock> pending; ///< by number, what they brought
};

struct Event {
  uint64_t recorded = 0, reached = 0;
  bool isTimed = false;
  int64_t recordedAt = 0, reachedAt = 0; ///< nanoseconds
  Knowledge knowledge;
  bool isCaptured = false;
  std::weak_ptr<Capture> capture; ///< that it was recorded in last
  size_t marker = 0;              ///< of the capture
};

struct Stream {
  Device *device;
  std::deque<Work> work;
  std::shared_ptr<Capture> capture; ///< takes what is issued
  size_t lane = 0;                  ///< of the capture
  uint64_t priority = 0;            ///< by the seed, anew when it is empty
  Knowledge knowledge;
  /// On a device where something failed nothing runs, and nothing is waited
  /// for: what would have to run before has not.
  bool canGoOn() const;
};

/// What was issued while it was recorded, also the graph that comes of it: one
/// lane per stream, between which only markers order.
struct Capture {
  struct Op {
    enum Kind { Run, Record, Wait } kind;
    Work work;
    size_t marker = 0;
  };
  std::vector<Stream *> streams;
  std::vector<std::vector<Op>> lanes;
  std::vector<std::pair<size_t, size_t>> markers; ///< lane, position

  size_t join(Stream &stream);
  /// Whether all that other streams were given comes before the end of the
  /// first.
  bool isJoined() const;
};

struct Module {
  Device *device;
  ptx::Machine machine;
  std::map<std::string, std::unique_ptr<struct Function>> functions;
  explicit Module(Device &device);
};

struct Function {
  Module *module;
  const ptx::Kernel *kernel;
  uint32_t dynamicBytes; ///< of shared memory; more has to be asked for
};

/// A GPU, also its context.
struct Device {
  explicit Device(int number)
      : number(number), memory((uint64_t(1) << 36) + (uint64_t(number) << 42)) {
  }

  int number;
  ptx::GlobalMemory memory;
  std::map<uint64_t, uint64_t> allocated; ///< bytes by address
  uint64_t used = 0;
  cuda::Result error = cuda::kSuccess; ///< of work; it stays
  Stream *unnamed = nullptr;           ///< of calls that name no stream
};

int64_t readClock();

/// The state of the driver; its functions hold `mutex`.
class Driver {
public:
  ~Driver();
  static Driver &get();

  /// Counts a call; what it fails with by the settings.
  cuda::Result enter(const char *name);
  cuda::Result initialise();
  /// The current context's device, or null.
  Device *current();
  void setCurrent(Device *device);
  Device *getDevice(int ordinal) {
    return ordinal >= 0 && size_t(ordinal) < devices.size()
               ? devices[ordinal].get()
               : nullptr;
  }
  size_t countDevices() const { return devices.size(); }

  Stream *createStream(Device &device);
  /// Done when the stream comes to it, or part of what it captures.
  void push(Stream &stream, Work work);
  /// All that was captured, behind what the stream was given before.
  void launch(const std::shared_ptr<Capture> &graph, Stream &stream);
  void destroyStream(Stream *stream);
  /// The stream of calls that name none; other streams do not wait for it.
  Stream &getDefault(Device &device);
  /// All that it was given is done.
  cuda::Result finishDefault(Device &device);
  /// A few pieces of work of streams that can go on; false: there were none.
  bool doSome();
  /// Somebody asks for an event: some work is done, though not while more is
  /// being issued.
  void hearQuestion();
  /// Whether the next wait is to be left out.
  bool dropsWait() {
    ++waits;
    uint64_t first = settings.dropWait, every = settings.dropEvery;
    return waits == first ||
           (first && every && waits > first && (waits - first) % every == 0);
  }
  /// Which waits are needed is told from the order of calls: work that `stream`
  /// is given, and the wait of the last `dropsWait`.
  void noteWork(Stream &stream);
  /// The host heard that an event has been reached: what it issues from here on
  /// comes after.
  void noteHost(const Event &event);
  void noteWait(Stream &stream, const Event &event);
  uint64_t draw() { return random(); }
  /// The text of a failure in a kernel.
  const std::string &getFailure() const { return failure; }
  void setFailure(const std::string &text) { failure = text; }

  std::recursive_mutex mutex;
  Settings settings;

private:
  Driver();
  bool isInitialised = false;
  std::mt19937_64 random;
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<std::unique_ptr<Stream>> streams;
  std::map<std::string, uint64_t> calls;
  uint64_t allCalls = 0, waits = 0;
  std::set<uint64_t> neededWaits;
  Knowledge host;
  unsigned patience = 0; ///< questions until work is done
  std::string failure = "a kernel failed";
};

} // namespace sbp::stub

#endif // SBP_RUNTIME_TESTING_CUDA_DRIVER_STUBDRIVER_H
