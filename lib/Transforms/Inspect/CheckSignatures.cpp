// CheckSignatures.cpp: executes every signature of every op and compares the
// reassembled results with those of one rank

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interpreter/Soundness.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_CHECKSIGNATURESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

/// Parses "2x3" as a placement; nullopt for other text. Ranks are descending,
/// because nothing may depend on their order.
static std::optional<Placement> parsePlacement(StringRef text) {
  Placement placement;
  SmallVector<StringRef> sizes;
  text.split(sizes, 'x');
  int64_t ranks = 1;
  for (auto [axis, part] : llvm::enumerate(sizes)) {
    int64_t size;
    if (part.getAsInteger(10, size) || size < 1 || size > 64)
      return std::nullopt;
    placement.axisNames.push_back("a" + std::to_string(axis));
    placement.axisSizes.push_back(size);
    ranks *= size;
  }
  for (int64_t rank = ranks - 1; rank >= 0; --rank)
    placement.ranks.push_back(rank);
  return placement;
}

/// Returns true for ops of entries with a rule and a tensor result.
static bool isChecked(Operation *op) {
  return isa<SBPOpInterface>(op) &&
         isa_and_nonnull<FunctionOpInterface>(op->getParentOp()) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

namespace {

struct CheckSignatures : sbp::impl::CheckSignaturesPassBase<CheckSignatures> {
  using Base::Base;

  /// Ops of micro-batches are built.
  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registry.insert<SBPDialect>();
  }

  void runOnOperation() override {
    SmallVector<std::string> names(placements.begin(), placements.end());
    // Odd and even sizes, and hierarchies whose axes can be nested both ways.
    if (names.empty())
      names = {"2", "3", "4", "2x2", "2x3"};
    for (const std::string &name : names) {
      // "m4": four micro-batches.
      StringRef sizes = name;
      bool isTime = sizes.consume_front("m");
      std::optional<Placement> placement = parsePlacement(sizes);
      if (isTime && placement && placement->getNumAxes() == 1) {
        microBatches.push_back(placement->getNumRanks());
        continue;
      }
      if (!placement) {
        getOperation()->emitError("placement '")
            << name << "' is not a hierarchy such as 2x3";
        return signalPassFailure();
      }
      parsed.emplace_back(name, *placement);
    }
    bool unsound = false;
    getOperation()->walk([&](Operation *op) {
      unsound |= isChecked(op) && failed(checkOne(op));
    });
    if (unsound)
      return signalPassFailure();
    llvm::outs() << "executed signatures: " << total << "\n";
  }

  LogicalResult checkOne(Operation *op) {
    if (!cast<SBPOpInterface>(op).getRule().error.empty())
      return success();
    llvm::outs() << op->getName().getStringRef();
    SoundnessChecker checker(op, seed);
    for (const auto &[name, placement] : parsed) {
      FailureOr<int64_t> count = failure();
      if (succeeded(checker.checkAlternatives(placement)))
        count = checker.checkAll(placement);
      if (failed(count)) {
        llvm::outs() << "\n";
        return failure();
      }
      llvm::outs() << " " << name << ":" << *count;
      total += *count;
    }
    for (int64_t number : microBatches) {
      FailureOr<int64_t> count = checker.checkMicroBatches(number);
      if (failed(count)) {
        llvm::outs() << "\n";
        return failure();
      }
      llvm::outs() << " m" << number << ":" << *count;
      total += *count;
    }
    llvm::outs() << "\n";
    return success();
  }

  SmallVector<std::pair<std::string, Placement>> parsed;
  SmallVector<int64_t> microBatches;
  int64_t total = 0;
};

} // namespace
