// KernelBuilder.cpp: emits one kernel
//
// Offsets are computed without overflow checks in the smallest type that fits,
// and linear indexing maps are folded into one multiply-add per loop: for a 10
// x 8 tensor, (d0, d1) -> (d0 + 2, d1) gives the offset 8 d0 + d1 + 16. Each
// pointer whose buffer no other operand overlaps is noalias, so LLVM may keep
// loads in registers.
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/TensorTypes.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Most threads of a block.
static constexpr int64_t kMaxThreads = 1024;

/// NVPTX's address space of global memory.
static constexpr unsigned kGlobal = 1;

/// Offsets are far from the limits of their type. With the flag, the backend
/// can prove that accesses are adjacent.
static constexpr auto kNoOverflow = arith::IntegerOverflowFlags::nsw;

bool cuda::isRead(linalg::GenericOp op, OpOperand &operand) {
  return op.payloadUsesValueFromOperand(&operand);
}

bool sbp::cuda::accumulatesInMemory(linalg::GenericOp op, OpOperand &init) {
  if (!isRead(op, init))
    return false;
  AffineMap map = op.getMatchingIndexingMap(&init);
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction && map.isFunctionOfDim(loop))
      return true;
  return false;
}

/// Adds the tensors that `op`, and the scalars of the region that it uses, read
/// elements of.
static void addGatheredTensors(Operation *op, SetVector<Value> &tensors) {
  op->walk([&](Operation *inner) {
    if (auto read = dyn_cast<tensor::ExtractOp>(inner))
      tensors.insert(read.getTensor());
    for (Value operand : inner->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && !isa<RankedTensorType>(operand.getType()) &&
          !op->isAncestor(producer))
        addGatheredTensors(producer, tensors);
  });
}

SmallVector<Value> cuda::getGatheredTensors(Operation *op) {
  SetVector<Value> tensors;
  addGatheredTensors(op, tensors);
  return tensors.takeVector();
}

SmallVector<Value> cuda::getGatheredTensors(linalg::GenericOp op) {
  SetVector<Value> tensors;
  addGatheredTensors(op, tensors);
  for (Value init : op.getDpsInits()) // a start value
    if (Operation *producer = init.getDefiningOp(); region::isFill(producer))
      addGatheredTensors(producer, tensors);
  return tensors.takeVector();
}

/// Adds scale * expr to `access`. Returns false if `expr` is not linear.
static bool addTerms(AffineExpr expr, int64_t scale, Access &access) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    access.coefficients[dim.getPosition()] += scale;
    return true;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    access.constant += scale * constant.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), scale, access) &&
           addTerms(binary.getRHS(), scale, access);
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && factor &&
         addTerms(binary.getLHS(), scale * factor.getValue(), access);
}

/// Returns the row-major strides of `shape` in elements.
static SmallVector<int64_t> getStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

std::optional<Access> cuda::getAccess(AffineMap map, ArrayRef<int64_t> shape) {
  Access access;
  access.coefficients.assign(map.getNumDims(), 0);
  for (auto [expr, stride] :
       llvm::zip_equal(map.getResults(), getStrides(shape)))
    if (!addTerms(expr, stride, access))
      return std::nullopt;
  return access;
}

/// Makes an argument the 128 bytes of a tensor map, in constant memory.
static void passByValue(LLVM::LLVMFuncOp function, unsigned argument) {
  Builder builder(function.getContext());
  function.setArgAttr(
      argument, LLVM::LLVMDialect::getByValAttrName(),
      TypeAttr::get(LLVM::LLVMArrayType::get(builder.getI8Type(), 128)));
  function.setArgAttr(argument, NVVM::NVVMDialect::getGridConstantAttrName(),
                      builder.getUnitAttr());
  function.setArgAttr(argument, LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI32IntegerAttr(64));
}

