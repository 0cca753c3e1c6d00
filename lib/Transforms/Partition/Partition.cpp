// Partition.cpp: level 1 to level 2
//
// 1. Group ranks into classes (RankClasses.h). 2. Create one communication op
// per communicating step. 3. Build one local program per class
// (ClassBuilder.h).
// 4. Reduce the entry to a declaration.
// Equal boxings share their movement (groups, counts, transfers), so 96 equal
// layers store it once.

#include "ClassBuilder.h"
#include "RankClasses.h"
#include "sbp/Analysis/Defined/IndexBounds.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sbp {
#define GEN_PASS_DEF_PARTITIONPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct PartitionPass : sbp::impl::PartitionPassBase<PartitionPass> {
  void runOnOperation() override;
  LogicalResult partition(func::FuncOp entry, BoxingPlans &plans);
};

} // namespace

static ArrayAttr toArrays(Builder &builder,
                          ArrayRef<SmallVector<int64_t>> lists) {
  return builder.getArrayAttr(
      llvm::map_to_vector(lists, [&](const SmallVector<int64_t> &list) {
        return Attribute(builder.getDenseI64ArrayAttr(list));
      }));
}

/// Returns the elements that each member of each group holds at the split end.
static SmallVector<SmallVector<int64_t>> getCounts(const BoxingStep &step,
                                                   ArrayRef<int64_t> shape) {
  const PlacedDistribution &cut =
      step.kind == BoxingStepKind::ReduceScatter ? step.to : step.from;
  SmallVector<SmallVector<int64_t>> counts;
  for (const auto &group : step.groups) {
    SmallVector<int64_t> &list = counts.emplace_back();
    for (int64_t rank : group)
      list.push_back(getNumElements(getBoxOfRank(cut, shape, rank)));
  }
  return counts;
}

namespace {
/// The groups, counts and transfers of a move as attributes, and its time on
/// the links of the topology; null without one.
struct Movement {
  ArrayAttr groups, counts, transfers;
  FloatAttr seconds;
};
/// Movements indexed by the first step of a move: equal boxings share a plan.
using Movements = llvm::DenseMap<const BoxingStep *, Movement>;
} // namespace

static FloatAttr getSeconds(Builder &builder, const BoxingMove &move,
                            RankedTensorType type, const Topology *topology) {
  if (!topology)
    return {};
  double seconds = 0;
  for (const BoxingStep *step : {move.first, move.second})
    if (step)
      seconds +=
          topology->getSeconds(*step, type.getShape(), getElementBytes(type));
  return builder.getF64FloatAttr(seconds);
}

static Movement getMovement(MLIRContext *context, const BoxingMove &move,
                            RankedTensorType type, const Topology *topology,
                            Movements &movements) {
  ArrayRef<int64_t> shape = type.getShape();
  auto [found, isNew] = movements.try_emplace(move.first);
  if (isNew) {
    Builder builder(context);
    found->second = {toArrays(builder, move.first->groups),
                     toArrays(builder, getCounts(*move.first, shape)),
                     builder.getArrayAttr(llvm::to_vector_of<Attribute>(
                         getTransfers(context, move, shape))),
                     getSeconds(builder, move, type, topology)};
  }
  return found->second;
}

static CommunicationOp createCommunication(func::FuncOp entry, BoxingOp boxing,
                                           const BoxingMove &move,
                                           int64_t sequence, int64_t executions,
                                           const Topology *topology,
                                           Movements &movements) {
  OpBuilder builder(entry);
  MLIRContext *context = builder.getContext();
  auto type = cast<RankedTensorType>(boxing.getType());
  std::string name =
      (entry.getSymName() + ".communication" + Twine(sequence)).str();
  // The combiner is recorded even if nothing is combined, because pieces may be
  // partial.
  std::optional<Combiner> partial = move.first->combiner;
  for (const PlacedDistribution *end : {&move.getFrom(), &move.getTo()})
    if (!partial)
      partial = end->distribution.getCombiner();
  StringAttr combiner;
  if (partial)
    combiner = builder.getStringAttr(getCombinerName(*partial));
  Movement moved = getMovement(context, move, type, topology, movements);
  auto communication = CommunicationOp::create(
      builder, boxing.getLoc(), builder.getStringAttr(name),
      FlatSymbolRefAttr::get(entry.getSymNameAttr()),
      builder.getI64IntegerAttr(sequence),
      builder.getStringAttr(getBoxingStepKindName(move.getKind())), combiner,
      TypeAttr::get(type), getDistributionAttr(context, move.getFrom()),
      getDistributionAttr(context, move.getTo()), moved.groups, moved.counts,
      moved.transfers);
  if (executions != 1)
    communication->setAttr(kExecutionsAttr,
                           builder.getI64IntegerAttr(executions));
  if (moved.seconds)
    communication->setAttr(kSecondsAttr, moved.seconds);
  return communication;
}

static FailureOr<CommunicationTable> createCommunications(func::FuncOp entry,
                                                          BoxingPlans &plans) {
  CommunicationTable table;
  Movements movements;
  Sweeps sweeps(entry);
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    FailureOr<const BoxingPlan *> plan = plans.get(boxing);
    if (failed(plan))
      return failure();
    int64_t sequence = boxing.getSequence().value_or(0);
    for (auto [index, move] : llvm::enumerate(getMoves(**plan))) {
      if (isLocal(move.getKind()))
        continue;
      if (!boxing.getSequence())
        return boxing.emitOpError() << "communicates but has no sequence; run "
                                       "--sbp-plan-boxings first";
      table[{boxing, index}] =
          createCommunication(entry, boxing, move, sequence++,
                              sweeps.getExecutions(boxing.getOperation()),
                              plans.getTopology(), movements);
    }
  }
  return table;
}

/// Checks that ops have signatures, which determine what each rank computes.
static LogicalResult checkDistributed(func::FuncOp entry) {
  for (Operation &op : entry.front().without_terminator())
    if (!isa<BoxingOp>(op) && !getSignatureAttr(&op) &&
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
      return op.emitOpError() << "has no sbp.signature; partition reads level "
                                 "1, which --sbp-compile-to=distributed makes";
  return success();
}

LogicalResult PartitionPass::partition(func::FuncOp entry, BoxingPlans &plans) {
  if (failed(checkDistributed(entry)))
    return failure();
  Sweeps sweeps(entry);
  if (failed(EntryStages(entry, sweeps).checkForward(entry, sweeps)))
    return failure();
  FailureOr<std::vector<SmallVector<int64_t>>> classes =
      getRankClasses(entry, plans);
  if (failed(classes))
    return failure();
  FailureOr<CommunicationTable> communications =
      createCommunications(entry, plans);
  if (failed(communications))
    return failure();
  for (auto [index, ranks] : llvm::enumerate(*classes)) {
    ClassBuilder builder(entry, ranks, plans, *communications);
    if (failed(builder.build(
            (entry.getSymName() + ".class" + Twine(index)).str())))
      return failure();
  }
  entry->setAttr(LocalProgram::kIndexBoundsAttr,
                 DenseI64ArrayAttr::get(&getContext(), getIndexBounds(entry)));
  // The entry remains as a declaration of its arguments and results.
  entry.getBody().dropAllReferences();
  entry.eraseBody();
  entry.setPrivate();
  return success();
}

void PartitionPass::runOnOperation() {
  auto &plans = getAnalysis<BoxingPlans>();
  auto entries = llvm::to_vector(getOperation().getOps<func::FuncOp>());
  for (func::FuncOp entry : entries)
    if (!entry.isDeclaration() && failed(partition(entry, plans)))
      return signalPassFailure();
}
