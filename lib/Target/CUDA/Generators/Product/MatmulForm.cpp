// MatmulForm.cpp: the matrix form of contractions, and their epilogues
#include "MatmulForm.h"
#include "Generators/Rows/RowGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

MatmulForm::MatmulForm(linalg::GenericOp op, linalg::GenericOp epilogue)
    : op(op), epilogue(epilogue),
      type(getElementTypeOrSelf(op->getResult(0).getType())),
      isMarked(sbp::region::isContraction(op)),
      readsInit(!op->hasAttr(sbp::region::kBetaZeroAttr)) {
  Operation *producer = op.getDpsInits()[0].getDefiningOp();
  if (!isMarked && sbp::region::isFill(producer)) {
    fill = cast<linalg::GenericOp>(producer);
    readsInit = false;
  }
}

bool MatmulForm::isInnermost(const Access &access, const Nest &nest) const {
  return !nest.loops.empty() && access.coefficients[nest.loops.back()] == 1;
}

int64_t MatmulForm::getVectorWidth(const Access &access, const Nest &nest,
                                   int64_t width) const {
  return isInnermost(access, nest) && nest.extents.back() % width == 0 &&
                 isContiguous(access, nest.loops.back(), width)
             ? width
             : 1;
}

/// Expresses the accesses of the epilogue's operands in loops of the product.
/// The map from its loops follows from the operand that is the product's
/// result.
LogicalResult MatmulForm::analyseEpilogue() {
  AffineMap product = op.getIndexingMapsArray()[2];
  OpOperand *use = &*op->getResult(0).use_begin();
  AffineMap read = epilogue.getMatchingIndexingMap(use);
  if (!read.isPermutation() ||
      product.getNumResults() != epilogue.getNumLoops())
    return failure();
  epilogueLoops.assign(epilogue.getNumLoops(), 0);
  for (unsigned i = 0; i < read.getNumResults(); ++i) {
    auto loop = dyn_cast<AffineDimExpr>(product.getResult(i));
    if (!loop)
      return failure();
    epilogueLoops[read.getDimPosition(i)] = loop.getPosition();
  }
  for (OpOperand &operand : epilogue->getOpOperands()) {
    auto own = getAccess(epilogue.getMatchingIndexingMap(&operand),
                         epilogue.getShape(&operand));
    if (!own)
      return failure();
    Access &operandAccess = epilogueAccess.emplace_back();
    operandAccess.constant = own->constant;
    operandAccess.coefficients.assign(op.getNumLoops(), 0);
    for (auto [i, loop] : llvm::enumerate(epilogueLoops))
      operandAccess.coefficients[loop] += own->coefficients[i];
  }
  return success();
}

LogicalResult MatmulForm::analyse() {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto kinds = op.getIteratorTypesArray();
  for (OpOperand &operand : op->getOpOperands()) {
    auto found =
        getAccess(op.getMatchingIndexingMap(&operand), op.getShape(&operand));
    if (!found)
      return failure();
    access[operand.getOperandNumber()] = *found;
  }
  // Each element of the result must belong to one thread.
  if (!op.getIndexingMapsArray()[2].isProjectedPermutation() ||
      accumulatesInMemory(op, op.getDpsInitsMutable()[0]))
    return failure();
  for (unsigned i = 0; i < extents.size(); ++i) {
    auto depends = [&](unsigned operand) {
      return op.getIndexingMapsArray()[operand].isFunctionOfDim(i);
    };
    // A reduction loop belongs to k; a parallel loop is classified by the
    // factors that depend on it.
    bool isReduction = kinds[i] == utils::IteratorType::reduction;
    Nest &nest = isReduction                ? k
                 : depends(0) && depends(1) ? batch
                 : depends(1)               ? n
                                            : m;
    nest.add(i, extents[i]);
  }
  if (partner) {
    OpOperand &operand = partner->getOpOperand(1);
    auto found = getAccess(partner.getMatchingIndexingMap(&operand),
                           partner.getShape(&operand));
    if (!found)
      return failure();
    partnerAccess = *found;
  }
  return epilogue ? analyseEpilogue() : success();
}

LogicalResult MatmulForm::analyseForTensorCores(bool isFloat32) {
  Type left = getElementTypeOrSelf(op->getOperand(0)),
       right = getElementTypeOrSelf(op->getOperand(1));
  bool isExpected = isFloat32 ? left.isF32() : left.isBF16() || left.isF16();
  return success(isMarked && type.isF32() && left == right && isExpected &&
                 succeeded(analyse()) && k.size != 0 && m.size != 0 &&
                 n.size != 0 && batch.size != 0);
}

LogicalResult MatmulForm::analyseForIntegers() {
  auto isByte = [&](unsigned number) {
    return getElementTypeOrSelf(op->getOperand(number)).isInteger(8);
  };
  // Products in i32 of factors that are extended by their signs.
  bool isSigned = llvm::all_of(
      op.getBody()->without_terminator(), [](Operation &operation) {
        return isa<arith::ExtSIOp, arith::MulIOp, arith::AddIOp>(operation) &&
               operation.getResult(0).getType().isInteger(32);
      });
  return success(isIntegerProduct(op) && isByte(0) && isByte(1) && isSigned &&
                 type.isInteger(32) && succeeded(analyse()) && k.size != 0 &&
                 m.size != 0 && n.size != 0 && batch.size != 0);
}

