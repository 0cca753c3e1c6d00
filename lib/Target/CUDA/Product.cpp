//===- Product.cpp - a contraction in tiles through shared memory ---------===//
//
// C[m, n] += sum over k of A[m, k] B[k, n], for each of a batch, where m, n, k
// and the batch are nests of the op's loops: those that index A and C, B and C,
// A and B, all three. Maps are linear, so that convolutions are products too.
// A block of 256 threads makes 64 x 64 outputs, a thread 4 x 4 of them; k goes
// in steps of 16. Sums are in the order of k, products fused.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kTile = 64, kDepth = 16, kThreads = 256,
                         kPerThread = 4;

namespace {
/// Some of a contraction's loops as one.
struct Nest {
  SmallVector<unsigned> loops;
  SmallVector<int64_t> extents;
  int64_t size = 1;
  void add(unsigned loop, int64_t extent) {
    loops.push_back(loop);
    extents.push_back(extent);
    size *= extent;
  }
};

class ProductBuilder {
public:
  ProductBuilder(LaunchPlan &plan, linalg::GenericOp op);
  LogicalResult build();

private:
  SmallVector<Value> tensors();
  Value offset(unsigned operand, ArrayRef<std::pair<const Nest *, Value>> at);
  void stage(unsigned operand, const Nest &outer, Value first, Value depth,
             Value into);
  Value at(Value shared, Value index);
  SmallVector<Value> loadRow(Value shared, Value index);
  bool isInnermost(unsigned operand, const Nest &nest) const;

  LaunchPlan &plan;
  linalg::GenericOp op;
  Type type;
  bool readsInit;
  std::array<Access, 3> access;
  Nest m, n, k, batch;
  std::optional<KernelBuilder> kernel;
  Value batchId;
};
} // namespace

ProductBuilder::ProductBuilder(LaunchPlan &plan, linalg::GenericOp op)
    : plan(plan), op(op),
      type(getElementTypeOrSelf(op->getResult(0).getType())),
      readsInit(!op->hasAttr(sbp::region::kBetaZeroAttr)) {}

SmallVector<Value> ProductBuilder::tensors() {
  SmallVector<Value> values(op.getDpsInputs());
  values.push_back(op->getResult(0));
  if (readsInit)
    values.push_back(op.getDpsInits()[0]);
  return values;
}

/// Offset of an operand where these nests stand at these numbers.
Value ProductBuilder::offset(unsigned operand,
                             ArrayRef<std::pair<const Nest *, Value>> places) {
  KernelBuilder &b = *kernel;
  Value sum = b.number(access[operand].constant);
  for (auto [nest, id] : places) {
    SmallVector<Value> loops = b.delinearise(id, nest->extents);
    for (auto [loop, value] : llvm::zip_equal(nest->loops, loops))
      if (int64_t stride = access[operand].coefficients[loop])
        sum = b.add(sum, b.mul(value, stride));
  }
  return sum;
}

/// Whether neighbours in `nest` lie side by side in the operand.
bool ProductBuilder::isInnermost(unsigned operand, const Nest &nest) const {
  return !nest.loops.empty() &&
         access[operand].coefficients[nest.loops.back()] == 1;
}

Value ProductBuilder::at(Value shared, Value index) {
  return LLVM::GEPOp::create(kernel->b, shared.getType(), type, shared,
                             ArrayRef<LLVM::GEPArg>{index});
}

/// A tile of an operand, depth x 64, zeros beyond its edges.
void ProductBuilder::stage(unsigned operand, const Nest &outer, Value first,
                           Value depth, Value into) {
  KernelBuilder &b = *kernel;
  bool depthFirst = !isInnermost(operand, outer) && isInnermost(operand, k);
  Value thread = b.threadId();
  for (int64_t i = 0; i < kTile * kDepth / kThreads; ++i) {
    Value number = b.add(thread, b.number(i * kThreads));
    Value row = depthFirst ? b.div(number, kDepth) : b.rem(number, kTile);
    Value level = depthFirst ? b.rem(number, kDepth) : b.div(number, kTile);
    Value place = b.add(first, row), deep = b.add(depth, level);
    Value inside = arith::AndIOp::create(b.b, b.isLess(place, outer.size),
                                         b.isLess(deep, k.size));
    auto branch = scf::IfOp::create(b.b, TypeRange{type}, inside, true);
    b.b.setInsertionPointToStart(branch.thenBlock());
    Value value = b.load(
        op->getOperand(operand),
        offset(operand, {{&outer, place}, {&k, deep}, {&batch, batchId}}));
    scf::YieldOp::create(b.b, value);
    b.b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b.b, b.zero(type));
    b.b.setInsertionPointAfter(branch);
    LLVM::StoreOp::create(b.b, branch.getResult(0),
                          at(into, b.add(b.mul(level, kTile), row)));
  }
}

