//===- VerifyLocal.cpp - what must hold at level 2 ------------------------===//

#include "VerifyPhase.h"

#include "mlir/IR/SymbolTable.h"
#include "sbp/Calculus/Layout.h"
#include "sbp/Calculus/Overlap.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TransferMemo.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

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
// Communications: what moves arrives once
//===----------------------------------------------------------------------===//

namespace {

class CommunicationVerifier {
public:
  explicit CommunicationVerifier(CommunicationOp op) : op(op) {}
  LogicalResult run();

private:
  LogicalResult verifyTransfer(TransferAttr transfer);
  LogicalResult verifyTiles(TransferAttr transfer);
  LogicalResult verifyTerms(TransferAttr transfer);
  LogicalResult verifyBox(int64_t position);

  CommunicationOp op;
  std::optional<Layout> from, to;
  /// By destination rank.
  std::map<int64_t, SmallVector<TransferAttr>> transfersTo;
  std::set<std::pair<int64_t, std::vector<const void *>>> seen;
};

} // namespace

static Box getBox(TransferAttr transfer) {
  Box box;
  for (auto [begin, end] :
       llvm::zip_equal(transfer.getBegin(), transfer.getEnd()))
    box.push_back({begin, end});
  return box;
}

/// The part of `box` that a rank has or has room for; nothing for ranks outside
/// the placement.
static std::optional<Box> getPart(const Layout &layout, int64_t rank,
                                  const Box &box) {
  int64_t position = layout.getPosition(rank);
  if (position < 0)
    return std::nullopt;
  return intersect(layout.getGlobalBox(layout.getBox(position)), box);
}

/// The pieces that are routed are each element of the box once.
LogicalResult CommunicationVerifier::verifyTiles(TransferAttr transfer) {
  Box box = getBox(transfer);
  SmallVector<Box> pieces;
  int64_t elements = 0;
  for (int64_t rank : transfer.getSources()) {
    std::optional<Box> piece = getPart(*from, rank, box);
    if (!piece)
      return op.emitOpError()
             << "rank " << rank << " holds nothing of " << transfer;
    elements += getNumElements(*piece);
    pieces.push_back(std::move(*piece));
  }
  if (auto overlap = findOverlap(pieces))
    return op.emitOpError() << "ranks " << transfer.getSources()[overlap->first]
                            << " and " << transfer.getSources()[overlap->second]
                            << " hold the same elements of " << transfer;
  if (elements != getNumElements(box))
    return op.emitOpError()
           << "the sources hold " << elements << " of " << getNumElements(box)
           << " elements of " << transfer;
  return success();
}

/// The sources are all terms of the sum, each once (or a fraction of them where
/// the result is P); what is routed is one term.
LogicalResult CommunicationVerifier::verifyTerms(TransferAttr transfer) {
  bool isRouted = transfer.getKind() == TransferKind::Route;
  std::map<int64_t, int64_t> counted;
  for (int64_t rank : transfer.getSources()) {
    int64_t term = from->getPartial(from->getPosition(rank));
    if (counted[term]++ && !isRouted)
      return op.emitOpError()
             << "partial value " << term << " is counted twice in " << transfer;
  }
  if (isRouted && counted.size() > 1)
    return op.emitOpError()
           << "routes " << counted.size()
           << " partial values as if they were one in " << transfer;
  // Terms of another combiner meet before they become one of the result's.
  bool mustMeet = to->getNumPartials() == 1 ||
                  (from->getNumPartials() > 1 && !counted.empty() &&
                   from->getCombiner() != to->getCombiner());
  if (mustMeet &&
      static_cast<int64_t>(counted.size()) != from->getNumPartials())
    return op.emitOpError()
           << "combines " << counted.size() << " of " << from->getNumPartials()
           << " partial values in " << transfer;
  return success();
}

/// Ranks have what they send and room for what they get.
LogicalResult CommunicationVerifier::verifyTransfer(TransferAttr transfer) {
  Box box = getBox(transfer);
  if (transfer.getKind() == TransferKind::Route) {
    if (failed(verifyTiles(transfer)))
      return failure();
  } else {
    for (int64_t rank : transfer.getSources())
      if (getPart(*from, rank, box) != box)
        return op.emitOpError()
               << "rank " << rank << " does not hold all of " << transfer;
  }
  for (int64_t rank : transfer.getDestinations()) {
    std::optional<Box> part = getPart(*to, rank, box);
    if (!part || (transfer.getKind() == TransferKind::Combine && part != box))
      return op.emitOpError()
             << "rank " << rank << " has no room for " << transfer;
    transfersTo[rank].push_back(transfer);
  }
  return verifyTerms(transfer);
}

