// Compare.cpp: N ranks against one
//
// The one-rank program runs in the model's precision and in f64. An element
// passes if |N ranks - f64| <= 8 |one rank - f64| + 32 eps max|y|: the room
// that re-associated reductions need, measured on the model itself. eps is that
// of the coarsest type on the value's way: an f32 result of f16 values, which
// one rank got right by luck, is no more exact than they are.
#include "Runner.h"
#include <cmath>
#include <cstdio>
#include <cstring>

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
                             DType precision, const Tensor &found,
                             const Tensor &one, const Tensor &exact) {
  int64_t count = *countElements(found.shape);
  double largest = 0;
  for (int64_t i = 0; i < count; ++i)
    if (double value = std::fabs(readElement(exact, i)); std::isfinite(value))
      largest = std::max(largest, value);
  double epsilon = epsilonOf(found.dtype);
  if (epsilon != 0)
    epsilon = std::max(epsilon, epsilonOf(precision));
  double slack = 32 * epsilon * largest;
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
static Status fetchHere(Session &session, uint32_t entry,
                        std::vector<Tensor> &outputs) {
  outputs.resize(session.getPlan().entries[entry]->outputs.size());
  for (uint32_t p = 0; p < outputs.size(); ++p)
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, p, outputs[p]));
  return {};
}

/// Boxes of a result, one behind the other: begin and end in each dim, data.
static std::string packPieces(DType type,
                              const std::vector<Session::OutputPiece> &pieces) {
  std::string bytes;
  for (const Session::OutputPiece &piece : pieces) {
    for (const auto *list : {&piece.box.begin, &piece.box.end})
      bytes.append(reinterpret_cast<const char *>(list->data()),
                   list->size() * sizeof(int64_t));
    bytes.append(piece.data,
                 piece.box.elements() * artifact::getByteWidth(type));
  }
  return bytes;
}

static void unpackPieces(const PortT &port, const std::string &bytes,
                         char *data) {
  size_t rank = port.shape.size(), at = 0;
  do {
    PlanBox box = wholeBox(port.shape);
    for (auto *list : {&box.begin, &box.end}) {
      std::memcpy(list->data(), bytes.data() + at, rank * sizeof(int64_t));
      at += rank * sizeof(int64_t);
    }
    std::string piece(bytes, at,
                      box.elements() * artifact::getByteWidth(port.dtype));
    at += piece.size();
    if (piece.empty())
      continue;
    BoxTransfer transfer(port.dtype, Combiner::sum, box, {{0, box}},
                         {{0, wholeBox(port.shape)}});
    const void *from = piece.data();
    void *to = data;
    transfer.execute(transfer.whole(), &from, &to);
  } while (at < bytes.size());
}

Status run::fetchAll(Session &session, uint32_t entry, Processes &processes,
                     std::vector<Tensor> &outputs) {
  if (!processes.isDistributed())
    return fetchHere(session, entry, outputs);
  const EntryT &e = *session.getPlan().entries[entry];
  outputs.resize(e.outputs.size());
  for (uint32_t p = 0; p < outputs.size(); ++p) {
    const PortT &port = *e.outputs[p];
    std::vector<Session::OutputPiece> pieces;
    std::vector<std::string> all;
    SBP_RETURN_IF_FAILED(session.getOutputPieces(entry, p, pieces));
    SBP_RETURN_IF_FAILED(processes.gather(packPieces(port.dtype, pieces), all));
    if (!processes.isFirst())
      continue;
    char *data;
    outputs[p] = makeTensor(port.dtype, port.shape, data);
    for (const std::string &bytes : all)
      if (!bytes.empty())
        unpackPieces(port, bytes, data);
  }
  return {};
}

static Status runSteps(Session &session, Feeder &feeder, uint32_t entry,
                       int64_t steps, std::vector<Tensor> &outputs) {
  SBP_RETURN_IF_FAILED(feeder.beginReference(entry));
  for (int64_t step = 0; step < steps; ++step) {
    SBP_RETURN_IF_FAILED(feeder.beginStep(step));
    SBP_RETURN_IF_FAILED(session.step(entry));
  }
  return fetchHere(session, entry, outputs);
}

Status run::checkReference(const Options &options, const Session &session,
                           uint32_t entry) {
  const std::string &name = session.getPlan().entries[entry]->name;
  if (options.benchmark)
    return userError("--compare and --benchmark cannot be combined");
  if (session.findEntry(name, EntryRole::reference) < 0 ||
      session.findEntry(name, EntryRole::reference_f64) < 0)
    return userError("--compare: the artifact has no reference of entry '",
                     name, "': compile with --with-reference");
  return {};
}

static Status compareOutputs(const Options &options, Session &session,
                             Feeder &feeder, uint32_t entry, int64_t steps,
                             const std::vector<Tensor> &found) {
  const EntryT &e = *session.getPlan().entries[entry];
  uint32_t one = session.findEntry(e.name, EntryRole::reference);
  uint32_t exact = session.findEntry(e.name, EntryRole::reference_f64);
  std::vector<Tensor> inOne, inF64;
  SBP_RETURN_IF_FAILED(runSteps(session, feeder, one, steps, inOne));
  SBP_RETURN_IF_FAILED(runSteps(session, feeder, exact, steps, inF64));
  size_t compared = 0;
  // Values inside the model first, in program order: the first to differ is
  // the one to examine.
  for (bool boundary : {true, false})
    for (uint32_t p = 0; p < e.outputs.size(); ++p) {
      const PortT &port = *e.outputs[p];
      if (port.boundary != boundary)
        continue;
      SBP_RETURN_IF_FAILED(
          compareTensors(session.getProgram().locate(port), port.name,
                         session.getPlan().entries[one]->outputs[p]->precision,
                         found[p], inOne[p], inF64[p]));
      ++compared;
    }
  if (!options.json)
    std::printf("compare: %zu values agree with one rank\n", compared);
  return {};
}

Status run::compareWithReference(const Options &options, Session &session,
                                 Feeder &feeder, uint32_t entry, int64_t steps,
                                 Processes &processes) {
  std::vector<Tensor> found;
  SBP_RETURN_IF_FAILED(fetchAll(session, entry, processes, found));
  Status status;
  if (processes.isFirst())
    status = compareOutputs(options, session, feeder, entry, steps, found);
  return processes.adoptFirstStatus(std::move(status));
}
