// ModuleStates.h: interned distributions of a module, and lists of them
#ifndef SBP_LIB_ANALYSIS_SELECTION_PRICES_MODULESTATES_H
#define SBP_LIB_ANALYSIS_SELECTION_PRICES_MODULESTATES_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Selection/Prices/StateTable.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Marks in a list of states that the op does not run: another form of it does.
inline constexpr StateTable::Id kInactiveState = StateTable::Id(1) << 31;

/// Interns lists of states, which may repeat, so that equal lists share an id
/// and tables over them are built once.
class StateLists {
public:
  using Id = unsigned;
  /// Returns the id of `states`, the same for equal lists.
  Id intern(llvm::ArrayRef<StateTable::Id> states);
  /// Returns the states of a list; the reference is valid as long as this
  /// object.
  const std::vector<StateTable::Id> &get(Id id) const {
    return *stateLists[id];
  }

private:
  std::map<std::vector<StateTable::Id>, Id> numbers;
  std::vector<const std::vector<StateTable::Id> *> stateLists;
};

/// The states on the placements of a module, by the numbers of these, and the
/// lists of states that the values may be in.
class ModuleStates : public StateTable {
public:
  /// Adds the placements of `module` in program order; later ones are not seen.
  explicit ModuleStates(mlir::ModuleOp module);

  unsigned getNumPlacements() const { return symbols.size(); }
  /// Returns the index of a placement; it must be one of the module.
  unsigned getIndex(mlir::FlatSymbolRefAttr placement) const;
  /// Returns the number of ranks of the largest placement, 1 without any.
  int64_t getNumRanks() const;
  /// Returns a state as an attribute; it must not be kInactiveState.
  DistributionAttr getAttribute(Id state) const;
  /// Both return the list of one state: an annotation, or a copy on all ranks
  /// of the placement with this index.
  StateLists::Id internFixed(DistributionAttr distribution);
  StateLists::Id internBroadcast(unsigned placement);

  StateLists stateLists; ///< lists of states of this table

private:
  llvm::SmallVector<mlir::FlatSymbolRefAttr> symbols;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_PRICES_MODULESTATES_H
