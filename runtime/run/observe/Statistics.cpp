// Statistics.cpp: statistics of results, as they are printed
//
// Per box and then over the boxes in their order, so that the last digits do
// not depend on how many processes there are.
#include "Statistics.h"
#include "Tensor.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

namespace {
/// Statistics of one box; `begin` orders the boxes of a result.
struct PieceStatistics {
  uint64_t port, begin;
  double minimum = NAN, maximum = NAN, sum = 0;
  int64_t numbers = 0, nans = 0;
};
} // namespace

static PieceStatistics summarise(DType type,
                                 const Session::OutputPiece &piece) {
  PieceStatistics result = {};
  Tensor tensor = {type, piece.box.shape(), piece.data, nullptr};
  int64_t count = piece.box.elements();
  result.minimum = result.maximum = NAN;
  for (int64_t i = 0; i < count; ++i) {
    double value = readElement(tensor, i);
    if (value != value) {
      ++result.nans;
      continue;
    }
    bool isFirst = result.numbers++ == 0;
    result.minimum = isFirst ? value : std::min(result.minimum, value);
    result.maximum = isFirst ? value : std::max(result.maximum, value);
    result.sum += value;
  }
  return result;
}

static void add(const PieceStatistics &piece, PieceStatistics &total) {
  if (piece.numbers) {
    bool isFirst = total.numbers == 0;
    total.minimum =
        isFirst ? piece.minimum : std::min(total.minimum, piece.minimum);
    total.maximum =
        isFirst ? piece.maximum : std::max(total.maximum, piece.maximum);
  }
  total.sum += piece.sum;
  total.numbers += piece.numbers;
  total.nans += piece.nans;
}

Status run::getStatistics(Session &session, uint32_t entry,
                          Processes &processes,
                          std::vector<Statistics> &statistics) {
  const EntryT &e = *session.getPlan().entries[entry];
  std::string mine;
  for (uint32_t p = 0; p < e.outputs.size(); ++p) {
    const PortT &port = *e.outputs[p];
    if (port.boundary)
      continue;
    std::vector<Session::OutputPiece> pieces;
    SBP_RETURN_IF_FAILED(session.getOutputPieces(entry, p, pieces));
    std::vector<int64_t> strides = getStrides(port.shape);
    for (const Session::OutputPiece &piece : pieces) {
      PieceStatistics values = summarise(port.dtype, piece);
      values.port = p;
      for (size_t d = 0; d < strides.size(); ++d)
        values.begin += piece.box.begin[d] * strides[d];
      mine.append(reinterpret_cast<const char *>(&values), sizeof(values));
    }
  }
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(processes.gather(mine, all));
  std::vector<PieceStatistics> pieces;
  for (const std::string &bytes : all)
    for (size_t at = 0; at < bytes.size(); at += sizeof(PieceStatistics)) {
      pieces.emplace_back();
      std::memcpy(&pieces.back(), &bytes[at], sizeof(PieceStatistics));
    }
  std::sort(pieces.begin(), pieces.end(), [](auto &a, auto &b) {
    return std::pair(a.port, a.begin) < std::pair(b.port, b.begin);
  });
  for (uint32_t p = 0; p < e.outputs.size(); ++p) {
    if (e.outputs[p]->boundary)
      continue;
    PieceStatistics total = {};
    total.minimum = total.maximum = NAN;
    for (const PieceStatistics &piece : pieces)
      if (piece.port == p)
        add(piece, total);
    statistics.push_back({total.minimum, total.maximum,
                          total.numbers ? total.sum / total.numbers : NAN,
                          total.nans});
  }
  return {};
}
