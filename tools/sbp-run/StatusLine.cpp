// StatusLine.cpp: prints the progress of a run on a terminal
#include "StatusLine.h"
#include "Actor.h"
#include <cstdio>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

static constexpr int64_t kPauseNanoseconds = 200'000'000;
/// To the line's begin; clears what stands behind.
static constexpr const char *kClearLine = "\r\033[K";

StatusLine::StatusLine(bool isEnabled, int64_t first, int64_t total)
    : isShown(isEnabled && isatty(STDERR_FILENO)), first(first), total(total),
      begin(readClock()), next(begin) {}

StatusLine::~StatusLine() {
  if (isShown)
    std::fputs(kClearLine, stderr);
}

void StatusLine::update(int64_t steps) {
  if (!isShown)
    return;
  int64_t now = readClock();
  if (now < next && steps < total)
    return;
  next = now + kPauseNanoseconds;
  double seconds = (now - begin) * 1e-9 / (steps - first);
  std::fprintf(stderr, "%sstep %lld of %lld, %.3f ms a step, %.0f s left",
               kClearLine, (long long)steps, (long long)total, seconds * 1e3,
               seconds * (total - steps));
  std::fflush(stderr);
}
