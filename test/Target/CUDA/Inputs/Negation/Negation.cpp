// Negation.cpp: a generator that takes negations, a thread an element
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class Negation : public Generator {
public:
  StringRef getName() const override { return "negation"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (op && isa<arith::NegFOp>(op.getBody()->front()))
      candidates.push_back(candidate("a thread an element", /*seconds=*/0));
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    auto op = cast<linalg::GenericOp>(ops.front());
    Value input = op.getInputs()[0], result = op.getResult(0);
    int64_t count = op.getStaticLoopRanges()[0];
    KernelBuilder kernel(plan, op.getLoc(), "negation", {input, result},
                         /*threads=*/count, count);
    Value id = kernel.threadId();
    kernel.store(arith::NegFOp::create(kernel.builder, kernel.load(input, id)),
                 result, id);
    kernel.finish({1, 1, 1});
    return success();
  }
};
} // namespace

namespace sbp::cuda {
void registerNegation(GeneratorList &generators) {
  generators.push_back(std::make_unique<Negation>());
}
} // namespace sbp::cuda
