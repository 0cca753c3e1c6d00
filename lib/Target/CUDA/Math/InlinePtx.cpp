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

void sbp::cuda::keepRolled(Operation *loop) {
  Builder builder(loop->getContext());
  auto unrolls = LLVM::LoopUnrollAttr::get(
      builder.getContext(), /*disable=*/builder.getBoolAttr(true), {}, {}, {},
      {}, {}, {});
  loop->setAttr(kAnnotation, LLVM::LoopAnnotationAttr::get(
                                 builder.getContext(), {}, {}, {}, unrolls, {},
                                 {}, {}, {}, {}, {}, {}, {}, {}, {}, {}));
}

void sbp::cuda::markRolledLoops(Operation *kernels) {
  kernels->walk([](LLVM::BrOp branch) {
    if (auto annotation =
            branch->getAttrOfType<LLVM::LoopAnnotationAttr>(kAnnotation))
      branch.setLoopAnnotationAttr(annotation);
  });
}
