// Product.h: the kernel of the elimination
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCT_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCT_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "sbp/Analysis/CostNetwork/SolverThreads.h"

namespace sbp {

/// A table of a product and its variables, in the order of its shape. Both are
/// borrowed.
struct ProductInput {
  const CostTable *table; ///< not null
  llvm::ArrayRef<unsigned> variables;
};

/// Returns the minimum over the states of `variable` of the sum of `inputs`, as
/// a row-major table over `scope` (with domains `shape`), infinite where every
/// state is forbidden. `scope` has every variable of the inputs but `variable`,
/// which has `domain` states. The joint table is never built. `threads`, if not
/// null, share the rows of a large result; no argument is kept.
Costs minimiseOver(unsigned variable, unsigned domain,
                   llvm::ArrayRef<ProductInput> inputs,
                   llvm::ArrayRef<unsigned> scope,
                   llvm::ArrayRef<unsigned> shape, SolverThreads *threads);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCT_H
