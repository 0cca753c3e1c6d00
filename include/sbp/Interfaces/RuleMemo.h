// RuleMemo.h: rules derived once per structure of an op
//
// A rule depends on the op's name, attributes, types and regions, on the
// scalars it reads if they are computed from constants, and on which of its
// operands are the same value. The key contains all of this; types and
// attributes are unique objects that live as long as the context. An entry is
// therefore valid for every op with its key, whatever happens to the op it was
// derived from: nothing is invalidated, and all passes share one cache. Rules
// that depend on the readers of an op are not cached.
#ifndef SBP_INTERFACES_RULEMEMO_H
#define SBP_INTERFACES_RULEMEMO_H

#include "mlir/IR/DialectInterface.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <mutex>

namespace sbp {

/// The cache. Belongs to the sbp dialect, and thus to a context. Thread-safe.
class RuleMemo : public mlir::DialectInterface::Base<RuleMemo> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RuleMemo)

  explicit RuleMemo(mlir::Dialect *dialect) : Base(dialect) {}
  /// Returns the rule and types of `op`, derived at the first request for its
  /// key.
  std::shared_ptr<const RuledOp> get(mlir::Operation *op) const;

private:
  mutable std::mutex mutex;
  mutable llvm::StringMap<std::shared_ptr<const RuledOp>> byStructure;
};

/// Returns the rule and types of `op`, which must implement SBPOpInterface;
/// never null. Ops with equal keys get the same object, unless the rule depends
/// on the readers of the op or the sbp dialect is not loaded: it is then
/// derived anew. Thread-safe.
std::shared_ptr<const RuledOp> getRuledOp(mlir::Operation *op);

} // namespace sbp

#endif // SBP_INTERFACES_RULEMEMO_H
