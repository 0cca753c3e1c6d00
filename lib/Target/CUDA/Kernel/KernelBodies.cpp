// KernelBodies.cpp: inlines bodies of generics in a kernel
#include "KernelBuilder.h"
#include "Math/ApproximateMath.h"

using namespace mlir;
using namespace sbp::cuda;

/// Returns the offset of the element that `read` extracts, by Horner's scheme
/// over the dims.
Value KernelBuilder::getElementOffset(tensor::ExtractOp read,
                                      const IRMapping &map) {
  Value at = constant(0);
  for (auto [index, size] : llvm::zip_equal(
           read.getIndices(), read.getTensor().getType().getShape()))
    at = add(mul(at, size), fromIndex(map.lookupOrDefault(index)));
  return at;
}

void KernelBuilder::clone(Operation &op, IRMapping &map,
                          ArrayRef<Value> loops) {
  // Loop indices and gathers have no counterpart in the kernel's dialects.
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    map.map(index.getResult(), toIndex(loops[index.getDim()]));
    return;
  }
  if (auto read = dyn_cast<tensor::ExtractOp>(op)) {
    map.map(read.getResult(),
            load(read.getTensor(), getElementOffset(read, map)));
    return;
  }
  Operation *copy = builder.clone(op, map);
  if (isApproximate)
    allowApproximations(copy);
  // The op's regions may contain both as well; the values that they capture are
  // mapped by now.
  SmallVector<Operation *> nested;
  for (Region &region : copy->getRegions())
    region.walk([&](Operation *inner) {
      if (isa<linalg::IndexOp, tensor::ExtractOp>(inner))
        nested.push_back(inner);
    });
  for (Operation *inner : nested) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(inner);
    IRMapping none;
    clone(*inner, none, loops);
    inner->getResult(0).replaceAllUsesWith(none.lookup(inner->getResult(0)));
    inner->erase();
  }
}

/// Collects the scalars from outside of the body that `op`, or an op nested in
/// it, uses.
static void findOuter(Operation &op, Block *body, SetVector<Value> &outer) {
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!isa<RankedTensorType>(operand.getType()) &&
          !body->getParentOp()->isProperAncestor(
              operand.getParentBlock()->getParentOp()) &&
          operand.getParentBlock() != body)
        outer.insert(operand);
  });
}

/// Returns whether a value of the body is the same in all iterations of
/// `inner`.
static bool isSteady(linalg::GenericOp op, Value value, unsigned inner) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBody())
      return !op->isAncestor(argument.getOwner()->getParentOp());
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    return !op.isDpsInit(&operand) &&
           !op.getMatchingIndexingMap(&operand).isFunctionOfDim(inner);
  }
  Operation *producer = value.getDefiningOp();
  if (producer->getBlock() != op.getBody())
    return !op->isAncestor(producer);
  if (auto index = dyn_cast<linalg::IndexOp>(producer))
    return index.getDim() != inner;
  return producer->getNumRegions() == 0 &&
         llvm::all_of(producer->getOperands(), [&](Value operand) {
           return isSteady(op, operand, inner);
         });
}

bool sbp::cuda::isContiguous(linalg::GenericOp op, tensor::ExtractOp read,
                             unsigned inner) {
  if (read->getBlock() != op.getBody() || read.getIndices().empty())
    return false;
  auto last = read.getIndices().back().getDefiningOp<linalg::IndexOp>();
  return last && last.getDim() == inner &&
         llvm::all_of(read.getIndices().drop_back(),
                      [&](Value index) { return isSteady(op, index, inner); });
}

SmallVector<SmallVector<Value>> KernelBuilder::inlineBodies(
    linalg::GenericOp op, ArrayRef<SmallVector<Value>> arguments,
    ArrayRef<SmallVector<Value>> loops, unsigned inner) {
  Block *body = op.getBody();
  int64_t count = int64_t(arguments.size());
  SmallVector<IRMapping> maps(count);
  SetVector<Value> outer;
  for (Operation &one : *body)
    findOuter(one, body, outer);
  for (Value value : outer) {
    Value known = scalar(value);
    for (IRMapping &map : maps)
      map.map(value, known);
  }
  for (auto [map, given] : llvm::zip_equal(maps, arguments))
    for (auto [argument, value] : llvm::zip_equal(body->getArguments(), given))
      map.map(argument, value ? value : zero(argument.getType()));
  for (Operation &one : body->without_terminator()) {
    auto read = dyn_cast<tensor::ExtractOp>(one);
    // One vector load replaces the gathers of all iterations.
    if (count > 1 && read && isContiguous(op, read, inner)) {
      bool isAligned =
          read.getTensor().getType().getShape().back() % count == 0;
      SmallVector<Value> values = loadVector(
          read.getTensor(), getElementOffset(read, maps[0]), count, isAligned);
      for (auto [map, value] : llvm::zip_equal(maps, values))
        map.map(read.getResult(), value);
      continue;
    }
    for (int64_t i = 0; i < count; ++i)
      clone(one, maps[i], loops[i]);
  }
  return llvm::map_to_vector(maps, [&](IRMapping &map) {
    return llvm::map_to_vector(body->getTerminator()->getOperands(),
                               [&](Value value) { return map.lookup(value); });
  });
}

SmallVector<Value> KernelBuilder::inlineBody(linalg::GenericOp op,
                                             ArrayRef<Value> arguments,
                                             ArrayRef<Value> loops) {
  SmallVector<SmallVector<Value>> given{SmallVector<Value>(arguments)},
      at{SmallVector<Value>(loops)};
  return inlineBodies(op, given, at, /*inner=*/0)[0];
}
