// StubDriver.h: a CUDA driver without GPUs, for tests
//
// Work is deferred: a little of it runs when an event is queried or a call
// synchronises, in an order that a seed chooses among those that streams and
// events allow. Kernels run in the PTX executor, whose memory the host cannot
// access. A missing wait gives wrong numbers for some seeds; an access outside
// of memory is an error.
//
// Environment variables:
//   SBP_STUB_SEED         seed of the interleaving
//   SBP_STUB_DEVICES      number of GPUs (1)
//   SBP_STUB_MEMORY       bytes of each GPU (8 GiB)
//   SBP_STUB_DRIVER       version code of the driver (12080)
//   SBP_STUB_ARCH         compute capability (90); a list such as 80,90,120
//                         gives one for each GPU, the last for further ones
//   SBP_STUB_FAIL         cuMemAlloc_v2:3 fails its third call, *:7 the seventh
//                         call of all functions
//   SBP_STUB_DROP_WAIT    n or n:m skips wait number n, from 1, and then every
//                         m-th one
//   SBP_STUB_DROP_LAUNCH  skips kernel launch number n, from 1
//   SBP_STUB_WAITS        file that receives the numbers of necessary waits:
//                         those that no others imply and that work follows
//   SBP_STUB_DELAY        milliseconds during which a recorded event is
//                         reported as not ready
//   SBP_STUB_CALLS        file that receives the number of calls by name
//   SBP_STUB_THREADS      threads that run the blocks of a kernel (1)
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

/// The settings from the environment, read at the first call of Driver::get.
struct Settings {
  /// `failAt`, `dropWait` and `dropLaunch` count from 1, 0 means never.
  /// `memory` is in bytes.
  uint64_t seed = 1, memory = uint64_t(8) << 30, failAt = 0, dropWait = 0,
           dropEvery = 0, dropLaunch = 0;
  int devices = 1, driver = 12080;
  std::vector<int> architectures = {90}; ///< by GPU, 90 for 9.0; not empty
  unsigned threads = 1;
  uint64_t delay = 0; ///< delay of events, in nanoseconds
  /// The failing function, and the paths of the reports; empty for none.
  std::string failing, calls, waits;
  /// Reads the variables; those that are not set keep the defaults.
  Settings();
};

/// A piece of work of a stream.
struct Work {
  std::function<bool()> isReady; ///< null where the work may run at once
  std::function<Status()> run;   ///< a failure is an error of the device
};

struct Capture;
struct Device;
struct Stream;

/// The work that happens before the next work of a stream, as a vector clock,
/// and the waits that no work has followed yet. It determines which waits of a
/// program are necessary.
struct Causality {
  using Clock = std::map<const Stream *,
                         uint64_t>; ///< number of pieces of work, by stream
  Clock work;
  std::map<uint64_t, Clock>
      pending; ///< clocks that the waits added, by number of the wait
};

/// An event: how often it was recorded, and up to which recording it is
/// reached.
struct Event {
  uint64_t recorded = 0, reached = 0;
  bool isTimed = false;
  int64_t recordedAt = 0, reachedAt = 0; ///< nanoseconds
  Causality causality;
  bool isCaptured = false;
  std::weak_ptr<Capture> capture; ///< capture that recorded it last
  size_t marker = 0;              ///< index of its marker in the capture
};

/// A stream and its pending work.
struct Stream {
  Device *device;
  std::deque<Work> work;            ///< in order; the first one runs next
  std::shared_ptr<Capture> capture; ///< receives the work while it exists
  size_t sequence = 0;              ///< index of its sequence in the capture
  bool endsWithKernel = false;      ///< whether its last call is a launch
  uint64_t priority = 0; ///< random; redrawn when the stream is empty
  Causality causality;
  /// Returns true where the first work may run. On a device with an error
  /// nothing runs and no condition holds back: the work is discarded.
  bool isRunnable() const;
};

/// The work recorded during a capture, and the graph that results from it: one
/// sequence per stream, ordered among each other by markers alone.
struct Capture {
  /// A piece of work, or a record of or wait for the event of a marker.
  struct Op {
    enum Kind { Run, Record, Wait } kind;
    Work work;
    size_t marker = 0;
  };
  std::vector<Stream *> streams;
  std::vector<std::vector<Op>> sequences;
  std::vector<std::pair<size_t, size_t>>
      markers; ///< sequence and position of each marker

  /// Adds a stream to the capture and returns the index of its sequence. The
  /// stream must live until the capture ends.
  size_t join(Stream &stream);
  /// Returns true where all work of other streams precedes the end of the first
  /// stream (a joined capture). Records of events at the end of a stream need
  /// not.
  bool isJoined() const;
};

/// A loaded module and its functions, by name. It runs on the memory of its
/// device, which outlives it.
struct Module {
  Device *device;
  ptx::Machine machine;
  std::map<std::string, std::unique_ptr<struct Function>> functions;
  /// Makes a module without code.
  explicit Module(Device &device);
};

/// A kernel of a module, which owns both.
struct Function {
  Module *module;
  const ptx::Kernel *kernel;
  uint32_t dynamicBytes; ///< permitted dynamic shared memory, in bytes
};

