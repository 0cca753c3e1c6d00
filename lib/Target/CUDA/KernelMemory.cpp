//===- KernelMemory.cpp - what a kernel loads and stores ------------------===//
//
// Neighbours that a thread moves are one access of up to 16 bytes, written as
// one: no later step has to find them.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// Address space of shared memory in NVPTX; the most that one access moves.
static constexpr unsigned kShared = 3;
static constexpr int64_t kMostBytes = 16;

/// A bool is a byte in memory.
static Type getStoredType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 8) : type;
}

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

bool sbp::cuda::isRun(const std::optional<Access> &access, unsigned loop,
                      int64_t length) {
  if (!access || access->constant % length || access->coefficients[loop] != 1)
    return false;
  for (auto [i, stride] : llvm::enumerate(access->coefficients))
    if (i != loop && stride % length)
      return false;
  return true;
}

Value KernelBuilder::pointer(Value tensor, Value offset, Type type) {
  Value base = pointers.lookup(tensor);
  assert(base && "a tensor that the kernel was not told of");
  return LLVM::GEPOp::create(b, base.getType(), type, base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

/// How many of `count` neighbours one access moves. A part of a tensor may
/// begin anywhere: what is aligned within it is not where it lies.
int64_t KernelBuilder::chooseRun(Value tensor, int64_t count, bool isWhole) {
  int64_t bytes = getElementBytes(getElement(tensor)),
          most = std::min(kMostBytes, alignments.lookup(tensor));
  if (!isWhole)
    return 1;
  while (count > 1 && count * bytes > most)
    count /= 2;
  return count;
}

/// `count` values of `element` as one access, which is aligned so.
SmallVector<Value> KernelBuilder::loadAt(Value pointer, Type element,
                                         int64_t count) {
  Type stored = getStoredType(element);
  Type type = count == 1 ? stored : VectorType::get({count}, stored);
  Value whole = LLVM::LoadOp::create(b, type, pointer,
                                     unsigned(count * getElementBytes(stored)));
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; ++i) {
    Value value = whole;
    if (count > 1)
      value = LLVM::ExtractElementOp::create(
          b, whole, arith::ConstantIntOp::create(b, i, 32));
    if (element != stored)
      value = arith::TruncIOp::create(b, element, value);
    values.push_back(value);
  }
  return values;
}

void KernelBuilder::storeAt(ArrayRef<Value> values, Value pointer) {
  Type element = values[0].getType(), stored = getStoredType(element);
  int64_t count = int64_t(values.size());
  Value whole;
  if (count > 1)
    whole = LLVM::PoisonOp::create(b, VectorType::get({count}, stored));
  for (auto [i, value] : llvm::enumerate(values)) {
    Value one = value;
    if (element != stored)
      one = arith::ExtUIOp::create(b, stored, one);
    whole = count == 1 ? one
                       : LLVM::InsertElementOp::create(
                             b, whole, one,
                             arith::ConstantIntOp::create(b, int64_t(i), 32))
                             .getResult();
  }
  LLVM::StoreOp::create(b, whole, pointer,
                        unsigned(count * getElementBytes(stored)));
}

SmallVector<Value> KernelBuilder::loadRun(Value tensor, Value offset,
                                          int64_t count, bool isWhole) {
  Type element = getElement(tensor), stored = getStoredType(element);
  int64_t run = chooseRun(tensor, count, isWhole);
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; i += run) {
    Value at = i ? add(offset, number(i)) : offset;
    llvm::append_range(values,
                       loadAt(pointer(tensor, at, stored), element, run));
  }
  return values;
}

void KernelBuilder::storeRun(ArrayRef<Value> values, Value tensor, Value offset,
                             bool isWhole) {
  Type stored = getStoredType(values[0].getType());
  int64_t run = chooseRun(tensor, int64_t(values.size()), isWhole);
  for (int64_t i = 0; i < int64_t(values.size()); i += run) {
    Value at = i ? add(offset, number(i)) : offset;
    storeAt(values.slice(i, run), pointer(tensor, at, stored));
  }
}

/// How many values of `bytes` bytes one access of shared memory moves.
static int64_t chooseSharedRun(int64_t count, int64_t bytes) {
  return std::min(count, kMostBytes / bytes);
}

SmallVector<Value> KernelBuilder::loadShared(Value shared, Type element,
                                             Value index, int64_t count) {
  int64_t run = chooseSharedRun(count, getElementBytes(element));
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; i += run) {
    Value at = LLVM::GEPOp::create(
        b, shared.getType(), getStoredType(element), shared,
        ArrayRef<LLVM::GEPArg>{i ? add(index, number(i)) : index});
    llvm::append_range(values, loadAt(at, element, run));
  }
  return values;
}

void KernelBuilder::storeShared(ArrayRef<Value> values, Value shared,
                                Value index) {
  Type element = values[0].getType();
  int64_t count = int64_t(values.size()),
          run = chooseSharedRun(count, getElementBytes(element));
  for (int64_t i = 0; i < count; i += run) {
    Value at = LLVM::GEPOp::create(
        b, shared.getType(), getStoredType(element), shared,
        ArrayRef<LLVM::GEPArg>{i ? add(index, number(i)) : index});
    storeAt(values.slice(i, run), at);
  }
}

Value KernelBuilder::shared(int64_t bytes, int64_t alignment) {
  std::string name =
      planned.launch.kernel + "_shared" + std::to_string(numShared++);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(plan.kernels.getBody());
    LLVM::GlobalOp::create(b, LLVM::LLVMArrayType::get(b.getI8Type(), bytes),
                           /*isConstant=*/false, LLVM::Linkage::Internal, name,
                           Attribute(), alignment, kShared);
  }
  return LLVM::AddressOfOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), kShared), name);
}

Value KernelBuilder::dynamicShared(int64_t bytes) {
  static constexpr llvm::StringLiteral name = "sbp_dynamic_shared";
  planned.launch.sharedBytes = bytes;
  if (!plan.kernels.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(plan.kernels.getBody());
    LLVM::GlobalOp::create(b, LLVM::LLVMArrayType::get(b.getI8Type(), 0),
                           /*isConstant=*/false, LLVM::Linkage::External, name,
                           Attribute(), /*alignment=*/16, kShared);
  }
  return LLVM::AddressOfOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), kShared), name);
}
