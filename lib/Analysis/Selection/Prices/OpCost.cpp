// OpCost.cpp: the cost of an op under a signature, by the work that it states
//
// The share of a rank is the product over the factors of its largest piece
// divided by the extent. Example: a matmul of 8 x 6 x 10 with 8 split over four
// ranks has the share 2/8 and 960/4 flops per rank; with 6 split over four the
// share is 2/6, since ceil(6/4) = 2, and two ranks wait.

#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Interfaces/ElementBytes.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

OpWork getWork(Operation *op) {
  if (auto known = dyn_cast<SBPOpInterface>(op))
    return known.getWork();
  return makeWork(op, OpWork::Traffic::None, /*writes=*/true);
}

/// Returns the number of parts into which `distribution` splits `dim`.
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

/// Returns the number of parts into which `signature` splits `factor`.
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

/// Returns the factor from the row visits of a proportional share to those that
/// a rank really makes. A rank visits a row for any part of it, and also to
/// detect that another rank holds it.
static double getVisits(const Placement &placement,
                        const Distribution &distribution, Type type) {
  double visits = 1;
  for (auto [i, size] : enumerate(cast<RankedTensorType>(type).getShape()))
    if (size > 0)
      visits *= static_cast<double>(size) /
                divideCeil(size, getParts(placement, distribution, i));
  return visits;
}

/// Returns true if `distribution` splits the rows of a tensor that ops would
/// otherwise pass on row by row through the cache; then it goes through memory.
static bool areRowsCut(const OpWork &work, const Distribution &distribution) {
  return any_of(distribution.components, [&](const Component &component) {
    return component.isSplit() && component.dim >= work.rowDims;
  });
}

namespace {
/// The division of a part of the work among the ranks.
struct Share {
  double size = 1; ///< share of the whole on the priced rank
  int64_t copies;  ///< number of ranks with the same work
};
} // namespace

/// Returns the share of the priced rank; `lanes` is the number of elements of a
/// vector, which partial vectors are rounded up to.
static Share getShare(const OpWork::Part &part, const Rule &rule,
                      const Placement &placement, const Signature &signature,
                      double lanes = 1, RankLoad load = RankLoad::Busiest) {
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
    if (load == RankLoad::Mean) {
      // A fraction `rest` of the pieces has this size, the others one index
      // less.
      double rest = static_cast<double>(factor.extent % parts) / parts;
      if (rest > 0)
        piece =
            rest * piece + (1 - rest) * fill(factor.extent / parts, inVectors);
    }
    share.size *= piece / factor.extent;
    if (part.skewedBy == i && load == RankLoad::Busiest)
      skew = part.skew - (part.skew - 1) / parts;
  }
  share.size *= skew;
  return share;
}

/// Returns the time of the busiest core, in units of (largest piece) x (ranks
/// per core), which is what the rates assume. Pieces are not divided between
/// cores, so this is multiprocessor scheduling; LPT list scheduling (Graham,
/// 1969) places the largest remaining piece on the least busy core. Example:
/// three equal pieces on two cores take two rounds instead of 1.5. Where every
/// core has equally many ranks the result is 1: unequal pieces are not
/// rewarded, since they are unequal in one op and not in the next.
static double getCoreImbalance(const CostModel &model, const Rule &rule,
                               const Placement &placement,
                               const Signature &signature) {
  int64_t ranks = placement.getNumRanks();
  int64_t cores = model.rates ? model.rates->cores : ranks;
  // With more ranks per core the remainder of a division is negligible.
  constexpr int64_t many = 64;
  if (ranks % cores == 0 || ranks < cores || ranks > many * cores)
    return 1;
  SmallVector<double> pieces{1}; // sizes of the distinct shares of work
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
                            const Signature &signature, RankLoad load) {
  int64_t ranks = placement.getNumRanks();
  ComputeCost cost;
  double traffic = 0, rowCost = 0;
  auto getBytes = [&](auto type, const Distribution &distribution) {
    return load == RankLoad::Mean
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
  // Each part counts the share of the priced rank, and work that is duplicated.
  double lanes = model.lanes;
  if (!resultTypes.empty() && isa<RankedTensorType>(resultTypes.front()))
    lanes *= 4.0 / std::max<int64_t>(4, getElementBytes(resultTypes.front()));
  for (const OpWork::Part &part : work.parts) {
    WorkClass kind = classify(part, rule, operandTypes, resultTypes);
    // Row sums, and products of few columns, vectorise along the rows, so their
    // pieces are not rounded up to whole vectors.
    Share share = getShare(part, rule, placement, signature,
                           kind == WorkClass::Rows ? 1 : lanes, load);
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
  if (load == RankLoad::Busiest) {
    double imbalance = getCoreImbalance(model, rule, placement, signature);
    cost.compute *= imbalance;
    cost.traffic *= imbalance;
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
