// RankLists.h: lists of ranks in the report
#ifndef SBP_LIB_DRIVER_REPORT_RANKLISTS_H
#define SBP_LIB_DRIVER_REPORT_RANKLISTS_H

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// Formats lists per rank. For more than 64 ranks, they are given per class:
/// {"ranks": [[first, last, step], ...], ...} with the common values.
class RankLists {
public:
  /// Makes the lists of a plan of `ranks` ranks. `perRank` lists each of them
  /// whatever their number.
  RankLists(int64_t ranks, bool perRank);

  bool arePerClass() const { return perClass; }
  int64_t getRanks() const { return ranks; }

  /// Returns one value per rank, or [{"ranks", "value"}]. Ranks beyond the end
  /// of `byRank` have the value 0.
  llvm::json::Value getValues(llvm::ArrayRef<int64_t> byRank) const;
  /// Adds "groups" and "payload_bytes" of a communication: all groups, or one
  /// representative per payload and arrangement of ranks, with the "shifts" to
  /// all groups of that arrangement (a rank set as well; 0 is the group
  /// itself). `payloads` holds the bytes of each group, or nothing, which
  /// leaves out "payload_bytes"; equal ones are written as one number.
  void addGroups(llvm::json::Object &object,
                 llvm::ArrayRef<llvm::SmallVector<int64_t>> groups,
                 llvm::ArrayRef<int64_t> payloads) const;
  /// Returns, in place of [{"from", "to", "bytes"}], what each rank of a class
  /// "sends" and "receives", both as [{"bytes", "count"}].
  llvm::json::Array getMessageClasses(llvm::ArrayRef<BoxingMessage> messages,
                                      int64_t elementBytes) const;

private:
  int64_t ranks;
  bool perClass;
};

/// Returns the numbers as a JSON array.
llvm::json::Array toArray(llvm::ArrayRef<int64_t> values);
/// Returns ascending ranks as [[first, last, step], ...]; empty for none.
llvm::json::Array toRankSet(llvm::ArrayRef<int64_t> ranks);

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_RANKLISTS_H
