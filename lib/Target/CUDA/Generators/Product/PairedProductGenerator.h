// PairedProductGenerator.h: generators of products and of pairs of products
#ifndef SBP_LIB_TARGET_CUDA_PAIREDPRODUCTGENERATOR_H
#define SBP_LIB_TARGET_CUDA_PAIREDPRODUCTGENERATOR_H

#include "ProductGenerator.h"

namespace sbp::cuda {

/// A generator whose kernels compute a product and its epilogue, or both
/// products of a pair and theirs. A window is one, two or three ops.
class PairedProductGenerator : public ProductGenerator {
public:
  void gather(mlir::func::FuncOp region) const override;
  bool extend(llvm::SmallVectorImpl<mlir::Operation *> &window,
              const LaunchPlan &plan) const override;
  void match(Window window, const Chip &chip,
             llvm::SmallVectorImpl<Candidate> &candidates) const override;
  mlir::LogicalResult prepare(Window ops, LaunchPlan &plan) const override;

protected:
  /// Returns the pair of products that begins with `op` and whose ops are
  /// neighbours.
  static std::optional<ProductPair> findPair(mlir::Operation *op);
  /// Returns whether the chip has the products that kernels are made of.
  virtual bool hasProducts(const Chip &chip) const = 0;
  /// Appends the candidates for `ops`, all of which a kernel computes. `suffix`
  /// follows the names of schedules.
  virtual void matchOps(Window ops, llvm::StringRef suffix, const Chip &chip,
                        llvm::SmallVectorImpl<Candidate> &candidates) const = 0;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PAIREDPRODUCTGENERATOR_H
