// ProgramDigest.cpp: a hash of each entry and the functions it calls

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

/// Attributes with more elements than this are hashed instead of printed.
static constexpr int64_t kMaxPrinted = 16;

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

/// Prints the function, with a hash for every attribute that the printer
/// elides.
static void describe(func::FuncOp function, raw_ostream &os) {
  OpPrintingFlags flags;
  flags.printGenericOpForm().elideLargeElementsAttrs(kMaxPrinted);
  flags.elideLargeResourceString(0);
  function.print(os, flags);
  auto addElements = [&](Attribute attribute) {
    attribute.walk([&](ElementsAttr elements) {
      if (elements.getNumElements() > kMaxPrinted ||
          isa<DenseResourceElementsAttr>(elements))
        addHash(os << "\n", getBytes(elements));
    });
  };
  function.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { addElements(op->getAttrDictionary()); });
}

/// Returns the text of the function and of all functions that it calls,
/// directly or not, in the order of their first calls: private functions that
/// are not called, and the order of functions in the file, do not matter.
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
    if (auto digest = digests.find(entry.getSymName()); digest != digests.end())
      entry->setAttr(kProgramAttr,
                     StringAttr::get(model.getContext(), digest->second));
}
