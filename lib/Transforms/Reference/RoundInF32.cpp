// RoundInF32.cpp: bf16 and f16 are computed in f32 and rounded after each op
//
// A kernel that adds narrow values wrongly would be wrong on one rank as on
// many, and a comparison with itself would excuse it. Example:
//   %y = matmul(%a, %b) : bf16   becomes
//   %p = matmul(%a, %b) : f32;   %y = generic extf(truncf(%p))

#include "FloatReplacement.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_ROUNDINF32PASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct RoundInF32Pass : sbp::impl::RoundInF32PassBase<RoundInF32Pass> {
  void runOnOperation() override;
};

/// The recorded precisions of results: types that are not those of values.
class RecordedPrecisions {
public:
  explicit RecordedPrecisions(ModuleOp module);
  void restore();

private:
  struct Entry {
    func::FuncOp function;
    unsigned result;
    Attribute precision;
  };
  SmallVector<Entry> entries;
};

/// A value of an op and its type in the model.
struct NarrowValue {
  Value value;
  FloatType type;
};
} // namespace

RecordedPrecisions::RecordedPrecisions(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (Attribute precision =
              function.getResultAttr(i, LocalProgram::kPrecisionAttr))
        entries.push_back({function, i, precision});
}

void RecordedPrecisions::restore() {
  for (Entry &entry : entries)
    entry.function.setResultAttr(entry.result, LocalProgram::kPrecisionAttr,
                                 entry.precision);
}

static bool isNarrow(Type type) {
  auto number = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return number && number.getWidth() < 32;
}

/// Returns the tensors of bf16 and f16 that ops of an entry compute. Constants
/// and empty tensors are exact.
static SmallVector<NarrowValue> findNarrowValues(ModuleOp module) {
  SmallVector<NarrowValue> found;
  for (auto entry : module.getOps<func::FuncOp>())
    for (Operation &op : entry.getOps()) {
      if (op.hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op))
        continue;
      for (Value result : op.getResults())
        if (isa<RankedTensorType>(result.getType()) &&
            isNarrow(result.getType()))
          found.push_back(
              {result, cast<FloatType>(getElementTypeOrSelf(result))});
    }
  return found;
}

/// Rounds `narrow` to the type that it has in the model, after its op.
static void round(OpBuilder &builder, const NarrowValue &narrow) {
  Value value = narrow.value;
  auto type = cast<RankedTensorType>(value.getType());
  builder.setInsertionPointAfterValue(value);
  StructuredBuilder parts(builder, value.getLoc());
  Value rounded = parts.map(
      type, value, parts.identity(type.getRank()),
      [&](OpBuilder &builder, ValueRange elements) {
        Location loc = value.getLoc();
        return widenFloat(builder, loc,
                          narrowFloat(builder, loc, elements[0], narrow.type),
                          type.getElementType());
      });
  value.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
}

void RoundInF32Pass::runOnOperation() {
  SmallVector<NarrowValue> values = findNarrowValues(getOperation());
  RecordedPrecisions precisions(getOperation());
  auto f32 = Float32Type::get(&getContext());
  replaceFloats(getOperation(), [&](FloatType type) {
    return type.getWidth() < 32 ? f32 : type;
  });
  precisions.restore();
  OpBuilder builder(&getContext());
  for (const NarrowValue &value : values)
    round(builder, value);
}
