// Repeats.cpp: counts the layers that share a remark

#include "sbp/Analysis/Selection/Solution/Repeats.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;
using namespace mlir;

namespace sbp {

std::string withoutNumbers(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!isDigit(text[i]))
      result += text[i];
    else if (i == 0 || !isDigit(text[i - 1]))
      result += '#';
  }
  return result;
}

static std::optional<int64_t> getNumber(Value operand) {
  while (auto boxing = operand.getDefiningOp<BoxingOp>())
    operand = boxing.getInput();
  auto argument = dyn_cast<BlockArgument>(operand);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  for (StringRef key : {SBPDialect::kNameAttr, SBPDialect::kStateAttr}) {
    auto name = function ? function.getArgAttrOfType<StringAttr>(
                               argument.getArgNumber(), key)
                         : StringAttr();
    if (!name)
      continue;
    int64_t number;
    StringRef digits = name.getValue().drop_until(isDigit).take_while(isDigit);
    if (!digits.getAsInteger(10, number))
      return number;
  }
  return std::nullopt;
}

static std::optional<int64_t> getLayer(Operation *op) {
  if (auto layer = op->getAttrOfType<IntegerAttr>(SBPDialect::kLayerAttr))
    return layer.getInt();
  for (Value operand : op->getOperands())
    if (std::optional<int64_t> number = getNumber(operand))
      return number;
  return std::nullopt;
}

std::string describeRepeats(ArrayRef<Operation *> ops) {
  if (ops.size() < 2)
    return "";
  std::string text = ", " + std::to_string(ops.size()) + " times";
  std::map<int64_t, size_t> perLayer;
  for (Operation *op : ops) {
    std::optional<int64_t> layer = op ? getLayer(op) : std::nullopt;
    if (!layer)
      return text;
    ++perLayer[*layer];
  }
  size_t count = ops.size() / perLayer.size();
  if (llvm::any_of(perLayer,
                   [&](const auto &entry) { return entry.second != count; }))
    return text;
  return text + (count == 1 ? ", once" : ", " + std::to_string(count)) +
         " per layer";
}

} // namespace sbp
