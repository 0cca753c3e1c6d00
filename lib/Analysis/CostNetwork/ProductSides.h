// ProductSides.h: products whose last two variables share no table
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCTSIDES_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCTSIDES_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "sbp/Analysis/CostNetwork/SolverThreads.h"

namespace sbp {

/// Borrowed entries of a table: that of a state of the eliminated variable and
/// an index of one other variable is entries[state * stateStride + index *
/// stride].
struct SideTable {
  const Cost *entries;
  size_t stateStride, stride; ///< in entries
};

/// A min-plus matrix product. If no table contains both of the last two
/// variables of a product and all others are fixed, an entry of its result is
/// the minimum, over the states of the eliminated variable, of a row cost plus
/// a column cost. States that are infinite in all rows or all columns are left
/// out.
class ProductSides {
public:
  /// Prepares a product of `rows` x `columns` entries that minimises over
  /// `states` states. Outer tables range over rows, inner ones over columns;
  /// their entries must outlive this object. `threads` may be null; only the
  /// constructor uses them.
  ProductSides(unsigned states, size_t rows, size_t columns,
               llvm::ArrayRef<SideTable> outerTables,
               llvm::ArrayRef<SideTable> innerTables, SolverThreads *threads);
  ProductSides(const ProductSides &) = delete; // `inner` may point into `own`
  /// Returns the number of states that are left.
  size_t size() const { return inner.size(); }
  /// Computes the rows [firstRow, endRow) of `out`, which is row-major over all
  /// rows and columns; an entry without a finite sum is infinite. Several
  /// threads may compute different rows.
  void computeRows(Cost *out, size_t firstRow, size_t endRow) const;

private:
  /// Returns the row costs of one row, one per state.
  llvm::ArrayRef<Cost> getRow(size_t row) const {
    return llvm::ArrayRef<Cost>(outer).slice(row * size(), size());
  }
  /// Drops the states that are infinite in all rows or in all columns.
  void keepFinite();
  /// Fills `sparse` for the states that are finite in less than a third of the
  /// columns.
  void findSparse();
  /// Chooses pivots and fills `saved`, from the best states of some rows.
  void findPivots();
  /// Appends the states that may give a minimum in `row` to `needed`.
  void getNeeded(size_t row, Costs &limits,
                 std::vector<unsigned> &needed) const;

  Costs outer; ///< [row][state]
  size_t rows, columns;
  std::vector<const Cost *> inner; ///< per state, its cost per column
  Costs least;                     ///< per state, its least cost in a column
  Costs own;                       ///< storage of `inner` if no table fits
  /// Per state the columns with finite costs, if these are few; else empty.
  std::vector<llvm::SmallVector<unsigned, 0>> sparse;
  /// A few states that are best in some row, and per pivot the most by which
  /// each state is cheaper than it in any column. Empty for small products.
  llvm::SmallVector<unsigned> pivots;
  std::vector<Costs> saved;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCTSIDES_H
