// CostModel.cpp: the rates that selection minimises by, and what ops cost

#include "sbp/Analysis/Selection/CostModel.h"
#include "sbp/Calculus/Topology.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

void CostModel::print(raw_ostream &os) const {
  auto line = [&](const char *name, double value, const char *unit) {
    os << format("  %-22s %12.6g  %s\n", name, value, unit);
  };
  os << "cost model of the choice of distributions\n";
  line("flop", perFlop, "bytes moved, busiest rank");
  line("duplicate flop", perDuplicateFlop, "bytes moved");
  line("memory traffic", perTrafficByte, "bytes moved per byte, busiest rank");
  line("stored parameter", perStoredByte, "bytes moved per byte and copy");
  if (!topology)
    line("boxing", perBoxing, "bytes moved per boxing and rank");
  line("link", bytesPerSecond, "bytes moved per second and rank");
  for (LinkClass kind :
       {LinkClass::SameDevice, LinkClass::SameHost, LinkClass::Network})
    if (const Link *link = topology ? topology->findLink(kind) : nullptr)
      os << format("  %-22s %12.6g  bytes per second, %g s per message\n",
                   ("link, " + getLinkClassName(kind)).str().c_str(),
                   link->bytesPerSecond, link->latencySeconds);
  line("parameter share", parameterShare, "of the bytes of all arguments");
  line("unit", std::ldexp(1.0, -unitShift), "bytes");
}

void CostModel::setRates(std::shared_ptr<const Rates> measured, int64_t ranks) {
  rates = std::move(measured);
  BoxingRate boxing = rates->getMeanBoxing(ranks);
  bytesPerSecond = boxing.bytesPerSecond;
  perBoxing = boxing.latencySeconds * bytesPerSecond;
  double shared = rates->getRanksPerCore(ranks);
  perFlop = shared * bytesPerSecond / rates->flopsPerSecond[0];
  for (auto [factor, rate] : zip_equal(flopFactors, rates->flopsPerSecond))
    factor = rates->flopsPerSecond[0] / rate;
  double before = perTrafficByte;
  // Cores together may exceed the bandwidth of their common memory.
  perTrafficByte =
      bytesPerSecond * std::max(shared / rates->streamBytesPerSecond,
                                ranks / rates->allCoresBytesPerSecond);
  perCachedByte = shared * bytesPerSecond / rates->cachedBytesPerSecond;
  // Nor do they fill faster together than one, or than they stream.
  double fill = rates->fillBytesPerSecond;
  perFilledByte =
      bytesPerSecond *
      std::max(shared / fill,
               ranks / std::max(fill, rates->allCoresBytesPerSecond));
  cacheBytes = rates->cacheBytes / shared; // others run in between
  perRow = shared * bytesPerSecond * rates->rowSeconds;
  perCall = shared * bytesPerSecond * rates->callSeconds;
  lanes = rates->lanes;
  gatherFactor = rates->streamBytesPerSecond / rates->gatherBytesPerSecond;
  rowFactor = rates->streamBytesPerSecond / rates->rowBytesPerSecond;
  perStoredByte *= before > 0 ? perTrafficByte / before : 1;
  perDuplicateFlop = 0; // every rank's work is counted, cores shared or not
}

double CostModel::getRowTraffic(double bytes, double visits, double table,
                                double factor) const {
  double beyond = table > cacheBytes ? 1 - cacheBytes / table : 0;
  return perCachedByte * bytes * (1 - beyond) +
         (perTrafficByte * factor * bytes + perRow * visits) * beyond;
}

double CostModel::getDearest(const OpWork::Part &part) const {
  double factor = part.kind ? flopFactors[static_cast<unsigned>(*part.kind)]
                            : *llvm::max_element(flopFactors);
  // Vectors of one element each are the least filled.
  double unfilled = part.lanes ? lanes : 1;
  return perFlop * factor * part.flops * unfilled + perCall +
         perTrafficByte * std::max({1.0, gatherFactor, rowFactor}) *
             (part.scratchBytes + part.rowBytes) +
         perRow * part.rowVisits;
}

double CostModel::getUnits(double bytes) const {
  return std::nearbyint(std::ldexp(bytes, unitShift));
}

double CostModel::toSeconds(double units, int64_t ranks) const {
  return std::ldexp(units, -unitShift) / (bytesPerSecond * ranks);
}

TensorSize getSize(RankedTensorType type) {
  return {SmallVector<int64_t, 4>(type.getShape()), getElementBytes(type)};
}

int64_t getNumBytes(RankedTensorType type) {
  return type.getNumElements() * getElementBytes(type);
}

OpWork getWork(Operation *op) {
  if (auto known = dyn_cast<SBPOpInterface>(op))
    return known.getWork();
  return makeWork(op, OpWork::Traffic::None, /*writes=*/true);
}

/// Into how many parts `distribution` cuts `dim`.
static int64_t getParts(const Placement &placement,
                        const Distribution &distribution, int64_t dim) {
  int64_t parts = 1;
  for (auto [axis, component] : enumerate(distribution.components))
    if (component.isSplit(dim))
      parts *= placement.axisSizes[axis];
  return parts;
}

