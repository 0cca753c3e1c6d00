// ParallelLoops.cpp: finds and distributes loops with independent iterations
//
// For every result of a nest, the analysis follows the tensor through
// iter_args, insertions and inner loops and collects the indices of all its
// accesses. In
//
//   for i in 0..n { for j in 0..m { a = insert f(a[i, j - 1]), a[i, j] } }
//
// every access to `a` has index i in dimension 0, so iterations of i are
// independent; those of j are not.
#include "ParallelLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// One read or write of a result: the index per dimension, null where it covers
/// more than one element.
struct ElementAccess {
  SmallVector<Value> at;
};

/// All SSA values that one result of the nest takes, with the accesses to them.
class TensorChain {
public:
  /// Follows all uses of `root`. Fails at a use that is not understood.
  LogicalResult followUses(BlockArgument root);
  bool contains(Value value) const { return values.contains(value); }
  ArrayRef<ElementAccess> getAccesses() const { return accesses; }

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
  SmallVector<ElementAccess> accesses;
};
} // namespace

static ElementAccess getSliceAccess(OffsetSizeAndStrideOpInterface slice) {
  ElementAccess access;
  for (auto [offset, size] :
       llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedSizes()))
    access.at.push_back(isOneInteger(size) ? dyn_cast<Value>(offset) : Value());
  return access;
}

LogicalResult TensorChain::visit(OpOperand &use) {
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
    accesses.push_back({SmallVector<Value>(read.getIndices())});
    return success();
  }
  if (isa<tensor::ExtractSliceOp>(user) && use.getOperandNumber() == 0) {
    accesses.push_back(
        getSliceAccess(cast<OffsetSizeAndStrideOpInterface>(user)));
    return success();
  }
  if (auto write = dyn_cast<tensor::InsertOp>(user);
      write && use.getOperandNumber() == 1) {
    accesses.push_back({SmallVector<Value>(write.getIndices())});
    add(write.getResult());
    return success();
  }
  if (isa<tensor::InsertSliceOp>(user) && use.getOperandNumber() == 1) {
    accesses.push_back(
        getSliceAccess(cast<OffsetSizeAndStrideOpInterface>(user)));
    add(user->getResult(0));
    return success();
  }
  return failure();
}

LogicalResult TensorChain::followUses(BlockArgument root) {
  add(root);
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (OpOperand &use : value.getUses())
      if (failed(visit(use)))
        return failure();
  }
  return success();
}

/// Returns the extent of a loop from 0 in steps of 1. A loop that a select may
/// skip has the extent of the other case.
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

/// Returns the loop whose induction variable is `value`, or null.
static scf::ForOp getLoop(Value value) {
  auto argument = dyn_cast_or_null<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  return loop && loop.getInductionVar() == value ? loop : scf::ForOp();
}

