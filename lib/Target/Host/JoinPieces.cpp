//===- JoinPieces.cpp - concats of many pieces ----------------------------===//
//
// A concat of a few pieces is a chain of insertions, each into the result of
// the one before. Bufferisation asks every write whether it meets any read of
// any value of the chain: the cube of its length. The pieces of a long one
// (the steps of a loop that was written out) are written into views of one
// buffer, which have nothing to do with each other.
//
//===----------------------------------------------------------------------===//
#include "Steps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sbp::host;

static constexpr unsigned fewPieces = 8;

/// The buffer that the concat's value is written into at the region's edge, and
/// the op that says so, if that is all that is done with it.
static bufferization::MaterializeInDestinationOp
getOnlyWrite(tensor::ConcatOp op) {
  if (!op->hasOneUse())
    return {};
  auto write =
      dyn_cast<bufferization::MaterializeInDestinationOp>(*op->user_begin());
  if (!write || write.getSource() != op.getResult())
    return {};
  auto whole = write.getDest().getDefiningOp<bufferization::ToTensorOp>();
  return whole && whole->hasOneUse()
             ? write
             : bufferization::MaterializeInDestinationOp();
}

/// As in makeBoundaryExplicit: a write is a tensor op, and the copy behind it
/// is folded away where the value was made in its place.
static void writePiece(Value piece, Value tensor, Value view,
                       OpBuilder &builder) {
  Location loc = piece.getLoc();
  Value written = bufferization::MaterializeInDestinationOp::create(
                      builder, loc, piece, tensor)
                      .getResult();
  Value result = bufferization::ToBufferOp::create(
      builder, loc, cast<BaseMemRefType>(view.getType()), written,
      /*read_only=*/true);
  memref::CopyOp::create(builder, loc, result, view);
}

/// `views` are made in front of everything, so that whatever makes a piece can
/// make it there.
static void join(tensor::ConcatOp op, OpBuilder &builder) {
  RankedTensorType type = op.getResultType();
  Location loc = op.getLoc();
  auto write = getOnlyWrite(op);
  Block *body = op->getBlock();
  builder.setInsertionPointToStart(body);
  Value whole;
  if (write)
    whole =
        write.getDest().getDefiningOp<bufferization::ToTensorOp>().getBuffer();
  else
    whole = memref::AllocOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
      steps(type.getRank(), builder.getIndexAttr(1));
  int64_t begin = 0, dim = op.getDim();
  SmallVector<std::pair<Value, Value>> places; // tensor, view
  for (Value piece : op.getInputs()) {
    auto pieceType = cast<RankedTensorType>(piece.getType());
    if (pieceType.getNumElements() == 0) {
      places.emplace_back();
      continue;
    }
    offsets[dim] = builder.getIndexAttr(begin);
    begin += pieceType.getDimSize(dim);
    Value view = memref::SubViewOp::create(
        builder, loc, whole, offsets,
        getAsIndexOpFoldResult(op.getContext(), pieceType.getShape()), steps);
    Value tensor = bufferization::ToTensorOp::create(
        builder, loc, pieceType, view, /*restrict=*/true, /*writable=*/true);
    places.emplace_back(tensor, view);
  }
  builder.setInsertionPoint(op);
  for (auto [piece, place] : llvm::zip_equal(op.getInputs(), places))
    if (place.second)
      writePiece(piece, place.first, place.second, builder);
  Value joined = bufferization::ToTensorOp::create(builder, loc, type, whole,
                                                   /*restrict=*/true,
                                                   /*writable=*/false);
  if (write) {
    write.getResult().replaceAllUsesWith(joined);
    write.erase();
  } else {
    op.getResult().replaceAllUsesWith(joined);
  }
  op.erase();
}

LogicalResult sbp::host::joinPieces(func::FuncOp region) {
  SmallVector<tensor::ConcatOp> concats;
  region.walk([&](tensor::ConcatOp op) {
    if (op.getInputs().size() > fewPieces &&
        op.getResultType().hasStaticShape() &&
        op.getResultType().getNumElements() > 0)
      concats.push_back(op);
  });
  OpBuilder builder(region.getContext());
  for (tensor::ConcatOp op : concats)
    join(op, builder);
  return success();
}
