// Source.h: reads the text of a model
#ifndef SBP_DRIVER_SOURCE_H
#define SBP_DRIVER_SOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"
#include <atomic>
#include <optional>

namespace sbp {

/// Returns the dialects of models and of all levels. The first call also
/// registers the targets of the process (InitAll.h). Any thread.
const mlir::DialectRegistry &getModelDialects();

/// Depth of brackets that MLIR's recursive parser handles on any stack.
constexpr int kMaxNesting = 1000;

/// Returns the byte offset in `text` at which brackets exceed kMaxNesting;
/// nullopt if they never do. Brackets in strings and comments do not count.
std::optional<size_t> findDeepNesting(llvm::StringRef text);

/// Suppresses all errors of a context after the first, for the context's life:
/// parsers continue after an error, and later errors follow from it. Sets
/// `hasError`, which outlives the context, at the first error. Call it after
/// registering the handler that prints or stores diagnostics.
void stopAfterFirstError(mlir::MLIRContext &context,
                         std::atomic<bool> &hasError);

/// Returns the parsed and verified module of the main buffer of `sources`; null
/// after an error, which was emitted as a diagnostic. `context` outlives the
/// module. Ops that a parser creates inside of others (bodies of named linalg
/// ops) get the locations of these.
mlir::OwningOpRef<mlir::ModuleOp> readModel(llvm::SourceMgr &sources,
                                            mlir::MLIRContext &context);

} // namespace sbp

#endif // SBP_DRIVER_SOURCE_H