double getLargestBytes(const Placement &placement,
                       const Distribution &distribution, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0;
  double elements = 1;
  for (auto [dim, size] : enumerate(tensor.getShape()))
    elements *= divideCeil(size, getParts(placement, distribution, dim));
  int64_t whole = std::max<int64_t>(1, tensor.getNumElements());
  return elements * getNumBytes(tensor) / whole;
}

/// Returns the mean bytes of a rank's piece.
static double getMeanBytes(const Placement &placement,
                           const Distribution &distribution, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0;
  double bytes = getNumBytes(tensor);
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    bytes /= getParts(placement, distribution, dim);
  return bytes;
}

/// Into how many parts `signature` cuts what `factor` ranges over.
static int64_t getParts(const Factor &factor, const Placement &placement,
                        const Signature &signature) {
  int64_t parts = 1;
  auto consider = [&](auto &dims, auto &distributions) {
    for (auto [dim, distribution] : zip(dims, distributions))
      if (dim)
        parts = std::max(parts, getParts(placement, distribution, *dim));
  };
  consider(factor.operandDims, signature.operands);
  consider(factor.resultDims, signature.results);
  return parts;
}

/// How many rows of a table a rank looks for, of each that would be its share
/// by bytes: for a part of a row as for the whole, and to learn that another
/// rank has it as to find it.
static double getVisits(const Placement &placement,
                        const Distribution &distribution, Type type) {
  double visits = 1;
  for (auto [i, size] : enumerate(cast<RankedTensorType>(type).getShape()))
    if (size > 0)
      visits *= static_cast<double>(size) /
                divideCeil(size, getParts(placement, distribution, i));
  return visits;
}

/// Whether a tensor of `work` that ops take in rows goes through memory: these
/// wait for each other.
static bool areRowsCut(const OpWork &work, const Distribution &distribution) {
  return any_of(distribution.components, [&](const Component &component) {
    return component.isSplit() && component.dim >= work.rowDims;
  });
}

namespace {
/// How `part` is divided among the ranks.
struct Share {
  double size = 1; ///< of the whole, on the one rank that is asked about
  int64_t copies;  ///< ranks that do the same
};
} // namespace

/// `lanes`: elements of a vector.
static Share getShare(const OpWork::Part &part, const Rule &rule,
                      const Placement &placement, const Signature &signature,
                      double lanes = 1, Worker worker = Worker::Busiest) {
  auto fill = [&](int64_t piece, bool inVectors) -> double {
    return inVectors ? std::ceil(piece / lanes) * lanes : piece;
  };
  Share share{1, placement.getNumRanks()};
  double skew = 1;
  for (auto [i, factor] : enumerate(rule.factors)) {
    if (factor.kind == Factor::Kind::Blocked || factor.extent == 0 ||
        is_contained(part.undividedBy, i))
      continue;
    int64_t parts = getParts(factor, placement, signature);
    share.copies /= parts;
    bool inVectors = part.lanes == i && lanes > 1;
    double piece = fill(divideCeil(factor.extent, parts), inVectors);
    if (worker == Worker::Mean) {
      // So many pieces are as large, the others have one index less.
      double rest = static_cast<double>(factor.extent % parts) / parts;
      if (rest > 0)
        piece =
            rest * piece + (1 - rest) * fill(factor.extent / parts, inVectors);
    }
    share.size *= piece / factor.extent;
    if (part.skewedBy == i && worker == Worker::Busiest)
      skew = part.skew - (part.skew - 1) / parts;
  }
  share.size *= skew;
  return share;
}

/// What cores that ranks share take, in times of what the rates count: the
/// busiest rank's piece as often as there are ranks to a core. No piece is
/// divided between cores, and beside a large one several small ones run: three
/// equal ones on two cores take two turns, one and two halves of it one. Where
/// every core has as many ranks, equal pieces leave none idle, and unequal ones
/// are not rewarded: they are so in one op and not in the next.
static double getTurns(const CostModel &model, const Rule &rule,
                       const Placement &placement, const Signature &signature) {
  int64_t ranks = placement.getNumRanks();
  int64_t cores = model.rates ? model.rates->cores : ranks;
  constexpr int64_t many = 64; // to a core: what is left over hardly shows
  if (ranks % cores == 0 || ranks < cores || ranks > many * cores)
    return 1;
  SmallVector<double> pieces{1}; // of ranks that do not do the same
  for (const Factor &factor : rule.factors) {
    int64_t parts = getParts(factor, placement, signature);
    if (factor.kind == Factor::Kind::Blocked || factor.extent == 0 ||
        parts == 1)
      continue;
    SmallVector<double> finer;
    for (double piece : pieces)
      for (int64_t part = 0; part < parts; ++part)
        finer.push_back(piece *
                        balancedPart({0, factor.extent}, parts, part).size());
    pieces = std::move(finer);
  }
  llvm::sort(pieces, std::greater<>());
  SmallVector<double> busy(cores, 0);
  for (double piece : pieces)
    for (size_t copy = 0; copy < ranks / pieces.size(); ++copy) // >= 1
      *llvm::min_element(busy) += piece;
  return *llvm::max_element(busy) * cores / (ranks * pieces.front());
}

