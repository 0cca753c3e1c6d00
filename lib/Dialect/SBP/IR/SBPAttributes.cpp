// SBPAttributes.cpp: syntax and verification of distributions and signatures
//
// Grammar of a distribution, with an example of each part:
//
//   #sbp.distribution<@mesh, [S(0), B, P(max)], order = [2, 0, 1]>
//   component ::= `S(` dim windows? `)` | `B` | `P` (`(` combiner `)`)?
//   windows   ::= `, 8 windows of 3 step 2 from -1`
//
// An order that lists the axes as they stand is dropped, so that equal
// distributions are one attribute and compare as pointers.

#include "sbp/Dialect/SBP/IR/SBPDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sbp;

#define GET_ATTRDEF_CLASSES
#include "sbp/Dialect/SBP/IR/SBPAttributes.cpp.inc"

void SBPDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "sbp/Dialect/SBP/IR/SBPAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DistributionAttr
//===----------------------------------------------------------------------===//

static bool isIdentityOrder(ArrayRef<int64_t> order) {
  return llvm::all_of(llvm::enumerate(order), [](auto entry) {
    return static_cast<int64_t>(entry.index()) == entry.value();
  });
}

DistributionAttr DistributionAttr::get(FlatSymbolRefAttr placement,
                                       const Distribution &distribution) {
  ArrayRef<int64_t> order = distribution.order;
  return get(placement.getContext(), placement, distribution.components,
             isIdentityOrder(order) ? ArrayRef<int64_t>() : order);
}

Distribution DistributionAttr::getDistribution() const {
  Distribution distribution;
  llvm::append_range(distribution.components, getComponents());
  llvm::append_range(distribution.order, getOrder());
  return distribution;
}

LogicalResult
DistributionAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         FlatSymbolRefAttr, ArrayRef<Component> components,
                         ArrayRef<int64_t> order) {
  // (C1)
  if (!order.empty()) {
    SmallVector<bool> seen(components.size());
    bool isPermutation = order.size() == components.size();
    for (int64_t axis : order)
      if (axis < 0 || axis >= static_cast<int64_t>(seen.size()) ||
          std::exchange(seen[axis], true))
        isPermutation = false;
    if (!isPermutation)
      return emitError() << "order must list each of the " << components.size()
                         << " axes once";
  }
  std::optional<Combiner> combiner;
  for (const Component &component : components) {
    if (component.isSplit() && component.dim < 0) // (C3)
      return emitError() << "S(" << component.dim
                         << ") names a negative dimension";
    const Windows *windows = component.windows;
    if (windows &&
        (windows->count < 0 || windows->size < 1 || windows->step < 1)) // (C7)
      return emitError() << "windows need a size and a step of at least 1, "
                            "found "
                         << windows->size << " and " << windows->step;
    for (const Component &other : components)
      if (component.isSplit() && other.isSplit(component.dim) &&
          other.windows != windows) // (C8)
        return emitError() << "all axes that split dimension " << component.dim
                           << " must split the same windows of it";
    if (!component.isPartial())
      continue;
    if (llvm::any_of(components, [](const Component &other) {
          return other.windows;
        })) // (C9)
      return emitError() << "windows are of whole values, found P("
                         << getCombinerName(component.combiner)
                         << ") beside them";
    if (combiner && *combiner != component.combiner) // (C2)
      return emitError() << "all P components need one combiner, found "
                         << getCombinerName(*combiner) << " and "
                         << getCombinerName(component.combiner);
    combiner = component.combiner;
  }
  return success();
}

/// Parses windows, whose step (1) and first position (0) may be left out.
static ParseResult parseWindows(AsmParser &parser,
                                std::optional<Windows> &windows) {
  if (failed(parser.parseOptionalComma()))
    return success();
  windows.emplace();
  if (parser.parseInteger(windows->count) || parser.parseKeyword("windows") ||
      parser.parseKeyword("of") || parser.parseInteger(windows->size))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("step")) &&
      parser.parseInteger(windows->step))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("from")) &&
      parser.parseInteger(windows->first))
    return failure();
  return success();
}

static ParseResult parseComponent(AsmParser &parser,
                                  SmallVectorImpl<Component> &components) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword == "B") {
    components.push_back(Component::broadcast());
    return success();
  }
  if (keyword == "S") {
    int64_t dim = 0;
    std::optional<Windows> windows;
    if (parser.parseLParen() || parser.parseInteger(dim) ||
        parseWindows(parser, windows) || parser.parseRParen())
      return failure();
    components.push_back(Component::split(dim, windows));
    return success();
  }
  if (keyword != "P")
    return parser.emitError(loc, "expected S(dim), B or P(combiner), found '")
           << keyword << "'";
  if (failed(parser.parseOptionalLParen())) {
    components.push_back(Component::partial());
    return success();
  }
  StringRef name;
  loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name) || parser.parseRParen())
    return failure();
  std::optional<Combiner> combiner = parseCombiner(name);
  if (!combiner)
    return parser.emitError(loc, "unknown combiner '")
           << name
           << "', expected one of sum, prod, max, min, maxnum, minnum, umax, "
              "umin, and, or";
  components.push_back(Component::partial(*combiner));
  return success();
}

