// ElementTypes.cpp: the element types of tensors as types of MLIR

#include "sbp/Interfaces/ElementTypes.h"
#include "mlir/IR/Builders.h"
#include "plan_generated.h"

using namespace mlir;

namespace sbp {

Type getMLIRType(MLIRContext *context, const ElementType &element) {
  Builder builder(context);
  switch (element.dtype) {
  case plan::DType::f64:
    return builder.getF64Type();
  case plan::DType::f32:
    return builder.getF32Type();
  case plan::DType::f16:
    return builder.getF16Type();
  case plan::DType::bf16:
    return builder.getBF16Type();
  case plan::DType::i64:
    return builder.getI64Type();
  case plan::DType::i32:
    return builder.getI32Type();
  case plan::DType::i8:
    return builder.getIntegerType(8);
  case plan::DType::i1:
    return builder.getI1Type();
  case plan::DType::f8E4M3FN:
    return Float8E4M3FNType::get(context);
  case plan::DType::f8E5M2:
    return Float8E5M2Type::get(context);
  }
  llvm_unreachable("the row is none of the table");
}

const ElementType *findElementType(Type type) {
  for (const ElementType &element : ElementType::all())
    if (getMLIRType(type.getContext(), element) == type)
      return &element;
  return nullptr;
}

} // namespace sbp
