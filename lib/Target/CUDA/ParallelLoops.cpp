//===- ParallelLoops.cpp - loops whose iterations do not meet -------------===//
#include "ParallelLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// What a nest reads or writes of one result: where, by dimension; no value
/// where more than one element stands.
struct Touch {
  SmallVector<Value> at;
};

/// All forms that one result takes within the nest.
class Chain {
public:
  /// Fails where something else is done with the result.
  LogicalResult follow(BlockArgument root);
  bool contains(Value value) const { return values.contains(value); }
  ArrayRef<Touch> getTouches() const { return touches; }

private:
  void add(Value value) {
    if (values.insert(value))
      pending.push_back(value);
  }
  LogicalResult visit(OpOperand &use);
  void addLoop(scf::ForOp loop, unsigned number) {
    add(loop.getRegionIterArg(number));
    add(loop.getResult(number));
  }

  llvm::SmallSetVector<Value, 16> values;
  SmallVector<Value> pending;
  SmallVector<Touch> touches;
};
} // namespace

static Touch getTouch(OffsetSizeAndStrideOpInterface slice) {
  Touch touch;
  for (auto [offset, size] :
       llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedSizes()))
    touch.at.push_back(isOneInteger(size) ? dyn_cast<Value>(offset) : Value());
  return touch;
}

LogicalResult Chain::visit(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    addLoop(loop, use.getOperandNumber() - loop.getNumControlOperands());
    return success();
  }
  if (isa<scf::YieldOp>(user)) {
    auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
    return success(
        loop && values.contains(loop.getRegionIterArg(use.getOperandNumber())));
  }
  if (auto read = dyn_cast<tensor::ExtractOp>(user)) {
    touches.push_back({SmallVector<Value>(read.getIndices())});
    return success();
  }
  if (isa<tensor::ExtractSliceOp>(user) && use.getOperandNumber() == 0) {
    touches.push_back(getTouch(cast<OffsetSizeAndStrideOpInterface>(user)));
    return success();
  }
  if (auto write = dyn_cast<tensor::InsertOp>(user);
      write && use.getOperandNumber() == 1) {
    touches.push_back({SmallVector<Value>(write.getIndices())});
    add(write.getResult());
    return success();
  }
  if (isa<tensor::InsertSliceOp>(user) && use.getOperandNumber() == 1) {
    touches.push_back(getTouch(cast<OffsetSizeAndStrideOpInterface>(user)));
    add(user->getResult(0));
    return success();
  }
  return failure();
}

LogicalResult Chain::follow(BlockArgument root) {
  add(root);
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (OpOperand &use : value.getUses())
      if (failed(visit(use)))
        return failure();
  }
  return success();
}

/// The extent of a loop from 0 in steps of 1; of one that may run not at all
/// the one that it has otherwise.
static std::optional<int64_t> getExtent(scf::ForOp loop) {
  if (!isZeroInteger(loop.getLowerBound()) || !isOneInteger(loop.getStep()))
    return std::nullopt;
  if (std::optional<int64_t> known = getConstantIntValue(loop.getUpperBound()))
    return known;
  auto select = loop.getUpperBound().getDefiningOp<arith::SelectOp>();
  if (!select)
    return std::nullopt;
  auto x = getConstantIntValue(select.getTrueValue()),
       y = getConstantIntValue(select.getFalseValue());
  return x && y ? std::optional(std::max(*x, *y)) : std::nullopt;
}

/// The loop whose number `value` is.
static scf::ForOp getLoop(Value value) {
  auto argument = dyn_cast_or_null<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  return loop && loop.getInductionVar() == value ? loop : scf::ForOp();
}

/// The loops that number dimension `d` of what is touched.
static std::optional<ParallelDim> getDim(const Chain &chain, unsigned d) {
  ParallelDim dim;
  for (const Touch &touch : chain.getTouches()) {
    scf::ForOp loop = getLoop(touch.at[d]);
    if (!loop)
      return std::nullopt;
    std::optional<int64_t> extent = getExtent(loop);
    if (!extent || (!dim.loops.empty() && *extent != dim.extent))
      return std::nullopt;
    dim.extent = *extent;
    if (!llvm::is_contained(dim.loops, loop))
      dim.loops.push_back(loop);
  }
  return dim.extent > 1 ? std::optional(dim) : std::nullopt;
}

