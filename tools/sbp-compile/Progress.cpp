// Progress.cpp: a line on the terminal that shows the current phase

#include "Progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <unistd.h>

using namespace llvm;
using namespace sbp;

// Phases that take less than this show nothing, so that short compilations
// print no line at all.
static constexpr double kQuietSeconds = 2;

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Progress::Progress() {
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
}

Progress::~Progress() {
  if (!hasThread)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
    hide();
  }
  changed.notify_one();
  pthread_join(thread, nullptr);
}

void Progress::begin(StringRef phase, int64_t ops) {
  if (!hasThread)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  hide();
  description = (phase + ", " + Twine(ops) + " ops").str();
  since = now();
}

void Progress::clear() {
  std::lock_guard<std::mutex> lock(mutex);
  hide();
}

void Progress::end() {
  std::lock_guard<std::mutex> lock(mutex);
  hide();
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

void Progress::hide() {
  if (std::exchange(isShown, false))
    llvm::errs() << "\r\x1b[K";
}
