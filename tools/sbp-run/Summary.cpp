// Summary.cpp: what came of a run beside its results
#include "Runner.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace sbp;
using namespace sbp::run;

namespace {
struct RankTime {
  uint64_t rank;
  int64_t nanoseconds;
};
} // namespace

Status run::collectSummary(Session &session, uint32_t entry, int64_t steps,
                           double seconds, Processes &processes,
                           Summary &summary) {
  std::string mine;
  uint64_t sent = session.countSentBytes(entry);
  mine.append(reinterpret_cast<const char *>(&sent), sizeof(sent));
  if (session.isWorkDoneAtOnce())
    for (uint32_t rank : session.getRanks(entry)) {
      RankTime time = {rank, session.getBusyNanoseconds(entry, rank)};
      mine.append(reinterpret_cast<const char *>(&time), sizeof(time));
    }
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(processes.gather(mine, all));
  summary.sentBytes = 0;
  for (const std::string &bytes : all) {
    std::memcpy(&sent, bytes.data(), sizeof(sent));
    summary.sentBytes += sent / std::max<int64_t>(1, steps);
    for (size_t at = sizeof(sent); at < bytes.size(); at += sizeof(RankTime)) {
      RankTime time;
      std::memcpy(&time, &bytes[at], sizeof(time));
      double busy = time.nanoseconds * 1e-9 / std::max(seconds, 1e-9);
      summary.idle.push_back({uint32_t(time.rank), std::max(0.0, 1 - busy)});
    }
  }
  return {};
}

void run::printSummary(std::FILE *file, const Summary &summary,
                       uint64_t plannedBytes) {
  std::fprintf(file,
               "moved %llu bytes a step between ranks as planned; processes "
               "sent each other %llu\n",
               (unsigned long long)plannedBytes,
               (unsigned long long)summary.sentBytes);
  constexpr size_t mostRanks = 16;
  double total = 0, most = 0;
  for (const auto &[rank, share] : summary.idle) {
    total += share;
    most = std::max(most, share);
  }
  if (summary.idle.empty())
    return;
  std::fprintf(file, "idle: mean %.1f %%, most %.1f %%",
               100 * total / summary.idle.size(), 100 * most);
  for (size_t i = 0; i < summary.idle.size() && i < mostRanks; ++i)
    std::fprintf(file, "%s rank %u %.1f %%", i ? "," : ";",
                 summary.idle[i].first, 100 * summary.idle[i].second);
  std::fprintf(file, "%s\n", summary.idle.size() > mostRanks ? ", ..." : "");
}
