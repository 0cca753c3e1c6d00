// StackedPieces.cpp: elementwise ops that read concats of equal pieces
//
// Rotary positions exchange the halves of each row:
//
//   y = x * cos + concat(-x[:, 32:], x[:, :32]) * sin
//
// The concat would be two copies, after two copies that make the slices dense.
// Its readers get two loops for the loop over a row, one over pieces and one
// inside of a piece,
//
//   y[p, i] = x[p, i] * cos[p, i] + (p == 0 ? -x[1, i] : x[0, i]) * sin[p, i]
//
// where the tensors are reshaped to rows of [2, 32]. All of it becomes one
// kernel. A reduction would make a row of the two loops that the generators of
// rows do not support, so concats before reductions stay.
#include "StackedPieces.h"
#include "ReadViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Support/RewriteGreedily.h"

using namespace mlir;
using namespace sbp::cuda;

/// Pieces of a concat. Every element of a piece is loaded for each of them.
static constexpr int64_t kMaxPieces = 4;

namespace {
/// A concat of `pieces`, all of one type, along `dim`, its last dim of more
/// than one element.
struct Stack {
  SmallVector<Value> pieces;
  RankedTensorType type;
  int64_t dim = 0;
  int64_t getPieceSize() const { return type.getDimSize(dim); }
};

} // namespace

/// Returns the only dim in which `part` differs from `whole`, or nothing if
/// there are more or inner dims have several elements.
static std::optional<int64_t> findStackedDim(RankedTensorType part,
                                             RankedTensorType whole) {
  int64_t dim = whole.getRank() - 1;
  while (dim > 0 && whole.getDimSize(dim) == 1)
    --dim;
  if (dim < 0 || part.getRank() != whole.getRank())
    return std::nullopt;
  for (int64_t d = 0; d < whole.getRank(); ++d)
    if ((part.getDimSize(d) == whole.getDimSize(d)) == (d == dim))
      return std::nullopt;
  return dim;
}

/// Adds the piece that `insertion` writes to `stack`, which the first insertion
/// gives its form. Returns false if it makes no stack.
static bool addPiece(tensor::InsertSliceOp insertion, Stack &stack) {
  RankedTensorType part = insertion.getSourceType(),
                   whole = insertion.getDestType();
  if (ShapedType::isDynamicShape(insertion.getStaticOffsets()) ||
      ShapedType::isDynamicShape(insertion.getStaticSizes()) ||
      !insertion.hasUnitStride())
    return false;
  if (stack.pieces.empty()) {
    std::optional<int64_t> dim = findStackedDim(part, whole);
    int64_t size = dim ? part.getDimSize(*dim) : 0;
    if (size == 0 || whole.getDimSize(*dim) % size ||
        whole.getDimSize(*dim) / size > kMaxPieces)
      return false;
    stack.dim = *dim;
    stack.type = part;
    stack.pieces.resize(whole.getDimSize(*dim) / size);
  }
  int64_t offset = insertion.getStaticOffset(stack.dim),
          size = stack.getPieceSize();
  if (part != stack.type || offset % size || stack.pieces[offset / size])
    return false;
  stack.pieces[offset / size] = insertion.getSource();
  return true;
}

/// Returns the concat that a chain of insertions ending in `value` makes, or
/// nothing if it makes no stack.
static std::optional<Stack> findStack(Value value) {
  Stack stack;
  Value current = value;
  while (auto insertion = current.getDefiningOp<tensor::InsertSliceOp>()) {
    if ((current != value && !current.hasOneUse()) ||
        !addPiece(insertion, stack))
      return std::nullopt;
    current = insertion.getDest();
  }
  if (stack.pieces.empty() ||
      !llvm::all_of(stack.pieces, [](Value piece) { return piece != nullptr; }))
    return std::nullopt;
  return stack;
}

/// Returns whether a result of `op` reaches a reduction that is no product
/// through elementwise ops and reshapes alone.
static bool reachesReduction(Operation *op,
                             llvm::SmallPtrSetImpl<Operation *> &visited) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    if (!visited.insert(user).second)
      return false;
    if (isParallel(user) ||
        isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user))
      return reachesReduction(user, visited);
    auto reader = dyn_cast<linalg::LinalgOp>(user);
    return reader && reader.getNumReductionLoops() &&
           !linalg::isaContractionOpInterface(reader);
  });
}

/// Returns the loop that indexes dim `dim` of an operand, and nothing else of
/// it, or nothing if there is no such loop.
static std::optional<unsigned> findLoop(AffineMap map, int64_t dim) {
  auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
  unsigned count = 0;
  for (AffineExpr expr : map.getResults())
    count += loop && expr.isFunctionOfDim(loop.getPosition());
  return count == 1 ? std::optional(loop.getPosition()) : std::nullopt;
}

