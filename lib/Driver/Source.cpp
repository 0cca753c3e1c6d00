// Source.cpp: reads the text of a model

#include "sbp/Driver/Source.h"
#include "ForeignDialects.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Analysis/Defined/DefinedValues.h"
#include "sbp/InitAll.h"

using namespace mlir;
using namespace sbp;

const DialectRegistry &sbp::getModelDialects() {
  static const DialectRegistry registry = [] {
    DialectRegistry dialects;
    registerAllDialects(dialects);
    return dialects;
  }();
  return registry;
}

std::optional<size_t> sbp::findDeepNesting(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"')
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
    else if (c == '/' && next == '/')
      i = std::min(text.find('\n', i), text.size());
    else if ((c == '-' && next == '>') || (c == '<' && next == '='))
      ++i;
    else if (StringRef("([{<").contains(c) && ++depth > kMaxNesting)
      return i;
    else if (StringRef(")]}>").contains(c))
      depth = std::max(depth - 1, 0);
  }
  return std::nullopt;
}

void sbp::stopAfterFirstError(MLIRContext &context,
                              std::atomic<bool> &hasError) {
  context.getDiagEngine().registerHandler(
      [&hasError, isFirst = true](Diagnostic &diagnostic) mutable {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        hasError = true;
        return success(!std::exchange(isFirst, false));
      });
}

OwningOpRef<ModuleOp> sbp::readModel(llvm::SourceMgr &sources,
                                     MLIRContext &context) {
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module;
  {
    ForeignDialects foreign(context);
    module = parseSourceFile<ModuleOp>(sources, config);
    foreign.report();
  }
  if (!module)
    return module;
  // A file without 'module' has line 0 for it; editors count from 1.
  if (auto loc = dyn_cast<FileLineColLoc>(module->getLoc());
      loc && loc.getLine() == 0)
    (*module)->setLoc(FileLineColLoc::get(loc.getFilename(), 1, 1));
  module->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (op->getParentOp() && isa<UnknownLoc>(op->getLoc()))
      op->setLoc(op->getParentOp()->getLoc());
  });
  if (failed(verifyAttributes(*module)) || failed(verify(*module)))
    return {};
  return module;
}
