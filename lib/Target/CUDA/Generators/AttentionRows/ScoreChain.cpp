// ScoreChain.cpp: finds products of rows that come from another product
//
// For softmax(q k^T) v the chain is the product q k^T with its scale and mask,
// the maxima, exponentials and sums, the product with v, and the division by
// the sums as its epilogue.
#include "ScoreChain.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

SmallVector<Operation *> ScoreChain::getOps() const {
  SmallVector<Operation *> ops{scores};
  if (scoresEpilogue)
    ops.push_back(scoresEpilogue);
  ops.append(rows.members.begin(), rows.members.end());
  ops.push_back(product);
  if (productEpilogue)
    ops.push_back(productEpilogue);
  return ops;
}

bool ScoreChain::contains(Operation *op) const {
  return llvm::is_contained(getOps(), op);
}

/// Returns the op's epilogue if it is computed there.
static linalg::GenericOp getEpilogue(linalg::GenericOp product) {
  return isDeferredToEpilogue(product) ? findEpilogue(product)
                                       : linalg::GenericOp();
}

/// Returns whether `op` or an op inside of it reads a result of `producers`.
static bool readsAny(Operation *op, ArrayRef<Operation *> producers) {
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(inner->getOperands(),
                            [&](Value operand) {
                              return llvm::is_contained(
                                  producers, operand.getDefiningOp());
                            })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds an op that depends on the scores to the row group. Scores are read in
/// the order in which they are computed.
static bool join(ScoreChain &chain, linalg::GenericOp op) {
  Value scores = chain.getScores();
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get() == scores &&
        (op.isDpsInit(&operand) ||
         !op.getMatchingIndexingMap(&operand).isIdentity()))
      return false;
  return !llvm::is_contained(getGatheredTensors(op), scores) &&
         chain.rows.join(op);
}

/// Collects the row group and the second product. Returns false where another
/// op depends on the scores before that product.
static bool collect(ScoreChain &chain) {
  SmallVector<Operation *> producers{chain.getScores().getDefiningOp()};
  for (Operation *op = producers[0]->getNextNode(); op;
       op = op->getNextNode()) {
    if (!readsAny(op, producers))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      return false;
    if (sbp::region::isContraction(generic)) {
      chain.product = generic;
      chain.productEpilogue = getEpilogue(generic);
      return true;
    }
    if (!join(chain, generic))
      return false;
    producers.push_back(op);
  }
  return false;
}

/// Returns whether the second product reads weights on the left alone, and its
/// epilogue nothing of the chain but the product and values of rows.
static bool readsRowsAlone(ScoreChain &chain) {
  auto weights = chain.getWeights().getDefiningOp<linalg::GenericOp>();
  if (!chain.rows.reduces || !chain.rows.contains(weights) ||
      chain.rows.isRowScalar(weights) || chain.product->getNumOperands() != 3 ||
      !chain.product.getMatchingIndexingMap(&chain.product->getOpOperand(0))
           .isProjectedPermutation())
    return false;
  for (Value operand : chain.product->getOperands().drop_front())
    if (chain.contains(operand.getDefiningOp()))
      return false;
  if (!chain.productEpilogue)
    return true;
  for (OpOperand &operand : chain.productEpilogue->getOpOperands()) {
    auto producer = operand.get().getDefiningOp<linalg::GenericOp>();
    if (producer && producer != chain.product && chain.contains(producer) &&
        !(chain.rows.contains(producer) && chain.rows.isRowScalar(producer) &&
          chain.productEpilogue.isDpsInput(&operand)))
      return false;
  }
  return llvm::none_of(
      getGatheredTensors(chain.productEpilogue),
      [&](Value tensor) { return chain.contains(tensor.getDefiningOp()); });
}

/// Returns whether ops outside of the chain read nothing of it but results of
/// the row group, after its last op.
static bool isReadBehind(ScoreChain &chain) {
  Operation *last = chain.getOps().back();
  for (Operation *op : chain.getOps()) {
    if (op == last)
      continue;
    bool isMember = chain.rows.contains(op);
    for (Operation *user : op->getUsers()) {
      Operation *reader = last->getBlock()->findAncestorOpInBlock(*user);
      if (!chain.contains(reader) &&
          !(isMember && last->isBeforeInBlock(reader)))
        return false;
    }
  }
  return true;
}

std::optional<ScoreChain> sbp::cuda::findScoreChain(linalg::GenericOp scores) {
  if (!sbp::region::isContraction(scores))
    return std::nullopt;
  ScoreChain chain;
  chain.scores = scores;
  chain.scoresEpilogue = getEpilogue(scores);
  if (!collect(chain) || !readsRowsAlone(chain) || !isReadBehind(chain))
    return std::nullopt;
  return chain;
}

void sbp::cuda::gatherScoreChains(func::FuncOp region) {
  SmallVector<linalg::GenericOp> contractions;
  for (auto op : region.getBody().front().getOps<linalg::GenericOp>())
    if (sbp::region::isContraction(op))
      contractions.push_back(op);
  for (linalg::GenericOp op : contractions)
    if (std::optional<ScoreChain> chain = findScoreChain(op)) {
      SmallVector<Operation *> ops = chain->getOps();
      for (Operation *one : ArrayRef(ops).drop_back())
        one->moveBefore(ops.back());
    }
}
