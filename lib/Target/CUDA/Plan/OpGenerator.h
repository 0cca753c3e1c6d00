// OpGenerator.h: generators of kernels that compute one op
#ifndef SBP_LIB_TARGET_CUDA_OPGENERATOR_H
#define SBP_LIB_TARGET_CUDA_OPGENERATOR_H

#include "LaunchPlan.h"

namespace sbp::cuda {

/// A generator whose candidates compute one op.
class SingleOpGenerator : public Generator {
public:
  mlir::LogicalResult prepare(Window ops, LaunchPlan &plan) const override {
    return plan.prepareOp(ops.front());
  }
};

/// A generator of one kind of op, with one schedule. Builder is constructed
/// from the op and has isSupported, getSchedule, predictSeconds and build; the
/// others are called only if isSupported returns true, and build cannot fail.
template <typename Op, typename Builder>
class OpGenerator : public SingleOpGenerator {
public:
  void match(Window window, const Chip &chip,
             llvm::SmallVectorImpl<Candidate> &candidates) const override {
    auto op = mlir::dyn_cast<Op>(window.front());
    if (!op)
      return;
    Builder builder(op);
    if (builder.isSupported())
      candidates.push_back(
          candidate(builder.getSchedule(), builder.predictSeconds(chip)));
  }
  mlir::LogicalResult emit(const Candidate &, Window ops,
                           LaunchPlan &plan) const override {
    Builder(mlir::cast<Op>(ops.front())).build(plan);
    return mlir::success();
  }
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_OPGENERATOR_H
