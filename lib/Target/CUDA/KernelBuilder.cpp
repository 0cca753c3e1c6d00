//===- KernelBuilder.cpp - writes one kernel ------------------------------===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Of a block.
static constexpr int64_t kMostThreads = 1024;

/// Address space of NVPTX.
static constexpr unsigned kGlobal = 1;

/// Offsets are far from the ends of their type: so the backend sees which
/// accesses are neighbours.
static constexpr auto kNoOverflow = arith::IntegerOverflowFlags::nsw;

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

int64_t cuda::getTensorBytes(Value tensor) {
  RankedTensorType type = getTensor(tensor);
  return type.getNumElements() * getElementBytes(type.getElementType());
}

bool cuda::isRead(linalg::GenericOp op, OpOperand &operand) {
  return op.payloadUsesValueFromOperand(&operand);
}

/// Tensors that `op`, and the scalars of the region that it uses, read
/// elements of.
static void addGathered(Operation *op, SetVector<Value> &tensors) {
  op->walk([&](Operation *inner) {
    if (auto read = dyn_cast<tensor::ExtractOp>(inner))
      tensors.insert(read.getTensor());
    for (Value operand : inner->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && !isa<RankedTensorType>(operand.getType()) &&
          !op->isAncestor(producer))
        addGathered(producer, tensors);
  });
}

SmallVector<Value> cuda::getGathered(Operation *op) {
  SetVector<Value> tensors;
  addGathered(op, tensors);
  return tensors.takeVector();
}

SmallVector<Value> cuda::getGathered(linalg::GenericOp op) {
  SetVector<Value> tensors;
  addGathered(op, tensors);
  for (Value init : op.getDpsInits()) // a start value
    if (Operation *producer = init.getDefiningOp(); region::isFill(producer))
      addGathered(producer, tensors);
  return tensors.takeVector();
}

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

KernelBuilder::KernelBuilder(LaunchPlan &plan, Location loc, StringRef family,
                             ArrayRef<Value> tensors, int64_t threads,
                             int64_t largest)
    : b(loc, plan.kernels.getContext()), plan(plan) {
  planned.launch.family = family.str();
  planned.launch.kernel =
      (plan.region.getName() + "_" + std::to_string(plan.planned.size())).str();
  planned.launch.block = {threads, 1, 1};
  MLIRContext *context = loc.getContext();
  auto pointerType = LLVM::LLVMPointerType::get(context, kGlobal);
  for (Value tensor : tensors) {
    largest = std::max(largest, getTensor(tensor).getNumElements());
    assert(plan.places.contains(tensor) && "a tensor without a place");
    Place place = plan.places.lookup(tensor);
    if (place.kind != Place::Kind::Constant &&
        !llvm::is_contained(planned.places, place))
      planned.places.push_back(place);
  }
  offsetType = largest < INT32_MAX / 2 ? b.getI32Type() : b.getI64Type();
  SmallVector<Type> types(planned.places.size(), pointerType);
  SmallVector<Value> parameters;
  for (BlockArgument argument : plan.region.getArguments())
    if (!isa<RankedTensorType>(argument.getType())) {
      types.push_back(b.getI64Type());
      parameters.push_back(argument);
    }
  b.setInsertionPointToEnd(plan.kernels.getBody());
  function = LLVM::LLVMFuncOp::create(
      b, planned.launch.kernel,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types));
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                    b.getUnitAttr());
  function->setAttr("nvvm.maxntid", b.getDenseI32ArrayAttr({int32_t(threads)}));
  // Else the assembler leaves registers to a second block, and puts values on a
  // stack.
  if (threads == kMostThreads)
    function->setAttr("nvvm.minctasm", b.getI32IntegerAttr(1));
  Block *body = function.addEntryBlock(b);
  b.setInsertionPointToStart(body);
  for (Value tensor : tensors) {
    Place place = plan.places.lookup(tensor);
    alignments[tensor] =
        place.offset ? place.offset & -place.offset : kRegisterAlignment;
    if (place.kind == Place::Kind::Constant)
      pointers[tensor] = addressOf(place);
    else
      pointers[tensor] = body->getArgument(llvm::find(planned.places, place) -
                                           planned.places.begin());
  }
  for (unsigned i = 0; i < planned.places.size(); ++i) {
    bool isAlone = llvm::count_if(planned.places, [&](const Place &other) {
                     return other.kind == planned.places[i].kind &&
                            other.index == planned.places[i].index;
                   }) == 1;
    if (isAlone)
      function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                          b.getUnitAttr());
    // Nothing is said of their alignment: LLVM would fill up accesses to 16
    // bytes, beyond a tensor's end. Accesses that are whole say theirs.
  }
  unsigned numPointers = planned.places.size();
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    Value value = body->getArgument(numPointers + i);
    planned.places.push_back({Place::Kind::Parameter, unsigned(i), 0});
    if (parameter.getType().isIndex())
      value = arith::IndexCastOp::create(b, b.getIndexType(), value);
    scalars[parameter] = value;
  }
}

