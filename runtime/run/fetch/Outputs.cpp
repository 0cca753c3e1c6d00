// Outputs.cpp: assembles results from the pieces of all processes
//
// A process sends the boxes that it owns, one after the other: begin and end in
// each dimension, then the data. The first process copies them to the tensor.
#include "Outputs.h"
#include "BoxTransfer.h"
#include <cstring>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

uint64_t run::countBytes(const PortT &port) {
  return *countElements(port.shape) * artifact::getByteWidth(port.dtype);
}

Status run::fetchOutput(Session &session, uint32_t entry, uint32_t p,
                        Tensor &tensor) {
  const PortT &port = *session.getPlan().entries[entry]->outputs[p];
  char *data;
  tensor = makeTensor(port.dtype, port.shape, data);
  return session.getOutput(entry, p, data);
}

/// Fetches the results of a run of one process.
static Status fetchHere(Session &session, uint32_t entry,
                        std::vector<Tensor> &outputs) {
  outputs.resize(session.getPlan().entries[entry]->outputs.size());
  for (uint32_t p = 0; p < outputs.size(); ++p)
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, p, outputs[p]));
  return {};
}

/// Boxes of a result, one after the other: begin and end in each dim, data.
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
