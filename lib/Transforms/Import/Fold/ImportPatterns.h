// ImportPatterns.h: patterns with a file of their own
#ifndef SBP_TRANSFORMS_IMPORT_IMPORTPATTERNS_H
#define SBP_TRANSFORMS_IMPORT_IMPORTPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace sbp {

/// Appends patterns to `patterns`, as all functions of this file do; ops that
/// do not match stay as they are. Tensors that count (iota, masks of positions)
/// become loop indices of the bodies that read them, comparisons of an index
/// with its bounds are decided.
void populateFoldIndicesPatterns(mlir::RewritePatternSet &patterns);

/// Transposes become part of the maps of contractions, broadcasts of those of
/// the ops that read them.
void populateFoldCopiesPatterns(mlir::RewritePatternSet &patterns);

/// Reshapes that merge parallel dimensions move below the ops that read them
/// and cancel against the reshapes that split them again.
void populateFoldReshapesPatterns(mlir::RewritePatternSet &patterns);

/// tensor.reshape, whose shapes are known, becomes dims merged and split.
void populateStaticReshapePatterns(mlir::RewritePatternSet &patterns);

/// Makes constant amounts of tensor.pad static; negative ones become a
/// tensor.extract_slice before it.
void populateStaticPadPatterns(mlir::RewritePatternSet &patterns);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_IMPORTPATTERNS_H
