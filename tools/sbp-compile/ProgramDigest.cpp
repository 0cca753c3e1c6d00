// ProgramDigest.cpp

#include "ProgramDigest.h"
#include "Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace sbp;

/// Elements that are printed; more are hashed as they lie in memory.
static constexpr int64_t mostPrinted = 16;

static ArrayRef<char> getBytes(ElementsAttr elements) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    return blob ? blob->getData() : ArrayRef<char>();
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return dense.getRawData();
  return {};
}

static void addHash(raw_ostream &os, ArrayRef<char> bytes) {
  artifact::Hash hash = artifact::hashBytes(bytes.data(), bytes.size());
  os << llvm::format_hex_no_prefix(hash.high, 16)
     << llvm::format_hex_no_prefix(hash.low, 16);
}

/// The text without what the printer leaves out, and the hash of that.
static std::string describe(func::FuncOp entry) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm().elideLargeElementsAttrs(mostPrinted);
  flags.elideLargeResourceString(0);
  entry.print(os, flags);
  auto addElements = [&](Attribute attribute) {
    attribute.walk([&](ElementsAttr elements) {
      if (elements.getNumElements() > mostPrinted ||
          isa<DenseResourceElementsAttr>(elements))
        addHash(os << "\n", getBytes(elements));
    });
  };
  entry.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { addElements(op->getAttrDictionary()); });
  return text;
}

void sbp::setProgramDigests(ModuleOp model, ModuleOp program) {
  for (auto entry : program.getOps<func::FuncOp>()) {
    auto compiled = model.lookupSymbol<func::FuncOp>(entry.getSymName());
    if (!compiled)
      continue;
    std::string digest;
    llvm::raw_string_ostream os(digest);
    std::string text = describe(entry);
    addHash(os, {text.data(), text.size()});
    compiled->setAttr(kProgramAttr,
                      StringAttr::get(model.getContext(), digest));
  }
}
