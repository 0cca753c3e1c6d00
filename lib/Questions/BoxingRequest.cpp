// BoxingRequest.cpp: a parser of requests such as `tensor<64x64xf32> on [4]
// from [S(0)] to [B]`
//
// The text is split at the keywords on, from and to outside of brackets. Types
// and distributions are then parsed by MLIR's own parsers, placements by the
// parser of sbp.placement, so that one grammar and one set of checks holds for
// models and requests. Grammar:
//
//   request   ::= type [on placement] from end to end
//   end       ::= distribution [on placement]
//   placement ::= @name | [axis, ...] [ranks [...]]
//
// A placement after the type holds for both ends; one after the source holds
// for the destination too, unless that names its own.

#include "sbp/Questions/BoxingRequest.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;

static Error refuseRequest(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Splitting of the text
//===----------------------------------------------------------------------===//

namespace {

/// Returns the first position outside of all brackets and quotes for which
/// `isMatch` returns true, or npos.
size_t findOutside(StringRef text, llvm::function_ref<bool(size_t)> isMatch) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (depth == 0 && !quoted && isMatch(i))
      return i;
    if (c == '"')
      quoted = !quoted;
    else if (StringRef("([<{").contains(c))
      ++depth;
    else if (StringRef(")]>}").contains(c))
      --depth;
  }
  return StringRef::npos;
}

/// Removes the text before the first of `words`, and that word, from `text` and
/// returns both. Returns the whole text and no word if none occurs.
std::pair<StringRef, StringRef> takeUntil(StringRef &text,
                                          ArrayRef<StringRef> words) {
  StringRef found;
  size_t end = findOutside(text, [&](size_t i) {
    if (i > 0 && (isAlnum(text[i - 1]) || text[i - 1] == '_'))
      return false;
    for (StringRef word : words)
      if (text.substr(i).starts_with(word) &&
          (i + word.size() == text.size() || !isAlnum(text[i + word.size()]))) {
        found = word;
        return true;
      }
    return false;
  });
  StringRef part = text.substr(0, end).trim();
  text = end == StringRef::npos ? StringRef()
                                : text.substr(end + found.size()).trim();
  return {part, found};
}

/// Splits `text` at commas outside of brackets and quotes.
SmallVector<StringRef> splitList(StringRef text) {
  SmallVector<StringRef> parts;
  while (true) {
    size_t comma = findOutside(text, [&](size_t i) { return text[i] == ','; });
    parts.push_back(text.substr(0, comma).trim());
    if (comma == StringRef::npos)
      return parts;
    text = text.substr(comma + 1);
  }
}

/// Parses one request in terms of the placements of `model`, which may be null.
class RequestParser {
public:
  RequestParser(MLIRContext &context, ModuleOp model)
      : context(context), model(model) {}
  Expected<BoxingRequest> parse(StringRef text);

private:
  Expected<RankedTensorType> parseTensorType(StringRef text);
  Expected<Placement> parsePlacement(StringRef text);
  Expected<Placement> lookup(StringRef name);
  Expected<BoxingEnd> parseEnd(StringRef side, StringRef distribution,
                               std::optional<StringRef> placement);
  /// Returns the value of `parse`, or its first diagnostic as an error about
  /// `part`.
  template <typename T>
  Expected<T> capture(StringRef part, llvm::function_ref<T()> parse);

  MLIRContext &context;
  ModuleOp model;
  RankedTensorType type;
};

template <typename T>
Expected<T> RequestParser::capture(StringRef part,
                                   llvm::function_ref<T()> parse) {
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  T value = parse();
  if (value)
    return std::move(value);
  // The op is an artefact of how a placement is parsed: no prefix names it.
  StringRef text(message);
  if (!text.consume_front("'sbp.placement' op "))
    text.consume_front("custom op 'sbp.placement' ");
  return refuseRequest("'" + part + "': " + text);
}

//===----------------------------------------------------------------------===//
// Types and placements
//===----------------------------------------------------------------------===//

Expected<RankedTensorType> RequestParser::parseTensorType(StringRef text) {
  if (text.empty())
    return refuseRequest("no type; begin with one such as tensor<64x64xf32>");
  size_t read = 0;
  auto parsed = capture<Type>(
      text, [&] { return mlir::parseType(text, &context, &read); });
  if (!parsed) {
    consumeError(parsed.takeError());
    return refuseRequest(
        "'" + text + "' is not a type; expected one such as tensor<64x64xf32>");
  }
  if (read != text.size())
    return refuseRequest("'" + text.substr(read).trim() + "' after the type " +
                         text.substr(0, read) + "; expected on or from");
  auto tensor = dyn_cast<RankedTensorType>(*parsed);
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return refuseRequest(
        "'" + text +
        "' is not a static tensor of numbers; expected a type such as "
        "tensor<64x64xf32>");
  return tensor;
}

Expected<Placement> RequestParser::lookup(StringRef name) {
  std::string names;
  if (model)
    for (auto op : model.getOps<PlacementOp>()) {
      if (op.getSymName() == name)
        return op.getPlacement();
      names += (names.empty() ? "@" : ", @") + op.getSymName().str();
    }
  if (!model)
    return refuseRequest(
        "@" + name +
        " needs the model that declares it: give its file, or write "
        "the placement out, such as [dp = 2, tp = 4]");
  return refuseRequest("the model has no placement @" + name + "; it has " +
                       (names.empty() ? "none" : names));
}