/// Returns whether the body is acc + a * b on integers. Tiles are padded with
/// zeros, which contribute nothing to such sums; other bodies may differ.
static bool addsProducts(linalg::GenericOp op) {
  Operation *sum = getCombiner(op);
  if (!isa_and_nonnull<arith::AddIOp>(sum))
    return false;
  Value accumulator = op.getBody()->getArguments().back();
  Value term = sum->getOperand(sum->getOperand(0) == accumulator ? 1 : 0);
  auto product = term.getDefiningOp<arith::MulIOp>();
  auto isFactor = [&](Value value, unsigned input) {
    while (Operation *cast = value.getDefiningOp()) {
      if (!isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(cast))
        return false;
      value = cast->getOperand(0);
    }
    return value == op.getBody()->getArgument(input);
  };
  return product &&
         ((isFactor(product.getLhs(), 0) && isFactor(product.getRhs(), 1)) ||
          (isFactor(product.getLhs(), 1) && isFactor(product.getRhs(), 0)));
}

bool sbp::cuda::isIntegerProduct(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op->getNumResults() != 1 ||
      op.getNumReductionLoops() == 0 || !addsProducts(op))
    return false;
  bool aAlone = false, bAlone = false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [i, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    bool inA = maps[0].isFunctionOfDim(i), inB = maps[1].isFunctionOfDim(i);
    if (op.getIteratorTypesArray()[i] == utils::IteratorType::parallel &&
        extent > 1) {
      aAlone |= inA && !inB;
      bAlone |= inB && !inA;
    }
    // A loop that neither factor depends on belongs to none of the nests.
    if (!inA && !inB)
      return false;
  }
  return aAlone && bAlone;
}

linalg::GenericOp sbp::cuda::findEpilogue(linalg::GenericOp product) {
  Value result = product->getResult(0);
  if (!result.hasOneUse())
    return nullptr;
  auto user = dyn_cast<linalg::GenericOp>(*result.user_begin());
  if (!user || user->getBlock() != product->getBlock() ||
      user->getNumResults() != 1 || user.getNumReductionLoops() != 0 ||
      sbp::region::isContraction(user) || isIntegerProduct(user) ||
      isRead(user, user.getDpsInitsMutable()[0]) ||
      user.isDpsInit(&*result.use_begin()))
    return nullptr;
  auto getMap = [&](OpOperand &operand) {
    return user.getMatchingIndexingMap(&operand);
  };
  // All accesses must be affine, and the result must map one to one.
  bool isPlain =
      getMap(*result.use_begin()).isPermutation() &&
      getMap(user.getDpsInitsMutable()[0]).isPermutation() &&
      product.getIndexingMapsArray()[2].isProjectedPermutation() &&
      !accumulatesInMemory(product, product.getDpsInitsMutable()[0]) &&
      llvm::all_of(product->getOpOperands(),
                   [&](OpOperand &operand) {
                     return getAccess(product.getMatchingIndexingMap(&operand),
                                      product.getShape(&operand))
                         .has_value();
                   }) &&
      llvm::all_of(user->getOpOperands(), [&](OpOperand &operand) {
        return getAccess(getMap(operand), user.getShape(&operand)).has_value();
      });
  return isPlain ? user : nullptr;
}

linalg::GenericOp sbp::cuda::findProduct(linalg::GenericOp epilogue) {
  linalg::GenericOp product;
  for (Value input : epilogue.getDpsInputs()) {
    auto made = input.getDefiningOp<linalg::GenericOp>();
    // Two products may feed one op; the later one computes it.
    bool isProduct =
        made && (sbp::region::isContraction(made) || isIntegerProduct(made));
    if (isProduct && findEpilogue(made) == epilogue &&
        (!product || product->isBeforeInBlock(made)))
      product = made;
  }
  return product;
}

std::optional<ProductPair> ProductPair::find(linalg::GenericOp first) {
  if (!sbp::region::isContraction(first) ||
      !first->hasAttr(sbp::region::kBetaZeroAttr))
    return std::nullopt;
  linalg::GenericOp epilogue = findEpilogue(first),
                    second = epilogue ? findProduct(epilogue) : nullptr;
  if (!second || second == first || second->getBlock() != first->getBlock() ||
      !sbp::region::isContraction(second) ||
      !second->hasAttr(sbp::region::kBetaZeroAttr))
    return std::nullopt;
  SmallVector<AffineMap> maps = first.getIndexingMapsArray(),
                         others = second.getIndexingMapsArray();
  auto getRead = [&](linalg::GenericOp product) {
    return epilogue.getMatchingIndexingMap(&*product->getResult(0).use_begin());
  };
  bool isAlike =
      first.getDpsInputs()[0] == second.getDpsInputs()[0] &&
      maps[0] == others[0] && maps[2] == others[2] &&
      first.getStaticLoopRanges() == second.getStaticLoopRanges() &&
      first.getIteratorTypesArray() == second.getIteratorTypesArray() &&
      first->getResultTypes() == second->getResultTypes() &&
      getRead(first) == getRead(second);
  return isAlike ? std::optional(ProductPair{first, second, epilogue})
                 : std::nullopt;
}

bool sbp::cuda::isDeferredToEpilogue(linalg::GenericOp op) {
  if (!sbp::region::isContraction(op) && !isIntegerProduct(op))
    return false;
  linalg::GenericOp epilogue = findEpilogue(op);
  return epilogue && findProduct(epilogue) == op;
}
