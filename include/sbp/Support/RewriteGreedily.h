// RewriteGreedily.h: patterns that are applied until none matches
#ifndef SBP_SUPPORT_REWRITEGREEDILY_H
#define SBP_SUPPORT_REWRITEGREEDILY_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace sbp {

/// Applies `patterns`, folds and removals of dead ops inside of `op`, which is
/// isolated from above, until none applies; returns whether any did. Never
/// fails: every rewriting keeps the program's meaning, so a driver that has not
/// settled leaves a correct program that is less simple than it could be. The
/// number of rewritings is bounded in proportion to the number of ops, in place
/// of the limits of `config`, which ends patterns that undo each other.
inline bool rewriteGreedily(mlir::Operation *op,
                            mlir::RewritePatternSet patterns,
                            mlir::GreedyRewriteConfig config = {}) {
  int64_t numOps = 0;
  op->walk([&](mlir::Operation *) { ++numOps; });
  config.setMaxIterations(64);
  config.setMaxNumRewrites(1024 + 64 * numOps);
  bool changed = false;
  (void)mlir::applyPatternsGreedily(op, std::move(patterns), config, &changed);
  return changed;
}

} // namespace sbp

#endif // SBP_SUPPORT_REWRITEGREEDILY_H