KernelBuilder::KernelBuilder(RegionKernels &plan, Location loc,
                             StringRef generator, ArrayRef<Value> tensors,
                             int64_t threads, int64_t largest,
                             ArrayRef<std::pair<Value, TensorMapShape>> maps)
    : builder(loc, plan.kernels.getContext()), plan(plan) {
  planned.launch.generator = generator.str();
  planned.launch.kernel =
      (plan.region.getName() + "_" + std::to_string(plan.launches.size()))
          .str();
  planned.launch.block = {threads, 1, 1};
  MLIRContext *context = loc.getContext();
  auto pointerType = LLVM::LLVMPointerType::get(context, kGlobal);
  for (Value tensor : tensors) {
    largest = std::max(largest, getTensorType(tensor).getNumElements());
    assert(plan.buffers.contains(tensor) && "tensor has no buffer");
    BufferRef buffer = plan.buffers.lookup(tensor);
    if (buffer.kind != BufferRef::Kind::Constant &&
        !llvm::is_contained(planned.operands, buffer))
      planned.operands.push_back(buffer);
  }
  offsetType =
      largest < INT32_MAX / 2 ? builder.getI32Type() : builder.getI64Type();
  SmallVector<Type> types(planned.operands.size(), pointerType);
  SmallVector<Value> parameters;
  for (BlockArgument argument : plan.region.getArguments())
    if (!isa<RankedTensorType>(argument.getType())) {
      types.push_back(builder.getI64Type());
      parameters.push_back(argument);
    }
  unsigned firstMap = types.size();
  for (const auto &[tensor, shape] : maps) {
    types.push_back(LLVM::LLVMPointerType::get(context));
    planned.tensorMaps.push_back({plan.buffers.lookup(tensor), shape});
  }
  builder.setInsertionPointToEnd(plan.kernels.getBody());
  function = LLVM::LLVMFuncOp::create(
      builder, planned.launch.kernel,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types));
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function->setAttr("nvvm.maxntid",
                    builder.getDenseI32ArrayAttr({int32_t(threads)}));
  // Otherwise ptxas reserves registers for a second block and spills to the
  // stack.
  if (threads == kMaxThreads)
    setSingleBlock();
  for (unsigned i = firstMap; i < types.size(); ++i)
    passByValue(function, i);
  Block *body = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(body);
  for (Value tensor : tensors) {
    BufferRef buffer = plan.buffers.lookup(tensor);
    alignments[tensor] =
        buffer.offset ? buffer.offset & -buffer.offset : kRegisterAlignment;
    if (buffer.kind == BufferRef::Kind::Constant)
      pointers[tensor] = addressOf(buffer);
    else
      pointers[tensor] = body->getArgument(
          llvm::find(planned.operands, buffer) - planned.operands.begin());
  }
  for (unsigned i = 0; i < planned.operands.size(); ++i) {
    bool isAlone =
        llvm::count_if(planned.operands, [&](const BufferRef &other) {
          return other.kind == planned.operands[i].kind &&
                 other.index == planned.operands[i].index;
        }) == 1;
    if (isAlone)
      function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
  }
  // Pointers have no align attribute: LLVM would widen accesses to 16 bytes,
  // beyond a tensor's end. Vector accesses state their own alignment.
  unsigned numPointers = planned.operands.size();
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    Value value = body->getArgument(numPointers + i);
    planned.operands.push_back({BufferRef::Kind::Parameter, unsigned(i), 0});
    if (parameter.getType().isIndex())
      value =
          arith::IndexCastOp::create(builder, builder.getIndexType(), value);
    scalars[parameter] = value;
  }
}

void KernelBuilder::setSingleBlock() {
  function->setAttr("nvvm.minctasm", builder.getI32IntegerAttr(1));
}

void KernelBuilder::setOnce() {
  planned.launch.isOnce = true;
  planned.launch.kernel = (plan.region.getName() + "_once" +
                           std::to_string(plan.launches.countOnce()))
                              .str();
  function.setName(planned.launch.kernel);
  assert(planned.tensorMaps.empty() && "maps follow the parameters");
  unsigned kept = llvm::count_if(planned.operands, [](const BufferRef &one) {
    return one.kind != BufferRef::Kind::Parameter;
  });
  for (auto &[parameter, value] : scalars)
    if (Operation *cast = value.getDefiningOp())
      cast->erase(); // asserts that nothing uses it
  scalars.clear();
  SmallVector<DictionaryAttr> attributes;
  for (unsigned i = 0; i < kept; ++i)
    attributes.push_back(function.getArgAttrDict(i));
  Block &body = function.getBody().front();
  body.eraseArguments(kept, planned.operands.size() - kept);
  planned.operands.truncate(kept);
  function.setFunctionType(
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  llvm::to_vector(body.getArgumentTypes())));
  function.setAllArgAttrs(attributes);
}

Value KernelBuilder::getTensorMap(unsigned index) {
  unsigned first = planned.operands.size();
  return LLVM::PtrToIntOp::create(builder, builder.getI64Type(),
                                  function.getArgument(first + index));
}

Value KernelBuilder::addressOf(const BufferRef &source) {
  auto type = LLVM::LLVMPointerType::get(builder.getContext(), kGlobal);
  Value base =
      LLVM::AddressOfOp::create(builder, type, plan.buffers.getSymbol(source));
  return LLVM::GEPOp::create(builder, type, builder.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{int32_t(source.offset)});
}

void KernelBuilder::finish(std::array<int64_t, 3> grid) {
  builder.setInsertionPointToEnd(&function.getBody().front());
  LLVM::ReturnOp::create(builder, ValueRange());
  planned.launch.grid = grid;
  plan.launches.append(std::move(planned), plan.buffers.scratch);
}

