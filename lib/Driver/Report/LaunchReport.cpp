// LaunchReport.cpp: the kernel launches of a step in the report

#include "Report/LaunchReport.h"
#include "Report/Graph.h"

#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/MapVector.h"
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

namespace {
/// The launches of a step of one graph in the code for one architecture.
struct StepLaunches {
  LaunchCounts step;
  json::Array choices;
  std::set<std::string> shapes; ///< whose choices are listed
  int64_t packed = 0;           ///< bytes

  void add(const RegionCode &code, int64_t firings);
  json::Object describe();
};
} // namespace

void StepLaunches::add(const RegionCode &code, int64_t firings) {
  const LaunchCounts &launches = code.launches;
  step.once += launches.once;
  packed += code.persistentBytes;
  for (const auto &[family, count] : launches.generators)
    step.generators[family] += firings * count;
  for (const auto &[schedule, count] : launches.schedules)
    step.schedules[schedule] += firings * count;
  for (const KernelChoice &choice : launches.choices)
    if (shapes.insert(choice.shape).second)
      choices.push_back(describeChoice(choice));
  step.predictedSeconds += double(firings) * launches.predictedSeconds;
  step.serial += firings * launches.serial;
  step.serialElements += firings * launches.serialElements;
}

json::Object StepLaunches::describe() {
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
      {"launches_per_step", all},
      {"families", std::move(families)},
      {"packed_once", json::Object{{"launches", step.once}, {"bytes", packed}}},
      {"serial_launches", step.serial},
      {"serial_elements", step.serialElements}};
}

std::vector<json::Object> sbp::describeLaunches(task::GraphOp graph,
                                                const KernelLibrary &kernels) {
  StringRef device = kernels.getDevice(graph);
  llvm::MapVector<StringRef, StepLaunches> steps; ///< by architecture
  for (auto task : graph.getBody().getOps<task::ComputeOp>())
    for (const RegionCode &code :
         kernels.lookup(task.getKernel(), device)->codes)
      steps[code.architecture].add(code, task.getFirings());
  std::vector<json::Object> described;
  for (auto &[architecture, step] : steps) {
    if (step.step.generators.empty())
      continue;
    json::Object object = step.describe();
    object["architecture"] = architecture;
    object["entry"] = toUtf8(graph.getEntry());
    object["device"] = device;
    object["ranks"] = toRankSet(graph.getRanks());
    described.push_back(std::move(object));
  }
  return described;
}
