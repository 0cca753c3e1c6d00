//===- LayoutPatterns.h - the two halves of sbp-fold-layouts --------------===//
#ifndef SBP_TRANSFORMS_IMPORT_LAYOUTPATTERNS_H
#define SBP_TRANSFORMS_IMPORT_LAYOUTPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace sbp {

/// Transposes become part of the maps of contractions, broadcasts of those of
/// the ops that read them.
void populateFoldCopiesPatterns(mlir::RewritePatternSet &patterns);

/// Reshapes that merge parallel dimensions move below the ops that read them
/// and cancel against the reshapes that split them again.
void populateFoldReshapesPatterns(mlir::RewritePatternSet &patterns);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_LAYOUTPATTERNS_H