double getHeldBytes(const OpWork &work, const Rule &rule,
                    const Placement &placement, const Signature &signature) {
  double bytes = 0;
  for (const OpWork::Held &held : work.held) {
    OpWork::Part part;
    part.undividedBy = held.undividedBy;
    bytes +=
        std::ceil(held.bytes * getShare(part, rule, placement, signature).size);
  }
  return bytes;
}

WorkClass classify(const OpWork::Part &part, const Rule &rule,
                   TypeRange operandTypes, TypeRange resultTypes) {
  if (part.kind)
    return *part.kind;
  if (all_of(rule.factors, [](const Factor &factor) {
        return factor.kind == Factor::Kind::Parallel;
      }))
    return WorkClass::Elementwise;
  double elements = 1;
  for (TypeRange types : {operandTypes, resultTypes})
    for (Type type : types)
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        elements += tensor.getNumElements();
  double perElement = part.flops / elements;
  return perElement < 8    ? WorkClass::Rows
         : perElement < 64 ? WorkClass::NarrowContraction
                           : WorkClass::Contraction;
}

ComputeCost getComputeParts(const CostModel &model, const OpWork &work,
                            const Rule &rule, TypeRange operandTypes,
                            TypeRange resultTypes, const Placement &placement,
                            const Signature &signature, Worker worker) {
  int64_t ranks = placement.getNumRanks();
  ComputeCost cost;
  double traffic = 0, rowCost = 0;
  auto getBytes = [&](auto type, const Distribution &distribution) {
    return worker == Worker::Mean
               ? getMeanBytes(placement, distribution, type)
               : getLargestBytes(placement, distribution, type);
  };
  for (auto [type, distribution, read] :
       zip_equal(operandTypes, signature.operands, work.reads))
    if (read == OpWork::Traffic::Whole ||
        (read == OpWork::Traffic::InRows && areRowsCut(work, distribution)))
      traffic += getBytes(type, distribution);
    else if (read == OpWork::Traffic::AsResult)
      rowCost += model.getRowTraffic(
          getBytes(resultTypes.front(), signature.results.front()),
          /*visits=*/0, getBytes(type, distribution), model.gatherFactor);
  double filled = 0;
  for (auto [type, distribution, isWritten, isFilled, staysInRows] :
       zip_equal(resultTypes, signature.results, work.writes, work.fills,
                 work.staysInRows)) {
    if (isWritten && !(staysInRows && !areRowsCut(work, distribution)))
      traffic += getBytes(type, distribution);
    if (isFilled)
      filled += getBytes(type, distribution);
  }
  bool isCall = false;
  // The share of one rank, and what is done twice.
  double lanes = model.lanes;
  if (!resultTypes.empty() && isa<RankedTensorType>(resultTypes.front()))
    lanes *= 4.0 / std::max<int64_t>(4, getElementBytes(resultTypes.front()));
  for (const OpWork::Part &part : work.parts) {
    WorkClass kind = classify(part, rule, operandTypes, resultTypes);
    // Sums of rows are formed along them, products of few columns too.
    Share share = getShare(part, rule, placement, signature,
                           kind == WorkClass::Rows ? 1 : lanes, worker);
    cost.compute += part.flops *
                    model.flopFactors[static_cast<unsigned>(kind)] *
                    (model.perFlop * share.size * ranks +
                     model.perDuplicateFlop * (share.copies - 1));
    traffic += part.scratchBytes * share.size;
    if (part.rowBytes > 0) {
      Type type = operandTypes[part.table];
      const Distribution &table = signature.operands[part.table];
      double visits =
          part.rowVisits * share.size * getVisits(placement, table, type);
      rowCost += model.getRowTraffic(part.rowBytes * share.size, visits,
                                     getBytes(type, table), model.rowFactor);
    }
    isCall |= part.flops > 0 && kind != WorkClass::Elementwise &&
              kind != WorkClass::Functions;
  }
  if (isCall)
    cost.compute += model.perCall * ranks;
  cost.traffic = ranks * (model.getTraffic(traffic) + rowCost +
                          model.perFilledByte * filled);
  if (worker == Worker::Busiest) {
    double turns = getTurns(model, rule, placement, signature);
    cost.compute *= turns;
    cost.traffic *= turns;
  }
  return cost;
}

Cost getComputeCost(const CostModel &model, const OpWork &work,
                    const Rule &rule, TypeRange operandTypes,
                    TypeRange resultTypes, const Placement &placement,
                    const Signature &signature) {
  ComputeCost cost = getComputeParts(model, work, rule, operandTypes,
                                     resultTypes, placement, signature);
  return model.getUnits(cost.compute + cost.traffic);
}

} // namespace sbp
