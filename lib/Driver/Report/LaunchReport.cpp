// LaunchReport.cpp: the kernel launches of a step in the report

#include "Report/LaunchReport.h"
#include "Report/Graph.h"

#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include <set>

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

static json::Object describeCandidate(const KernelCandidate &candidate) {
  json::Object described{{"generator", candidate.generator},
                         {"schedule", candidate.schedule},
                         {"predicted_seconds", candidate.seconds}};
  if (candidate.packedBytes)
    described["packed_bytes"] = candidate.packedBytes;
  return described;
}

/// Returns a kernel's choice among several candidates.
static json::Object describeChoice(const KernelChoice &choice) {
  json::Array others;
  for (const KernelCandidate &other : choice.others)
    others.push_back(describeCandidate(other));
  return json::Object{{"shape", choice.shape},
                      {"chosen", describeCandidate(choice.chosen)},
                      {"others", std::move(others)},
                      {"tuned", choice.isTuned}};
}

std::optional<json::Object>
sbp::describeLaunches(task::GraphOp graph, const KernelLibrary &kernels) {
  LaunchCounts step;
  json::Array choices;
  std::set<std::string> shapes; ///< whose choices are listed
  int64_t packed = 0;           ///< bytes
  StringRef device = kernels.getDevice(graph);
  for (auto task : graph.getBody().getOps<task::ComputeOp>()) {
    const PreparedRegion *kernel = kernels.lookup(task.getKernel(), device);
    int64_t firings = task.getFirings();
    step.once += kernel->launches.once;
    packed += kernel->persistentBytes;
    for (const auto &[family, launches] : kernel->launches.generators)
      step.generators[family] += firings * launches;
    for (const auto &[schedule, launches] : kernel->launches.schedules)
      step.schedules[schedule] += firings * launches;
    for (const KernelChoice &choice : kernel->launches.choices)
      if (shapes.insert(choice.shape).second)
        choices.push_back(describeChoice(choice));
    step.predictedSeconds +=
        double(firings) * kernel->launches.predictedSeconds;
    step.serial += firings * kernel->launches.serial;
    step.serialElements += firings * kernel->launches.serialElements;
  }
  if (step.generators.empty())
    return std::nullopt;
  json::Object families;
  int64_t all = 0;
  for (const auto &[family, launches] : step.generators) {
    families[family] = launches;
    all += launches;
  }
  json::Object schedules;
  for (const auto &[schedule, launches] : step.schedules)
    schedules[schedule] = launches;
  return json::Object{
      {"choices", std::move(choices)},
      {"schedules", std::move(schedules)},
      {"predicted_seconds", step.predictedSeconds},
      {"entry", toUtf8(graph.getEntry())},
      {"device", device},
      {"ranks", toRankSet(graph.getRanks())},
      {"launches_per_step", all},
      {"families", std::move(families)},
      {"packed_once", json::Object{{"launches", step.once}, {"bytes", packed}}},
      {"serial_launches", step.serial},
      {"serial_elements", step.serialElements}};
}
