// ProductGenerator.h: the part that all generators of products share
#ifndef SBP_LIB_TARGET_CUDA_PRODUCTGENERATOR_H
#define SBP_LIB_TARGET_CUDA_PRODUCTGENERATOR_H

#include "Choice/Generator.h"
#include "Plan/LaunchPlan.h"
#include "Product.h"
#include "sbp/Target/Region/Steps.h"
#include <optional>

namespace sbp::cuda {

/// A generator of a product (the first op of a window) and the elementwise op
/// after it that alone reads the result, if the window has one.
class ProductGenerator : public Generator {
public:
  mlir::LogicalResult prepare(Window ops, LaunchPlan &plan) const override {
    auto op = mlir::cast<mlir::linalg::GenericOp>(ops.front());
    if (failed(plan.prepareOp(op, getEpilogue(ops))))
      return mlir::failure();
    // Only contractions state that their initial values are zero.
    bool addsToInit = sbp::region::isContraction(op) &&
                      !op->hasAttr(sbp::region::kBetaZeroAttr);
    return addsToInit ? plan.read(op.getDpsInits()[0]) : mlir::success();
  }

protected:
  /// Returns the contraction that a window begins with; null for another op.
  static mlir::linalg::GenericOp getContraction(Window window) {
    auto op = mlir::dyn_cast<mlir::linalg::GenericOp>(window.front());
    return op && sbp::region::isContraction(op) ? op : nullptr;
  }
  /// Returns the candidate of schedule number `variant` for `numOps` ops, or
  /// nothing where the builder of its kernel cannot compute them.
  template <typename Builder, typename Schedule>
  std::optional<Candidate> describe(Builder &builder, const Schedule &schedule,
                                    size_t variant, unsigned numOps,
                                    const Chip &chip) const {
    if (failed(builder.analyse()))
      return std::nullopt;
    Candidate made =
        candidate(schedule.print(), builder.predictSeconds(chip), numOps);
    made.variant = unsigned(variant);
    made.packedBytes = builder.countFixedBytes();
    return made;
  }
  /// Appends the launches of a kernel, and of the copies of factors that it
  /// needs. Fails with a diagnostic if a copy cannot be built.
  template <typename Builder>
  static mlir::LogicalResult buildKernel(Builder builder, LaunchPlan &plan) {
    if (failed(builder.analyse()) || failed(builder.prepare(plan)))
      return mlir::failure();
    builder.build(plan);
    return mlir::success();
  }
  /// Returns the second op of the window if it is the epilogue of the first,
  /// else null.
  static mlir::linalg::GenericOp getEpilogue(Window window) {
    auto op = mlir::dyn_cast<mlir::linalg::GenericOp>(window.front());
    if (!op || window.size() < 2 || !isDeferredToEpilogue(op))
      return nullptr;
    mlir::linalg::GenericOp epilogue = findEpilogue(op);
    return epilogue.getOperation() == window[1] ? epilogue : nullptr;
  }
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCTGENERATOR_H