Attribute DistributionAttr::parseBody(AsmParser &parser) {
  FlatSymbolRefAttr placement;
  SmallVector<Component> components;
  SmallVector<int64_t> order;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseAttribute(placement) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseComponent(parser, components);
      }))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    auto parseAxis = [&] { return parser.parseInteger(order.emplace_back()); };
    if (parser.parseKeyword("order") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
      return {};
    if (order.size() != components.size())
      return parser.emitError(loc, "order must list each of the ")
                 << components.size() << " axes once",
             Attribute();
  }
  if (parser.parseGreater())
    return {};
  if (isIdentityOrder(order))
    order.clear();
  return parser.getChecked<DistributionAttr>(loc, parser.getContext(),
                                             placement, ArrayRef(components),
                                             ArrayRef(order));
}

void DistributionAttr::printBody(AsmPrinter &printer) const {
  printer << "<" << getPlacement() << ", ";
  printer.getStream() << getDistribution();
  printer << ">";
}

// MLIR parses `: type` after a dialect attribute as the type of that attribute.
// An op whose type follows its distribution therefore gets both, in an array.
Attribute DistributionAttr::parse(AsmParser &parser, Type type) {
  Attribute distribution = parseBody(parser);
  if (!distribution || !type)
    return distribution;
  return ArrayAttr::get(parser.getContext(),
                        {distribution, TypeAttr::get(type)});
}

void DistributionAttr::print(AsmPrinter &printer) const { printBody(printer); }

//===----------------------------------------------------------------------===//
// SignatureAttr
//===----------------------------------------------------------------------===//

SignatureAttr SignatureAttr::get(FlatSymbolRefAttr placement,
                                 const Signature &signature) {
  auto attach = [&](const Distribution &distribution) {
    return DistributionAttr::get(placement, distribution);
  };
  return get(placement.getContext(),
             llvm::map_to_vector(signature.operands, attach),
             llvm::map_to_vector(signature.results, attach));
}

Signature SignatureAttr::getSignature() const {
  Signature signature;
  for (DistributionAttr operand : getOperands())
    signature.operands.push_back(operand.getDistribution());
  for (DistributionAttr result : getResults())
    signature.results.push_back(result.getDistribution());
  return signature;
}

FlatSymbolRefAttr SignatureAttr::getPlacement() const {
  if (!getResults().empty())
    return getResults().front().getPlacement();
  return getOperands().empty() ? FlatSymbolRefAttr()
                               : getOperands().front().getPlacement();
}

LogicalResult
SignatureAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<DistributionAttr> operands,
                      ArrayRef<DistributionAttr> results) {
  FlatSymbolRefAttr placement; // (C1)
  for (ArrayRef<DistributionAttr> side : {operands, results})
    for (DistributionAttr distribution : side) {
      if (placement && distribution.getPlacement() != placement)
        return emitError() << "an op runs on one placement, found " << placement
                           << " and " << distribution.getPlacement();
      placement = distribution.getPlacement();
    }
  return success();
}

// Parses a list of entries `<@mesh, [B]>` or of whole attributes, such as
// aliases.
static ParseResult
parseDistributionList(AsmParser &parser,
                      SmallVectorImpl<DistributionAttr> &list) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        DistributionAttr distribution;
        OptionalParseResult whole = parser.parseOptionalAttribute(distribution);
        if (whole.has_value()) {
          if (failed(*whole))
            return failure();
        } else {
          distribution = llvm::cast_if_present<DistributionAttr>(
              DistributionAttr::parseBody(parser));
        }
        if (!distribution)
          return failure();
        list.push_back(distribution);
        return success();
      });
}

Attribute SignatureAttr::parse(AsmParser &parser, Type) {
  SmallVector<DistributionAttr> operands, results;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseDistributionList(parser, operands) ||
      parser.parseArrow() || parseDistributionList(parser, results) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<SignatureAttr>(
      loc, parser.getContext(), ArrayRef(operands), ArrayRef(results));
}

void SignatureAttr::print(AsmPrinter &printer) const {
  auto list = [&](ArrayRef<DistributionAttr> entries) {
    printer << "[";
    llvm::interleaveComma(entries, printer, [&](DistributionAttr distribution) {
      distribution.printBody(printer);
    });
    printer << "]";
  };
  printer << "<";
  list(getOperands());
  printer << " -> ";
  list(getResults());
  printer << ">";
}
