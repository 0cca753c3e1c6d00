// RegionImport.cpp: copies regions to a target's own context
#include "sbp/Target/Region/RegionImport.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/ElementTypes.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::region;

/// Returns the place in the user's file that `loc`, of another context,
/// denotes.
static Location translateLocation(Location loc, Location fallback) {
  std::optional<Location> found;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    found = FileLineColLoc::get(fallback.getContext(),
                                file.getFilename().getValue(), file.getLine(),
                                file.getColumn());
    return WalkResult::interrupt();
  });
  return found.value_or(fallback);
}

static InFlightDiagnostic emit(DiagnosticSeverity severity, Location place) {
  switch (severity) {
  case DiagnosticSeverity::Warning:
    return emitWarning(place);
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return emitRemark(place);
  case DiagnosticSeverity::Error:
    return emitError(place);
  }
  llvm_unreachable("all severities are listed");
}

static LogicalResult forward(Diagnostic &diagnostic, Location fallback,
                             StringRef prefix = "") {
  InFlightDiagnostic copy =
      emit(diagnostic.getSeverity(),
           translateLocation(diagnostic.getLocation(), fallback));
  copy << prefix << diagnostic.str();
  for (Diagnostic &note : diagnostic.getNotes())
    copy.attachNote(translateLocation(note.getLocation(), fallback))
        << note.str();
  return success();
}

DiagnosticForwarder::DiagnosticForwarder(MLIRContext &context,
                                         func::FuncOp region, bool isSilent,
                                         std::string prefix)
    : handler(&context, [loc = region.getLoc(), isSilent,
                         prefix = std::move(prefix)](Diagnostic &diagnostic) {
        return isSilent ? success() : forward(diagnostic, loc, prefix);
      }) {}

DiagnosticForwarder::DiagnosticForwarder(MLIRContext &context,
                                         Location fallback)
    : handler(&context, [fallback](Diagnostic &diagnostic) {
        return forward(diagnostic, fallback);
      }) {}

/// Verifies one type of the region's boundary.
static LogicalResult verifyType(func::FuncOp region, Type type) {
  if (type.isIndex() || type.isInteger(64))
    return success();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return region.emitError("region has a value of type ")
           << type << " at its boundary; expected a ranked static tensor";
  if (findElementType(tensor.getElementType()))
    return success();
  return region.emitError("region has element type ")
         << tensor.getElementType() << "; expected "
         << ElementType::list(", ", " or ");
}

/// Reports an in-place pair whose types differ.
static LogicalResult reportPair(func::FuncOp region, unsigned result,
                                int64_t argument) {
  InFlightDiagnostic error =
      region.emitError("result #")
      << result << " of type " << region.getResultTypes()[result]
      << " cannot share the buffer of argument #" << argument;
  if (argument >= 0 && argument < region.getNumArguments())
    error.attachNote(region.getArgument(argument).getLoc())
        << "the argument, " << region.getArgumentTypes()[argument];
  return error;
}

LogicalResult sbp::region::verifyRegion(func::FuncOp region) {
  if (region.isDeclaration() || !region.getBody().hasOneBlock())
    return region.emitError("region must have a body of one block");
  for (Type type : region.getArgumentTypes())
    if (failed(verifyType(region, type)))
      return failure();
  for (auto [i, type] : llvm::enumerate(region.getResultTypes())) {
    if (!isa<RankedTensorType>(type))
      return region.emitError("result #")
             << i << " of a region has type " << type << "; expected a tensor";
    if (failed(verifyType(region, type)))
      return failure();
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    if (!pair)
      continue;
    if (pair.getInt() < 0 || pair.getInt() >= region.getNumArguments() ||
        region.getArgumentTypes()[pair.getInt()] != type)
      return reportPair(region, i, pair.getInt());
  }
  return success();
}

SmallVector<std::optional<unsigned>>
sbp::region::getAccumulators(func::FuncOp region) {
  SmallVector<std::optional<unsigned>> results(region.getNumArguments());
  for (auto [i, result] : llvm::enumerate(results))
    if (auto attr = region.getArgAttrOfType<IntegerAttr>(i, kAccumulatorAttr))
      result = attr.getInt();
  return results;
}

SmallVector<InPlacePair> sbp::region::getInPlacePairs(func::FuncOp region) {
  SmallVector<unsigned> inputNumber;
  unsigned inputs = 0;
  for (auto [type, accumulator] :
       llvm::zip_equal(region.getArgumentTypes(), getAccumulators(region)))
    inputNumber.push_back(isa<RankedTensorType>(type) && !accumulator ? inputs++
                                                                      : ~0u);
  SmallVector<InPlacePair> pairs;
  for (unsigned i = 0; i < region.getNumResults(); ++i)
    if (auto pair = region.getResultAttrOfType<IntegerAttr>(
            i, SBPDialect::kInPlaceAttr))
      if (inputNumber[pair.getInt()] != ~0u)
        pairs.push_back({i, inputNumber[pair.getInt()]});
  return pairs;
}

/// Returns a copy without the attributes of other levels, which must not affect
/// the hash.
static OwningOpRef<ModuleOp> copyPlain(func::FuncOp region, StringRef symbol) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(region.getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(module->getBody());
  auto copy = cast<func::FuncOp>(builder.clone(*region));
  SmallVector<Attribute> arguments(region.getNumResults());
  for (unsigned i = 0; i < region.getNumResults(); ++i)
    arguments[i] = region.getResultAttr(i, SBPDialect::kInPlaceAttr);
  SmallVector<Attribute> accumulators(region.getNumArguments());
  for (unsigned i = 0; i < region.getNumArguments(); ++i)
    accumulators[i] = region.getArgAttr(i, kAccumulatorAttr);
  copy.walk([](Operation *op) {
    SmallVector<StringAttr> foreign;
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (attribute.getName().getValue().contains('.'))
        foreign.push_back(attribute.getName());
    for (StringAttr name : foreign)
      op->removeDiscardableAttr(name);
  });
  copy->removeAttr(copy.getArgAttrsAttrName());
  copy->removeAttr(copy.getResAttrsAttrName());
  for (auto [i, attr] : llvm::enumerate(arguments))
    if (attr)
      copy.setResultAttr(i, SBPDialect::kInPlaceAttr, attr);
  for (auto [i, attr] : llvm::enumerate(accumulators))
    if (attr)
      copy.setArgAttr(i, kAccumulatorAttr, attr);
  copy.setName(symbol);
  copy.setPublic();
  return module;
}

std::string sbp::region::hashRegion(func::FuncOp region) {
  std::string text;
  llvm::raw_string_ostream os(text);
  copyPlain(region, "region")->print(os, OpPrintingFlags().useLocalScope());
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(hash.low64, /*LowerCase=*/true, 16);
}

OwningOpRef<ModuleOp> sbp::region::importRegion(func::FuncOp region,
                                                StringRef symbol,
                                                MLIRContext &context) {
  std::string text;
  llvm::raw_string_ostream os(text);
  copyPlain(region, symbol)
      ->print(os, OpPrintingFlags().enableDebugInfo().printGenericOpForm());
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context), "region");
  if (module)
    storeFloat8AsBytes(*module);
  return module;
}
