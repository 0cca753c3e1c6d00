// Source.cpp: reads the arguments of an entry
//
// Sources of an argument in order of priority: --input, --input-shards,
// --weights (by state, then by name), the initial value of the model.

#include "sbp/InterpretedRun/Source.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/InterpretedRun/TensorFiles.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;

namespace sbp {

namespace {

/// Reads the value of each argument from the sources of the command line.
class SourceReader {
public:
  SourceReader(func::FuncOp entry, ArrayRef<Port> arguments,
               const RunOptions &options)
      : entry(entry), arguments(arguments), options(options) {}
  FailureOr<std::vector<Source>> read();

private:
  LogicalResult readInputs();
  LogicalResult readInput(StringRef text);
  LogicalResult readWeights();
  /// Returns the value of an argument, or reports that it has none.
  FailureOr<Source> find(unsigned index);
  FailureOr<std::optional<Source>> readShards(const Port &port);
  FailureOr<Source> fit(const Port &port, TensorValue value, StringRef from,
                        bool mayBeStepped);

  func::FuncOp entry;
  ArrayRef<Port> arguments;
  const RunOptions &options;
  NamedTensors inputs, weights;
};

LogicalResult SourceReader::readInput(StringRef text) {
  auto [name, value] = text.split('=');
  if (value.empty() || name.empty())
    return options.messages.error(
        "--input " + text + " is not NAME=@FILE.npy or NAME=2x2xf32=1,2,3,4");
  const Port *port =
      llvm::find_if(arguments, [&, name = name](const Port &each) {
        return each.name == name;
      });
  if (port == arguments.end())
    return options.messages.error(
        "--input: no argument is named '" + name + "'; expected one of " +
        llvm::join(llvm::map_range(arguments,
                                   [](const Port &each) { return each.name; }),
                   ", "));
  if (inputs.contains(name.str()))
    return options.messages.error("--input gives '" + name + "' twice");
  FailureOr<TensorValue> tensor = failure();
  if (value.consume_front("@")) {
    tensor = readNpy(options.messages, value, port->type.getElementType());
  } else {
    tensor = parseLiteral(options.messages, entry.getContext(), value,
                          "--input " + name + ": ");
  }
  if (failed(tensor))
    return failure();
  inputs.insert({name.str(), std::move(*tensor)});
  return success();
}

LogicalResult SourceReader::readInputs() {
  for (const std::string &text : options.inputs)
    if (failed(readInput(text)))
      return failure();
  return success();
}

LogicalResult SourceReader::readWeights() {
  // Checkpoints hold more tensors than a model reads; the others are counted
  // and not loaded.
  unsigned unused = 0;
  for (const std::string &path : options.weights) {
    auto isRequested = [&](const std::string &name) {
      return llvm::any_of(arguments, [&](const Port &port) {
        return port.name == name || port.state == name;
      });
    };
    if (failed(readSafetensors(options.messages, entry.getContext(), path,
                               isRequested, weights, unused)))
      return failure();
  }
  if (unused)
    options.messages.note(llvm::Twine(unused) +
                          " tensors of the weights match no argument");
  return success();
}

// Returns `value` as the source of a port after a check of type and shape. With
// --steps a value with a leading dimension of that many steps is accepted too.
FailureOr<Source> SourceReader::fit(const Port &port, TensorValue value,
                                    StringRef from, bool mayBeStepped) {
  SmallVector<int64_t> stepped{options.steps};
  llvm::append_range(stepped, port.type.getShape());
  bool isStepped = mayBeStepped && options.stepsGiven &&
                   value.getShape() == ArrayRef<int64_t>(stepped);
  if (value.getElementType() != port.type.getElementType() ||
      (!isStepped && value.getShape() != port.type.getShape()))
    return options.messages.error("argument '" + port.name + "' is " +
                                  describeType(port.type) + ", but " + from +
                                  " gives " + describeType(value));
  Source source;
  source.value = std::move(value);
  source.stepped = isStepped;
  return source;
}

/// Reads `DIR/NAME.rankR.npy` of every rank. Returns nothing if no rank has a
/// file, and an error if some are missing or copies of one piece differ.
FailureOr<std::optional<Source>> SourceReader::readShards(const Port &port) {
  Placement onOneRank{"", {"all"}, {1}, {0}};
  DeclaredDistribution declared = port.declared.value_or(DeclaredDistribution{
      onOneRank, Distribution::broadcast(1), std::nullopt});
  const auto &[placement, distribution, cut] = declared;
  auto pathOf = [&](int64_t rank) {
    SmallString<128> path(options.inputShards);
    llvm::sys::path::append(path, port.name + ".rank" + std::to_string(rank) +
                                      ".npy");
    return path.str().str();
  };
  if (llvm::none_of(placement.ranks, [&](int64_t rank) {
        return llvm::sys::fs::exists(pathOf(rank));
      }))
    return std::optional<Source>();
  Source source;
  source.pieces.emplace();
  std::vector<TensorValue> states;
  for (auto [position, rank] : llvm::enumerate(placement.ranks)) {
    auto piece =
        readNpy(options.messages, pathOf(rank), port.type.getElementType());
    if (failed(piece))
      return failure();
    auto required = RankedTensorType::get(
        declared.getPieceShape(port.type.getShape(), position),
        port.type.getElementType());
    if (piece->getType() != required)
      return options.messages.error(
          "'" + pathOf(rank) + "' is " + describeType(*piece) + ", but rank " +
          llvm::Twine(rank) + " holds " + describeType(required) +
          " of argument '" + port.name + "'");
    states.push_back(*piece);
    source.pieces->insert({rank, std::move(*piece)});
  }
  if (auto mismatch = findCopyMismatch(states, placement, distribution))
    return options.messages.error(
        "'" + pathOf(placement.ranks[mismatch->first]) + "' and '" +
        pathOf(placement.ranks[mismatch->second]) +
        "' should be equal copies, but differ in element " +
        llvm::Twine(mismatch->element));
  source.value =
      PlacedTensor{placement, distribution, port.type, *source.pieces, cut}
          .reassemble(options.float64);
  return std::optional<Source>(std::move(source));
}

FailureOr<Source> SourceReader::find(unsigned index) {
  const Port &port = arguments[index];
  if (auto given = inputs.find(port.name); given != inputs.end()) {
    if (weights.contains(port.name))
      options.messages.note("--input overrides --weights for '" + port.name +
                            "'");
    return fit(port, given->second, "--input", /*mayBeStepped=*/true);
  }
  if (!options.inputShards.empty()) {
    auto shards = readShards(port);
    if (failed(shards))
      return failure();
    if (*shards)
      return std::move(**shards);
  }
  for (const std::string &key : {port.state, port.name})
    if (auto given = weights.find(key); !key.empty() && given != weights.end())
      return fit(port, given->second, "--weights", /*mayBeStepped=*/false);
  if (auto init = dyn_cast_or_null<ElementsAttr>(
          entry.getArgAttr(index, SBPDialect::kInitAttr)))
    if (auto value = TensorValue::fromAttribute(init))
      return fit(port, std::move(*value), SBPDialect::kInitAttr,
                 /*mayBeStepped=*/false);
  return options.messages.error(
      "argument '" + port.name + "' (" + describeType(port.type) +
      ") has no value; give --input " + port.name + "=@FILE.npy");
}

FailureOr<std::vector<Source>> SourceReader::read() {
  if (failed(readInputs()) || failed(readWeights()))
    return failure();
  std::vector<Source> sources;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    FailureOr<Source> source = find(i);
    if (failed(source))
      return failure();
    sources.push_back(std::move(*source));
  }
  return sources;
}

} // namespace

FailureOr<std::vector<Source>> readSources(func::FuncOp entry,
                                           ArrayRef<Port> arguments,
                                           const RunOptions &options) {
  return SourceReader(entry, arguments, options).read();
}

} // namespace sbp
