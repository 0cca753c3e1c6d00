// ProductSides.h: a product whose last two variables are apart
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCTSIDES_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCTSIDES_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "sbp/Analysis/CostNetwork/SolverThreads.h"

namespace sbp {

/// What a table adds per state of the variable that is eliminated and of one
/// other: so many entries apart.
struct SideTable {
  const Cost *entries;
  size_t stateStride, stride;
};

/// No table joins the last two variables of a product, all others fixed: an
/// entry of its result is the least, over the states of the variable that is
/// eliminated, of what one side adds for the row and the other for the column.
/// Only states that are finite somewhere.
class ProductSides {
public:
  ProductSides(unsigned states, size_t rows, size_t columns,
               llvm::ArrayRef<SideTable> outerTables,
               llvm::ArrayRef<SideTable> innerTables, SolverThreads *threads);
  ProductSides(const ProductSides &) = delete; // `inner` may point into `own`
  size_t size() const { return inner.size(); }
  /// Rows of `out`, which is row-major over rows and columns.
  void takeLeast(Cost *out, size_t firstRow, size_t endRow) const;

private:
  llvm::ArrayRef<Cost> getRow(size_t row) const {
    return llvm::ArrayRef<Cost>(outer).slice(row * size(), size());
  }
  void keepFinite();
  void findSparse();
  void findPivots();
  /// States that may give the least in `row`.
  void getNeeded(size_t row, Costs &limits,
                 std::vector<unsigned> &needed) const;

  Costs outer; ///< [row][state]
  size_t rows, columns;
  std::vector<const Cost *> inner; ///< by state, a column after the other
  Costs least;                     ///< of these, by state
  Costs own;                       ///< they, where no table has them so
  /// Where few of a state's entries are finite, which.
  std::vector<llvm::SmallVector<unsigned, 0>> sparse;
  /// Few states that are best in some row, and by how much each state is ever
  /// cheaper than they in a column; none: not worth finding.
  llvm::SmallVector<unsigned> pivots;
  std::vector<Costs> saved;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCTSIDES_H
