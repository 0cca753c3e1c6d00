//===- Compare.cpp - N ranks against one ----------------------------------===//
//
// The one-rank program runs in the model's precision and in f64. An element
// passes if |N ranks - f64| <= 8 |one rank - f64| + 32 eps max|y|: the room
// that re-associated reductions need, measured on the model itself.
//
//===----------------------------------------------------------------------===//
#include "Runner.h"
#include <cmath>
#include <cstdio>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

static double epsilonOf(DType dtype) {
  switch (dtype) {
  case DType::f64:
    return 0x1p-52;
  case DType::f32:
    return 0x1p-23;
  case DType::f16:
    return 0x1p-10;
  case DType::bf16:
    return 0x1p-7;
  default:
    return 0;
  }
}

/// The first element beyond its bound.
static Status compareTensors(const std::string &where, const std::string &name,
                             const Tensor &found, const Tensor &one,
                             const Tensor &exact) {
  int64_t count = *countElements(found.shape);
  double largest = 0;
  for (int64_t i = 0; i < count; ++i)
    if (double value = std::fabs(readElement(exact, i)); std::isfinite(value))
      largest = std::max(largest, value);
  double slack = 32 * epsilonOf(found.dtype) * largest;
  for (int64_t i = 0; i < count; ++i) {
    double n = readElement(found, i), r = readElement(one, i);
    double y = readElement(exact, i);
    bool same = n == r || (std::isnan(n) && std::isnan(r));
    if (same || std::fabs(n - y) <= 8 * std::fabs(r - y) + slack)
      continue;
    std::string position;
    int64_t rest = i;
    for (size_t d = found.shape.size(); d-- > 0; rest /= found.shape[d])
      position =
          (d ? ", " : "") + std::to_string(rest % found.shape[d]) + position;
    return Status(ExitCode::ComparisonFailed,
                  textOf(where, "'", name, "' differs at [", position, "]: ", n,
                         " on all ranks, ", r, " on one rank, ", y,
                         " in f64; the bound is ",
                         8 * std::fabs(r - y) + slack));
  }
  return {};
}

// Entries share the arena of a rank: outputs are fetched before the next one
// runs.
static Status fetchAll(Session &session, uint32_t entry,
                       std::vector<Tensor> &outputs) {
  outputs.resize(session.getPlan().entries[entry]->outputs.size());
  for (uint32_t p = 0; p < outputs.size(); ++p)
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, p, outputs[p]));
  return {};
}

static Status runSteps(Session &session, Feeder &feeder, uint32_t entry,
                       int64_t steps, std::vector<Tensor> &outputs) {
  SBP_RETURN_IF_FAILED(feeder.beginReference(entry));
  for (int64_t step = 0; step < steps; ++step) {
    SBP_RETURN_IF_FAILED(feeder.beginStep(step));
    SBP_RETURN_IF_FAILED(session.step(entry));
  }
  return fetchAll(session, entry, outputs);
}

Status run::checkReference(const Options &options, const Session &session,
                           uint32_t entry) {
  const std::string &name = session.getPlan().entries[entry]->name;
  if (options.benchmark)
    return userError("--compare and --benchmark do not go together");
  if (session.findEntry(name, EntryRole::reference) < 0 ||
      session.findEntry(name, EntryRole::reference_f64) < 0)
    return userError("--compare: the artifact has no reference of entry '",
                     name, "': compile with --with-reference");
  return {};
}

Status run::compareWithReference(const Options &options, Session &session,
                                 Feeder &feeder, uint32_t entry,
                                 int64_t steps) {
  const EntryT &e = *session.getPlan().entries[entry];
  uint32_t one = session.findEntry(e.name, EntryRole::reference);
  uint32_t exact = session.findEntry(e.name, EntryRole::reference_f64);
  std::vector<Tensor> found, inOne, inF64;
  SBP_RETURN_IF_FAILED(fetchAll(session, entry, found));
  SBP_RETURN_IF_FAILED(runSteps(session, feeder, one, steps, inOne));
  SBP_RETURN_IF_FAILED(runSteps(session, feeder, exact, steps, inF64));
  size_t compared = 0;
  // Values inside the model first, in program order: the first to depart is the
  // one to look at.
  for (bool boundary : {true, false})
    for (uint32_t p = 0; p < e.outputs.size(); ++p) {
      const PortT &port = *e.outputs[p];
      if (port.boundary != boundary)
        continue;
      SBP_RETURN_IF_FAILED(compareTensors(session.getProgram().locate(port),
                                          port.name, found[p], inOne[p],
                                          inF64[p]));
      ++compared;
    }
  if (!options.json)
    std::printf("compare: %zu values agree with one rank\n", compared);
  return {};
}
