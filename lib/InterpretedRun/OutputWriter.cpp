// OutputWriter.cpp: results as .npy files, shards, or a summary on standard
// output
//
// Formats are those of sbp-run, so that tests compare both tools' files.

#include "sbp/InterpretedRun/OutputWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ScopedPrinter.h"
#include <cmath>

using namespace mlir;

namespace sbp {

// Flags are checked before the run, so that a wrong name costs no computation.
LogicalResult OutputWriter::parse(StringRef entryName, ArrayRef<Port> ports,
                                  const RunOptions &options) {
  messages = &options.messages;
  entry = entryName.str();
  results.assign(ports.begin(), ports.end());
  shardsDirectory = options.outputShards;
  for (StringRef text : options.outputs) {
    auto [name, path] = text.split('=');
    if (!path.consume_front("@") || path.empty())
      return messages->error("--output " + text +
                             " is not NAME=@FILE.npy or NAME=@FILE.npy:all");
    bool all = path.consume_back(":all");
    if (size_t colon = path.rfind(".npy:"); colon != StringRef::npos)
      return messages->error("--output " + name + ": '" +
                             path.substr(colon + 5) +
                             "' behind the file is not understood; expected "
                             "NAME=@FILE.npy or NAME=@FILE.npy:all");
    auto port = llvm::find_if(results, [&, name = name](const Port &result) {
      return result.name == name;
    });
    if (port == results.end())
      return messages->error(
          "--output: no result is named '" + name + "'; expected one of " +
          llvm::join(llvm::map_range(
                         results, [](const Port &port) { return port.name; }),
                     ", "));
    files.push_back(
        {static_cast<unsigned>(port - results.begin()), path.str(), all});
  }
  return success();
}

void OutputWriter::addStep(std::vector<TensorValue> globals,
                           std::vector<std::optional<PlacedTensor>> placed) {
  // Only :all needs the results of earlier steps.
  if (llvm::none_of(files, [](const File &file) { return file.all; }))
    history.clear();
  history.push_back(std::move(globals));
  lastPlaced = std::move(placed);
}

// Stacks the values of one result over all steps into a leading dimension.
static TensorValue stack(ArrayRef<std::vector<TensorValue>> history,
                         unsigned result) {
  const TensorValue &first = history.front()[result];
  SmallVector<int64_t> shape{static_cast<int64_t>(history.size())};
  llvm::append_range(shape, first.getShape());
  TensorValue stacked(shape, first.getElementType());
  for (auto [step, values] : llvm::enumerate(history))
    for (int64_t i = 0; i < first.size(); ++i)
      stacked[step * first.size() + i] = values[result][i];
  return stacked;
}

/// Writes name, type, min, max, mean and number of NaNs; the line is the same
/// as that of sbp-run. NaNs are left out of min, max and mean.
static void printLine(llvm::raw_ostream &out, const Port &port,
                      const TensorValue &tensor) {
  double low = std::nan(""), high = std::nan(""), sum = 0.0;
  int64_t nans = 0;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    double value = tensor.isFloat() ? tensor[i].f
                   : tensor.getElementType().isInteger(1)
                       ? static_cast<double>(tensor[i].i != 0)
                       : static_cast<double>(tensor[i].i);
    if (std::isnan(value)) {
      ++nans;
      continue;
    }
    low = std::fmin(low, value);
    high = std::fmax(high, value);
    sum += value;
  }
  double mean = nans < tensor.size() ? sum / (tensor.size() - nans) : low;
  out << port.name << ": " << describeType(tensor)
      << llvm::format(" min %g max %g mean %g nan %lld\n", low, high, mean,
                      static_cast<long long>(nans));
}

void OutputWriter::printSummary() const {
  for (auto [port, tensor] : llvm::zip_equal(results, history.back()))
    printLine(messages->out, port, tensor);
}

/// Returns {"kind": "S", "dim": 0}, {"kind": "P", "combiner": "sum"} or
/// {"kind": "B"}.
static llvm::json::Object describeComponent(const Component &component) {
  if (component.isSplit())
    return llvm::json::Object{{"kind", "S"}, {"dim", component.dim}};
  if (component.isPartial())
    return llvm::json::Object{
        {"kind", "P"}, {"combiner", getCombinerName(component.combiner)}};
  return llvm::json::Object{{"kind", "B"}};
}

