// StatusLine.cpp: prints the progress of a run on a terminal
#include "StatusLine.h"
#include "Actor.h"
#include "Tensor.h"
#include <algorithm>
#include <cstdio>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

static constexpr int64_t kPauseNanoseconds = 200'000'000;
/// To the line's begin; clears what stands after.
static constexpr const char *kClearLine = "\r\033[K";

WatchedResult::WatchedResult(Session &session, uint32_t entry)
    : session(session), entry(entry) {
  const PlanT &plan = session.getPlan();
  const EntryT &e = *plan.entries[entry];
  for (uint32_t p = 0; p < e.outputs.size(); ++p) {
    const PortT &port = *e.outputs[p];
    if (port.boundary || port.state >= 0 || !port.shape.empty() ||
        !ElementType::of(port.dtype).isFloat())
      continue;
    const DistributionT &distribution = *plan.distributions[port.distribution];
    bool isPartial = std::any_of(
        distribution.components.begin(), distribution.components.end(),
        [](const auto &c) { return c.kind() == ComponentKind::partial; });
    for (uint32_t rank : session.getWorld().ranks())
      if (!isPartial && session.getPortBox(entry, port, rank)) {
        place = {p, rank};
        return;
      }
  }
}

std::string WatchedResult::describe() {
  std::string bytes;
  if (!place ||
      session.getOutputPiece(entry, place->port, place->rank, bytes).failed())
    return "";
  const PortT &port = *session.getPlan().entries[entry]->outputs[place->port];
  Tensor tensor = {port.dtype, {}, bytes.data(), nullptr};
  char value[32];
  std::snprintf(value, sizeof(value), "%g", readElement(tensor, 0));
  return textOf(", ", port.name, " ", value);
}

StatusLine::StatusLine(bool isEnabled, int64_t first, int64_t total,
                       WatchedResult &watched)
    : isShown(isEnabled && isatty(STDERR_FILENO)), watched(watched),
      first(first), total(total), begin(readClock()), next(begin) {}

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
  std::fprintf(stderr, "%sstep %lld of %lld%s, %.3f ms a step, %.0f s left",
               kClearLine, (long long)steps, (long long)total,
               watched.describe().c_str(), seconds * 1e3,
               seconds * (total - steps));
  std::fflush(stderr);
}
