//===- CostModel.cpp - the rates that selection minimises by --------------===//

#include "sbp/Analysis/Selection/CostModel.h"
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
  line("memory traffic", perTrafficByte, "bytes moved per byte, busiest rank");
  line("stored parameter", perStoredByte, "bytes moved per byte and copy");
  line("boxing", perBoxing, "bytes moved per boxing and rank");
  line("link", bytesPerSecond, "bytes per second");
  line("parameter share", parameterShare, "of the bytes of all arguments");
  line("unit", std::ldexp(1.0, -unitShift), "bytes");
}

double CostModel::getUnits(double bytes) const {
  return std::nearbyint(std::ldexp(bytes, unitShift));
}

double CostModel::toSeconds(double units, int64_t ranks) const {
  return std::ldexp(units, -unitShift) / (bytesPerSecond * ranks);
}

Cost CostModel::getBoxing(MovedFraction moved, int64_t bytes,
                          int64_t ranks) const {
  if (moved.moved == 0 || bytes == 0)
    return 0;
  __int128 numerator = static_cast<__int128>(moved.moved) * bytes;
  __int128 denominator = moved.cells;
  if (unitShift >= 0)
    numerator <<= unitShift;
  else
    denominator <<= -unitShift;
  auto units = (numerator + denominator - 1) / denominator;
  return static_cast<Cost>(units) + getUnits(perBoxing * ranks);
}

int64_t getNumBytes(RankedTensorType type) {
  int64_t bits =
      type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  return type.getNumElements() * divideCeil(bits, 8);
}

OpWork getWork(Operation *op) {
  OpWork work;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp) {
    // Reshapes and slices are views of what their users read anyway.
    work.writesResults = !isa<tensor::TensorDialect>(op->getDialect());
    return work;
  }
  double points = 1;
  for (int64_t range : linalgOp.getStaticLoopRanges())
    points *= range;
  int64_t perPoint = 0;
  linalgOp.getBlock()->walk([&](Operation *inner) {
    perPoint +=
        isa<arith::ArithDialect, math::MathDialect>(inner->getDialect()) &&
        inner->getNumOperands() > 0;
  });
  work.flops = points * perPoint;
  work.readsOperands = work.writesResults = perPoint > 0;
  return work;
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

static double getLargestBytes(const Placement &placement,
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

/// The share of the op's points that the busiest rank computes.
static double getLargestShare(const Rule &rule, const Placement &placement,
                              const Signature &signature) {
  double share = 1;
  for (const Factor &factor : rule.factors) {
    if (factor.kind == Factor::Kind::Blocked || factor.extent == 0)
      continue;
    int64_t parts = 1;
    auto consider = [&](auto dims, auto &distributions) {
      for (auto [dim, distribution] : zip(dims, distributions))
        if (dim)
          parts = std::max(parts, getParts(placement, distribution, *dim));
    };
    consider(factor.operandDims, signature.operands);
    consider(factor.resultDims, signature.results);
    share *=
        static_cast<double>(divideCeil(factor.extent, parts)) / factor.extent;
  }
  return share;
}

Cost getComputeCost(const CostModel &model, const OpWork &work,
                    const Rule &rule, TypeRange operandTypes,
                    TypeRange resultTypes, const Placement &placement,
                    const Signature &signature) {
  double traffic = 0;
  if (work.readsOperands)
    for (auto [type, distribution] :
         zip_equal(operandTypes, signature.operands))
      traffic += getLargestBytes(placement, distribution, type);
  if (work.writesResults)
    for (auto [type, distribution] : zip_equal(resultTypes, signature.results))
      traffic += getLargestBytes(placement, distribution, type);
  double flops = work.flops * getLargestShare(rule, placement, signature);
  return model.getUnits(
      (model.perFlop * flops + model.perTrafficByte * traffic) *
      placement.getNumRanks());
}

} // namespace sbp
