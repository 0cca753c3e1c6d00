// Report.cpp: the lines that sbp-run prints after a run
#include "Outputs.h"
#include "Run.h"
#include "Runner.h"
#include "Statistics.h"
#include "StatusLine.h"
#include "Summary.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

namespace {
struct Times {
  double minimum, median, mean, p90, p95, p99, maximum;
  size_t count;
};
} // namespace

static Times summarise(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  size_t count = seconds.size();
  double sum = 0;
  for (double value : seconds)
    sum += value;
  auto at = [&](double share) {
    return seconds[size_t(share * (count - 1) + 0.5)];
  };
  double median = count % 2 ? seconds[count / 2]
                            : (seconds[count / 2 - 1] + seconds[count / 2]) / 2;
  return {seconds.front(), median,   sum / count,    at(0.9),
          at(0.95),        at(0.99), seconds.back(), count};
}

static double sum(const std::vector<double> &values) {
  double total = 0;
  for (double value : values)
    total += value;
  return total;
}

/// By the rates that the artifact was compiled with.
static void printPrediction(const std::vector<double> &seconds,
                            const Times &times) {
  double total = sum(seconds);
  std::printf("predicted %.3f ms (compute %.3f, memory %.3f, boxing %.3f, rest "
              "%.3f): %.2f of the measured median\n",
              total * 1e3, seconds[0] * 1e3, seconds[1] * 1e3, seconds[2] * 1e3,
              seconds[3] * 1e3, total / std::max(times.median, 1e-9));
}

/// Returns the peak memory of the fullest rank.
static uint64_t getFullest(const std::map<uint32_t, uint64_t> &peaks) {
  uint64_t peak = 0;
  for (auto [rank, bytes] : peaks)
    peak = std::max(peak, bytes);
  return peak;
}

/// JSON has no infinities.
static Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

static Status printJson(Session &session, uint32_t entry, int64_t steps,
                        const Times &times,
                        const std::map<uint32_t, uint64_t> &peaks,
                        const std::map<uint32_t, std::string> &architectures,
                        const std::vector<Statistics> &statistics,
                        const Summary *summary) {
  const EntryT &e = *session.getPlan().entries[entry];
  Json outputs = Json::array();
  for (const auto &port : e.outputs) {
    if (port->boundary)
      continue;
    const Statistics &values = statistics[outputs.size()];
    outputs.push_back({{"name", port->name},
                       {"dtype", artifact::getName(port->dtype)},
                       {"shape", port->shape},
                       {"min", number(values.minimum)},
                       {"max", number(values.maximum)},
                       {"mean", number(values.mean)},
                       {"nan", values.nans}});
  }
  Json document = {{"format", 1},
                   {"entry", e.name},
                   {"ranks", session.getPlan().ranks},
                   {"steps", steps},
                   {"seconds",
                    {{"min", times.minimum},
                     {"median", times.median},
                     {"mean", times.mean},
                     {"p90", times.p90},
                     {"p95", times.p95},
                     {"p99", times.p99},
                     {"max", times.maximum}}},
                   {"outputs", outputs},
                   {"moved_bytes", session.getMovedBytes(entry)},
                   {"peak_bytes", getFullest(peaks)},
                   {"memory", Json::array()}};
  for (auto [rank, bytes] : peaks)
    document["memory"].push_back({{"rank", rank}, {"peak_bytes", bytes}});
  for (const auto &[rank, architecture] : architectures)
    document["code"].push_back(
        {{"rank", rank}, {"architecture", architecture}});
  if (e.predicted_seconds.size() == 4)
    document["predicted_seconds"] = sum(e.predicted_seconds);
  if (summary) {
    document["sent_bytes"] = summary->sentBytes;
    for (const auto &[rank, share] : summary->idle)
      document["idle"].push_back({{"rank", rank}, {"share", share}});
  }
  std::cout << document.dump(2, ' ', /*ensure_ascii=*/false,
                             Json::error_handler_t::replace)
            << "\n";
  return {};
}

