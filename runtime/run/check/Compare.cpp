// Compare.cpp: N ranks against one
//
// The one-rank program runs in the model's precision and in f64. An element
// passes if |N ranks - f64| <= 8 |one rank - f64| + 32 eps max|y|: the room
// that re-associated reductions need, measured on the model itself. eps is that
// of the coarsest type on the value's way: an f32 result of f16 values, which
// one rank got right by luck, is no more exact than they are.
#include "Compare.h"
#include "Outputs.h"
#include <cmath>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

/// Returns "2, 0" for element number `i` of a tensor.
static std::string describePosition(const Shape &shape, int64_t i) {
  std::string position;
  for (size_t d = shape.size(); d-- > 0; i /= shape[d])
    position = (d ? ", " : "") + std::to_string(i % shape[d]) + position;
  return position;
}

/// The distances that elements of a value may have from the f64 result.
static double findSlack(const Tensor &found, const Tensor &exact,
                        DType precision) {
  double largest = 0;
  for (int64_t i = 0, count = *countElements(found.shape); i < count; ++i)
    if (double value = std::fabs(readElement(exact, i)); std::isfinite(value))
      largest = std::max(largest, value);
  double epsilon = ElementType::of(found.dtype).epsilon;
  if (epsilon != 0)
    epsilon = std::max(epsilon, ElementType::of(precision).epsilon);
  return 32 * epsilon * largest;
}

/// Fails where an element is beyond its bound: the message has the first one,
/// their number, and the one that is furthest in terms of its bound. Sets `row`
/// to the outcome.
static Status compareTensors(const std::string &where, const std::string &name,
                             DType precision, double tolerance,
                             const Tensor &found, const Tensor &one,
                             const Tensor &exact, Comparison &row) {
  int64_t count = *countElements(found.shape);
  row = {name, count, 0};
  double slack = findSlack(found, exact, precision), furthest = 0;
  int64_t wrong = 0, worst = 0;
  std::string first;
  for (int64_t i = 0; i < count; ++i) {
    double n = readElement(found, i), r = readElement(one, i);
    double y = readElement(exact, i);
    double error = std::fabs(n - y);
    if (std::isfinite(error))
      row.largest = std::max(row.largest, error);
    bool same = n == r || (std::isnan(n) && std::isnan(r));
    double bound = tolerance * (8 * std::fabs(r - y) + slack);
    if (same || error <= bound)
      continue;
    if (wrong++ == 0)
      first =
          textOf(where, "'", name, "' differs at [",
                 describePosition(found.shape, i), "]: ", n, " on all ranks, ",
                 r, " on one rank, ", y, " in f64; the bound is ", bound);
    double times = std::isfinite(error) && bound > 0 ? error / bound : INFINITY;
    if (times > furthest) {
      furthest = times;
      worst = i;
    }
  }
  if (wrong == 0)
    return {};
  return Status(ExitCode::ComparisonFailed,
                textOf(first, "; ", wrong, " of ", count,
                       " elements differ, the worst at [",
                       describePosition(found.shape, worst), "] by ", furthest,
                       " times its bound"));
}

// Entries share the arena of a rank: outputs are fetched before the next one
// runs.
static Status runSteps(Session &session, Feeder &feeder, uint32_t entry,
                       int64_t steps, std::vector<Tensor> &outputs) {
  SBP_RETURN_IF_FAILED(feeder.beginReference(entry, "--compare"));
  for (int64_t step = 0; step < steps; ++step) {
    SBP_RETURN_IF_FAILED(feeder.beginStep(step));
    SBP_RETURN_IF_FAILED(session.step(entry));
  }
  outputs.resize(session.getPlan().entries[entry]->outputs.size());
  for (uint32_t p = 0; p < outputs.size(); ++p)
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, p, outputs[p]));
  return {};
}

Status run::checkReference(const Session &session, uint32_t entry) {
  const std::string &name = session.getPlan().entries[entry]->name;
  if (session.findEntry(name, EntryRole::reference) < 0 ||
      session.findEntry(name, EntryRole::reference_f64) < 0)
    return userError("--compare: the artifact has no reference of entry '",
                     name, "': compile with --with-reference");
  return {};
}

static Status compareOutputs(Session &session, Feeder &feeder, uint32_t entry,
                             int64_t steps, double tolerance,
                             const std::vector<Tensor> &found,
                             std::vector<Comparison> &values) {
  const EntryT &e = *session.getPlan().entries[entry];
  uint32_t one = session.findEntry(e.name, EntryRole::reference);
  uint32_t exact = session.findEntry(e.name, EntryRole::reference_f64);
  std::vector<Tensor> inOne, inF64;
  SBP_RETURN_IF_FAILED(runSteps(session, feeder, one, steps, inOne));
  SBP_RETURN_IF_FAILED(runSteps(session, feeder, exact, steps, inF64));
  // Values inside the model first, in program order: the first to differ is
  // the one to examine.
  for (bool boundary : {true, false})
    for (uint32_t p = 0; p < e.outputs.size(); ++p) {
      const PortT &port = *e.outputs[p];
      if (port.boundary != boundary)
        continue;
      Comparison row;
      SBP_RETURN_IF_FAILED(
          compareTensors(session.getProgram().locate(port), port.name,
                         session.getPlan().entries[one]->outputs[p]->precision,
                         tolerance, found[p], inOne[p], inF64[p], row));
      values.push_back(std::move(row));
    }
  return {};
}

Status run::compareWithReference(Session &session, Feeder &feeder,
                                 uint32_t entry, int64_t steps,
                                 double tolerance, Processes &processes,
                                 std::vector<Comparison> &values) {
  std::vector<Tensor> found;
  SBP_RETURN_IF_FAILED(fetchAll(session, entry, processes, found));
  Status status;
  if (processes.isFirst())
    status =
        compareOutputs(session, feeder, entry, steps, tolerance, found, values);
  return processes.adoptFirstStatus(std::move(status));
}
