//===- ContractionBody.h - which generics are contractions ------*- C++ -*-===//
#ifndef SBP_TARGET_REGION_CONTRACTIONBODY_H
#define SBP_TARGET_REGION_CONTRACTIONBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace sbp::region {

/// One side of the product: the inputs it is computed from, and the ops of the
/// body that compute it (casts, a scale, a product of two inputs), in order.
struct Factor {
  llvm::SmallVector<unsigned> inputs;
  mlir::Value value; ///< in the body
  llvm::SmallVector<mlir::Operation *> ops;
};

/// Body `out + a * b`, casts between floats left out.
struct ContractionBody {
  Factor a, b;
};

/// The body of `op` if it is a sum of float products of two sides that share no
/// input, at least one loop is reduced, and all maps are linear.
std::optional<ContractionBody> matchContractionBody(mlir::linalg::GenericOp op);

/// Some loop other than the reduced ones runs over one input and not over the
/// other: elements are used again, so plain loops would be slow.
bool reusesElements(mlir::linalg::GenericOp op, const ContractionBody &body,
                    bool bothSides);

/// A factor as a tensor, and how the contraction indexes it.
struct Side {
  mlir::Value tensor;
  mlir::AffineMap map;
};

/// The factor as a tensor of `type`. One of a single input keeps its shape (a
/// convolution's windows overlap: computing them one by one would be more); one
/// of several is computed over the loops that they depend on.
Side materializeFactor(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op,
                       const Factor &factor, mlir::Type type);

/// The tensor with every element cast to the float type `type`.
mlir::Value castTensor(mlir::RewriterBase &rewriter, mlir::Location loc,
                       mlir::Value tensor, mlir::Type type);

/// Coefficient per loop of each result of `map`; nothing if it is not linear.
/// The constant terms go to `constants`.
std::optional<llvm::SmallVector<llvm::SmallVector<int64_t>>>
getLinearCoefficients(mlir::AffineMap map,
                      llvm::SmallVectorImpl<int64_t> &constants);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_CONTRACTIONBODY_H
