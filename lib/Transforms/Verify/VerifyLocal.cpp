// VerifyLocal.cpp: the invariants of level 2
//
// The parameters of a class are the offsets of its ranks' pieces; the transfers
// of a communication produce the destination distribution from the source, by a
// symbolic proof; every class takes part in the communications of its ranks in
// the one sequence of the entry; a rank has one program per entry.

#include "VerifyPhase.h"

#include "mlir/IR/SymbolTable.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Dialect/SBP/IR/TransferMemo.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <map>

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Parameters must be the offsets of the boxes of each rank.
LogicalResult sbp::verifyParameters(Operation *op, ArrayRef<int64_t> ranks,
                                    ArrayAttr parameters, ArrayAttr bindings) {
  if (parameters.size() != bindings.size())
    return op->emitOpError()
           << "has " << parameters.size() << " parameters but "
           << bindings.size() << " lists of bindings";
  for (auto [index, attribute, list] : llvm::enumerate(parameters, bindings)) {
    auto offset = dyn_cast<OffsetAttr>(attribute);
    auto values = dyn_cast<DenseI64ArrayAttr>(list);
    auto type = offset ? dyn_cast<RankedTensorType>(offset.getType()) : nullptr;
    if (!type || !values || values.size() != int64_t(ranks.size()) ||
        !lookupPlacement(op, offset.getDistribution().getPlacement()))
      return op->emitOpError() << "has a malformed parameter #" << index;
    Placement placement = getPlacementOf(op, offset.getDistribution());
    for (auto [rank, value] : llvm::zip_equal(ranks, values.asArrayRef())) {
      int64_t position = placement.getPosition(rank);
      if (position < 0)
        return op->emitOpError() << "parameter #" << index << " is " << offset
                                 << " but rank " << rank << " holds no piece";
      int64_t begin =
          getBoxAt(placement, offset.getDistribution().getDistribution(),
                   type.getShape(), position)[offset.getDim()]
              .begin;
      if (begin != value)
        return op->emitOpError()
               << "parameter #" << index << " is " << value << " on rank "
               << rank << " but " << offset << " begins at " << begin;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Communications: every element arrives exactly once
//===----------------------------------------------------------------------===//

static Box getBox(TransferAttr transfer) {
  Box box;
  for (auto [begin, end] :
       llvm::zip_equal(transfer.getBegin(), transfer.getEnd()))
    box.push_back({begin, end});
  return box;
}

static PlacedDistribution getPlaced(CommunicationOp op, DistributionAttr side) {
  return {std::make_shared<const Placement>(getPlacementOf(op, side)),
          side.getDistribution()};
}

// A fault names the transfers that contradict each other.
static LogicalResult proveTransfers(CommunicationOp op) {
  auto given = llvm::to_vector(op.getTransfers().getAsRange<TransferAttr>());
  auto transfers = llvm::map_to_vector(given, [](TransferAttr transfer) {
    return BoxingTransfer{transfer.getKind(), getBox(transfer),
                          transfer.getSources(), transfer.getDestinations()};
  });
  std::optional<Combiner> combiner;
  if (op.getCombiner())
    combiner = parseCombiner(*op.getCombiner());
  std::optional<TransferFault> fault = verifyTransfers(
      transfers, getPlaced(op, op.getFromAttr()), getPlaced(op, op.getToAttr()),
      op.getTensorType().getShape(), combiner);
  if (!fault)
    return success();
  InFlightDiagnostic error = op.emitOpError() << fault->text;
  for (auto [count, index] : llvm::enumerate(fault->transfers))
    error << (count == 0 ? ": " : " and ") << given[index];
  return error;
}

/// Proves a communication once per distinct input of the proof: sides with
/// their placements, type, combiner, transfers.
static LogicalResult proveOnce(CommunicationOp op) {
  if (!op.getFrom() || !op.getTo())
    return op.emitOpError() << "needs `from` and `to`";
  Attribute combines = op.getCombinerAttr();
  SmallVector<Attribute> given = {op.getTypeAttr(), op.getTransfers(),
                                  combines ? combines : op.getTypeAttr()};
  for (DistributionAttr side : {op.getFromAttr(), op.getToAttr()}) {
    PlacementOp placement = lookupPlacement(op, side.getPlacement());
    if (!placement)
      return op.emitOpError()
             << "has an unknown placement " << side.getPlacement();
    llvm::append_range(
        given, ArrayRef<Attribute>{side, placement->getAttrDictionary()});
  }
  return TransferMemo::of(op.getContext()).prove(given, [&] {
    return proveTransfers(op);
  });
}

LogicalResult sbp::verifyCommunications(ModuleOp module) {
  for (auto op : module.getOps<CommunicationOp>())
    if (failed(proveOnce(op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The sequence of a class
//===----------------------------------------------------------------------===//

SmallVector<CommunicationOp> sbp::getExpectedSequence(ModuleOp module,
                                                      FlatSymbolRefAttr entry,
                                                      ArrayRef<int64_t> ranks) {
  SmallVector<CommunicationOp> sequence;
  for (auto op : module.getOps<CommunicationOp>()) {
    if (op.getEntryAttr() != entry)
      continue;
    SmallVector<int64_t> members = op.getMembers();
    llvm::DenseSet<int64_t> participants(members.begin(), members.end());
    if (llvm::any_of(ranks,
                     [&](int64_t rank) { return participants.contains(rank); }))
      sequence.push_back(op);
  }
  llvm::stable_sort(sequence, [](CommunicationOp a, CommunicationOp b) {
    return a.getSequence() < b.getSequence();
  });
  return sequence;
}

// The order of two classes that share communications must be equal, or ranks
// would wait for each other: each class is compared with one common sequence.
static LogicalResult verifySequence(LocalProgramOp program,
                                    MutableArrayRef<CommunicationOp> expected) {
  unsigned next = 0;
  for (auto op : program.getBody().getOps<CommunicateOp>()) {
    StringRef required =
        next < expected.size() ? expected[next].getSymName() : StringRef();
    if (op.getCommunication() != required) {
      InFlightDiagnostic error = op.emitOpError();
      error << "takes part in " << op.getCommunicationAttr()
            << " where the sequence of all classes has ";
      if (required.empty())
        error << "none";
      else
        error << "@" << required;
      return error;
    }
    ++next;
  }
  if (next < expected.size())
    return program.emitOpError()
           << "takes no part in @" << expected[next].getSymName()
           << ", which other ranks wait for";
  return success();
}

/// Checks that pieces have the shape of the box on every rank of the class.
static LogicalResult verifyPiece(CommunicateOp op, LocalProgramOp program,
                                 DistributionAttr distribution,
                                 ValueRange pieces, RankedTensorType type,
                                 StringRef side) {
  Placement placement = getPlacementOf(op, distribution);
  Distribution components = distribution.getDistribution();
  for (int64_t rank : program.getRanks()) {
    int64_t position = placement.getPosition(rank);
    if ((position >= 0) != (pieces.size() == 1))
      return op.emitOpError()
             << "rank " << rank << " has " << (position >= 0 ? "a" : "no")
             << " piece " << side << " the communication but the op has "
             << pieces.size();
    if (position < 0)
      continue;
    SmallVector<int64_t> shape =
        getShape(getBoxAt(placement, components, type.getShape(), position));
    auto local = cast<RankedTensorType>(pieces.front().getType());
    if (local.getShape() != ArrayRef<int64_t>(shape))
      return op.emitOpError()
             << "has " << local << " " << side << " the communication but rank "
             << rank << " holds "
             << RankedTensorType::get(shape, type.getElementType()) << " of "
             << type;
  }
  return success();
}

static LogicalResult verifyProgram(LocalProgramOp program) {
  auto module = program->getParentOfType<ModuleOp>();
  if (failed(verifyParameters(program, program.getRanks(),
                              program.getParameters(), program.getBindings())))
    return failure();
  for (Operation &op : program.front()) {
    if (isa<BoxingOp, ConstrainOp>(op) || getSignatureAttr(&op))
      return op.emitOpError() << "belongs to level 1; partition removes it";
    auto communicate = dyn_cast<CommunicateOp>(op);
    if (!communicate)
      continue;
    auto communication = module.lookupSymbol<CommunicationOp>(
        communicate.getCommunicationAttr());
    bool isTimed = op.hasAttr(kSweepAttr);
    if (isTimed != (getExecutions(communication) != 1))
      return op.emitOpError()
             << (isTimed ? "runs in every micro-batch" : "runs once a step")
             << " but its communication has " << getExecutions(communication)
             << " executions";
    RankedTensorType type = communication.getTensorType();
    if (failed(verifyPiece(communicate, program, communication.getFromAttr(),
                           communicate.getInputs(), type, "before")) ||
        failed(verifyPiece(communicate, program, communication.getToAttr(),
                           communicate.getOutputs(), type, "after")))
      return failure();
  }
  SmallVector<CommunicationOp> expected =
      getExpectedSequence(module, program.getEntryAttr(), program.getRanks());
  return verifySequence(program, expected);
}

LogicalResult sbp::verifyLocal(ModuleOp module) {
  if (failed(verifyCommunications(module)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isDeclaration())
      return function.emitOpError()
             << "has a body on global tensors; partition removes it";
  std::map<std::pair<StringRef, int64_t>, LocalProgramOp> programs;
  for (auto program : module.getOps<LocalProgramOp>()) {
    for (int64_t rank : program.getRanks()) {
      auto [other, isNew] =
          programs.try_emplace({program.getEntry(), rank}, program);
      if (isNew)
        continue;
      InFlightDiagnostic error = program.emitOpError()
                                 << "is a program of rank " << rank
                                 << ", which already has a program in "
                                 << program.getEntryAttr();
      error.attachNote(other->second.getLoc()) << "first program here";
      return error;
    }
    if (failed(verifyProgram(program)))
      return failure();
  }
  return success();
}
