// RankLists.h: lists of ranks as the report writes them
#ifndef SBP_TOOLS_SBP_COMPILE_RANKLISTS_H
#define SBP_TOOLS_SBP_COMPILE_RANKLISTS_H

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// DESIGN section 9: of more than 64 ranks, lists are given per class. A class
/// is {"ranks": [[first, last, step], ...], ...} with what its ranks share.
class RankLists {
public:
  RankLists(int64_t ranks, bool perRank);

  bool arePerClass() const { return perClass; }
  int64_t getRanks() const { return ranks; }

  /// One value per rank, or [{"ranks", "value"}].
  llvm::json::Value getValues(llvm::ArrayRef<int64_t> byRank) const;
  /// "groups" and "payload_bytes" of a communication: all groups, or one per
  /// payload and way in which its ranks lie, with the "shifts" to all that lie
  /// so (a rank set too, 0 is the group itself).
  void addGroups(llvm::json::Object &object,
                 llvm::ArrayRef<llvm::SmallVector<int64_t>> groups,
                 llvm::ArrayRef<int64_t> payloads) const;
  /// Instead of [{"from", "to", "bytes"}], per class of ranks what each of them
  /// "sends" and "receives", both [{"bytes", "count"}].
  llvm::json::Array getMessageClasses(llvm::ArrayRef<BoxingMessage> messages,
                                      int64_t elementBytes) const;

private:
  int64_t ranks;
  bool perClass;
};

llvm::json::Array toArray(llvm::ArrayRef<int64_t> values);
/// [[first, last, step], ...] of ascending ranks.
llvm::json::Array toRankSet(llvm::ArrayRef<int64_t> ranks);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_RANKLISTS_H