/// Returns the description of a result in distributions.json without its
/// pieces.
static llvm::json::Object describe(const PlacedTensor &placed) {
  const Placement &placement = placed.placement;
  llvm::json::Array components;
  for (const Component &component : placed.distribution.components)
    components.push_back(describeComponent(component));
  return llvm::json::Object{
      {"dtype", llvm::to_string(placed.type.getElementType())},
      {"shape", llvm::json::Array(placed.type.getShape())},
      {"distribution",
       "@" + placement.name + ", " + toString(placed.distribution)},
      {"placement",
       llvm::json::Object{{"name", placement.name},
                          {"axes", llvm::json::Array(placement.axisNames)},
                          {"sizes", llvm::json::Array(placement.axisSizes)},
                          {"ranks", llvm::json::Array(placement.ranks)}}},
      {"components", std::move(components)},
      {"order", llvm::json::Array(placed.distribution.order)}};
}

// Writes NAME.rankR.npy for every piece and returns the description of the
// result with the box [begin, end) of each piece in the tensor.
FailureOr<llvm::json::Object>
OutputWriter::writePieces(ResultFiles &into, const PlacedTensor &placed,
                          StringRef name) const {
  llvm::json::Array pieces;
  for (const auto &[rank, piece] : placed.pieces) {
    std::string file = (name + ".rank" + llvm::Twine(rank) + ".npy").str();
    SmallString<128> path(shardsDirectory);
    llvm::sys::path::append(path, file);
    if (failed(into.addNpy(path, piece)))
      return failure();
    llvm::json::Array begin, end;
    for (Interval interval :
         getBoxAt(placed.placement, placed.distribution, placed.type.getShape(),
                  placed.placement.getPosition(rank))) {
      begin.push_back(interval.begin);
      end.push_back(interval.end);
    }
    pieces.push_back(llvm::json::Object{{"rank", rank},
                                        {"file", file},
                                        {"begin", std::move(begin)},
                                        {"end", std::move(end)}});
  }
  llvm::json::Object json = describe(placed);
  json["pieces"] = std::move(pieces);
  return json;
}

LogicalResult OutputWriter::writeShards(ResultFiles &into) const {
  if (std::error_code error =
          llvm::sys::fs::create_directories(shardsDirectory))
    return messages->error("cannot create directory '" + shardsDirectory +
                           "': " + error.message());
  int64_t ranks = 1;
  llvm::json::Object outputs;
  for (auto [i, port] : llvm::enumerate(results)) {
    // A result without a placement is written as the only piece of rank 0.
    PlacedTensor placed{{"", {"all"}, {1}, {0}},
                        Distribution::broadcast(1),
                        port.type,
                        {{0, history.back()[i]}}};
    if (lastPlaced[i])
      placed = *lastPlaced[i];
    ranks = std::max(ranks, *llvm::max_element(placed.placement.ranks) + 1);
    // The name is part of a file name; a slash would leave the folder.
    if (StringRef(port.name).contains('/'))
      return messages->error("result '" + port.name +
                             "' cannot name a file of --output-shards");
    FailureOr<llvm::json::Object> json = writePieces(into, placed, port.name);
    if (failed(json))
      return failure();
    outputs[port.name] = std::move(*json);
  }
  llvm::json::Object document{{"format", 1},
                              {"entry", entry},
                              {"ranks", ranks},
                              {"outputs", std::move(outputs)}};
  SmallString<128> path(shardsDirectory);
  llvm::sys::path::append(path, "distributions.json");
  return into.add(
      path,
      llvm::formatv("{0:2}\n", llvm::json::Value(std::move(document))).str());
}

// Files are added to `into` and appear together when the caller keeps them.
LogicalResult OutputWriter::writeAll(ResultFiles &into) const {
  for (const File &file : files)
    if (failed(into.addNpy(file.path, file.all ? stack(history, file.result)
                                               : history.back()[file.result])))
      return failure();
  if (!shardsDirectory.empty() && failed(writeShards(into)))
    return failure();
  if (files.empty() && shardsDirectory.empty())
    printSummary();
  return success();
}

} // namespace sbp
