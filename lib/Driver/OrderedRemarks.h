// OrderedRemarks.h: prints what costs most first

#ifndef SBP_LIB_DRIVER_ORDEREDREMARKS_H
#define SBP_LIB_DRIVER_ORDEREDREMARKS_H

#include "mlir/IR/MLIRContext.h"
#include "sbp/Support/RemarkWeight.h"
#include "llvm/ADT/STLExtras.h"

namespace sbp {

/// Holds back the remarks of a phase while it lives, and emits them at its end
/// by descending weight; those of equal weight keep their order. Errors and
/// warnings are not held back.
class OrderedRemarks {
public:
  explicit OrderedRemarks(mlir::MLIRContext &context)
      : context(context), handler(context.getDiagEngine().registerHandler(
                              [this](mlir::Diagnostic &diagnostic) {
                                return keep(diagnostic);
                              })) {}
  ~OrderedRemarks() {
    context.getDiagEngine().eraseHandler(handler);
    llvm::stable_sort(remarks, [](auto &a, auto &b) {
      return getWeight(*a) > getWeight(*b);
    });
    for (auto &remark : remarks)
      context.getDiagEngine().emit(std::move(*remark));
  }
  OrderedRemarks(const OrderedRemarks &) = delete;

private:
  llvm::LogicalResult keep(mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Remark)
      return llvm::failure(); // The handler before this one prints it.
    remarks.push_back(
        std::make_unique<mlir::Diagnostic>(std::move(diagnostic)));
    return llvm::success();
  }

  mlir::MLIRContext &context;
  std::vector<std::unique_ptr<mlir::Diagnostic>> remarks;
  mlir::DiagnosticEngine::HandlerID handler;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_ORDEREDREMARKS_H
