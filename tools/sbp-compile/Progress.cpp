// Progress.cpp: what the compiler is busy with, on a terminal

#include "Progress.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <unistd.h>

using namespace mlir;
using namespace sbp;

static constexpr double quietSeconds = 2;

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Progress::Progress(MLIRContext &context) {
  if (!::isatty(2))
    return;
  // Signals go to the thread that compiles.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Where no thread is to be had there is no progress to be seen, that is all.
  isWatching = pthread_create(
                   &thread, nullptr,
                   [](void *self) -> void * {
                     static_cast<Progress *>(self)->run();
                     return nullptr;
                   },
                   this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!isWatching)
    return;
  // Set up last, asked first: the line is gone before an error is printed.
  handler.emplace(&context, [this](Diagnostic &) {
    std::lock_guard<std::mutex> lock(mutex);
    clear();
    return failure();
  });
}

Progress::~Progress() {
  if (!isWatching)
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
  if (!isWatching)
    return;
  int64_t ops = 0;
  op->walk([&](Operation *) { ++ops; });
  std::lock_guard<std::mutex> lock(mutex);
  clear();
  what = (phase + ", " + Twine(ops) + " ops").str();
  since = now();
}

void Progress::end() {
  std::lock_guard<std::mutex> lock(mutex);
  clear();
  what.clear();
}

void Progress::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isOver) {
    changed.wait_for(lock, std::chrono::milliseconds(500));
    if (!isOver && !what.empty() && now() - since > quietSeconds)
      show();
  }
}

void Progress::show() {
  llvm::errs() << "\r\x1b[Ksbp-compile: " << what << ", "
               << llvm::format("%.0f s", now() - since);
  isShown = true;
}

void Progress::clear() {
  if (std::exchange(isShown, false))
    llvm::errs() << "\r\x1b[K";
}
