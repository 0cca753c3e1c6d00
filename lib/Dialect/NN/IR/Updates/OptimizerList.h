// OptimizerList.h: the registration of optimizers
#ifndef SBP_LIB_DIALECT_NN_IR_UPDATES_OPTIMIZERLIST_H
#define SBP_LIB_DIALECT_NN_IR_UPDATES_OPTIMIZERLIST_H

#include "sbp/Dialect/NN/IR/OptimizerKinds.h"

namespace sbp::nn {

using OptimizerList = llvm::SmallVector<OptimizerKind>;

/// Appends the optimizers of all files of Optimizers/: calls
/// register<File>(list) of each. The build generates this function.
void registerOptimizers(OptimizerList &list);

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_UPDATES_OPTIMIZERLIST_H
