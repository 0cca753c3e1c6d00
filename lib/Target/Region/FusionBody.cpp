// FusionBody.cpp: builds one op for a group of fused ops
//
// The bodies of all members are cloned into one generic over the root's loops.
// Elements that another member computes are looked up by op and loop map, all
// others become inputs.
#include "Fusion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

namespace {
/// Builds the op of one group: first its operands, then its body, in which
/// every copy computes the elements of one iteration.
class BodyBuilder {
public:
  BodyBuilder(FusionGroup &group, IRRewriter &rewriter)
      : rewriter(rewriter), root(group.root) {
    rewriter.setInsertionPoint(root);
    order.assign(group.copies.rbegin(), group.copies.rend());
    order.push_back(
        {root, rewriter.getMultiDimIdentityMap(root.getNumLoops())});
    for (FusedCopy &copy : order)
      made.try_emplace({copy.op.getOperation(), copy.loops});
  }

  linalg::GenericOp build();

private:
  /// Collects the tensors that the group reads from memory, each once per map.
  void collectReads();
  void cloneBody(FusedCopy &copy, Block *body);
  /// Returns the element that `operand` reads, or null if the body does not use
  /// it.
  Value getElement(OpOperand &operand, AffineMap loops, Block *body);
  /// Returns the index of a member's loop in terms of the root's loops.
  Value computeIndex(AffineMap loops, int64_t loop);
  /// Returns the value that a member computes for `operand` in `loops`, or null
  /// if it is read from memory.
  Value *findComputed(OpOperand &operand, AffineMap loops);

  IRRewriter &rewriter;
  linalg::GenericOp root;
  SmallVector<FusedCopy> order; ///< producers first, the root last
  llvm::MapVector<FusedRead, unsigned>
      reads; ///< with their positions as inputs
  llvm::DenseMap<std::pair<Operation *, AffineMap>, SmallVector<Value, 1>> made;
};
} // namespace

Value *BodyBuilder::findComputed(OpOperand &operand, AffineMap loops) {
  auto produced = dyn_cast<OpResult>(operand.get());
  if (!produced || !isa<linalg::GenericOp>(produced.getOwner()))
    return nullptr;
  auto producer = cast<linalg::GenericOp>(produced.getOwner());
  AffineMap results = producer.getIndexingMapMatchingResult(produced);
  if (!results.isPermutation())
    return nullptr;
  AffineMap elements = getReadMap(operand, loops);
  auto found = made.find({producer, getProducerLoops(produced, elements)});
  if (found == made.end())
    return nullptr;
  if (found->second.empty())
    found->second.resize(producer.getNumResults());
  return &found->second[produced.getResultNumber()];
}

void BodyBuilder::collectReads() {
  for (FusedCopy &copy : order)
    for (OpOperand &operand : copy.op->getOpOperands()) {
      bool isRead = copy.op.isDpsInput(&operand) ||
                    (copy.op != root && readsOperand(copy.op, operand));
      if (isRead &&
          !(copy.op.isDpsInput(&operand) && findComputed(operand, copy.loops)))
        reads.try_emplace({operand.get(), getReadMap(operand, copy.loops)},
                          reads.size());
    }
}

Value BodyBuilder::getElement(OpOperand &operand, AffineMap loops,
                              Block *body) {
  auto op = cast<linalg::GenericOp>(operand.getOwner());
  if (op == root && op.isDpsInit(&operand))
    return body->getArgument(reads.size() + operand.getOperandNumber() -
                             root.getNumDpsInputs());
  if (op.isDpsInput(&operand))
    if (Value *computed = findComputed(operand, loops))
      return *computed;
  auto read = reads.find({operand.get(), getReadMap(operand, loops)});
  return read == reads.end() ? Value() : body->getArgument(read->second);
}

Value BodyBuilder::computeIndex(AffineMap loops, int64_t loop) {
  Location loc = root.getLoc();
  AffineExpr expr = loops.getResult(loop);
  if (auto same = dyn_cast<AffineDimExpr>(expr))
    return linalg::IndexOp::create(rewriter, loc, same.getPosition());
  SmallVector<Value> indices;
  for (unsigned outer = 0; outer < root.getNumLoops(); ++outer)
    indices.push_back(linalg::IndexOp::create(rewriter, loc, outer));
  return affine::AffineApplyOp::create(rewriter, loc, loops.getSubMap(loop),
                                       indices);
}

void BodyBuilder::cloneBody(FusedCopy &copy, Block *body) {
  IRMapping mapping;
  for (OpOperand &operand : copy.op->getOpOperands())
    if (Value element = getElement(operand, copy.loops, body))
      mapping.map(copy.op.getMatchingBlockArgument(&operand), element);
  for (Operation &inner : copy.op.getBody()->without_terminator()) {
    Operation *clone = rewriter.clone(inner, mapping);
    SmallVector<linalg::IndexOp> indices;
    clone->walk([&](linalg::IndexOp op) { indices.push_back(op); });
    for (linalg::IndexOp op : indices) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(op);
      Value index = computeIndex(copy.loops, op.getDim());
      if (op.getOperation() == clone)
        mapping.map(inner.getResult(0), index);
      rewriter.replaceOp(op, index);
    }
  }
  SmallVector<Value, 1> results;
  for (Value value : copy.op.getBody()->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  made[{copy.op, copy.loops}] = results;
}

linalg::GenericOp BodyBuilder::build() {
  collectReads();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (auto &[read, number] : reads) {
    inputs.push_back(read.first);
    maps.push_back(read.second);
  }
  for (OpOperand &init : root.getDpsInitsMutable())
    maps.push_back(root.getMatchingIndexingMap(&init));
  return linalg::GenericOp::create(
      rewriter, root.getLoc(), TypeRange(root->getResultTypes()), inputs,
      ValueRange(root.getDpsInits()), maps, root.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        OpBuilder::InsertionGuard guard(rewriter);
        Block *body = builder.getInsertionBlock();
        rewriter.setInsertionPointToEnd(body);
        for (FusedCopy &copy : order)
          cloneBody(copy, body);
        linalg::YieldOp::create(rewriter, loc,
                                made[{root, order.back().loops}]);
      });
}

void sbp::region::buildFusedOp(FusionGroup &group, IRRewriter &rewriter) {
  linalg::GenericOp fused = BodyBuilder(group, rewriter).build();
  rewriter.replaceOp(group.root, fused->getResults());
  group.root = fused;
  // An op that is read at two maps has two copies.
  llvm::SmallPtrSet<Operation *, 8> erased;
  for (FusedCopy &copy : group.copies) {
    Operation *op = copy.op.getOperation();
    if (erased.contains(op) || !op->use_empty())
      continue;
    erased.insert(op);
    rewriter.eraseOp(op);
  }
}
