// KernelMemory.cpp: loads and stores of a kernel
//
// Contiguous elements that a thread moves are emitted as one access of up to 16
// bytes, so that no later pass has to find them.
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// NVPTX's address space of shared memory, and the widest access in bytes.
static constexpr unsigned kShared = 3;
static constexpr int64_t kMaxAccessBytes = 16;

/// Returns the type in memory: a bool takes one byte.
static Type getStoredType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 8) : type;
}

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

bool sbp::cuda::isContiguous(const std::optional<Access> &access, unsigned loop,
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
  assert(base && "tensor is not an operand of the kernel");
  return LLVM::GEPOp::create(builder, base.getType(), type, base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

/// A view may begin anywhere in its buffer, so alignment within the tensor does
/// not imply alignment of the address.
int64_t KernelBuilder::chooseAccessWidth(Value tensor, int64_t count,
                                         bool isAligned) {
  int64_t bytes = getElementBytes(getElement(tensor)),
          most = std::min(kMaxAccessBytes, alignments.lookup(tensor));
  if (!isAligned)
    return 1;
  while (count > 1 && count * bytes > most)
    count /= 2;
  return count;
}

/// Loads `count` values of `element` by one access, which is aligned to its
/// size.
SmallVector<Value> KernelBuilder::loadAt(Value pointer, Type element,
                                         int64_t count) {
  Type stored = getStoredType(element);
  Type type = count == 1 ? stored : VectorType::get({count}, stored);
  Value vector = LLVM::LoadOp::create(
      builder, type, pointer, unsigned(count * getElementBytes(stored)));
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; ++i) {
    Value value = vector;
    if (count > 1)
      value = LLVM::ExtractElementOp::create(
          builder, vector, arith::ConstantIntOp::create(builder, i, 32));
    if (element != stored)
      value = arith::TruncIOp::create(builder, element, value);
    values.push_back(value);
  }
  return values;
}

void KernelBuilder::storeAt(ArrayRef<Value> values, Value pointer) {
  Type element = values[0].getType(), stored = getStoredType(element);
  int64_t count = int64_t(values.size());
  Value vector;
  if (count > 1)
    vector = LLVM::PoisonOp::create(builder, VectorType::get({count}, stored));
  for (auto [i, value] : llvm::enumerate(values)) {
    Value one = value;
    if (element != stored)
      one = arith::ExtUIOp::create(builder, stored, one);
    vector = count == 1
                 ? one
                 : LLVM::InsertElementOp::create(
                       builder, vector, one,
                       arith::ConstantIntOp::create(builder, int64_t(i), 32))
                       .getResult();
  }
  LLVM::StoreOp::create(builder, vector, pointer,
                        unsigned(count * getElementBytes(stored)));
}

SmallVector<Value> KernelBuilder::loadVector(Value tensor, Value offset,
                                             int64_t count, bool isAligned) {
  Type element = getElement(tensor), stored = getStoredType(element);
  int64_t width = chooseAccessWidth(tensor, count, isAligned);
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; i += width) {
    Value at = i ? add(offset, constant(i)) : offset;
    llvm::append_range(values,
                       loadAt(pointer(tensor, at, stored), element, width));
  }
  return values;
}

void KernelBuilder::storeVector(ArrayRef<Value> values, Value tensor,
                                Value offset, bool isAligned) {
  Type stored = getStoredType(values[0].getType());
  int64_t width = chooseAccessWidth(tensor, int64_t(values.size()), isAligned);
  for (int64_t i = 0; i < int64_t(values.size()); i += width) {
    Value at = i ? add(offset, constant(i)) : offset;
    storeAt(values.slice(i, width), pointer(tensor, at, stored));
  }
}

/// Returns how many values of `bytes` bytes one access of shared memory moves.
static int64_t chooseSharedAccessWidth(int64_t count, int64_t bytes) {
  return std::min(count, kMaxAccessBytes / bytes);
}

SmallVector<Value> KernelBuilder::loadShared(Value shared, Type element,
                                             Value index, int64_t count) {
  int64_t width = chooseSharedAccessWidth(count, getElementBytes(element));
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; i += width) {
    Value at = LLVM::GEPOp::create(
        builder, shared.getType(), getStoredType(element), shared,
        ArrayRef<LLVM::GEPArg>{i ? add(index, constant(i)) : index});
    llvm::append_range(values, loadAt(at, element, width));
  }
  return values;
}

void KernelBuilder::storeShared(ArrayRef<Value> values, Value shared,
                                Value index) {
  Type element = values[0].getType();
  int64_t count = int64_t(values.size()),
          width = chooseSharedAccessWidth(count, getElementBytes(element));
  for (int64_t i = 0; i < count; i += width) {
    Value at = LLVM::GEPOp::create(
        builder, shared.getType(), getStoredType(element), shared,
        ArrayRef<LLVM::GEPArg>{i ? add(index, constant(i)) : index});
    storeAt(values.slice(i, width), at);
  }
}

Value KernelBuilder::allocateShared(int64_t bytes, int64_t alignment) {
  std::string name =
      planned.launch.kernel + "_shared" + std::to_string(numShared++);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(plan.kernels.getBody());
    LLVM::GlobalOp::create(builder,
                           LLVM::LLVMArrayType::get(builder.getI8Type(), bytes),
                           /*isConstant=*/false, LLVM::Linkage::Internal, name,
                           Attribute(), alignment, kShared);
  }
  return LLVM::AddressOfOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext(), kShared), name);
}

Value KernelBuilder::allocateDynamicShared(int64_t bytes) {
  // Tiles of tensor copies begin at multiples of 1024 bytes.
  bool holdsTiles = !planned.tensorMaps.empty();
  StringRef name = holdsTiles ? "sbp_dynamic_tiles" : "sbp_dynamic_shared";
  planned.launch.sharedBytes = bytes;
  if (!plan.kernels.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(plan.kernels.getBody());
    LLVM::GlobalOp::create(
        builder, LLVM::LLVMArrayType::get(builder.getI8Type(), 0),
        /*isConstant=*/false, LLVM::Linkage::External, name, Attribute(),
        /*alignment=*/holdsTiles ? 1024 : 16, kShared);
  }
  return LLVM::AddressOfOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext(), kShared), name);
}
