// SBPOps.cpp: placements, constraints, boxing

#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Target/TargetRegistry.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// PlacementOp
//===----------------------------------------------------------------------===//

// More ranks than any machine has, few enough to index with care-free ints.
static constexpr int64_t kMaxRanks = 65536;

static std::optional<int64_t> getProduct(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (size < 1 || size > kMaxRanks || product * size > kMaxRanks)
      return std::nullopt;
    product *= size;
  }
  return product;
}

static SmallVector<int64_t> getDefaultRanks(ArrayRef<int64_t> sizes) {
  return llvm::to_vector(llvm::seq<int64_t>(0, getProduct(sizes).value_or(0)));
}

Placement PlacementOp::getPlacement() {
  Placement placement;
  placement.name = getSymName().str();
  for (auto name : getAxisNames().getAsRange<StringAttr>())
    placement.axisNames.push_back(name.str());
  llvm::append_range(placement.axisSizes, getAxisSizes());
  llvm::append_range(placement.ranks, getRanks());
  return placement;
}

ParseResult PlacementOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  SmallVector<Attribute> axisNames;
  SmallVector<int64_t> axisSizes, ranks;
  auto parseAxis = [&]() -> ParseResult {
    std::string axis;
    if (parser.parseString(&axis) || parser.parseEqual() ||
        parser.parseInteger(axisSizes.emplace_back()))
      return failure();
    axisNames.push_back(builder.getStringAttr(axis));
    return success();
  };
  if (parser.parseSymbolName(name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return failure();
  auto &properties = state.getOrAddProperties<Properties>();
  if (succeeded(parser.parseOptionalKeyword("on"))) {
    std::string device;
    if (parser.parseString(&device))
      return failure();
    properties.device = builder.getStringAttr(device);
  }
  if (succeeded(parser.parseOptionalKeyword("ranks"))) {
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parser.parseInteger(ranks.emplace_back());
        }))
      return failure();
  } else {
    ranks = getDefaultRanks(axisSizes);
  }
  properties.sym_name = name;
  properties.axis_names = builder.getArrayAttr(axisNames);
  properties.axis_sizes = builder.getDenseI64ArrayAttr(axisSizes);
  properties.ranks = builder.getDenseI64ArrayAttr(ranks);
  return parser.parseOptionalAttrDict(state.attributes);
}

void PlacementOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " [";
  llvm::interleaveComma(
      llvm::zip_equal(getAxisNames(), getAxisSizes()), printer, [&](auto axis) {
        printer << std::get<0>(axis) << " = " << std::get<1>(axis);
      });
  printer << "]";
  if (getDevice())
    printer << " on " << getDeviceAttr();
  if (getRanks() != ArrayRef<int64_t>(getDefaultRanks(getAxisSizes()))) {
    printer << " ranks [";
    llvm::interleaveComma(getRanks(), printer);
    printer << "]";
  }
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {"sym_name", "axis_names", "axis_sizes", "device", "ranks"});
}

LogicalResult PlacementOp::verify() {
  if (getAxisNames().size() != getAxisSizes().size())
    return emitOpError() << "has " << getAxisNames().size()
                         << " axis names but " << getAxisSizes().size()
                         << " axis sizes";
  llvm::SmallSet<StringRef, 4> names;
  for (auto name : getAxisNames().getAsRange<StringAttr>())
    if (name.empty() || !names.insert(name.getValue()).second) // (C1)
      return emitOpError() << "axis names must be distinct and not empty, "
                           << "found " << name;
  for (int64_t size : getAxisSizes())
    if (size < 1)
      return emitOpError() << "axis sizes must be at least 1, found " << size;
  std::optional<int64_t> count = getProduct(getAxisSizes()); // (C2)
  if (!count)
    return emitOpError() << "has more than " << kMaxRanks << " ranks";
  if (static_cast<int64_t>(getRanks().size()) != *count) // (C3)
    return emitOpError() << "has " << *count << " positions but "
                         << getRanks().size()
                         << " ranks; list as many as the sizes of the axes "
                            "multiply to";
  llvm::SmallSet<int64_t, 8> ranks;
  for (int64_t rank : getRanks()) { // (C4)
    if (rank < 0 || rank >= kMaxRanks)
      return emitOpError() << "ranks must lie in 0.." << kMaxRanks - 1
                           << ", found " << rank;
    if (!ranks.insert(rank).second)
      return emitOpError() << "ranks must be distinct, found " << rank
                           << " twice";
  }
  if (getDevice() && !findTarget(*getDevice())) // (C5)
    return emitOpError() << "device must be " << listTargets("\"") << ", found "
                         << getDeviceAttr();
  return success();
}

