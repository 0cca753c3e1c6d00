// JoinPieces.cpp: concats of many pieces
//
// A concat is decomposed into a chain of insertions, each into the result of
// the previous one. Bufferisation compares every write with every read of the
// chain, which is cubic in its length. The pieces of a long concat (the steps
// of an unrolled loop) are therefore written to disjoint views of one buffer.
#include "Steps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sbp::host;

/// Concats of up to this many pieces stay chains.
static constexpr unsigned kMaxChainedPieces = 8;

/// Returns the op that writes the concat's value to an output buffer, if that
/// is the only use of both. Returns null otherwise.
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

/// As in makeBoundaryExplicit, the write is a tensor op, and the copy after it
/// folds away if the piece is computed in place.
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

/// Creates the views at the block's beginning, so that every producer of a
/// piece can compute into its view.
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
  SmallVector<std::pair<Value, Value>> destinations; // tensor, view
  for (Value piece : op.getInputs()) {
    auto pieceType = cast<RankedTensorType>(piece.getType());
    if (pieceType.getNumElements() == 0) {
      destinations.emplace_back();
      continue;
    }
    offsets[dim] = builder.getIndexAttr(begin);
    begin += pieceType.getDimSize(dim);
    Value view = memref::SubViewOp::create(
        builder, loc, whole, offsets,
        getAsIndexOpFoldResult(op.getContext(), pieceType.getShape()), steps);
    Value tensor = bufferization::ToTensorOp::create(
        builder, loc, pieceType, view, /*restrict=*/true, /*writable=*/true);
    destinations.emplace_back(tensor, view);
  }
  builder.setInsertionPoint(op);
  for (auto [piece, destination] :
       llvm::zip_equal(op.getInputs(), destinations))
    if (destination.second)
      writePiece(piece, destination.first, destination.second, builder);
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
    if (op.getInputs().size() > kMaxChainedPieces &&
        op.getResultType().hasStaticShape() &&
        op.getResultType().getNumElements() > 0)
      concats.push_back(op);
  });
  OpBuilder builder(region.getContext());
  for (tensor::ConcatOp op : concats)
    join(op, builder);
  return success();
}
