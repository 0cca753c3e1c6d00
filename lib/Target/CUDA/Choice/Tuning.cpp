// Tuning.cpp: kernels that were chosen by measuring on a GPU
#include "Tuning.h"
#include "Generator.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace mlir;
using namespace sbp::cuda;
namespace json = llvm::json;

/// Returns the power of two that stands for an extent.
static int64_t roundExtent(int64_t extent) {
  return extent > 0 ? int64_t(llvm::PowerOf2Ceil(uint64_t(extent))) : 0;
}

static void printType(Type type, llvm::raw_ostream &out) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    for (int64_t extent : tensor.getShape())
      out << roundExtent(extent) << "x";
    type = tensor.getElementType();
  }
  out << type;
}

/// Prints "generic p4096 r1024: f32(0,1) f32(0)".
static void printGeneric(linalg::GenericOp op, llvm::raw_ostream &out) {
  out << "generic";
  for (auto [kind, extent] :
       llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges()))
    out << (kind == utils::IteratorType::parallel ? " p" : " r")
        << roundExtent(extent);
  out << ":";
  for (OpOperand &operand : op->getOpOperands()) {
    out << " " << getElementTypeOrSelf(operand.get().getType()) << "(";
    llvm::interleave(
        op.getMatchingIndexingMap(&operand).getResults(), out,
        [&](AffineExpr expr) {
          if (auto dim = dyn_cast<AffineDimExpr>(expr))
            out << dim.getPosition();
          else
            out << expr;
        },
        ",");
    out << ")";
  }
}

std::string sbp::cuda::getShapeClass(Operation *op) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    printGeneric(generic, out);
    return text;
  }
  out << op->getName();
  auto print = [&](TypeRange types) {
    for (Type type : types) {
      out << " ";
      printType(type, out);
    }
  };
  print(op->getOperandTypes());
  out << " ->";
  print(op->getResultTypes());
  return text;
}

namespace {
/// The file as it is written.
struct File {
  struct Entry {
    std::string shape, generator, schedule;
  };
  std::string chip;
  std::vector<Entry> choices;
};

bool fromJSON(const json::Value &value, File::Entry &entry, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("shape", entry.shape) &&
         map.map("generator", entry.generator) &&
         map.mapOptional("schedule", entry.schedule);
}

bool fromJSON(const json::Value &value, File &file, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("chip", file.chip) && map.map("choices", file.choices);
}
} // namespace

llvm::Expected<Tuning> Tuning::parse(StringRef text) {
  llvm::Expected<File> file = json::parse<File>(text, "tuning");
  if (!file)
    return file.takeError();
  Tuning tuning;
  tuning.chip = file->chip;
  for (File::Entry &entry : file->choices)
    tuning.choices[entry.shape] = {entry.generator, entry.schedule};
  return tuning;
}

std::vector<std::string> Tuning::restrictTo(ArrayRef<const Chip *> chips) {
  std::vector<std::string> messages;
  auto targets =
      llvm::map_range(chips, [](const Chip *target) { return target->name; });
  if (!choices.empty() && !llvm::is_contained(targets, chip)) {
    messages.push_back("choices are for chip '" + chip +
                       "', but code is generated for '" +
                       llvm::join(targets, ",") + "'; static choices are used");
    choices.clear();
  }
  std::set<std::string> unknown;
  std::vector<std::string> names;
  for (const auto &generator : getGenerators())
    names.push_back(generator->getName().str());
  for (auto &entry : llvm::make_early_inc_range(choices))
    if (!llvm::is_contained(names, entry.second.generator)) {
      unknown.insert(entry.second.generator);
      choices.erase(entry.first());
    }
  for (const std::string &name : unknown)
    messages.push_back("generator '" + name + "' is unknown; known: " +
                       llvm::join(names, ", ") + "; static choices are used");
  return messages;
}

const Tuning::Choice *Tuning::find(StringRef shapeClass) const {
  auto found = choices.find(shapeClass);
  return found == choices.end() ? nullptr : &found->second;
}
