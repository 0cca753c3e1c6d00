// ReadModel.h: parses a model

#ifndef TOOLS_COMMON_READMODEL_H
#define TOOLS_COMMON_READMODEL_H

#include "ForeignDialects.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Analysis/Defined/DefinedValues.h"

namespace sbp {

/// Returns the parsed and verified module of the main buffer of `sources`; null
/// after an error, which was emitted as a diagnostic. `context` outlives the
/// module. Ops that a parser creates inside of others (bodies of named linalg
/// ops) get the locations of these.
inline mlir::OwningOpRef<mlir::ModuleOp> readModel(llvm::SourceMgr &sources,
                                                   mlir::MLIRContext &context) {
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  mlir::OwningOpRef<mlir::ModuleOp> module;
  {
    ForeignDialects foreign(context);
    module = mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
    foreign.report();
  }
  if (!module)
    return module;
  // A file without 'module' has line 0 for it; editors count from 1.
  if (auto loc = mlir::dyn_cast<mlir::FileLineColLoc>(module->getLoc());
      loc && loc.getLine() == 0)
    (*module)->setLoc(mlir::FileLineColLoc::get(loc.getFilename(), 1, 1));
  module->walk<mlir::WalkOrder::PreOrder>([](mlir::Operation *op) {
    if (op->getParentOp() && mlir::isa<mlir::UnknownLoc>(op->getLoc()))
      op->setLoc(op->getParentOp()->getLoc());
  });
  if (failed(verifyAttributes(*module)) || failed(mlir::verify(*module)))
    return {};
  return module;
}

} // namespace sbp

#endif // TOOLS_COMMON_READMODEL_H
