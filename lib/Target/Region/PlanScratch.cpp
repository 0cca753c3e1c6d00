//===- PlanScratch.cpp - every allocation is a place in one buffer --------===//
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

namespace {
/// An allocation, alive between two ops of the function's block.
struct Temporary {
  memref::AllocOp op;
  int64_t bytes = 0;
  int64_t first = INT64_MAX, last = -1;
  int64_t offset = -1;
};
} // namespace

/// Bytes of a buffer; i1 takes one each.
static int64_t getBytes(MemRefType type) {
  return type.getNumElements() * sbp::getElementBytes(type);
}

/// First and last op of `block` that can reach the buffer: through views,
/// casts, results of loops and branches, or as an address in a number.
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
      // What a branch yields is what its op results in.
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
  // Allocated in a loop: alive for all of the loop.
  if (temporary.op->getBlock() != &block)
    touch(temporary.op);
}

/// Largest first, each at the lowest offset free of all placed buffers that are
/// alive at the same time. Returns the bytes needed.
static int64_t pack(std::vector<Temporary> &temporaries) {
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
      op.emitOpError("temporary of unknown size in a region");
      return WalkResult::interrupt();
    }
    Temporary temporary;
    temporary.op = op;
    temporary.bytes = llvm::alignTo(getBytes(op.getType()), 64);
    findLifetime(temporary, body, position);
    temporaries.push_back(temporary);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  scratchBytes = pack(temporaries);

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
  // Not before: the builder stands at the block's first op, maybe one of them.
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
