// RaiseConcat.cpp: conditions on a loop index become tensor.concat

#include "RaiseConcat.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace {
/// The pieces found so far, along loop `dim` (-1: none yet).
struct Pieces {
  ArrayRef<int64_t> shape; ///< of the whole
  int64_t dim = -1, end = 0;
  SmallVector<Value> tensors = {};
};
} // namespace

/// `extract` reads at the loop indices, that of `pieces.dim` less the end of
/// the pieces before it. The index of a loop of one step is the constant 0.
static bool addPiece(Value value, Pieces &pieces) {
  auto extract = value.getDefiningOp<tensor::ExtractOp>();
  if (!extract)
    return false;
  auto type = cast<RankedTensorType>(extract.getTensor().getType());
  for (auto [i, index] : llvm::enumerate(extract.getIndices())) {
    int64_t dim = i;
    Value base = index;
    if (dim == pieces.dim && pieces.end != 0) {
      auto shifted = index.getDefiningOp<arith::SubIOp>();
      if (!shifted || getConstantIntValue(shifted.getRhs()) != pieces.end)
        return false;
      base = shifted.getLhs();
    }
    if (dim != pieces.dim && type.getDimSize(dim) == 1 &&
        getConstantIntValue(index) == 0)
      continue;
    auto loop = base.getDefiningOp<linalg::IndexOp>();
    if (!loop || static_cast<int64_t>(loop.getDim()) != dim)
      return false;
  }
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (static_cast<int64_t>(dim) != pieces.dim && size != pieces.shape[dim])
      return false;
  if (type.getNumElements() > 0)
    pieces.tensors.push_back(extract.getTensor());
  pieces.end += type.getDimSize(pieces.dim);
  return true;
}

/// `if index(dim) < end of the first piece: first piece, else the rest`.
static bool collect(Value value, Pieces &pieces) {
  auto branch = value.getDefiningOp<scf::IfOp>();
  if (!branch)
    return pieces.dim >= 0 && addPiece(value, pieces);
  auto compare = branch.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || branch.getNumResults() != 1 ||
      (compare.getPredicate() != arith::CmpIPredicate::ult &&
       compare.getPredicate() != arith::CmpIPredicate::slt))
    return false;
  auto loop = compare.getLhs().getDefiningOp<linalg::IndexOp>();
  if (!loop ||
      (pieces.dim >= 0 && pieces.dim != static_cast<int64_t>(loop.getDim())))
    return false;
  pieces.dim = loop.getDim();
  return addPiece(branch.thenYield().getOperand(0), pieces) &&
         getConstantIntValue(compare.getRhs()) == pieces.end &&
         collect(branch.elseYield().getOperand(0), pieces);
}

bool sbp::raiseConcat(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 0 || op.getNumResults() != 1 ||
      !op.getIndexingMapsArray().front().isIdentity())
    return false;
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  Pieces pieces{type.getShape()};
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  if (!yielded.getDefiningOp<scf::IfOp>() || !collect(yielded, pieces))
    return false;
  if (pieces.end != type.getDimSize(pieces.dim) || pieces.tensors.empty())
    return false;
  OpBuilder builder(op);
  auto concat = tensor::ConcatOp::create(builder, op.getLoc(), type, pieces.dim,
                                         pieces.tensors);
  op.getResult(0).replaceAllUsesWith(concat.getResult());
  op.erase();
  return true;
}