//===----------------------------------------------------------------------===//
// ConstrainOp, BoxingOp
//===----------------------------------------------------------------------===//

// Parses a whole distribution; `type` is set if `: type` was right after it.
static ParseResult parseDistribution(OpAsmParser &parser,
                                     DistributionAttr &distribution,
                                     Type &type) {
  Attribute attribute;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(attribute))
    return failure();
  if (auto pair = dyn_cast<ArrayAttr>(attribute); pair && pair.size() == 2) {
    attribute = pair[0];
    if (auto typeAttr = dyn_cast<TypeAttr>(pair[1]))
      type = typeAttr.getValue();
  }
  distribution = dyn_cast<DistributionAttr>(attribute);
  if (!distribution)
    return parser.emitError(loc, "expected a #sbp.distribution, found ")
           << attribute;
  return success();
}

// `%x KEYWORD #d [KEYWORD #d] {attributes} : type`.
static ParseResult parseOneToOne(
    OpAsmParser &parser, OperationState &state,
    ArrayRef<std::pair<StringRef, DistributionAttr *>> distributions) {
  OpAsmParser::UnresolvedOperand input;
  Type type;
  if (parser.parseOperand(input))
    return failure();
  for (auto [keyword, distribution] : distributions)
    if (parser.parseKeyword(keyword) ||
        parseDistribution(parser, *distribution, type))
      return failure();
  if (parser.parseOptionalAttrDict(state.attributes) ||
      (!type && parser.parseColonType(type)))
    return failure();
  state.addTypes(type);
  return parser.resolveOperand(input, type, state.operands);
}

ParseResult ConstrainOp::parse(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  return parseOneToOne(parser, state, {{"to", &properties.distribution}});
}

void ConstrainOp::print(OpAsmPrinter &printer) {
  printer << " " << getInput() << " to " << getDistribution();
  printer.printOptionalAttrDict((*this)->getAttrs(), {"distribution"});
  printer << " : " << getType();
}

ParseResult BoxingOp::parse(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  return parseOneToOne(parser, state,
                       {{"from", &properties.from}, {"to", &properties.to}});
}

void BoxingOp::print(OpAsmPrinter &printer) {
  printer << " " << getInput() << " from " << getFrom() << " to " << getTo();
  printer.printOptionalAttrDict((*this)->getAttrs(), {"from", "to"});
  printer << " : " << getType();
}

LogicalResult ConstrainOp::verifySymbolUses(SymbolTableCollection &) {
  auto type = cast<RankedTensorType>(getType());
  auto emit = [&] { return emitMisfit(*this, {getInput()}); };
  if (failed(verifyDistribution(emit, *this, getDistribution(), type)))
    return failure();
  Attribute gradient = (*this)->getAttr("gradient");
  if (!gradient)
    return success();
  auto distribution = dyn_cast<DistributionAttr>(gradient);
  if (!distribution)
    return emitOpError() << "has gradient = " << gradient
                         << ", expected a #sbp.distribution";
  return verifyDistribution(emit, *this, distribution, type);
}

LogicalResult BoxingOp::verifySymbolUses(SymbolTableCollection &) {
  auto type = cast<RankedTensorType>(getType());
  if (failed(verifyDistribution([&] { return emitOpError() << "from: "; },
                                *this, getFrom(), type)))
    return failure();
  if (getFrom() != getTo() && getFrom().getDistribution().hasWindows()) // (C2)
    return emitOpError() << "from: pieces of windows, " << getFrom()
                         << ", may overlap and lack elements; box what they "
                            "were made of";
  return verifyDistribution([&] { return emitOpError() << "to: "; }, *this,
                            getTo(), type);
}
