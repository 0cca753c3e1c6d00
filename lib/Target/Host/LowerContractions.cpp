// LowerContractions.cpp: lowers contractions to gemm calls
//
// The strides of the buffers and the indexing maps give the strides of each
// loop; planGemm turns them into one call, or names an operand to pack first.
// Packing repeats until there is a plan. For example, a 3x3 convolution in NHWC
// with stride 1 packs its windows once (im2col) and becomes a matrix product.
#include "ServiceTable.h"
#include "Steps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Interfaces/HiddenTerms.h"
#include "sbp/Runtime/HostServices.h"
#include "sbp/Target/Region/ContractionBody.h"
#include "sbp/Target/Region/GemmPlan.h"
#include <cstddef>

using namespace mlir;
using namespace sbp;
using namespace sbp::host;

namespace {
/// Lowers one contraction on buffers.
class ContractionLowering {
public:
  ContractionLowering(linalg::GenericOp op, IRRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()),
        extents(op.getStaticLoopRanges()) {
    for (unsigned i = 0; i < 3; ++i) {
      buffers[i] = op->getOperand(i);
      maps[i] = op.getIndexingMapsArray()[i];
    }
    betaZero = op->hasAttr(kBetaZeroAttr);
  }

  /// Lowers the op, prints it to `print` unless that is null, and adds its
  /// operations to `flops`.
  LogicalResult run(raw_ostream *print, int64_t &flops);

private:
  LogicalResult getLoops(SmallVectorImpl<GemmLoop> &loops);
  void packOperand(const GemmPack &pack);
  void copyThroughMap(Value from, AffineMap fromMap, Value to, AffineMap toMap,
                      ArrayRef<int64_t> shape);
  Value cutToLoops(Value buffer, AffineMap map, ArrayRef<int64_t> shape);
  void clearResult();
  Value emitIsFinite();
  void addSeenTerms();
  void emitCall(const GemmPlan &plan);
  Value getPointer(unsigned operand);
  Value getDescriptor(const GemmPlan &plan);
  void emitCallAt(const GemmPlan &plan, Value descriptor,
                  ArrayRef<Value> pointers);
  void printCall(raw_ostream &os, const GemmPlan &plan);
  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(rewriter, loc, value, 64);
  }

  linalg::GenericOp op;
  IRRewriter &rewriter;
  Location loc;
  SmallVector<int64_t> extents;
  std::array<Value, 3> buffers;
  std::array<AffineMap, 3> maps;
  bool betaZero = false;
  unsigned packs = 0;
  /// Copies a packed C back after the call.
  std::function<void()> finish = [] {};
};
} // namespace

/// Returns the loops with their strides in elements.
LogicalResult ContractionLowering::getLoops(SmallVectorImpl<GemmLoop> &loops) {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (unsigned i = 0; i < extents.size(); ++i) {
    GemmLoop &loop = loops.emplace_back();
    loop.extent = extents[i];
    loop.isReduction = kinds[i] == utils::IteratorType::reduction;
    loop.id = i;
  }
  for (unsigned operand = 0; operand < 3; ++operand) {
    SmallVector<int64_t> strides, constants;
    int64_t offset;
    if (failed(cast<MemRefType>(buffers[operand].getType())
                   .getStridesAndOffset(strides, offset)) ||
        llvm::is_contained(strides, ShapedType::kDynamic))
      return (op.emitOpError("operand #")
              << operand << " has no static strides")
                 .attachNote(buffers[operand].getLoc())
             << "defined here";
    auto rows = getLinearCoefficients(maps[operand], constants);
    assert(rows && "contractions have linear maps");
    for (auto [row, stride] : llvm::zip(*rows, strides))
      for (unsigned i = 0; i < extents.size(); ++i)
        if (row[i] != 0)
          loops[i].stride[operand] =
              loops[i].stride[operand].value_or(0) + row[i] * stride;
  }
  return success();
}

