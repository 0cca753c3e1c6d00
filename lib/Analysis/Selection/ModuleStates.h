// ModuleStates.h: the distributions that values of a module may have
#ifndef SBP_LIB_ANALYSIS_SELECTION_MODULESTATES_H
#define SBP_LIB_ANALYSIS_SELECTION_MODULESTATES_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Selection/BoxCost.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// In a column: the op does not run, since another form of it does.
inline constexpr StateTable::Id offState = StateTable::Id(1) << 31;

/// Lists of distinct or repeated states under numbers, so that tables over
/// equal lists are built once.
class Columns {
public:
  using Id = unsigned;
  Id intern(llvm::ArrayRef<StateTable::Id> states);
  const std::vector<StateTable::Id> &get(Id id) const { return *columns[id]; }

private:
  std::map<std::vector<StateTable::Id>, Id> numbers;
  std::vector<const std::vector<StateTable::Id> *> columns;
};

/// The states on the placements of a module, by the numbers of these, and the
/// columns of states that the values may be in.
class ModuleStates : public StateTable {
public:
  explicit ModuleStates(mlir::ModuleOp module);

  unsigned getNumPlacements() const { return symbols.size(); }
  unsigned getIndex(mlir::FlatSymbolRefAttr placement) const;
  /// Returns the number of ranks of the largest placement.
  int64_t getNumRanks() const;
  DistributionAttr getAttribute(Id state) const;
  /// Returns the column of one state: an annotation, or a copy on all ranks.
  Columns::Id getFixed(DistributionAttr distribution);
  Columns::Id getWhole(unsigned placement);

  Columns columns;

private:
  llvm::SmallVector<mlir::FlatSymbolRefAttr> symbols;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_MODULESTATES_H
