// CheckIndices.cpp: positions that a model computes
//
// Kernels take the nearest position where a computed one is outside. The
// one-rank program returns the positions that it computes with their bounds; it
// runs with the model, and the first that is outside is an error.
#include "CheckIndices.h"
#include "Outputs.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

static Status checkPositions(const Program &program, const PortT &port,
                             const Tensor &positions) {
  int64_t count = *countElements(positions.shape);
  for (int64_t i = 0; i < count; ++i) {
    int64_t value = positions.dtype == DType::i64
                        ? reinterpret_cast<const int64_t *>(positions.data)[i]
                        : reinterpret_cast<const int32_t *>(positions.data)[i];
    if (value < 0 || value >= port.index_bound)
      return userError(program.locate(port), "--check-indices: '", port.name,
                       "' takes index ", value, " at position ", i,
                       ", which is outside of ", port.index_bound);
  }
  return {};
}

Status run::checkHasPositions(const Session &session, uint32_t entry) {
  const std::string &name = session.getPlan().entries[entry]->name;
  if (session.findEntry(name, EntryRole::reference) < 0)
    return userError("--check-indices: the artifact has no reference of entry "
                     "'",
                     name, "': compile with --with-reference");
  return {};
}

Status run::checkIndices(Session &session, Feeder &feeder, uint32_t entry,
                         int64_t steps) {
  const PlanT &plan = session.getPlan();
  uint32_t one =
      session.findEntry(plan.entries[entry]->name, EntryRole::reference);
  SBP_RETURN_IF_FAILED(feeder.beginReference(one, "--check-indices"));
  const EntryT &e = *plan.entries[one];
  for (int64_t step = 0; step < steps; ++step) {
    SBP_RETURN_IF_FAILED(feeder.beginStep(step));
    SBP_RETURN_IF_FAILED(session.step(one));
    for (uint32_t p = 0; p < e.outputs.size(); ++p) {
      const PortT &port = *e.outputs[p];
      Tensor positions;
      if (!port.boundary || port.index_bound < 0)
        continue;
      SBP_RETURN_IF_FAILED(fetchOutput(session, one, p, positions));
      SBP_RETURN_IF_FAILED(
          checkPositions(session.getProgram(), port, positions));
    }
  }
  return {};
}
