// RaiseRowSums.cpp: rows gathered to be summed become ops of memory_layer
//
// What importers give is a tensor of [tokens x slots x width] that is read by
// contractions alone, or added into a table: with bag, row_dot and add_outer it
// is never made.

#include "RowProducts.h"
#include "RowReshapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RAISEROWSUMSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Loops of the trilinear form
//===----------------------------------------------------------------------===//

static bool areSame(ArrayRef<int64_t> x, ArrayRef<int64_t> y) {
  return x.size() == y.size() && llvm::all_of(x, [&](int64_t loop) {
           return llvm::is_contained(y, loop);
         });
}

static Loops join(ArrayRef<int64_t> x, ArrayRef<int64_t> y) {
  Loops both(x);
  llvm::append_range(both, y);
  return both;
}

namespace {
/// Rows at `slots`, whose elements are at `columns`: which loops are tokens
/// follows from what stands outside.
struct Roles {
  Loops tokens, slots, columns;

  /// `rows`: loops of the rows. `outside` has tokens and columns; `scores` has
  /// rows, and cores where there are two columns. Nothing if not so.
  static std::optional<Roles> find(ArrayRef<int64_t> rows,
                                   ArrayRef<int64_t> columns,
                                   ArrayRef<int64_t> scores,
                                   ArrayRef<int64_t> outside) {
    Roles roles;
    roles.columns.assign(columns.begin(), columns.end());
    for (int64_t loop : outside)
      if (llvm::is_contained(rows, loop))
        roles.tokens.push_back(loop);
    for (int64_t loop : rows)
      if (!llvm::is_contained(outside, loop))
        roles.slots.push_back(loop);
    if (!areSame(outside, join(roles.tokens, columns)) ||
        !areSame(scores, join(rows, columns.drop_back())))
      return std::nullopt;
    return roles;
  }
  Loops getRows() const { return join(tokens, slots); }
  Loops getScores() const {
    return join(getRows(), ArrayRef(columns).drop_back());
  }
  Loops getOutside() const { return join(tokens, columns); }
};
} // namespace

/// `value`, whose dims are at the loops `from`, with them at `to`.
static Value reorder(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  SmallVector<int64_t> order;
  for (int64_t loop : to)
    order.push_back(llvm::find(from, loop) - from.begin());
  if (llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, applyPermutation(type.getShape(), order),
      type.getElementType());
  return linalg::TransposeOp::create(builder, loc, value, empty, order)
      ->getResult(0);
}

/// The type of `value` with its dims at `to` instead of `from`.
static RankedTensorType reorderType(Value value, ArrayRef<int64_t> from,
                                    ArrayRef<int64_t> to) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t loop : to)
    shape.push_back(type.getDimSize(llvm::find(from, loop) - from.begin()));
  return RankedTensorType::get(shape, type.getElementType());
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

namespace {
/// One reader of gathered rows that is a bag or a row_dot of them.
struct RowReader {
  Product product;
  unsigned gathered; ///< which input
  Loops rows;        ///< of the numbers of rows, with loops of one round
  Roles roles;
  bool isBag;

  ArrayRef<int64_t> getOther() const { return product.loops[1 - gathered]; }
};
} // namespace

static std::optional<RowReader> matchReader(nn::GatherOp gather,
                                            Operation *user) {
  auto product = matchSummedProduct(user);
  if (!product)
    return std::nullopt;
  unsigned gathered = product->inputs[0] == gather.getResult() ? 0 : 1;
  if (llvm::count(product->inputs, gather.getResult()) != 1)
    return std::nullopt;
  // Scaled scores would be f32, and with them the result.
  if (!product->factors.empty() &&
      getElementTypeOrSelf(gather.getResult()).isF16())
    return std::nullopt;
  int64_t rank =
      cast<RankedTensorType>(gather.getIndices().getType()).getRank();
  ArrayRef<int64_t> all = product->loops[gathered];
  Loops rows(all.take_front(rank));
  ArrayRef<int64_t> columns = all.drop_front(rank);
  // A loop of one round, a single head, is one of the rows' as well.
  SmallVector<int64_t> extents = product->op.getStaticLoopRanges();
  for (auto [loop, extent] : llvm::enumerate(extents))
    if (extent == 1 && !llvm::is_contained(all, loop))
      rows.push_back(loop);
  // One factor alone: all scores are 1.
  Loops scores = product->inputs.size() == 1 ? join(rows, columns.drop_back())
                                             : product->loops[1 - gathered];
  if (auto roles = Roles::find(rows, columns, scores, product->result);
      roles && !roles->slots.empty())
    return RowReader{*product, gathered, rows, *roles, /*isBag=*/true};
  if (product->inputs.size() == 2)
    if (auto roles = Roles::find(rows, columns, product->result, scores))
      return RowReader{*product, gathered, rows, *roles, /*isBag=*/false};
  return std::nullopt;
}

