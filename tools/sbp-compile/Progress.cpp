// Progress.cpp: a line on the terminal that shows the current phase

#include "Progress.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <unistd.h>

using namespace mlir;
using namespace sbp;

// Phases that take less than this show nothing, so that short compilations
// print no line at all.
static constexpr double kQuietSeconds = 2;

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Progress::Progress(MLIRContext &context) {
  if (!::isatty(2))
    return;
  // All signals stay with the compiling thread, which a thread inherits
  // blocked.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Progress is optional: without a thread nothing is shown.
  hasThread = pthread_create(
                  &thread, nullptr,
                  [](void *self) -> void * {
                    static_cast<Progress *>(self)->run();
                    return nullptr;
                  },
                  this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!hasThread)
    return;
  // The handler that is registered last runs first, so that the line is cleared
  // before an error is printed. It handles nothing itself.
  handler.emplace(&context, [this](Diagnostic &) {
    std::lock_guard<std::mutex> lock(mutex);
    clear();
    return failure();
  });
}

Progress::~Progress() {
  if (!hasThread)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
    clear();
  }
  changed.notify_one();
  pthread_join(thread, nullptr);
}

void Progress::begin(StringRef phase, Operation *op) {
  if (!hasThread)
    return;
  int64_t ops = 0;
  op->walk([&](Operation *) { ++ops; });
  std::lock_guard<std::mutex> lock(mutex);
  clear();
  description = (phase + ", " + Twine(ops) + " ops").str();
  since = now();
}

void Progress::end() {
  std::lock_guard<std::mutex> lock(mutex);
  clear();
  description.clear();
}

void Progress::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isOver) {
    changed.wait_for(lock, std::chrono::milliseconds(500));
    if (!isOver && !description.empty() && now() - since > kQuietSeconds)
      show();
  }
}

void Progress::show() {
  llvm::errs() << "\r\x1b[Ksbp-compile: " << description << ", "
               << llvm::format("%.0f s", now() - since);
  isShown = true;
}

void Progress::clear() {
  if (std::exchange(isShown, false))
    llvm::errs() << "\r\x1b[K";
}
