// TransferMemo.cpp: facts about lists of transfers, computed once per list

#include "sbp/Dialect/SBP/IR/TransferMemo.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;

namespace sbp {

const TransferMemo &TransferMemo::of(MLIRContext *context) {
  return *context->getOrLoadDialect<SBPDialect>()
              ->getRegisteredInterface<TransferMemo>();
}

static std::vector<int64_t> findRanks(ArrayAttr transfers) {
  llvm::DenseSet<int64_t> seen;
  for (auto transfer : transfers.getAsRange<TransferAttr>())
    for (ArrayRef<int64_t> side :
         {transfer.getSources(), transfer.getDestinations()})
      seen.insert(side.begin(), side.end());
  std::vector<int64_t> ranks(seen.begin(), seen.end());
  llvm::sort(ranks);
  return ranks;
}

ArrayRef<int64_t> TransferMemo::getRanks(ArrayAttr transfers) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<std::vector<int64_t>> &found = ranks[transfers];
  if (!found)
    found = std::make_unique<std::vector<int64_t>>(findRanks(transfers));
  return *found;
}

LogicalResult
TransferMemo::prove(ArrayRef<Attribute> given,
                    llvm::function_ref<LogicalResult()> proof) const {
  auto key = ArrayAttr::get(getContext(), given);
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (proved.contains(key))
      return success();
  }
  if (failed(proof()))
    return failure();
  std::lock_guard<std::mutex> lock(mutex);
  proved.insert(key);
  return success();
}

} // namespace sbp