/// Emits to[toMap] = from[fromMap] over loops of `shape`.
void ContractionLowering::copyThroughMap(Value from, AffineMap fromMap,
                                         Value to, AffineMap toMap,
                                         ArrayRef<int64_t> shape) {
  SmallVector<utils::IteratorType> loops(shape.size(),
                                         utils::IteratorType::parallel);
  linalg::GenericOp::create(
      rewriter, loc, from, to, ArrayRef<AffineMap>{fromMap, toMap}, loops,
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        linalg::YieldOp::create(builder, loc, arguments[0]);
      });
}

/// Returns the part of `buffer` that `map` accesses over loops of `shape`. A
/// convolution may end before its image does, but linalg requires a dim that is
/// indexed by a plain loop to have the loop's extent.
Value ContractionLowering::cutToLoops(Value buffer, AffineMap map,
                                      ArrayRef<int64_t> shape) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<OpFoldResult> sizes;
  for (auto [size, index] : llvm::zip(type.getShape(), map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    sizes.push_back(
        rewriter.getIndexAttr(loop ? shape[loop.getPosition()] : size));
  }
  if (getConstantIntValues(sizes) == SmallVector<int64_t>(type.getShape()))
    return buffer;
  SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), rewriter.getIndexAttr(1));
  return memref::SubViewOp::create(rewriter, loc, buffer, zeros, sizes, ones);
}

void ContractionLowering::packOperand(const GemmPack &pack) {
  ++packs;
  MLIRContext *context = op.getContext();
  SmallVector<int64_t> shape;
  // Maps each loop to its dim in the packed buffer; loops of one iteration have
  // none.
  SmallVector<AffineExpr> places(extents.size(),
                                 getAffineConstantExpr(0, context));
  SmallVector<AffineExpr> packedResults;
  for (auto [place, loop] : llvm::enumerate(pack.order)) {
    shape.push_back(extents[loop]);
    places[loop] = getAffineDimExpr(place, context);
    packedResults.push_back(getAffineDimExpr(loop, context));
  }
  Value original = buffers[pack.operand];
  AffineMap originalMap =
      maps[pack.operand].replaceDimsAndSymbols(places, {}, shape.size(), 0);
  original = cutToLoops(original, originalMap, shape);
  auto type = MemRefType::get(
      shape, cast<MemRefType>(original.getType()).getElementType());
  Value packed = memref::AllocOp::create(rewriter, loc, type);
  AffineMap identity = rewriter.getMultiDimIdentityMap(shape.size());
  if (pack.operand != GemmC || !betaZero)
    copyThroughMap(original, originalMap, packed, identity, shape);
  buffers[pack.operand] = packed;
  maps[pack.operand] =
      AffineMap::get(extents.size(), 0, packedResults, context);
  if (pack.operand == GemmC)
    finish = [=, this] {
      copyThroughMap(packed, identity, original, originalMap, shape);
    };
}

void ContractionLowering::clearResult() {
  Value result = op.getDpsInits()[0];
  Type type = cast<MemRefType>(result.getType()).getElementType();
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
  linalg::FillOp::create(rewriter, loc, zero, result);
}

/// Emits whether all elements of the result are finite: x - x is 0 for these
/// and NaN for others, and so is the sum of the differences.
Value ContractionLowering::emitIsFinite() {
  Value result = op.getDpsInits()[0];
  auto type = cast<MemRefType>(result.getType());
  // One loop over contiguous elements.
  if (type.getLayout().isIdentity() && type.getRank() > 1) {
    ReassociationIndices all = llvm::to_vector(llvm::seq(type.getRank()));
    result = memref::CollapseShapeOp::create(rewriter, loc, result, all);
    type = cast<MemRefType>(result.getType());
  }
  Value sum = memref::AllocOp::create(
      rewriter, loc, MemRefType::get({}, type.getElementType()));
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  memref::StoreOp::create(rewriter, loc, zero, sum);
  AffineMap element = rewriter.getMultiDimIdentityMap(type.getRank());
  AffineMap whole = AffineMap::get(type.getRank(), 0, op.getContext());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::reduction);
  linalg::GenericOp::create(
      rewriter, loc, result, sum, ArrayRef<AffineMap>{element, whole}, loops,
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        Value x = arguments[0];
        Value difference = arith::SubFOp::create(builder, loc, x, x);
        auto inAnyOrder = arith::FastMathFlags::reassoc;
        linalg::YieldOp::create(builder, loc,
                                arith::AddFOp::create(builder, loc,
                                                      arguments[1], difference,
                                                      inAnyOrder)
                                    .getResult());
      });
  return arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OEQ,
                               memref::LoadOp::create(rewriter, loc, sum),
                               zero);
}