/// Returns the loops that index dimension `d` of all accesses, if they have
/// equal extents.
static std::optional<ParallelDim> getDim(const TensorChain &chain, unsigned d) {
  ParallelDim dim;
  for (const ElementAccess &access : chain.getAccesses()) {
    scf::ForOp loop = getLoop(access.at[d]);
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

/// Returns whether the loops carry only the results, and none is nested in
/// another.
static bool areIndependent(const ParallelDim &dim,
                           ArrayRef<TensorChain> chains) {
  return llvm::all_of(dim.loops, [&](scf::ForOp loop) {
    bool carriesResults =
        llvm::all_of(loop.getRegionIterArgs(), [&](BlockArgument carried) {
          return llvm::any_of(chains, [&](const TensorChain &chain) {
            return chain.contains(carried);
          });
        });
    return carriesResults && llvm::none_of(dim.loops, [&](scf::ForOp other) {
             return other->isProperAncestor(loop);
           });
  });
}

/// Returns whether every access of the chain has, in one dimension, the index
/// of one of these loops.
static bool covers(const ParallelDim &dim, const TensorChain &chain) {
  ArrayRef<ElementAccess> accesses = chain.getAccesses();
  for (unsigned d = 0; !accesses.empty() && d < accesses[0].at.size(); ++d)
    if (llvm::all_of(accesses, [&](const ElementAccess &access) {
          return llvm::is_contained(dim.loops, getLoop(access.at[d]));
        }))
      return true;
  return accesses.empty();
}

SmallVector<ParallelDim> sbp::cuda::findParallelLoops(scf::ForOp nest) {
  std::vector<TensorChain> chains(nest.getNumRegionIterArgs());
  for (auto [chain, root] : llvm::zip_equal(chains, nest.getRegionIterArgs()))
    if (!isa<RankedTensorType>(root.getType()) ||
        failed(chain.followUses(root)))
      return {};
  SmallVector<ParallelDim> dims;
  if (chains.empty() || chains[0].getAccesses().empty())
    return dims;
  unsigned rank = chains[0].getAccesses()[0].at.size();
  for (unsigned d = 0; d < rank; ++d) {
    // The loops must index all results, not only the first.
    std::optional<ParallelDim> dim = getDim(chains[0], d);
    bool isKnown = dim && llvm::any_of(dims, [&](ParallelDim &other) {
                     return llvm::is_contained(other.loops, dim->loops[0]);
                   });
    if (dim && !isKnown && areIndependent(*dim, chains) &&
        llvm::all_of(chains, [&](const TensorChain &chain) {
          return covers(*dim, chain);
        }))
      dims.push_back(std::move(*dim));
  }
  return dims;
}

void sbp::cuda::restrictLoops(scf::ForOp nest, ArrayRef<ParallelDim> dims,
                              Value thread, int64_t chunk) {
  OpBuilder builder(nest);
  Location loc = nest.getLoc();
  SmallVector<Value> numbers(dims.size());
  Value rest = thread;
  for (size_t d = dims.size(); d-- > 0;) {
    if (d == 0) {
      // The outermost index is not reduced: for surplus threads it exceeds the
      // loop's bound, so that they run no iteration.
      numbers[d] = rest;
      break;
    }
    Value extent = arith::ConstantIndexOp::create(builder, loc, dims[d].extent);
    numbers[d] = arith::RemUIOp::create(builder, loc, rest, extent);
    rest = arith::DivUIOp::create(builder, loc, rest, extent);
  }
  for (auto [d, dim] : llvm::enumerate(dims)) {
    Value count =
        arith::ConstantIndexOp::create(builder, loc, d == 0 ? chunk : 1);
    Value number = numbers[d];
    if (d == 0 && chunk > 1)
      number = arith::MulIOp::create(builder, loc, number, count);
    Value next = arith::AddIOp::create(builder, loc, number, count);
    for (scf::ForOp loop : dim.loops) {
      OpBuilder at(loop);
      loop.setLowerBound(number);
      loop.setUpperBound(
          arith::MinSIOp::create(at, loc, loop.getUpperBound(), next));
    }
  }
}

/// Returns whether `value` is computed from `thread`, or is the index of a loop
/// whose lower bound is.
static bool dependsOnThread(Value value, Value thread) {
  if (value == thread)
    return true;
  if (scf::ForOp loop = getLoop(value))
    return dependsOnThread(loop.getLowerBound(), thread);
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isa<IndexType>(value.getType()) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isa<IndexType>(operand.getType()) &&
                  dependsOnThread(operand, thread);
         });
}

bool sbp::cuda::writesDisjoint(func::FuncOp kernel, Value thread,
                               unsigned numDims) {
  Value scratch = kernel.getBody().front().getArguments().back();
  // Allocations and the scratch are private to a thread.
  auto isPrivate = [&](Value buffer, ValueRange at) {
    unsigned found = 0;
    auto count = [&](Value number) {
      found += dependsOnThread(number, thread);
    };
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
      isFine = isPrivate(store.getMemRef(), store.getIndices());
    else if (auto copy = dyn_cast<memref::CopyOp>(op))
      isFine = isPrivate(copy.getTarget(), {});
    return isFine ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}