SmallVector<Value> ProductBuilder::loadRow(Value shared, Value index) {
  KernelBuilder &b = *kernel;
  SmallVector<Value> values;
  for (int64_t i = 0; i < kPerThread; ++i)
    values.push_back(LLVM::LoadOp::create(
        b.b, type, at(shared, b.add(index, b.number(i))),
        i == 0 ? std::min<int64_t>(16, kPerThread * getElementBytes(type))
               : getElementBytes(type)));
  return values;
}

LogicalResult ProductBuilder::build() {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto kinds = op.getIteratorTypesArray();
  for (OpOperand &operand : op->getOpOperands()) {
    auto found =
        getAccess(op.getMatchingIndexingMap(&operand), op.getShape(&operand));
    if (!found)
      return failure();
    access[operand.getOperandNumber()] = *found;
  }
  // An element of the result belongs to one thread.
  if (!op.getIndexingMapsArray()[2].isProjectedPermutation() ||
      growsInPlace(op, op.getDpsInitsMutable()[0]))
    return failure();
  for (unsigned i = 0; i < extents.size(); ++i) {
    auto depends = [&](unsigned operand) {
      return op.getIndexingMapsArray()[operand].isFunctionOfDim(i);
    };
    bool isReduction = kinds[i] == utils::IteratorType::reduction;
    Nest &nest = isReduction                ? k
                 : depends(0) && depends(1) ? batch
                 : depends(1)               ? n
                                            : m;
    nest.add(i, extents[i]);
  }
  int64_t tilesM = llvm::divideCeil(m.size, kTile),
          tilesN = llvm::divideCeil(n.size, kTile);
  int64_t work = m.size * n.size * batch.size;
  kernel.emplace(plan, op.getLoc(), "product", tensors(), kThreads,
                 std::max(work, k.size + kTile));
  KernelBuilder &b = *kernel;
  Value tileA = b.shared(kTile * kDepth * getElementBytes(type), 16);
  Value tileB = b.shared(kTile * kDepth * getElementBytes(type), 16);
  SmallVector<Value> tile =
      b.delinearise(b.blockId(), {batch.size, tilesM, tilesN});
  batchId = tile[0];
  Value firstM = b.mul(tile[1], kTile), firstN = b.mul(tile[2], kTile);
  Value thread = b.threadId();
  Value row = b.mul(b.div(thread, kTile / kPerThread), kPerThread);
  Value column = b.mul(b.rem(thread, kTile / kPerThread), kPerThread);

  SmallVector<Value> sums(kPerThread * kPerThread, b.zero(type));
  auto steps = scf::ForOp::create(b.b, b.number(0), b.number(k.size),
                                  b.number(kDepth), sums);
  b.b.setInsertionPointToStart(steps.getBody());
  stage(0, m, firstM, steps.getInductionVar(), tileA);
  stage(1, n, firstN, steps.getInductionVar(), tileB);
  b.barrier();
  sums.assign(steps.getRegionIterArgs().begin(),
              steps.getRegionIterArgs().end());
  for (int64_t level = 0; level < kDepth; ++level) {
    Value shift = b.number(level * kTile);
    SmallVector<Value> left = loadRow(tileA, b.add(shift, row)),
                       right = loadRow(tileB, b.add(shift, column));
    for (int64_t i = 0; i < kPerThread * kPerThread; ++i)
      sums[i] = math::FmaOp::create(b.b, left[i / kPerThread],
                                    right[i % kPerThread], sums[i]);
  }
  b.barrier();
  scf::YieldOp::create(b.b, sums);
  b.b.setInsertionPointAfter(steps);

  for (int64_t i = 0; i < kPerThread * kPerThread; ++i) {
    Value atM = b.add(firstM, b.add(row, b.number(i / kPerThread)));
    Value atN = b.add(firstN, b.add(column, b.number(i % kPerThread)));
    Value inside = arith::AndIOp::create(b.b, b.isLess(atM, m.size),
                                         b.isLess(atN, n.size));
    b.when(inside, [&] {
      Value place = offset(2, {{&m, atM}, {&n, atN}, {&batch, batchId}});
      Value sum = steps.getResult(unsigned(i));
      if (readsInit)
        sum =
            arith::AddFOp::create(b.b, b.load(op.getDpsInits()[0], place), sum);
      b.store(sum, op->getResult(0), place);
    });
  }
  b.finish({batch.size * tilesM * tilesN, 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildProduct(LaunchPlan &plan, linalg::GenericOp op) {
  return ProductBuilder(plan, op).build();
}