LogicalResult CommunicationVerifier::verifyBox(int64_t position) {
  int64_t rank = to->getRank(position);
  ArrayRef<TransferAttr> transfers = transfersTo[rank];
  // Ranks with equal boxes that get the same transfers are one case.
  std::vector<const void *> key;
  for (TransferAttr transfer : transfers)
    key.push_back(transfer.getAsOpaquePointer());
  if (!seen.insert({to->getBox(position), std::move(key)}).second)
    return success();
  SmallVector<Box> boxes;
  for (TransferAttr transfer : transfers)
    boxes.push_back(*getPart(*to, rank, getBox(transfer)));
  if (auto overlap = findOverlap(boxes))
    return op.emitOpError()
           << "rank " << rank << " gets " << transfers[overlap->second]
           << " and " << transfers[overlap->first] << ", which overlap";
  int64_t elements = 0;
  for (const Box &box : boxes)
    elements += getNumElements(box);
  int64_t volume = to->getVolume(to->getBox(position));
  if (elements != volume)
    return op.emitOpError() << "rank " << rank << " gets " << elements << " of "
                            << volume << " elements";
  return success();
}

LogicalResult CommunicationVerifier::run() {
  ArrayRef<int64_t> shape = op.getTensorType().getShape();
  from.emplace(getPlacementOf(op, op.getFromAttr()),
               op.getFrom()->getDistribution(), shape);
  to.emplace(getPlacementOf(op, op.getToAttr()), op.getTo()->getDistribution(),
             shape);
  for (auto transfer : op.getTransfers().getAsRange<TransferAttr>())
    if (failed(verifyTransfer(transfer)))
      return failure();
  for (int64_t position = 0; position < to->getNumPositions(); ++position)
    if (failed(verifyBox(position)))
      return failure();
  return success();
}

/// What the proof looks at: the sides with their placements, type, transfers.
static LogicalResult proveOnce(CommunicationOp op) {
  if (!op.getFrom() || !op.getTo())
    return op.emitOpError() << "needs `from` and `to`";
  SmallVector<Attribute> given = {op.getTypeAttr(), op.getTransfers()};
  for (DistributionAttr side : {op.getFromAttr(), op.getToAttr()}) {
    PlacementOp placement = lookupPlacement(op, side.getPlacement());
    if (!placement)
      return op.emitOpError() << "names no placement " << side.getPlacement();
    llvm::append_range(
        given, ArrayRef<Attribute>{side, placement->getAttrDictionary()});
  }
  return TransferMemo::of(op.getContext()).prove(given, [&] {
    return CommunicationVerifier(op).run();
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
    llvm::DenseSet<int64_t> taking(members.begin(), members.end());
    if (llvm::any_of(ranks,
                     [&](int64_t rank) { return taking.contains(rank); }))
      sequence.push_back(op);
  }
  llvm::stable_sort(sequence, [](CommunicationOp a, CommunicationOp b) {
    return a.getSequence() < b.getSequence();
  });
  return sequence;
}

static LogicalResult verifySequence(LocalProgramOp program,
                                    MutableArrayRef<CommunicationOp> expected) {
  unsigned next = 0;
  for (auto op : program.getBody().getOps<CommunicateOp>()) {
    StringRef wanted =
        next < expected.size() ? expected[next].getSymName() : StringRef();
    if (op.getCommunication() != wanted) {
      InFlightDiagnostic error = op.emitOpError();
      error << "takes part in " << op.getCommunicationAttr()
            << " where the sequence of all classes has ";
      if (wanted.empty())
        error << "none";
      else
        error << "@" << wanted;
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

/// Pieces have the shape of the box on every rank of the class.
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
                                 << "is of rank " << rank
                                 << ", which has a program in "
                                 << program.getEntryAttr() << " already";
      error.attachNote(other->second.getLoc()) << "here";
      return error;
    }
    if (failed(verifyProgram(program)))
      return failure();
  }
  return success();
}