/// Whether the loops carry results alone, and none stands in another.
static bool isApart(const ParallelDim &dim, ArrayRef<Chain> chains) {
  return llvm::all_of(dim.loops, [&](scf::ForOp loop) {
    bool carriesResults =
        llvm::all_of(loop.getRegionIterArgs(), [&](BlockArgument carried) {
          return llvm::any_of(chains, [&](const Chain &chain) {
            return chain.contains(carried);
          });
        });
    return carriesResults && llvm::none_of(dim.loops, [&](scf::ForOp other) {
             return other->isProperAncestor(loop);
           });
  });
}

/// Whether every touch of the chain stands, in one dimension, at a number of
/// these loops.
static bool covers(const ParallelDim &dim, const Chain &chain) {
  ArrayRef<Touch> touches = chain.getTouches();
  for (unsigned d = 0; !touches.empty() && d < touches[0].at.size(); ++d)
    if (llvm::all_of(touches, [&](const Touch &touch) {
          return llvm::is_contained(dim.loops, getLoop(touch.at[d]));
        }))
      return true;
  return touches.empty();
}

SmallVector<ParallelDim> sbp::cuda::findParallelLoops(scf::ForOp nest) {
  std::vector<Chain> chains(nest.getNumRegionIterArgs());
  for (auto [chain, root] : llvm::zip_equal(chains, nest.getRegionIterArgs()))
    if (!isa<RankedTensorType>(root.getType()) || failed(chain.follow(root)))
      return {};
  SmallVector<ParallelDim> dims;
  if (chains.empty() || chains[0].getTouches().empty())
    return dims;
  unsigned rank = chains[0].getTouches()[0].at.size();
  for (unsigned d = 0; d < rank; ++d) {
    std::optional<ParallelDim> dim = getDim(chains[0], d);
    bool isKnown = dim && llvm::any_of(dims, [&](ParallelDim &other) {
                     return llvm::is_contained(other.loops, dim->loops[0]);
                   });
    if (dim && !isKnown && isApart(*dim, chains) &&
        llvm::all_of(chains,
                     [&](const Chain &chain) { return covers(*dim, chain); }))
      dims.push_back(std::move(*dim));
  }
  return dims;
}

void sbp::cuda::restrictLoops(scf::ForOp nest, ArrayRef<ParallelDim> dims,
                              Value thread) {
  OpBuilder b(nest);
  Location loc = nest.getLoc();
  SmallVector<Value> numbers(dims.size());
  Value rest = thread, one = arith::ConstantIndexOp::create(b, loc, 1);
  for (size_t d = dims.size(); d-- > 0;) {
    if (d == 0) { // of a thread too many it is too great
      numbers[d] = rest;
      break;
    }
    Value extent = arith::ConstantIndexOp::create(b, loc, dims[d].extent);
    numbers[d] = arith::RemUIOp::create(b, loc, rest, extent);
    rest = arith::DivUIOp::create(b, loc, rest, extent);
  }
  for (auto [dim, number] : llvm::zip_equal(dims, numbers)) {
    Value next = arith::AddIOp::create(b, loc, number, one);
    for (scf::ForOp loop : dim.loops) {
      OpBuilder at(loop);
      loop.setLowerBound(number);
      loop.setUpperBound(
          arith::MinSIOp::create(at, loc, loop.getUpperBound(), next));
    }
  }
}

/// Whether `value` is computed from `thread`, or numbers a loop that begins so.
static bool isOfThread(Value value, Value thread) {
  if (value == thread)
    return true;
  if (scf::ForOp loop = getLoop(value))
    return isOfThread(loop.getLowerBound(), thread);
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isa<IndexType>(value.getType()) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isa<IndexType>(operand.getType()) &&
                  isOfThread(operand, thread);
         });
}

bool sbp::cuda::writesApart(func::FuncOp kernel, Value thread,
                            unsigned numDims) {
  Value scratch = kernel.getBody().front().getArguments().back();
  auto isKept = [&](Value buffer, ValueRange at) {
    unsigned found = 0;
    auto count = [&](Value number) { found += isOfThread(number, thread); };
    llvm::for_each(at, count);
    while (Operation *producer = buffer.getDefiningOp()) {
      if (auto part = dyn_cast<memref::SubViewOp>(producer))
        llvm::for_each(part.getOffsets(), count);
      if (isa<memref::AllocOp>(producer))
        return true;
      buffer = producer->getOperand(0);
    }
    return buffer == scratch || found >= numDims;
  };
  WalkResult result = kernel.walk([&](Operation *op) {
    bool isFine = true;
    if (auto store = dyn_cast<memref::StoreOp>(op))
      isFine = isKept(store.getMemRef(), store.getIndices());
    else if (auto copy = dyn_cast<memref::CopyOp>(op))
      isFine = isKept(copy.getTarget(), {});
    return isFine ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}
