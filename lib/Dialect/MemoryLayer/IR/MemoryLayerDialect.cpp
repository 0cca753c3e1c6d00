// MemoryLayerDialect.cpp: the memory_layer dialect, its ops as trilinear forms

#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "TrilinearForm.h"
#include "TrilinearLoops.h"
#include "sbp/Interfaces/Misfit.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.cpp.inc"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerEnums.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerOps.cpp.inc"

void MemoryLayerDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerOps.cpp.inc"
      >();
}

#define SBP_TRILINEAR_OP(OP)                                                   \
  Rule OP::getRule() { return TrilinearForm(*this).getRule(); }                \
  OpWork OP::getWork() { return TrilinearForm(*this).getWork(); }              \
  SmallVector<IndexedPositions> OP::getIndexedPositions() {                    \
    return TrilinearForm(*this).getPositions();                                \
  }                                                                            \
  FailureOr<SmallVector<Value>> OP::buildLocal(                                \
      OpBuilder &builder, const Signature &signature, ValueRange locals,       \
      ShardContext &context) {                                                 \
    return TrilinearForm(*this).buildLocal(builder, signature, locals,         \
                                           context);                           \
  }
SBP_TRILINEAR_OP(BagOp)
SBP_TRILINEAR_OP(RowDotOp)
SBP_TRILINEAR_OP(AddOuterOp)
#undef SBP_TRILINEAR_OP

static LogicalResult verifyElements(Operation *op, StringRef name, Value value,
                                    StringRef likeName, Value like) {
  Type found = getElementTypeOrSelf(value),
       expected = getElementTypeOrSelf(like);
  if (found == expected)
    return success();
  return emitMisfit(op, {value, like})
         << name << " has elements of " << found << " but " << likeName
         << " of " << expected;
}

LogicalResult BagOp::verify() {
  if (getSegment() && !getSegments())
    return emitOpError("has segments but not their number; add segments = n");
  if (getSegments() && !getSegment())
    return emitOpError("has a number of segments but no operand that gives "
                       "the segment of each slot; add into %segment");
  if (getSegments() && *getSegments() < 1)
    return emitOpError() << "segments is " << *getSegments()
                         << "; it must be at least 1";
  if (failed(TrilinearForm(*this).verify()))
    return failure();
  if (getSegments() && TrilinearForm(*this).getNumSegments() !=
                           static_cast<int64_t>(*getSegments()))
    return emitOpError() << "segments is " << *getSegments()
                         << " but the result has "
                         << TrilinearForm(*this).getNumSegments();
  return verifyElements(*this, "result", getResult(), "scores", getScores());
}

LogicalResult RowDotOp::verify() {
  if (failed(TrilinearForm(*this).verify()))
    return failure();
  return verifyElements(*this, "result", getResult(), "z", getZ());
}

LogicalResult AddOuterOp::verify() {
  if (getResult().getType() != getInit().getType())
    return emitMisfit(*this, {getInit()})
           << "result must be " << getInit().getType() << ", found "
           << getResult().getType();
  return TrilinearForm(*this).verify();
}

SmallVector<Value> BagOp::lowerToLinalg(OpBuilder &builder) {
  return {TrilinearLoops(*this, builder).buildBag()};
}

SmallVector<Value> RowDotOp::lowerToLinalg(OpBuilder &builder) {
  return {TrilinearLoops(*this, builder).buildRowDot()};
}

SmallVector<Value> AddOuterOp::lowerToLinalg(OpBuilder &builder) {
  return {TrilinearLoops(*this, builder).buildAddOuter(getInit())};
}
