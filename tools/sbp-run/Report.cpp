//===- Report.cpp - what sbp-run prints
//-------------------------------------===//
#include "Runner.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

namespace {
struct Times {
  double minimum, median, mean, p90;
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
  return {seconds.front(), median, sum / count, at(0.9)};
}

/// JSON has no infinities.
static Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

static Status printJson(const Options &options, Session &session,
                        uint32_t entry, int64_t steps, const Times &times) {
  const EntryT &e = *session.getPlan().entries[entry];
  Json outputs = Json::array();
  for (uint32_t p = 0; p < e.outputs.size(); ++p) {
    const PortT &port = *e.outputs[p];
    if (port.boundary)
      continue;
    Tensor tensor;
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, p, tensor));
    Statistics statistics = getStatistics(tensor);
    outputs.push_back({{"name", port.name},
                       {"dtype", artifact::getName(port.dtype)},
                       {"shape", port.shape},
                       {"min", number(statistics.minimum)},
                       {"max", number(statistics.maximum)},
                       {"mean", number(statistics.mean)},
                       {"nan", statistics.nans}});
  }
  Json document = {{"format", 1},
                   {"entry", e.name},
                   {"ranks", session.getPlan().ranks},
                   {"steps", steps},
                   {"seconds",
                    {{"min", times.minimum},
                     {"median", times.median},
                     {"mean", times.mean},
                     {"p90", times.p90}}},
                   {"outputs", outputs},
                   {"moved_bytes", session.getMovedBytes(entry)},
                   {"peak_bytes", session.getPeakBytes()}};
  std::cout << document.dump(2, ' ', false, Json::error_handler_t::replace)
            << "\n";
  return {};
}

Status run::report(const Options &options, Session &session, uint32_t entry,
                   int64_t steps, std::vector<double> seconds) {
  Times times = summarise(std::move(seconds));
  if (options.json)
    return printJson(options, session, entry, steps, times);
  const EntryT &e = *session.getPlan().entries[entry];
  if (options.benchmark)
    std::printf(
        "%lld steps of '%s' on %u ranks, %u workers: min %.3f ms, median %.3f "
        "ms, mean %.3f ms, p90 %.3f ms\nmoved %llu bytes a step, peak %llu "
        "bytes a rank\n",
        (long long)steps, e.name.c_str(), session.getPlan().ranks,
        session.getWorkers(), times.minimum * 1e3, times.median * 1e3,
        times.mean * 1e3, times.p90 * 1e3,
        (unsigned long long)session.getMovedBytes(entry),
        (unsigned long long)session.getPeakBytes());
  if (!options.outputs.empty() || !options.outputShards.empty())
    return {};
  for (uint32_t p = 0; p < e.outputs.size(); ++p) {
    const PortT &port = *e.outputs[p];
    if (port.boundary)
      continue;
    Tensor tensor;
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, p, tensor));
    Statistics statistics = getStatistics(tensor);
    std::printf("%s: %s min %g max %g mean %g nan %lld\n", port.name.c_str(),
                toString(port.shape, port.dtype).c_str(), statistics.minimum,
                statistics.maximum, statistics.mean,
                (long long)statistics.nans);
  }
  return {};
}
