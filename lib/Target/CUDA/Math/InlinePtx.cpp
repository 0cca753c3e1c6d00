// InlinePtx.cpp: statements of kernels to LLVM that are not ops
#include "InlinePtx.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

Value sbp::cuda::emitPure(ImplicitLocOpBuilder &builder, Type result,
                          const std::string &text, StringRef constraints,
                          ArrayRef<Value> operands) {
  auto dialect =
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT);
  return LLVM::InlineAsmOp::create(builder, TypeRange(result), operands, text,
                                   constraints, /*has_side_effects=*/false,
                                   /*is_align_stack=*/false,
                                   LLVM::TailCallKind::None, dialect,
                                   /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

static constexpr StringRef kAnnotation = "llvm.loop_annotation";

/// Annotates a loop. `isStrict` is what markRolledLoops looks for.
static void annotate(Operation *loop, bool isStrict) {
  Builder builder(loop->getContext());
  auto yes = builder.getBoolAttr(true);
  auto unrolls = LLVM::LoopUnrollAttr::get(
      builder.getContext(), /*disable=*/yes, {},
      /*runtimeDisable=*/isStrict ? yes : BoolAttr(), {}, {}, {}, {});
  loop->setAttr(kAnnotation, LLVM::LoopAnnotationAttr::get(
                                 builder.getContext(), {}, {}, {}, unrolls, {},
                                 {}, {}, {}, {}, {}, {}, {}, {}, {}, {}));
}

void sbp::cuda::disableUnrolling(Operation *loop) {
  annotate(loop, /*isStrict=*/false);
}

void sbp::cuda::keepRolled(Operation *loop) {
  annotate(loop, /*isStrict=*/true);
}

void sbp::cuda::markRolledLoops(Operation *kernels) {
  kernels->walk([](LLVM::BrOp branch) {
    auto annotation =
        branch->getAttrOfType<LLVM::LoopAnnotationAttr>(kAnnotation);
    if (annotation && annotation.getUnroll().getRuntimeDisable())
      branch.setLoopAnnotationAttr(annotation);
  });
}
