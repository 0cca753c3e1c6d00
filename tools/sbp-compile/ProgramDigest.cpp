// ProgramDigest.cpp

#include "ProgramDigest.h"
#include "Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "llvm/ADT/SetVector.h"
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
static void describe(func::FuncOp function, raw_ostream &os) {
  OpPrintingFlags flags;
  flags.printGenericOpForm().elideLargeElementsAttrs(mostPrinted);
  flags.elideLargeResourceString(0);
  function.print(os, flags);
  auto addElements = [&](Attribute attribute) {
    attribute.walk([&](ElementsAttr elements) {
      if (elements.getNumElements() > mostPrinted ||
          isa<DenseResourceElementsAttr>(elements))
        addHash(os << "\n", getBytes(elements));
    });
  };
  function.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { addElements(op->getAttrDictionary()); });
}

/// The function and, in the order of their first calls, all that it calls.
static std::string describeWithCallees(func::FuncOp entry,
                                       SymbolTable &symbols) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::SmallSetVector<func::FuncOp, 8> functions;
  functions.insert(entry);
  for (size_t i = 0; i < functions.size(); ++i) {
    func::FuncOp function = functions[i];
    describe(function, os);
    function.walk([&](func::CallOp call) {
      if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
        functions.insert(callee);
    });
  }
  return text;
}

ProgramDigests sbp::digestPrograms(ModuleOp program) {
  ProgramDigests digests;
  SymbolTable symbols(program);
  for (auto entry : program.getOps<func::FuncOp>()) {
    if (!entry.isPublic())
      continue;
    std::string text = describeWithCallees(entry, symbols);
    llvm::raw_string_ostream os(digests[entry.getSymName()]);
    addHash(os, {text.data(), text.size()});
  }
  return digests;
}

void sbp::setProgramDigests(ModuleOp model, const ProgramDigests &digests) {
  for (auto entry : model.getOps<func::FuncOp>())
    if (auto known = digests.find(entry.getSymName()); known != digests.end())
      entry->setAttr(kProgramAttr,
                     StringAttr::get(model.getContext(), known->second));
}