/// Computes the result once more where it is not finite: without the terms that
/// the first factor hides, one by one.
void ContractionLowering::addSeenTerms() {
  Value isFinite = emitIsFinite();
  Value isHidden =
      arith::XOrIOp::create(rewriter, loc, isFinite,
                            arith::ConstantIntOp::create(rewriter, loc, 1, 1));
  auto branch = scf::IfOp::create(rewriter, loc, isHidden, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  clearResult();
  linalg::GenericOp::create(
      rewriter, loc, op.getDpsInputs(), op.getDpsInits(),
      op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        Type type = arguments[2].getType();
        auto widen = [&](Value factor) {
          return factor.getType() == type
                     ? factor
                     : arith::ExtFOp::create(builder, loc, type, factor);
        };
        Value product = arith::MulFOp::create(builder, loc, widen(arguments[0]),
                                              widen(arguments[1]));
        Value term = dropHidden(builder, loc, arguments[0], product);
        linalg::YieldOp::create(
            builder, loc,
            arith::AddFOp::create(builder, loc, arguments[2], term)
                .getResult());
      });
}

/// Returns the address of the first element that the contraction accesses.
Value ContractionLowering::getPointer(unsigned operand) {
  Value buffer = buffers[operand];
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides, constants;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  getLinearCoefficients(maps[operand], constants);
  int64_t shift = 0;
  for (auto [value, stride] : llvm::zip(constants, strides))
    shift += value * stride;
  return getAddress(rewriter, loc, buffer, shift);
}

/// Returns the address of the call's `sbp_gemm` in read-only data; equal calls
/// share it.
Value ContractionLowering::getDescriptor(const GemmPlan &plan) {
  auto stride = [&](unsigned batch, unsigned operand) {
    return plan.batch[batch].stride[operand];
  };
  SmallVector<int64_t> fields = {plan.transposeA,
                                 plan.transposeB,
                                 plan.m,
                                 plan.n,
                                 plan.k,
                                 plan.lda,
                                 plan.ldb,
                                 plan.ldc,
                                 plan.batch[0].count,
                                 plan.batch[1].count,
                                 stride(0, 0),
                                 stride(0, 1),
                                 stride(0, 2),
                                 stride(1, 0),
                                 stride(1, 1),
                                 stride(1, 2),
                                 betaZero ? 0 : 1};
  static_assert(sizeof(sbp_gemm) == 17 * sizeof(int64_t));
  return getConstantWords(rewriter, loc, op->getParentOfType<ModuleOp>(),
                          "gemm_", fields);
}

void ContractionLowering::emitCallAt(const GemmPlan &plan, Value descriptor,
                                     ArrayRef<Value> pointers) {
  Type type = cast<MemRefType>(buffers[0].getType()).getElementType();
  size_t service = type.isF64()    ? offsetof(sbp_host_services, gemm_f64)
                   : type.isBF16() ? offsetof(sbp_host_services, gemm_bf16)
                                   : offsetof(sbp_host_services, gemm_f32);
  auto pointer = LLVM::LLVMPointerType::get(op.getContext());
  Value services = op->getParentOfType<func::FuncOp>().getArgument(0);
  SmallVector<Value> operands{loadService(rewriter, loc, services, service)};
  operands.push_back(descriptor);
  for (Value address : pointers)
    operands.push_back(
        LLVM::IntToPtrOp::create(rewriter, loc, pointer, address));
  auto function =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(op.getContext()),
                                  {pointer, pointer, pointer, pointer});
  LLVM::CallOp::create(rewriter, loc, function, operands).setNoUnwind(true);
}