Value KernelBuilder::constant(int64_t value) {
  return arith::ConstantOp::create(builder,
                                   builder.getIntegerAttr(offsetType, value));
}
Value KernelBuilder::add(Value x, Value y) {
  return arith::AddIOp::create(builder, x, y, kNoOverflow);
}
Value KernelBuilder::mul(Value x, int64_t y) {
  return y == 1 ? x
                : arith::MulIOp::create(builder, x, constant(y), kNoOverflow)
                      .getResult();
}
Value KernelBuilder::div(Value x, int64_t y) {
  return y == 1 ? x
                : arith::DivUIOp::create(builder, x, constant(y)).getResult();
}
Value KernelBuilder::rem(Value x, int64_t y) {
  return y == 1 ? constant(0)
                : arith::RemUIOp::create(builder, x, constant(y)).getResult();
}
Value KernelBuilder::isLess(Value x, int64_t y) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, x,
                               constant(y));
}
Value KernelBuilder::toIndex(Value x) {
  return arith::IndexCastUIOp::create(builder, builder.getIndexType(), x);
}
Value KernelBuilder::fromIndex(Value x) {
  return arith::IndexCastOp::create(builder, offsetType, x);
}
static Value widen(ImplicitLocOpBuilder &builder, Value x, Type type) {
  return type == x.getType()
             ? x
             : arith::ExtUIOp::create(builder, type, x).getResult();
}
Value KernelBuilder::threadId() {
  return widen(builder,
               NVVM::ThreadIdXOp::create(builder, builder.getI32Type()),
               offsetType);
}
Value KernelBuilder::blockId() {
  return widen(builder, NVVM::BlockIdXOp::create(builder, builder.getI32Type()),
               offsetType);
}

SmallVector<Value> KernelBuilder::delinearise(Value id,
                                              ArrayRef<int64_t> extents) {
  SmallVector<Value> loops(extents.size());
  for (size_t i = extents.size(); i-- > 0;) {
    if (extents[i] == 1) {
      loops[i] = constant(0);
      continue;
    }
    bool isOuter = llvm::all_of(extents.take_front(i),
                                [](int64_t extent) { return extent == 1; });
    loops[i] = isOuter ? id : rem(id, extents[i]);
    if (!isOuter)
      id = div(id, extents[i]);
  }
  return loops;
}

Value KernelBuilder::affine(AffineExpr expr, ArrayRef<Value> loops) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  if (auto value = dyn_cast<AffineConstantExpr>(expr))
    return constant(value.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value x = affine(binary.getLHS(), loops), y = affine(binary.getRHS(), loops);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return add(x, y);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, x, y);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(builder, x, y);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(builder, x, y);
  default: // loops are not negative
    return arith::DivUIOp::create(
        builder, add(x, arith::SubIOp::create(builder, y, constant(1))), y);
  }
}

Value KernelBuilder::offset(AffineMap map, ArrayRef<int64_t> shape,
                            ArrayRef<Value> loops) {
  Value sum;
  auto join = [&](Value term) { sum = sum ? add(sum, term) : term; };
  if (std::optional<Access> access = getAccess(map, shape)) {
    for (auto [loop, coefficient] :
         llvm::zip_equal(loops, access->coefficients))
      if (coefficient)
        join(mul(loop, coefficient));
    if (access->constant || !sum)
      join(constant(access->constant));
    return sum;
  }
  for (auto [expr, stride] :
       llvm::zip_equal(map.getResults(), getStrides(shape)))
    join(mul(affine(expr, loops), stride));
  return sum ? sum : constant(0);
}

Value KernelBuilder::load(Value tensor, Value offset) {
  return loadVector(tensor, offset, 1, /*isAligned=*/false)[0];
}

void KernelBuilder::store(Value value, Value tensor, Value offset) {
  storeVector(value, tensor, offset, /*isAligned=*/false);
}

Value KernelBuilder::zero(Type type) {
  return arith::ConstantOp::create(builder, builder.getZeroAttr(type));
}

/// Computed wherever it is used: what is the same falls together later.
Value KernelBuilder::scalar(Value value) {
  if (Value known = scalars.lookup(value))
    return known;
  Operation *op = value.getDefiningOp();
  assert(op && "scalars of a region are parameters or computed");
  IRMapping map;
  for (Value operand : op->getOperands())
    if (!isa<RankedTensorType>(operand.getType()))
      map.map(operand, scalar(operand));
  clone(*op, map, {});
  return map.lookup(value);
}

void KernelBuilder::ifThen(Value condition, llvm::function_ref<void()> body) {
  auto branch = scf::IfOp::create(builder, condition, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
  builder.setInsertionPointAfter(branch);
}

void KernelBuilder::barrier() { NVVM::Barrier0Op::create(builder); }