namespace {
/// Rebuilds a generic that reads stacks along its loop `loop` with two loops
/// for it.
class StackReader {
public:
  StackReader(linalg::GenericOp op, unsigned loop, Stack first,
              IRRewriter &rewriter)
      : op(op), loop(loop), first(std::move(first)), rewriter(rewriter) {}

  /// Replaces the op, or changes nothing but the tensors before it and
  /// returns failure.
  LogicalResult build();

private:
  /// Returns the stack that `input` reads, of the same form as the first.
  std::optional<Stack> findOther(OpOperand &input);
  LogicalResult addInputs();
  void addInits();
  void cloneBody(OpBuilder &builder, Location loc, ValueRange arguments);
  /// Turns an index of the old loops in the new body into one of the new loops,
  /// and returns its value.
  Value splitIndex(linalg::IndexOp index, OpBuilder &builder) const;
  /// Returns `map` with the loop replaced by `expr` of the new loops.
  AffineMap replaceLoop(AffineMap map, AffineExpr expr);

  linalg::GenericOp op;
  unsigned loop;
  Stack first;
  IRRewriter &rewriter;
  SmallVector<int64_t> extents; ///< of the new loops
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps; ///< of inputs, then of inits
  /// The first new input of each input, and how many there are.
  SmallVector<std::pair<unsigned, unsigned>> positions;
  SmallVector<SmallVector<ReassociationIndices>> groups; ///< of results
};
} // namespace

std::optional<Stack> StackReader::findOther(OpOperand &input) {
  std::optional<Stack> stack = findStack(input.get());
  if (!stack || stack->pieces.size() != first.pieces.size() ||
      stack->getPieceSize() != first.getPieceSize() ||
      findLoop(op.getMatchingIndexingMap(&input), stack->dim) != loop)
    return std::nullopt;
  return stack;
}

AffineMap StackReader::replaceLoop(AffineMap map, AffineExpr expr) {
  SmallVector<AffineExpr> loops;
  for (unsigned i = 0; i < op.getNumLoops(); ++i)
    loops.push_back(i == loop ? expr
                              : rewriter.getAffineDimExpr(i + (i > loop)));
  return map.replaceDimsAndSymbols(loops, {}, op.getNumLoops() + 1, 0);
}

LogicalResult StackReader::addInputs() {
  AffineExpr piece = rewriter.getAffineDimExpr(loop),
             inside = rewriter.getAffineDimExpr(loop + 1);
  ReadBuilder reads(rewriter, op.getLoc(), extents);
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    SmallVector<Read> wanted;
    if (std::optional<Stack> stack = findOther(*input))
      for (Value part : stack->pieces)
        wanted.push_back({part, replaceLoop(map, inside)});
    else
      wanted.push_back(
          {input->get(), replaceLoop(map, piece * extents[loop + 1] + inside)});
    positions.push_back({inputs.size(), wanted.size()});
    for (Read &read : wanted) {
      std::optional<Read> built = reads.followViews(read, loop);
      if (!built)
        return failure();
      inputs.push_back(built->tensor);
      maps.push_back(built->map);
    }
  }
  return success();
}

void StackReader::addInits() {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    auto type = cast<RankedTensorType>(init.get().getType());
    SmallVector<int64_t> shape;
    SmallVector<AffineExpr> exprs;
    SmallVector<ReassociationIndices> &reshape = groups.emplace_back();
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), type.getShape())) {
      unsigned old = cast<AffineDimExpr>(expr).getPosition();
      int64_t next = static_cast<int64_t>(shape.size());
      reshape.push_back({next});
      exprs.push_back(rewriter.getAffineDimExpr(old + (old > loop)));
      shape.push_back(old == loop ? extents[loop] : size);
      if (old != loop)
        continue;
      reshape.back().push_back(next + 1);
      exprs.push_back(rewriter.getAffineDimExpr(loop + 1));
      shape.push_back(extents[loop + 1]);
    }
    auto split = RankedTensorType::get(shape, type.getElementType());
    inits.push_back(tensor::ExpandShapeOp::create(rewriter, op.getLoc(), split,
                                                  init.get(), reshape));
    maps.push_back(
        AffineMap::get(op.getNumLoops() + 1, 0, exprs, op.getContext()));
  }
}

