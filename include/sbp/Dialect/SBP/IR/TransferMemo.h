// TransferMemo.h: facts about lists of transfers, computed once per list
//
// Equal layers move the same: their communications have one and the same list,
// for an attribute is a unique object that lives as long as the context. What
// was found of a list, or proved of it and of other attributes, holds wherever
// they stand together; nothing has to be invalidated.
#ifndef SBP_DIALECT_SBP_IR_TRANSFERMEMO_H
#define SBP_DIALECT_SBP_IR_TRANSFERMEMO_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <mutex>

namespace sbp {

/// The cache. Belongs to the sbp dialect, and so to a context. Thread-safe.
class TransferMemo : public mlir::DialectInterface::Base<TransferMemo> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TransferMemo)

  explicit TransferMemo(mlir::Dialect *dialect) : Base(dialect) {}
  /// Returns the cache of `context`, which owns it, and loads the sbp dialect
  /// if needed.
  static const TransferMemo &of(mlir::MLIRContext *context);

  /// Returns the world ranks that send or receive in `transfers`, an array of
  /// transfer attributes, ascending. The list lives as long as the context.
  llvm::ArrayRef<int64_t> getRanks(mlir::ArrayAttr transfers) const;
  /// Returns success if an earlier `proof` with equal attributes `given`
  /// succeeded, else runs `proof` and returns its result. `given` alone must
  /// determine the outcome and differ between kinds of proofs. Failures are not
  /// stored, so that each is reported. Two threads may run one proof.
  mlir::LogicalResult
  prove(llvm::ArrayRef<mlir::Attribute> given,
        llvm::function_ref<mlir::LogicalResult()> proof) const;

private:
  mutable std::mutex mutex;
  mutable llvm::DenseMap<mlir::ArrayAttr, std::unique_ptr<std::vector<int64_t>>>
      ranks;
  mutable llvm::DenseSet<mlir::ArrayAttr> proved;
};

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_TRANSFERMEMO_H
