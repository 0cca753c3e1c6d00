// RuleMemo.cpp: a cache of derived rules by the structure of the op

#include "sbp/Interfaces/RuleMemo.h"
#include "mlir/IR/MLIRContext.h"
#include "sbp/Interfaces/StructureKey.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

std::shared_ptr<const RuledOp> RuleMemo::get(Operation *op) const {
  SmallString<512> key = getStructureKey(op);
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = byStructure.find(key);
    if (it != byStructure.end())
      return it->second;
  }
  // The rule is derived outside of the lock: two threads may do so at the same
  // time, and the first result is kept.
  auto ruled = std::make_shared<const RuledOp>(op);
  if (ruled->rule.dependsOnReaders)
    return ruled;
  std::lock_guard<std::mutex> lock(mutex);
  return byStructure.try_emplace(key, std::move(ruled)).first->second;
}

std::shared_ptr<const RuledOp> getRuledOp(Operation *op) {
  Dialect *dialect = op->getContext()->getLoadedDialect("sbp");
  auto *memo = dialect ? dialect->getRegisteredInterface<RuleMemo>() : nullptr;
  return memo ? memo->get(op) : std::make_shared<const RuledOp>(op);
}

} // namespace sbp