void ContractionLowering::emitCall(const GemmPlan &plan) {
  SmallVector<Value> pointers = {getPointer(plan.swapped ? GemmB : GemmA),
                                 getPointer(plan.swapped ? GemmA : GemmB),
                                 getPointer(GemmC)};
  // Widths differ per operand: C may be wider than A and B.
  auto getWidth = [&](unsigned operand) {
    return cast<MemRefType>(buffers[operand].getType())
               .getElementTypeBitWidth() /
           8;
  };
  Value descriptor = getDescriptor(plan);
  OpBuilder::InsertionGuard guard(rewriter);
  for (const GemmBatch &loop : plan.outer) {
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value count = arith::ConstantIndexOp::create(rewriter, loc, loop.count);
    auto nest = scf::ForOp::create(rewriter, loc, zero, count, one);
    rewriter.setInsertionPoint(nest.getBody()->getTerminator());
    Value i = arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(),
                                         nest.getInductionVar());
    for (unsigned operand = 0; operand < 3; ++operand) {
      Value bytes = arith::MulIOp::create(
          rewriter, loc, i, constant(loop.stride[operand] * getWidth(operand)));
      pointers[operand] =
          arith::AddIOp::create(rewriter, loc, pointers[operand], bytes);
    }
  }
  emitCallAt(plan, descriptor, pointers);
}

void ContractionLowering::printCall(raw_ostream &os, const GemmPlan &plan) {
  auto printOperand = [&](unsigned i) {
    os << op->getOperand(i).getType() << " ";
    op.getIndexingMapsArray()[i].print(os);
  };
  os << "contraction ";
  printOperand(0);
  os << ", ";
  printOperand(1);
  os << " -> ";
  printOperand(2);
  os << "\n  " << plan << (betaZero ? " beta=0" : " beta=1");
  if (packs)
    os << " packs=" << packs;
  os << "\n";
}

LogicalResult ContractionLowering::run(raw_ostream *print, int64_t &flops) {
  rewriter.setInsertionPoint(op);
  // An empty sum adds nothing to C, but C itself may have to be zeroed.
  if (llvm::is_contained(extents, 0)) {
    if (betaZero)
      clearResult();
    rewriter.eraseOp(op);
    return success();
  }
  for (;;) {
    SmallVector<GemmLoop> loops;
    if (failed(getLoops(loops)))
      return failure();
    GemmDecision decision = planGemm(loops);
    if (decision.pack) {
      assert(packs < 4 && "a packed operand is never packed again");
      packOperand(*decision.pack);
      continue;
    }
    if (print)
      printCall(*print, *decision.plan);
    flops += decision.plan->getFlops();
    emitCall(*decision.plan);
    finish();
    if (op->hasAttr(kHidesTermsAttr))
      addSeenTerms();
    rewriter.eraseOp(op);
    return success();
  }
}

LogicalResult sbp::host::lowerContractions(func::FuncOp region,
                                           raw_ostream *printGemm,
                                           int64_t &flops) {
  IRRewriter rewriter(region.getContext());
  SmallVector<linalg::GenericOp> ops;
  region.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops) {
    if (isContraction(op)) {
      if (failed(ContractionLowering(op, rewriter).run(printGemm, flops)))
        return failure();
      continue;
    }
    std::optional<ContractionBody> body = matchContractionBody(op);
    if (body && reusesElements(op, *body, /*bothSides=*/true))
      return op.emitOpError("is a float contraction that would run as plain "
                            "loops; write it as a sum of products of two "
                            "tensors");
  }
  return success();
}