Value KernelBuilder::addressOf(const Place &constant) {
  auto type = LLVM::LLVMPointerType::get(b.getContext(), kGlobal);
  Value base =
      LLVM::AddressOfOp::create(b, type, plan.constants[constant.index]);
  return LLVM::GEPOp::create(b, type, b.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{int32_t(constant.offset)});
}

void KernelBuilder::finish(std::array<int64_t, 3> grid) {
  b.setInsertionPointToEnd(&function.getBody().front());
  LLVM::ReturnOp::create(b, ValueRange());
  planned.launch.grid = grid;
  plan.addLaunch(std::move(planned));
}

Value KernelBuilder::number(int64_t value) {
  return arith::ConstantOp::create(b, b.getIntegerAttr(offsetType, value));
}
Value KernelBuilder::add(Value x, Value y) {
  return arith::AddIOp::create(b, x, y, kNoOverflow);
}
Value KernelBuilder::mul(Value x, int64_t y) {
  return y == 1
             ? x
             : arith::MulIOp::create(b, x, number(y), kNoOverflow).getResult();
}
Value KernelBuilder::div(Value x, int64_t y) {
  return y == 1 ? x : arith::DivUIOp::create(b, x, number(y)).getResult();
}
Value KernelBuilder::rem(Value x, int64_t y) {
  return y == 1 ? number(0)
                : arith::RemUIOp::create(b, x, number(y)).getResult();
}
Value KernelBuilder::isLess(Value x, int64_t y) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, number(y));
}
Value KernelBuilder::toIndex(Value x) {
  return arith::IndexCastUIOp::create(b, b.getIndexType(), x);
}
Value KernelBuilder::fromIndex(Value x) {
  return arith::IndexCastOp::create(b, offsetType, x);
}
static Value widen(ImplicitLocOpBuilder &b, Value x, Type type) {
  return type == x.getType() ? x
                             : arith::ExtUIOp::create(b, type, x).getResult();
}
Value KernelBuilder::threadId() {
  return widen(b, NVVM::ThreadIdXOp::create(b, b.getI32Type()), offsetType);
}
Value KernelBuilder::blockId() {
  return widen(b, NVVM::BlockIdXOp::create(b, b.getI32Type()), offsetType);
}

SmallVector<Value> KernelBuilder::delinearise(Value id,
                                              ArrayRef<int64_t> extents) {
  SmallVector<Value> loops(extents.size());
  for (size_t i = extents.size(); i-- > 0;) {
    if (extents[i] == 1) {
      loops[i] = number(0);
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
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return number(constant.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value x = affine(binary.getLHS(), loops), y = affine(binary.getRHS(), loops);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return add(x, y);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(b, x, y);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(b, x, y);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(b, x, y);
  default: // loops are not negative
    return arith::DivUIOp::create(
        b, add(x, arith::SubIOp::create(b, y, number(1))), y);
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
      join(number(access->constant));
    return sum;
  }
  for (auto [expr, stride] :
       llvm::zip_equal(map.getResults(), getStrides(shape)))
    join(mul(affine(expr, loops), stride));
  return sum ? sum : number(0);
}

Value KernelBuilder::load(Value tensor, Value offset) {
  return loadRun(tensor, offset, 1, /*isWhole=*/false)[0];
}

void KernelBuilder::store(Value value, Value tensor, Value offset) {
  storeRun(value, tensor, offset, /*isWhole=*/false);
}

Value KernelBuilder::zero(Type type) {
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

/// Computed wherever it is used: what is the same falls together later.
Value KernelBuilder::scalar(Value value) {
  if (Value known = scalars.lookup(value))
    return known;
  Operation *op = value.getDefiningOp();
  assert(op && "a scalar of the region is a parameter or computed");
  IRMapping map;
  for (Value operand : op->getOperands())
    if (!isa<RankedTensorType>(operand.getType()))
      map.map(operand, scalar(operand));
  clone(*op, map, {});
  return map.lookup(value);
}

void KernelBuilder::when(Value condition, llvm::function_ref<void()> body) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  body();
  b.setInsertionPointAfter(branch);
}

void KernelBuilder::barrier() { NVVM::Barrier0Op::create(b); }
