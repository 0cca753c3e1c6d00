// WindowInversion.h: the loops of an op, over the elements that its windows
// read
//
// A convolution or pooling reads x[i] with i = a e + b r + c in an iteration of
// the loops e (windows, stride a) and r (kernel, dilation b). For the cotangent
// of x the loop e is replaced by i, and r runs backwards, r = R - 1 - r':
//   a e + c + b (R - 1) = i + b r'
// so that a tensor indexed by e becomes one of extent X + b (R - 1) with its
// elements at a e + c + b (R - 1) and zeros between them (dilated), and one
// indexed by r is reversed. This is the transposed convolution of Dumoulin and
// Visin, "A guide to convolution arithmetic for deep learning" (2016), section
// 4. Example: y[e] += x[2 e + r] w[r] with 2 windows and 2 elements of a kernel
// gives
//   dx[i] += g'[i + r'] w'[r'],  g' = [0, g0, 0, g1, 0],  w' = [w1, w0].
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_WINDOWINVERSION_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_WINDOWINVERSION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// One op with the windows of one operand inverted. Keeps maps and extents
/// only, no reference to the op.
class WindowInversion {
public:
  /// Returns the inversion of the windows that `target`, an operand of `op`
  /// with static loop ranges, is read through. Nullopt if a loop has no
  /// iterations, the map is not made of windows with loops of their own, or
  /// another operand depends on these in a way that cannot be expressed.
  static std::optional<WindowInversion> find(mlir::linalg::LinalgOp op,
                                             const mlir::OpOperand &target);

  /// Returns the map over the new loops of an operand with the map `primal`;
  /// null if it cannot be expressed.
  mlir::AffineMap getMap(mlir::AffineMap primal) const;
  /// Returns `value`, an operand with the map `primal`, as the new loops read
  /// it. A value of which only the shape is read is not reversed.
  mlir::Value prepare(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, mlir::AffineMap primal,
                      bool isRead) const;
  /// Returns whether `prepare` puts zeros between the elements of an operand
  /// with the map `primal`.
  bool isDilated(mlir::AffineMap primal) const;
  /// Returns the loops that are replaced, as the map of an operand of the
  /// primal.
  mlir::AffineMap getStarts() const;
  /// Builds ones of the type `element` with the map `getStarts`. What `prepare`
  /// makes of them is 1 where the new loops stand for an iteration of the
  /// primal, and 0 elsewhere.
  mlir::Value buildOnes(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Type element) const;
  /// Replaces the loop numbers of the primal in `block` by their values in
  /// terms of the new loops. Returns whether there were any.
  bool replaceIndices(mlir::Block &block) const;

private:
  /// One dimension of the target.
  struct Window {
    mlir::AffineExpr expression;
    unsigned loop = 0; ///< that becomes the number of the element
    int64_t stride = 1, offset = 0;
    int64_t extent = 0; ///< of the dimension
    int64_t reach = 0;  ///< of the last iteration of `kernel` after the first
    /// The other loops with their dilations.
    llvm::SmallVector<std::pair<unsigned, int64_t>> kernel;

    bool isPlain() const { return mlir::isa<mlir::AffineDimExpr>(expression); }
  };

  explicit WindowInversion(mlir::linalg::LinalgOp op)
      : context(op.getContext()), extents(op.getStaticLoopRanges()) {}
  /// Appends the window of a dimension of the target. Returns false, with
  /// nothing appended, if `expression` is none with a loop of its own.
  bool addWindow(mlir::AffineExpr expression, int64_t extent);
  /// Returns the window that replaces `loop`, or null.
  const Window *findWindow(unsigned loop) const;
  /// Returns true if `loop` runs over a kernel, and so backwards.
  bool isReversed(unsigned loop) const;
  /// Returns one result of getMap; null if it cannot be expressed.
  mlir::AffineExpr getExpression(mlir::AffineExpr primal) const;
  /// Returns the position of an iteration of the window in a dilated dimension.
  mlir::AffineExpr getPlace(const Window &window) const;
  /// Returns the window whose replaced loop `expression` is; null if it is none
  /// or its window is a plain dimension.
  const Window *findInverted(mlir::AffineExpr expression) const;
  /// Builds the number of `loop` of the primal from the new loops.
  mlir::Value buildIndex(mlir::OpBuilder &builder, mlir::Location loc,
                         unsigned loop) const;
  /// Builds zeros that have the elements of `value` at the dilated positions.
  mlir::Value dilate(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value, mlir::AffineMap primal) const;

  mlir::MLIRContext *context;
  llvm::SmallVector<int64_t> extents; ///< of the primal's loops
  llvm::SmallVector<Window> windows;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_WINDOWINVERSION_H