/// Returns `[dp = 2, 4] ranks [...]` as the text of an sbp.placement op, with
/// names for the axes that have none.
static std::string toOperation(StringRef text) {
  StringRef axes = text.take_until([](char c) { return c == ']'; });
  StringRef rest = text.substr(axes.size());
  std::string result = "sbp.placement @placement [";
  SmallVector<StringRef> entries = splitList(axes.drop_front());
  for (auto [i, entry] : llvm::enumerate(entries)) {
    auto [name, size] = entry.split('=');
    if (!entry.contains('='))
      std::swap(name, size);
    name = name.trim().trim('"');
    result += (i ? ", \"" : "\"") +
              (name.empty() ? "axis" + std::to_string(i) : name.str()) +
              "\" = " + size.trim().str();
  }
  return result + rest.str();
}

Expected<Placement> RequestParser::parsePlacement(StringRef text) {
  if (text.consume_front("@"))
    return lookup(text);
  if (!text.starts_with("[") || !text.contains(']'))
    return refuseRequest(
        "'" + text +
        "' is not a placement; expected axes such as [2, 4] or "
        "[dp = 2, tp = 4] ranks [...], or the @name of one");
  std::string operation = toOperation(text);
  auto module = capture<OwningOpRef<ModuleOp>>(text, [&] {
    return parseSourceString<ModuleOp>(operation, ParserConfig(&context));
  });
  if (!module)
    return module.takeError();
  auto placements = (*module)->getOps<PlacementOp>();
  Placement placement = (*placements.begin()).getPlacement();
  placement.name = text.str();
  return placement;
}

//===----------------------------------------------------------------------===//
// Source and destination
//===----------------------------------------------------------------------===//

static ElementKind getElementKind(Type type) {
  if (type.isInteger(1))
    return ElementKind::Boolean;
  return type.isInteger() ? ElementKind::Integer : ElementKind::Float;
}

Expected<BoxingEnd>
RequestParser::parseEnd(StringRef side, StringRef text,
                        std::optional<StringRef> placementText) {
  StringRef whole = text;
  if (text.consume_front("#sbp.distribution<")) {
    size_t comma = findOutside(text, [&](size_t i) { return text[i] == ','; });
    if (comma == StringRef::npos || !text.consume_back(">"))
      return refuseRequest("'" + whole +
                           "': expected #sbp.distribution<@mesh, [S(0), B]>");
    placementText = text.substr(0, comma).trim();
    text = text.substr(comma + 1).trim();
  }
  if (!text.starts_with("["))
    return refuseRequest(
        "'" + whole + "' after " + side +
        " is not a distribution; expected one component per axis, such "
        "as [S(0), B], [P(max)]");
  if (!placementText)
    return refuseRequest("'" + whole +
                         "' has no placement; add one, such as "
                         "on [2, 4] or on [dp = 2, tp = 4] ranks [...]");
  auto [components, trailing] = text.split(']');
  trailing = trailing.trim();
  if (!trailing.empty() && !trailing.starts_with(","))
    return refuseRequest("unexpected '" + trailing + "' after '" + components +
                         "]'; expected `on PLACEMENT` or `, order = [...]`");
  Expected<Placement> placement = parsePlacement(*placementText);
  if (!placement)
    return placement.takeError();
  std::string attribute = ("#sbp.distribution<@placement, " + text + ">").str();
  auto parsed = capture<DistributionAttr>(whole, [&] {
    return dyn_cast_if_present<DistributionAttr>(
        mlir::parseAttribute(attribute, &context));
  });
  if (!parsed)
    return parsed.takeError();
  BoxingEnd end{std::move(*placement), parsed->getDistribution()};
  if (auto error = sbp::verifyDistribution(
          end.placement, end.distribution, type.getShape(),
          getElementKind(type.getElementType())))
    return refuseRequest("'" + whole + "': " + *error);
  return end;
}

Expected<BoxingRequest> RequestParser::parse(StringRef text) {
  StringRef rest = text.trim();
  auto [typeText, word] = takeUntil(rest, {"on", "from"});
  Expected<RankedTensorType> parsed = parseTensorType(typeText);
  if (!parsed)
    return parsed.takeError();
  type = *parsed;
  std::optional<StringRef> placements[2];
  StringRef ends[2], part;
  if (word == "on") {
    std::tie(part, word) = takeUntil(rest, {"from"});
    placements[0] = placements[1] = part;
  }
  const StringRef sides[] = {"from", "to"};
  for (auto [i, side] : llvm::enumerate(sides)) {
    if (word != side)
      return refuseRequest("'" + text + "' has no " + side +
                           "; expected TYPE on PLACEMENT from DISTRIBUTION to "
                           "DISTRIBUTION");
    std::tie(ends[i], word) = takeUntil(rest, {"on", "to"});
    if (word != "on")
      continue;
    std::tie(part, word) = takeUntil(rest, {"to"});
    placements[i] = part;
    // A destination without its own placement has the source's.
    if (i == 0)
      placements[1] = part;
  }
  Expected<BoxingEnd> from = parseEnd("from", ends[0], placements[0]);
  if (!from)
    return from.takeError();
  Expected<BoxingEnd> to = parseEnd("to", ends[1], placements[1]);
  if (!to)
    return to.takeError();
  return BoxingRequest{type, std::move(*from), std::move(*to)};
}

} // namespace

Expected<BoxingRequest>
sbp::parseBoxingRequest(StringRef text, MLIRContext &context, ModuleOp model) {
  return RequestParser(context, model).parse(text);
}