Value StackReader::splitIndex(linalg::IndexOp index, OpBuilder &builder) const {
  if (index.getDim() != loop) {
    index.setDim(index.getDim() + (index.getDim() > loop));
    return index;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(index);
  Location loc = index.getLoc();
  Value size = arith::ConstantIndexOp::create(builder, loc, extents[loop + 1]),
        inside = linalg::IndexOp::create(builder, loc, loop + 1);
  auto begin = arith::MulIOp::create(builder, loc, index, size);
  auto row = arith::AddIOp::create(builder, loc, begin, inside);
  index.getResult().replaceAllUsesExcept(row, begin);
  return row;
}

void StackReader::cloneBody(OpBuilder &builder, Location loc,
                            ValueRange arguments) {
  IRMapping mapping;
  Block *body = op.getBody();
  Value piece = linalg::IndexOp::create(builder, loc, loop);
  for (auto [number, position] : llvm::enumerate(positions)) {
    Value element = arguments[position.first + position.second - 1];
    for (unsigned i = position.second - 1; i-- > 0;) {
      Value isHere = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, piece,
          arith::ConstantIndexOp::create(builder, loc, i));
      element = arith::SelectOp::create(builder, loc, isHere,
                                        arguments[position.first + i], element);
    }
    mapping.map(body->getArgument(number), element);
  }
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
    mapping.map(body->getArgument(op.getNumDpsInputs() + i),
                arguments[inputs.size() + i]);
  for (Operation &inner : body->getOperations()) {
    Operation *clone = builder.clone(inner, mapping);
    SmallVector<linalg::IndexOp> indices;
    clone->walk([&](linalg::IndexOp index) { indices.push_back(index); });
    for (linalg::IndexOp index : indices) {
      Value row = splitIndex(index, builder);
      if (index.getOperation() == clone)
        mapping.map(inner.getResult(0), row);
    }
  }
}

LogicalResult StackReader::build() {
  rewriter.setInsertionPoint(op);
  extents = op.getStaticLoopRanges();
  extents[loop] = static_cast<int64_t>(first.pieces.size());
  extents.insert(extents.begin() + loop + 1, first.getPieceSize());
  if (failed(addInputs()))
    return failure();
  addInits();
  SmallVector<utils::IteratorType> kinds(extents.size(),
                                         utils::IteratorType::parallel);
  auto split = linalg::GenericOp::create(
      rewriter, op.getLoc(), ValueRange(inits).getTypes(), inputs, inits, maps,
      kinds, [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        cloneBody(builder, loc, arguments);
      });
  SmallVector<Value> results;
  for (auto [result, old, reshape] :
       llvm::zip_equal(split.getResults(), op->getResults(), groups))
    results.push_back(tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), cast<RankedTensorType>(old.getType()), result,
        reshape));
  rewriter.replaceOp(op, results);
  return success();
}

/// Returns whether all of the stack's readers are elementwise ops that can read
/// its pieces.
static bool isReadByElement(Value value, const Stack &stack) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (!isParallel(user))
      return false;
    auto generic = cast<linalg::GenericOp>(user);
    llvm::SmallPtrSet<Operation *, 8> visited;
    std::optional<unsigned> loop =
        findLoop(generic.getMatchingIndexingMap(&use), stack.dim);
    return loop &&
           llvm::all_of(
               generic->getOpOperands(),
               [&](OpOperand &other) {
                 return other.get() != value ||
                        (generic.isDpsInput(&other) &&
                         findLoop(generic.getMatchingIndexingMap(&other),
                                  stack.dim) == loop);
               }) &&
           llvm::all_of(
               generic.getDpsInitsMutable(),
               [&](OpOperand &init) {
                 return generic.getMatchingIndexingMap(&init).isPermutation();
               }) &&
           !reachesReduction(user, visited);
  });
}

/// Lets one reader of `value`, which is `stack`, read its pieces.
static LogicalResult readOnce(Value value, const Stack &stack,
                              IRRewriter &rewriter) {
  OpOperand &use = *value.use_begin();
  auto reader = cast<linalg::GenericOp>(use.getOwner());
  unsigned loop = *findLoop(reader.getMatchingIndexingMap(&use), stack.dim);
  return StackReader(reader, loop, stack, rewriter).build();
}

/// Gives ops that read a reshaped stack the loops of its dims: with interleaved
/// pieces, a row is [32, 2].
static void expandReaders(func::FuncOp region) {
  RewritePatternSet patterns(region.getContext());
  linalg::populateFoldReshapeOpsByExpansionPatterns(
      patterns, [](OpOperand *use) {
        auto reshape = use->get().getDefiningOp<tensor::CollapseShapeOp>();
        return reshape && reshape->hasOneUse() && isParallel(use->getOwner()) &&
               findStack(reshape.getSrc());
      });
  sbp::rewriteGreedily(region, std::move(patterns));
}

LogicalResult sbp::cuda::readPieces(func::FuncOp region) {
  expandReaders(region);
  SmallVector<Value> ends;
  region.walk(
      [&](tensor::InsertSliceOp op) { ends.push_back(op.getResult()); });
  IRRewriter rewriter(region.getContext());
  for (Value value : ends) {
    std::optional<Stack> stack = findStack(value);
    if (!stack || value.use_empty() || !isReadByElement(value, *stack))
      continue;
    readThroughViews(stack->pieces, rewriter);
    while (!value.use_empty() && succeeded(readOnce(value, *stack, rewriter)))
      ;
  }
  return success();
}