static Value buildOnes(OpBuilder &builder, Location loc,
                       RankedTensorType type) {
  return StructuredBuilder(builder, loc)
      .fill(type, builder.getFloatAttr(type.getElementType(), 1.0));
}

static void raiseReader(nn::GatherOp gather, const RowReader &reader) {
  const Product &product = reader.product;
  Operation *op = product.op;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  const Roles &roles = reader.roles;
  Value result = op->getResult(0);
  ArrayRef<int64_t> all = product.loops[reader.gathered];
  int64_t numUnits = reader.rows.size() + roles.columns.size() - all.size();
  Value rows =
      reorder(builder, loc, addUnitDims(builder, gather.getIndices(), numUnits),
              reader.rows, roles.getRows());
  Loops other = reader.isBag ? roles.getScores() : roles.getOutside();
  Loops made = reader.isBag ? roles.getOutside() : roles.getScores();
  RankedTensorType type = reorderType(result, product.result, made);
  Value factor;
  if (product.inputs.size() == 1)
    factor =
        buildOnes(builder, loc, reorderType(gather.getResult(), all, other));
  else
    factor = reorder(builder, loc, product.inputs[1 - reader.gathered],
                     reader.getOther(), other);
  Value raised;
  if (reader.isBag)
    raised = memory_layer::BagOp::create(
        builder, loc, type, gather.getData(), rows,
        buildScaled(builder, loc, factor, product.factors), Value(),
        IntegerAttr(), UnitAttr());
  else
    raised = buildScaled(
        builder, loc,
        memory_layer::RowDotOp::create(builder, loc, type, gather.getData(),
                                       rows, factor, Value(), UnitAttr()),
        product.factors);
  result.replaceAllUsesWith(
      reorder(builder, loc, raised, made, product.result));
}

namespace {
/// Why rows stay; the op that needs them, where it is another one.
struct Obstacle {
  StringRef reason;
  Operation *reader = nullptr;
};

/// All that reads a gather, or a reshape of it.
struct Readers {
  std::vector<std::pair<nn::GatherOp, RowReader>> found;
  /// Reshapes, and the gathers that are read instead of them.
  std::vector<std::pair<Value, Value>> replaced;

  /// Nothing, or what needs the rows themselves.
  std::optional<Obstacle> add(nn::GatherOp gather);
  void putBack() {
    for (auto [reshaped, gathered] : replaced)
      gathered.replaceAllUsesWith(reshaped);
  }
};
} // namespace

std::optional<Obstacle> Readers::add(nn::GatherOp gather) {
  for (Operation *user : gather->getUsers()) {
    if (auto reader = matchReader(gather, user)) {
      found.emplace_back(gather, *reader);
      continue;
    }
    nn::GatherOp reshaped = gatherReshaped(gather, user);
    if (!reshaped)
      return Obstacle{"a reader needs the rows themselves", user};
    replaced.emplace_back(user->getResult(0), reshaped.getResult());
    user->getResult(0).replaceAllUsesWith(reshaped.getResult());
    if (std::optional<Obstacle> obstacle = add(reshaped))
      return obstacle;
  }
  return std::nullopt;
}

/// Whether the op is one of whole rows of a table.
template <typename Op>
static std::optional<Obstacle> findObstacle(Op op, Value table) {
  int64_t rank = cast<RankedTensorType>(table.getType()).getRank();
  if (op.getAxis() != 0 || op.getBatchDims() != 0)
    return Obstacle{"what it indexes is not the first dimension"};
  if (rank < 2 || rank > 3)
    return Obstacle{"the table is not rows x width or rows x cores x width"};
  return std::nullopt;
}

