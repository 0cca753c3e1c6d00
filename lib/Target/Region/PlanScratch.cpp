// PlanScratch.cpp: packs all allocations into one buffer
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

namespace {
/// An allocation with its lifetime, as op numbers of the function's block.
struct Temporary {
  memref::AllocOp op;
  int64_t bytes = 0;
  int64_t first = INT64_MAX, last = -1;
  int64_t offset = -1;
};
} // namespace

/// Returns the bytes of a buffer; an i1 takes one byte.
static int64_t getBufferBytes(MemRefType type) {
  return type.getNumElements() * sbp::getElementBytes(type);
}

/// Finds the first and last op of `block` that can access the buffer: through
/// views, casts, results of loops and branches, or as an address in an integer.
static void findLifetime(Temporary &temporary, Block &block,
                         const llvm::DenseMap<Operation *, int64_t> &position) {
  auto touch = [&](Operation *op) {
    int64_t at = position.lookup(block.findAncestorOpInBlock(*op));
    temporary.first = std::min(temporary.first, at);
    temporary.last = std::max(temporary.last, at);
  };
  SmallVector<Value> pending{temporary.op.getResult()};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    bool isAddress = !isa<MemRefType>(value.getType());
    for (Operation *user : value.getUsers()) {
      touch(user);
      bool makesAddress =
          isAddress || isa<memref::ExtractAlignedPointerAsIndexOp,
                           memref::ExtractStridedMetadataOp>(user);
      for (Value result : user->getResults())
        if (makesAddress || isa<MemRefType>(result.getType()))
          pending.push_back(result);
      // A branch's operands are its op's results.
      if (user->hasTrait<OpTrait::IsTerminator>())
        for (Value result : user->getParentOp()->getResults())
          if (isAddress || isa<MemRefType>(result.getType()))
            pending.push_back(result);
      for (Region &nested : user->getRegions())
        for (Block &inner : nested)
          for (Value argument : inner.getArguments())
            if (isa<MemRefType>(argument.getType()))
              pending.push_back(argument);
    }
  }
  // A buffer that is allocated in a loop is alive during the whole loop.
  if (temporary.op->getBlock() != &block)
    touch(temporary.op);
}

/// Greedy by size: places the largest first, each at the lowest offset that is
/// free of placed buffers with an overlapping lifetime. Returns the bytes
/// needed.
static int64_t packTemporaries(std::vector<Temporary> &temporaries) {
  llvm::stable_sort(temporaries, [](const Temporary &x, const Temporary &y) {
    return x.bytes > y.bytes;
  });
  int64_t total = 0;
  for (size_t i = 0; i < temporaries.size(); ++i) {
    Temporary &next = temporaries[i];
    SmallVector<std::pair<int64_t, int64_t>> busy;
    for (size_t j = 0; j < i; ++j) {
      const Temporary &placed = temporaries[j];
      if (placed.first <= next.last && next.first <= placed.last)
        busy.push_back({placed.offset, placed.offset + placed.bytes});
    }
    llvm::sort(busy);
    int64_t offset = 0;
    for (auto [low, high] : busy) {
      if (offset + next.bytes <= low)
        break;
      offset = std::max(offset, high);
    }
    next.offset = offset;
    total = std::max(total, offset + next.bytes);
  }
  return total;
}

LogicalResult sbp::region::planScratch(func::FuncOp region,
                                       int64_t &scratchBytes) {
  Block &body = region.getBody().front();
  llvm::DenseMap<Operation *, int64_t> position;
  for (Operation &op : body)
    position[&op] = position.size();

  std::vector<Temporary> temporaries;
  WalkResult result = region.walk([&](memref::AllocOp op) {
    if (!op.getType().hasStaticShape()) {
      op.emitOpError(
          "allocates a temporary of dynamic size; regions must be static");
      return WalkResult::interrupt();
    }
    Temporary temporary;
    temporary.op = op;
    temporary.bytes = llvm::alignTo(getBufferBytes(op.getType()), 64);
    findLifetime(temporary, body, position);
    temporaries.push_back(temporary);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  scratchBytes = packTemporaries(temporaries);

  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Location loc = region.getLoc();
  Value scratch =
      body.addArgument(MemRefType::get({std::max<int64_t>(scratchBytes, 1)},
                                       builder.getI8Type()),
                       loc);
  for (Temporary &temporary : temporaries) {
    Value offset =
        arith::ConstantIndexOp::create(builder, loc, temporary.offset);
    Value view = memref::ViewOp::create(builder, loc, temporary.op.getType(),
                                        scratch, offset, ValueRange{});
    temporary.op.replaceAllUsesWith(view);
  }
  // Erased last: the builder's insertion point may be one of these ops.
  for (Temporary &temporary : temporaries)
    temporary.op.erase();
  SmallVector<memref::DeallocOp> deallocations;
  region.walk([&](memref::DeallocOp op) { deallocations.push_back(op); });
  for (memref::DeallocOp op : deallocations)
    op.erase();
  region.setFunctionType(
      builder.getFunctionType(body.getArgumentTypes(), TypeRange()));
  return success();
}
