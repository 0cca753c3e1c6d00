// Report.cpp: what sbp-run prints
#include "Runner.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

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

/// Returns the peak memory in bytes of every rank of all processes.
static Result<std::map<uint32_t, uint64_t>> findPeaks(Session &session,
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

Status run::report(const Options &options, Session &session, uint32_t entry,
                   int64_t steps, std::vector<double> seconds,
                   Processes &processes) {
  const EntryT &e = *session.getPlan().entries[entry];
  bool wantsValues =
      options.json || (options.outputs.empty() && options.outputShards.empty());
  std::vector<Statistics> statistics;
  SBP_ASSIGN_OR_RETURN(auto peaks, findPeaks(session, processes));
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
    return printJson(session, entry, steps, times, peaks, statistics,
                     isSummed ? &summary : nullptr);
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
    std::fprintf(stderr, "%zu steps, median %.3f ms, p99 %.3f ms\n",
                 times.count, times.median * 1e3, times.p99 * 1e3);
  if (isSummed)
    printSummary(options.benchmark ? stdout : stderr, summary,
                 session.getMovedBytes(entry));
  size_t index = 0;
  for (const auto &port : e.outputs) {
    if (port->boundary || !wantsValues)
      continue;
    const Statistics &values = statistics[index++];
    std::printf("%s: %s min %g max %g mean %g nan %lld\n", port->name.c_str(),
                toString(port->shape, port->dtype).c_str(), values.minimum,
                values.maximum, values.mean, (long long)values.nans);
  }
  return {};
}