/// Only where no reader needs the rows themselves.
static std::optional<Obstacle> raiseGather(nn::GatherOp gather) {
  if (auto obstacle = findObstacle(gather, gather.getData()))
    return obstacle;
  if (gather->use_empty())
    return std::nullopt; // nothing reads it
  Readers readers;
  if (std::optional<Obstacle> obstacle = readers.add(gather)) {
    readers.putBack();
    return obstacle;
  }
  for (const auto &[read, reader] : readers.found)
    raiseReader(read, reader);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

/// The product that `value` is, perhaps transposed and scaled by constants: its
/// loops in the order of the dims of `value`.
static std::optional<std::pair<Product, Loops>> findProduct(Value value) {
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  Loops order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<ScaleFactor> outer; // of the ops after the product
  while (value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    auto moved = matchProduct(op, /*foldsSplats=*/true);
    if (moved && moved->inputs.size() == 1 &&
        moved->loops[0].size() == moved->result.size() &&
        !moved->op.getNumReductionLoops()) {
      for (int64_t &dim : order)
        dim = llvm::find(moved->loops[0], moved->result[dim]) -
              moved->loops[0].begin();
      llvm::append_range(moved->factors, outer);
      outer = std::move(moved->factors);
      value = moved->inputs[0];
      continue;
    }
    auto product = matchProduct(op);
    if (!product || product->inputs.size() != 2)
      product = std::move(moved);
    if (!product || product->inputs.size() != 2)
      break;
    llvm::append_range(product->factors, outer);
    Loops loops;
    for (int64_t dim : order)
      loops.push_back(product->result[dim]);
    return std::pair(*product, loops);
  }
  return std::nullopt;
}

static std::optional<Obstacle> raiseScatter(nn::ScatterAddOp scatter) {
  auto type = cast<RankedTensorType>(scatter.getInit().getType());
  if (auto obstacle = findObstacle(scatter, scatter.getInit()))
    return obstacle;
  OpBuilder builder(scatter);
  AddedRows added =
      peelReshapes(builder, {scatter.getUpdates(), scatter.getIndices()},
                   type.getRank() - 1);
  auto found = findProduct(added.updates);
  if (!found || found->first.op.getNumReductionLoops())
    return Obstacle{"it adds something other than a product of two tensors"};
  const auto &[product, loops] = *found;
  ArrayRef<int64_t> columns = ArrayRef(loops).take_back(type.getRank() - 1);
  ArrayRef<int64_t> rows = ArrayRef(loops).drop_back(type.getRank() - 1);
  for (unsigned i : {0, 1}) {
    auto roles =
        Roles::find(rows, columns, product.loops[i], product.loops[1 - i]);
    if (!roles)
      continue;
    Location loc = scatter.getLoc();
    auto take = [&](unsigned input, ArrayRef<int64_t> to) {
      return reorder(builder, loc, product.inputs[input], product.loops[input],
                     to);
    };
    Value raised = memory_layer::AddOuterOp::create(
        builder, loc, type, scatter.getInit(),
        reorder(builder, loc, added.indices, rows, roles->getRows()),
        buildScaled(builder, loc, take(i, roles->getScores()), product.factors),
        take(1 - i, roles->getOutside()), Value(),
        scatter.getDropOutsideAttr());
    scatter.replaceAllUsesWith(raised);
    return std::nullopt;
  }
  return Obstacle{
      "it adds something other than an outer product of scores and rows"};
}

/// Prints the obstacle if the user requested an explanation.
static void explainObstacle(Operation *op,
                            const std::optional<Obstacle> &obstacle) {
  if (!obstacle)
    return;
  InFlightDiagnostic remark = op->emitRemark()
                              << "rows stay: " << obstacle->reason;
  if (obstacle->reader)
    remark.attachNote(obstacle->reader->getLoc())
        << "neither a weighted sum of them nor their products with what "
           "stands outside";
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct RaiseRowSums : sbp::impl::RaiseRowSumsPassBase<RaiseRowSums> {
  using RaiseRowSumsPassBase::RaiseRowSumsPassBase;
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    SmallVector<nn::GatherOp> gathers;
    SmallVector<nn::ScatterAddOp> scatters;
    function.walk([&](nn::GatherOp op) { gathers.push_back(op); });
    function.walk([&](nn::ScatterAddOp op) { scatters.push_back(op); });
    auto report = [&](Operation *op, const std::optional<Obstacle> &obstacle) {
      if (explain)
        explainObstacle(op, obstacle);
    };
    for (nn::ScatterAddOp op : scatters)
      report(op, raiseScatter(op));
    for (nn::GatherOp op : gathers)
      report(op, raiseGather(op));
    if (gathers.empty() && scatters.empty())
      return markAllAnalysesPreserved();
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
      if (isOpTriviallyDead(&op))
        op.erase();
  }
};
} // namespace
