// RuleMemo.h: rules derived once per structure of an op
//
// A rule depends on the op's name, attributes, types and regions, on the
// scalars it reads as far as they are computed from constants, and on which of
// its operands are the same value. All of this is written into a key; types and
// attributes are unique objects that live as long as the context. An entry is
// therefore right for every op with its key, whatever happens to the op it was
// made for: nothing has to be invalidated, and all passes share one memo. A
// rule that says it asks the op's readers is not kept.
#ifndef SBP_INTERFACES_RULEMEMO_H
#define SBP_INTERFACES_RULEMEMO_H

#include "mlir/IR/DialectInterface.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <mutex>

namespace sbp {

/// Belongs to the sbp dialect, and so to a context.
class RuleMemo : public mlir::DialectInterface::Base<RuleMemo> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RuleMemo)

  explicit RuleMemo(mlir::Dialect *dialect) : Base(dialect) {}
  std::shared_ptr<const RuledOp> get(mlir::Operation *op) const;

private:
  mutable std::mutex mutex;
  mutable llvm::StringMap<std::shared_ptr<const RuledOp>> byStructure;
};

/// What `op`, which must have the interface, says about itself. Equal ops get
/// the same object.
std::shared_ptr<const RuledOp> getRuledOp(mlir::Operation *op);

} // namespace sbp

#endif // SBP_INTERFACES_RULEMEMO_H