/// Prints a summary to `file` next to the bytes per step that the plan moves.
static void printSummary(std::FILE *file, const Summary &summary,
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

/// Prints a line per result and one for all next states, of which a training
/// step has hundreds.
static void printResults(const EntryT &entry,
                         const std::vector<Statistics> &statistics) {
  size_t index = 0;
  uint64_t states = 0, bytes = 0;
  int64_t nans = 0;
  for (const auto &port : entry.outputs) {
    if (port->boundary)
      continue;
    const Statistics &values = statistics[index++];
    if (port->state >= 0) {
      ++states;
      bytes += countBytes(*port);
      nans += values.nans;
      continue;
    }
    std::printf("%s: %s min %g max %g mean %g nan %lld\n", port->name.c_str(),
                toString(port->shape, port->dtype).c_str(), values.minimum,
                values.maximum, values.mean, (long long)values.nans);
  }
  if (states > 0)
    std::printf("%llu state%s: %llu bytes, nan %lld\n",
                (unsigned long long)states, states == 1 ? "" : "s",
                (unsigned long long)bytes, (long long)nans);
}

Status run::report(const Options &options, Session &session, uint32_t entry,
                   int64_t steps, std::vector<double> seconds,
                   Processes &processes) {
  const EntryT &e = *session.getPlan().entries[entry];
  bool wantsValues =
      options.json || (options.outputs.empty() && options.outputShards.empty());
  std::vector<Statistics> statistics;
  SBP_ASSIGN_OR_RETURN(auto peaks, findPeaks(session, processes));
  SBP_ASSIGN_OR_RETURN(auto architectures,
                       findArchitectures(session, entry, processes));
  if (wantsValues)
    SBP_RETURN_IF_FAILED(getStatistics(session, entry, processes, statistics));
  Summary summary;
  bool isSummed = options.benchmark || options.progress;
  if (isSummed)
    SBP_RETURN_IF_FAILED(collectSummary(
        session, entry, seconds.size() + (options.benchmark ? kWarmUpSteps : 0),
        sum(seconds), processes, summary));
  if (!processes.isFirst())
    return {};
  Times times = summarise(std::move(seconds));
  if (options.json)
    return printJson(session, entry, steps, times, peaks, architectures,
                     statistics, isSummed ? &summary : nullptr);
  if (options.benchmark)
    std::printf(
        "%lld steps of '%s' on %u ranks, %u workers: min %.3f ms, median %.3f "
        "ms, mean %.3f ms, p90 %.3f ms, p95 %.3f ms, p99 %.3f ms, max %.3f "
        "ms\npeak %llu bytes a rank\n",
        (long long)steps, e.name.c_str(), session.getPlan().ranks,
        session.getWorkers(), times.minimum * 1e3, times.median * 1e3,
        times.mean * 1e3, times.p90 * 1e3, times.p95 * 1e3, times.p99 * 1e3,
        times.maximum * 1e3, (unsigned long long)getFullest(peaks));
  if (options.benchmark && e.predicted_seconds.size() == 4)
    printPrediction(e.predicted_seconds, times);
  if (options.progress && !options.benchmark)
    std::fprintf(stderr, "%zu steps%s, median %.3f ms, p99 %.3f ms\n",
                 times.count, WatchedResult(session, entry).describe().c_str(),
                 times.median * 1e3, times.p99 * 1e3);
  if (isSummed)
    printSummary(options.benchmark ? stdout : stderr, summary,
                 session.getMovedBytes(entry));
  if (wantsValues)
    printResults(e, statistics);
  return {};
}

void run::printLaunch(const Launch &launch) {
  std::printf("launcher: %s%s%s%s\n", launch.launcher.c_str(),
              launch.source.empty() ? "" : " (", launch.source.c_str(),
              launch.source.empty() ? "" : ")");
  std::printf("processes: %lld\nprocess: %lld\nprocess on this host: %lld\n"
              "MPI: %s\n",
              (long long)launch.size, (long long)launch.rank,
              (long long)launch.localRank, launch.usesMpi ? "yes" : "no");
}
