//===- Outputs.cpp - where the results go ---------------------------------===//

#include "ModelRun.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace mlir;

namespace sbp {

LogicalResult OutputWriter::parse(ArrayRef<Port> ports,
                                  const RunOptions &options) {
  results.assign(ports.begin(), ports.end());
  shardsDirectory = options.outputShards;
  for (StringRef text : options.outputs) {
    auto [name, path] = text.split('=');
    if (!path.consume_front("@") || path.empty())
      return reportError("--output " + text +
                         " is not NAME=@FILE.npy or NAME=@FILE.npy:all");
    bool all = path.consume_back(":all");
    auto port = llvm::find_if(results, [&, name = name](const Port &result) {
      return result.name == name;
    });
    if (port == results.end())
      return reportError(
          "--output names '" + name + "', which is no result; there are " +
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
  if (llvm::none_of(files, [](const File &file) { return file.all; }))
    history.clear();
  history.push_back(std::move(globals));
  lastPlaced = std::move(placed);
}

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

/// name, type, min, max, mean, count of NaN.
static void printLine(const Port &port, const TensorValue &tensor) {
  double low = std::nan(""), high = std::nan(""), sum = 0.0;
  int64_t nans = 0;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    double value = tensor.isFloat() ? tensor[i].f
                   : tensor.getElementType().isInteger(1)
                       ? static_cast<double>(tensor[i].i != 0)
                       : static_cast<double>(tensor[i].i);
    nans += std::isnan(value);
    low = std::fmin(low, value);
    high = std::fmax(high, value);
    sum += value;
  }
  llvm::outs() << port.name << ": " << describeType(tensor);
  if (tensor.size())
    llvm::outs() << llvm::format(" min %.6g max %.6g mean %.6g nan %lld", low,
                                 high, sum / tensor.size(),
                                 static_cast<long long>(nans));
  llvm::outs() << "\n";
}

void OutputWriter::printSummary() const {
  for (auto [port, tensor] : llvm::zip_equal(results, history.back()))
    printLine(port, tensor);
}

LogicalResult OutputWriter::writeShards() const {
  if (std::error_code error =
          llvm::sys::fs::create_directories(shardsDirectory))
    return reportError("cannot make directory '" + shardsDirectory +
                       "': " + error.message());
  auto pathOf = [&](const std::string &file) {
    SmallString<128> path(shardsDirectory);
    llvm::sys::path::append(path, file);
    return path.str().str();
  };
  llvm::json::Object distributions;
  for (auto [i, port] : llvm::enumerate(results)) {
    if (!lastPlaced[i]) {
      if (failed(writeNpy(pathOf(port.name + ".rank0.npy"), history.back()[i])))
        return failure();
      distributions[port.name] = "@:[B]";
      continue;
    }
    const PlacedTensor &placed = *lastPlaced[i];
    for (const auto &[rank, piece] : placed.pieces)
      if (failed(writeNpy(
              pathOf(port.name + ".rank" + std::to_string(rank) + ".npy"),
              piece)))
        return failure();
    distributions[port.name] =
        "@" + placed.placement.name + ":" + toString(placed.distribution);
  }
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(distributions)));
  return writeFile(pathOf("distributions.json"), text);
}

LogicalResult OutputWriter::writeAll() const {
  for (const File &file : files)
    if (failed(writeNpy(file.path, file.all ? stack(history, file.result)
                                            : history.back()[file.result])))
      return failure();
  if (!shardsDirectory.empty() && failed(writeShards()))
    return failure();
  if (files.empty() && shardsDirectory.empty())
    printSummary();
  return success();
}

} // namespace sbp
