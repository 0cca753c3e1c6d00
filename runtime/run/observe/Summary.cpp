// Summary.cpp: gathers traffic, idle time and memory of all processes
#include "Summary.h"
#include <algorithm>
#include <cstring>
#include <sstream>

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

Result<std::map<uint32_t, uint64_t>> run::findPeaks(Session &session,
                                                    Processes &processes) {
  std::ostringstream mine;
  for (uint32_t rank : session.getWorld().ranks())
    mine << rank << ' ' << session.getPeakBytes(rank) << ' ';
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(processes.gather(mine.str(), all));
  std::map<uint32_t, uint64_t> peaks;
  for (const std::string &text : all) {
    std::istringstream stream(text);
    for (uint32_t rank; stream >> rank;)
      stream >> peaks[rank];
  }
  return peaks;
}

Result<std::map<uint32_t, std::string>>
run::findArchitectures(Session &session, uint32_t entry, Processes &processes) {
  std::ostringstream mine;
  for (uint32_t rank : session.getRanks(entry))
    if (std::string name = session.getArchitecture(entry, rank); !name.empty())
      mine << rank << ' ' << name << ' ';
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(processes.gather(mine.str(), all));
  std::map<uint32_t, std::string> architectures;
  for (const std::string &text : all) {
    std::istringstream stream(text);
    for (uint32_t rank; stream >> rank;)
      stream >> architectures[rank];
  }
  return architectures;
}
