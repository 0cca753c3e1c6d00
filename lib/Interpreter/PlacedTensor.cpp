// PlacedTensor.cpp: tensors on ranks, and the distributions that ports declare
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interpreter/DistributedInterpreter.h"

using namespace mlir;

namespace sbp {

std::vector<TensorValue> PlacedTensor::getStates() const {
  std::vector<TensorValue> states;
  for (int64_t rank : placement.ranks)
    states.push_back(pieces.at(rank));
  return states;
}

TensorValue PlacedTensor::reassemble(bool float64) const {
  if (!cut)
    return sbp::reassemble(getStates(), placement, distribution,
                           type.getShape(), type.getElementType(), float64);
  TensorValue whole;
  SmallVector<int64_t> shape(type.getShape());
  shape[cut->dim] /= cut->count;
  for (int64_t k = 0; k < cut->count; ++k) {
    std::vector<TensorValue> states;
    for (const TensorValue &state : getStates())
      states.push_back(extractMicroBatch(state, *cut, k));
    appendMicroBatch(whole,
                     sbp::reassemble(states, placement, distribution, shape,
                                     type.getElementType(), float64),
                     *cut, k);
  }
  return whole;
}

SmallVector<int64_t>
DeclaredDistribution::getPieceShape(ArrayRef<int64_t> shape,
                                    int64_t position) const {
  SmallVector<int64_t> whole(shape);
  if (cut)
    whole[cut->dim] /= cut->count;
  SmallVector<int64_t> piece =
      getShape(getBoxAt(placement, distribution, whole, position));
  if (cut)
    piece[cut->dim] *= cut->count;
  return piece;
}

PlacedTensor DeclaredDistribution::place(const TensorValue &value) const {
  PlacedTensor placed{placement, distribution, value.getType(), {}, cut};
  for (int64_t k = 0; k < (cut ? cut->count : 1); ++k) {
    auto states =
        splitIntoStates(cut ? extractMicroBatch(value, *cut, k) : value,
                        placement, distribution);
    for (auto [position, state] : llvm::enumerate(states)) {
      TensorValue &piece = placed.pieces[placement.ranks[position]];
      if (cut)
        appendMicroBatch(piece, state, *cut, k);
      else
        piece = std::move(state);
    }
  }
  return placed;
}

std::optional<DeclaredDistribution> resolveDistribution(Operation *from,
                                                        Attribute attribute) {
  auto distribution = dyn_cast_or_null<DistributionAttr>(attribute);
  if (!distribution)
    return std::nullopt;
  PlacementOp placement = lookupPlacement(from, distribution.getPlacement());
  if (!placement)
    return std::nullopt;
  return DeclaredDistribution{placement.getPlacement(),
                              distribution.getDistribution(), std::nullopt};
}

/// Returns the declared distribution of a port, with its cut into
/// micro-batches.
static std::optional<DeclaredDistribution> getDeclared(func::FuncOp function,
                                                       unsigned index,
                                                       bool isResult,
                                                       Attribute attribute) {
  auto declared = resolveDistribution(function, attribute);
  auto dim = getTimeDim(function, index, isResult);
  if (declared && dim)
    declared->cut = TimeCut{*dim, getMicroBatches(function)};
  return declared;
}

std::optional<DeclaredDistribution>
getArgumentDistribution(func::FuncOp function, unsigned index) {
  return getDeclared(function, index, /*isResult=*/false,
                     function.getArgAttr(index, SBPDialect::kDistributionAttr));
}

std::optional<DeclaredDistribution> getResultDistribution(func::FuncOp function,
                                                          unsigned index) {
  return getDeclared(
      function, index, /*isResult=*/true,
      function.getResultAttr(index, SBPDialect::kDistributionAttr));
}

} // namespace sbp