/// A GPU, which is also its primary context. The driver owns it for the rest of
/// the process.
struct Device {
  /// Makes GPU `number` of a compute capability, 90 for 9.0, with an empty
  /// memory at addresses of its own.
  Device(int number, int architecture)
      : number(number), architecture(architecture),
        memory((uint64_t(1) << 36) + (uint64_t(number) << 42)) {}
  /// Returns the largest shared memory of a block, in bytes: the table "Maximum
  /// amount of shared memory per thread block" of the CUDA C++ Programming
  /// Guide.
  uint32_t getMaxSharedBytes() const;
  /// Returns true where GPUs of this compute capability run PTX for an
  /// architecture, "sm_90a"; empty: any.
  bool runs(const std::string &target) const;

  int number, architecture;
  ptx::GlobalMemory memory;
  std::map<uint64_t, uint64_t> allocated;    ///< sizes by address
  uint64_t used = 0;                         ///< bytes allocated
  cuda::DriverResult error = cuda::kSuccess; ///< sticky error of earlier work
  Stream *unnamed = nullptr; ///< the default stream; null before its first use
};

/// Returns the clock of event times and delays, in nanoseconds. It never goes
/// back.
int64_t readClock();

/// The state of the driver. Its callers hold `mutex`. Results are codes of the
/// CUDA driver API.
class Driver {
public:
  /// Returns the only driver. It is never destroyed, since threads that an
  /// abort left behind may call it while the process ends.
  static Driver &get();

  /// Counts a call of the exported function `name`. Returns kSuccess, or the
  /// failure that the settings request for it: kOutOfMemory for cuMemAlloc_v2,
  /// kInvalidValue for all others.
  cuda::DriverResult enter(const char *name);
  /// Executes cuInit. Returns kNoDevice where the settings have no GPU.
  cuda::DriverResult initialise();
  /// Returns the device of the calling thread's context, null where it has
  /// none.
  Device *current();
  /// Makes a device the context of the calling thread; null for no context.
  void setCurrent(Device *device);
  /// Returns the GPU with this number, null where there is none.
  Device *getDevice(int ordinal) {
    return ordinal >= 0 && size_t(ordinal) < devices.size()
               ? devices[ordinal].get()
               : nullptr;
  }
  size_t countDevices() const { return devices.size(); }

  /// Creates an empty stream, which the driver owns until `destroyStream`.
  Stream *createStream(Device &device);
  /// Appends work other than a kernel to a stream, or to its capture. Work
  /// whose `run` fails puts the device into a sticky error.
  void push(Stream &stream, Work work);
  /// Appends the execution of a graph to a stream, which is in no capture.
  void launch(const std::shared_ptr<Capture> &graph, Stream &stream);
  /// Destroys a stream. Work that it still holds is not run.
  void destroyStream(Stream *stream);
  /// Returns the default stream of a device, created at the first call. Other
  /// streams do not wait for it.
  Stream &getDefault(Device &device);
  /// Runs work until the default stream is empty or nothing can run. Returns
  /// the device's error, kSuccess without one.
  cuda::DriverResult finishDefault(Device &device);
  /// Runs up to three pieces of ready work. Returns false where there was none.
  bool runSome();
  /// Runs some work in response to a query, except shortly after work was
  /// issued: so the host gets ahead of the device.
  void runOnQuery();
  /// Counts a wait; returns true where the settings drop it.
  bool dropsNextWait() {
    ++waits;
    uint64_t first = settings.dropWait, every = settings.dropEvery;
    return waits == first ||
           (first && every && waits > first && (waits - first) % every == 0);
  }
  /// Counts a kernel launch; returns true where the settings drop it.
  bool dropsNextLaunch() { return ++launches == settings.dropLaunch; }
  /// Updates the causality for work that is issued to `stream`. The waits
  /// before it are necessary if they add to its clock.
  void recordWork(Stream &stream);
  /// Updates the host's clock after it has observed an event: what it issues
  /// from now on follows.
  void recordHostSync(const Event &event);
  /// Updates the causality for the wait counted by the last `dropsNextWait`.
  void recordWait(Stream &stream, const Event &event);
  /// Returns the next random number of the seed's sequence.
  uint64_t draw() { return random(); }
  /// Returns the message of the last failure of a kernel, a general one without
  /// any.
  const std::string &getKernelFailure() const { return failure; }
  /// Sets that message.
  void setKernelFailure(const std::string &text) { failure = text; }

  std::recursive_mutex mutex;
  Settings settings;

private:
  Driver();
  /// Writes the files of SBP_STUB_CALLS, SBP_STUB_WAITS and SBP_KERNEL_COUNTS,
  /// at the end of the process.
  void writeReports();
  bool isInitialised = false;
  std::mt19937_64 random;
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<std::unique_ptr<Stream>> streams;
  std::map<std::string, uint64_t> calls;
  uint64_t allCalls = 0, waits = 0, launches = 0;
  std::set<uint64_t> neededWaits;
  Causality host;
  unsigned queriesUntilWork = 0; ///< queries until some work runs
  std::string failure = "a kernel failed";
};

} // namespace sbp::stub

#endif // SBP_RUNTIME_TESTING_CUDA_DRIVER_STUBDRIVER_H
