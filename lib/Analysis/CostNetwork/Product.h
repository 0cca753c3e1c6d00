//===- Product.h - the kernel of the elimination --------------------------===//
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCT_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCT_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// One table that takes part in a product and its variables.
struct ProductInput {
  const CostTable *table;
  llvm::ArrayRef<unsigned> variables;
};

/// min over the states of `variable` of the sum of `inputs`, as a row-major
/// table over `scope` (whose domains are `shape`). The joint table is never
/// built.
std::vector<Cost> minimiseOver(unsigned variable, unsigned domain,
                               llvm::ArrayRef<ProductInput> inputs,
                               llvm::ArrayRef<unsigned> scope,
                               llvm::ArrayRef<unsigned> shape);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_PRODUCT_H
