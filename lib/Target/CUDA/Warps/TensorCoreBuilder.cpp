// TensorCoreBuilder.cpp: instructions of kernels with products of warps
#include "TensorCoreBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace sbp::cuda;

Value TensorCoreBuilder::min(Value x, int64_t y) {
  return arith::MinSIOp::create(builder, x, constant(y));
}
Value TensorCoreBuilder::clampToZero(Value x) {
  return arith::MaxSIOp::create(builder, x, constant(0));
}
Value TensorCoreBuilder::isLess(Value x, int64_t end) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, x,
                               constant(end));
}

Value TensorCoreBuilder::advance(Value pointer, Value bytes) {
  return LLVM::GEPOp::create(builder, pointer.getType(), builder.getI8Type(),
                             pointer, ArrayRef<LLVM::GEPArg>{bytes});
}
Value TensorCoreBuilder::advance(Value pointer, int64_t count, Type element) {
  Value number =
      arith::ConstantOp::create(builder, builder.getI64IntegerAttr(count));
  return LLVM::GEPOp::create(builder, pointer.getType(), element, pointer,
                             ArrayRef<LLVM::GEPArg>{number});
}

void TensorCoreBuilder::copyChunk(Value to, Value from, Value bytes) {
  NVVM::CpAsyncOp::create(builder, to, from, 16u,
                          NVVM::LoadCacheModifierKind::CG, bytes);
}
void TensorCoreBuilder::commitCopies() {
  NVVM::CpAsyncCommitGroupOp::create(builder);
}
void TensorCoreBuilder::waitForCopies(int64_t count) {
  NVVM::CpAsyncWaitGroupOp::create(builder, uint32_t(count));
}

SmallVector<Value> TensorCoreBuilder::loadMatrices(Value address,
                                                   bool isTransposed) {
  Type word = builder.getI32Type();
  auto four = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                               SmallVector<Type>(4, word));
  auto shape = NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8);
  Value loaded = NVVM::LdMatrixOp::create(builder, four, address, 4u,
                                          isTransposed ? NVVM::MMALayout::col
                                                       : NVVM::MMALayout::row,
                                          shape, NVVM::LdStMatrixEltType::B16);
  SmallVector<Value> words;
  for (int64_t i = 0; i < 4; ++i)
    words.push_back(LLVM::ExtractValueOp::create(builder, loaded, i));
  return words;
}

SmallVector<Value> TensorCoreBuilder::multiply(ValueRange a, ValueRange b,
                                               ValueRange sums, Type element) {
  auto narrow = [&](ValueRange words) {
    SmallVector<Value> values(words);
    // The op takes pairs of f16 as vectors, those of bf16 as words.
    if (element.isF16())
      for (Value &value : values)
        value = LLVM::BitcastOp::create(builder, VectorType::get({2}, element),
                                        value);
    return values;
  };
  bool isInteger = element.isInteger(8);
  Type sum = isInteger ? Type(builder.getI32Type()) : builder.getF32Type();
  auto four = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                               SmallVector<Type>(4, sum));
  NVVM::MMATypes type = element.isF16()    ? NVVM::MMATypes::f16
                        : element.isBF16() ? NVVM::MMATypes::bf16
                        : isInteger        ? NVVM::MMATypes::s8
                                           : NVVM::MMATypes::tf32;
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (isInteger)
    overflow = NVVM::MMAIntOverflow::wrapped;
  int64_t k = isInteger ? 32 : element.isF32() ? 8 : 16;
  Value result = NVVM::MmaOp::create(
      builder, four, narrow(a), narrow(b), sums, ArrayRef<int64_t>{16, 8, k},
      std::nullopt, overflow, std::array{type, type},
      std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  SmallVector<Value> results;
  for (int64_t i = 0; i < 4; ++i)
    results.push_back(LLVM::ExtractValueOp::create(builder, result, i));
  return results;
}
