// SBPLocalOps.cpp: communication between local programs

#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TransferMemo.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// TransferAttr
//===----------------------------------------------------------------------===//

static ParseResult parseIntegers(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &list) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(list.emplace_back());
  });
}

Attribute TransferAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  SmallVector<int64_t> begin, end, sources, destinations;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword(&name) ||
      parseIntegers(parser, begin) || parser.parseKeyword("to") ||
      parseIntegers(parser, end) || parser.parseColon() ||
      parseIntegers(parser, sources) || parser.parseArrow() ||
      parseIntegers(parser, destinations) || parser.parseGreater())
    return {};
  std::optional<TransferKind> kind = parseTransferKind(name);
  if (!kind) {
    parser.emitError(loc) << "unknown kind of transfer '" << name
                          << "', expected combine, scatter or route";
    return {};
  }
  return parser.getChecked<TransferAttr>(
      loc, parser.getContext(), *kind, ArrayRef(begin), ArrayRef(end),
      ArrayRef(sources), ArrayRef(destinations));
}

void TransferAttr::print(AsmPrinter &printer) const {
  auto list = [&](ArrayRef<int64_t> values) {
    printer << "[";
    llvm::interleaveComma(values, printer);
    printer << "]";
  };
  printer << "<" << getTransferKindName(getKind()) << " ";
  list(getBegin());
  printer << " to ";
  list(getEnd());
  printer << " : ";
  list(getSources());
  printer << " -> ";
  list(getDestinations());
  printer << ">";
}

LogicalResult TransferAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   TransferKind, ArrayRef<int64_t> begin,
                                   ArrayRef<int64_t> end, ArrayRef<int64_t>,
                                   ArrayRef<int64_t>) {
  if (begin.size() != end.size())
    return emitError() << "begin has " << begin.size() << " dims but end has "
                       << end.size();
  for (auto [index, pair] : llvm::enumerate(llvm::zip_equal(begin, end)))
    if (std::get<0>(pair) < 0 || std::get<0>(pair) > std::get<1>(pair))
      return emitError() << "dim " << index << " of the box is "
                         << std::get<0>(pair) << " to " << std::get<1>(pair);
  return success();
}

//===----------------------------------------------------------------------===//
// CommunicationOp
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kCommunicationKinds[] = {
    "all_reduce", "reduce_scatter", "all_gather", "all_to_all",
    "broadcast",  "reduce",         "exchange"};

SmallVector<int64_t> CommunicationOp::getMembers() {
  SmallVector<int64_t> members;
  auto add = [&](DistributionAttr distribution) {
    if (!distribution)
      return;
    if (PlacementOp placement =
            lookupPlacement(*this, distribution.getPlacement()))
      llvm::append_range(members, placement.getRanks());
  };
  add(getFromAttr());
  add(getToAttr());
  llvm::append_range(members,
                     TransferMemo::of(getContext()).getRanks(getTransfers()));
  llvm::sort(members);
  members.erase(llvm::unique(members), members.end());
  return members;
}

static LogicalResult verifyTransfers(CommunicationOp op) {
  RankedTensorType type = op.getTensorType();
  for (Attribute attribute : op.getTransfers()) {
    auto transfer = dyn_cast<TransferAttr>(attribute);
    if (!transfer)
      return op.emitOpError()
             << "transfers must be #sbp.transfer, found " << attribute;
    if (static_cast<int64_t>(transfer.getEnd().size()) != type.getRank())
      return op.emitOpError()
             << "transfer " << transfer << " has " << transfer.getEnd().size()
             << " dims, the tensor " << type << " has " << type.getRank();
    for (auto [dim, end] : llvm::enumerate(transfer.getEnd()))
      if (end > type.getDimSize(dim)) // (C3)
        return op.emitOpError() << "transfer " << transfer << " leaves dim "
                                << dim << " of " << type;
    if (transfer.getKind() != TransferKind::Route &&
        transfer.getSources().size() > 1 && !op.getCombiner()) // (C2)
      return op.emitOpError() << "transfer " << transfer
                              << " has several sources but no combiner";
  }
  return success();
}

LogicalResult CommunicationOp::verify() {
  if (!llvm::is_contained(kCommunicationKinds, getKind())) // (C1)
    return emitOpError() << "has unknown kind '" << getKind() << "'";
  if (getCombiner() && !parseCombiner(*getCombiner())) // (C2)
    return emitOpError() << "has unknown combiner '" << *getCombiner() << "'";
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!type || !type.hasStaticShape())
    return emitOpError() << "needs a ranked static tensor, found " << getType();
  if (getGroups().size() != getCounts().size()) // (C4)
    return emitOpError() << "has " << getGroups().size() << " groups but "
                         << getCounts().size() << " lists of counts";
  for (auto [group, counts] : llvm::zip_equal(getGroups(), getCounts())) {
    auto ranks = dyn_cast<DenseI64ArrayAttr>(group);
    auto sizes = dyn_cast<DenseI64ArrayAttr>(counts);
    if (!ranks || !sizes || ranks.size() != sizes.size())
      return emitOpError() << "group " << group << " and counts " << counts
                           << " must be integer arrays of one length";
  }
  Attribute combines = UnitAttr::get(getContext());
  if (!getCombiner())
    combines = getTypeAttr();
  return TransferMemo::of(getContext())
      .prove({getTransfers(), getTypeAttr(), combines},
             [&] { return verifyTransfers(*this); });
}

//===----------------------------------------------------------------------===//
// CommunicateOp
//===----------------------------------------------------------------------===//

LogicalResult CommunicateOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto communication = symbols.lookupNearestSymbolFrom<CommunicationOp>(
      *this, getCommunicationAttr());
  if (!communication)
    return emitOpError() << "names " << getCommunicationAttr()
                         << ", which is not an sbp.communication";
  if (getInputs().size() > 1 || getOutputs().size() > 1) // (C1)
    return emitOpError() << "has " << getInputs().size() << " inputs and "
                         << getOutputs().size()
                         << " results, at most one of each is possible";
  RankedTensorType type = communication.getTensorType();
  for (Value value : llvm::concat<Value>(getInputs(), getOutputs())) {
    auto local = cast<RankedTensorType>(value.getType());
    if (local.getElementType() != type.getElementType() ||
        local.getRank() != type.getRank())
      return emitOpError() << "moves pieces of " << type
                           << " but has a value of type " << local;
  }
  return success();
}
