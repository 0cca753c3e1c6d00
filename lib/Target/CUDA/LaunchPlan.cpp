// LaunchPlan.cpp: a region as launches over buffers
//
// One pass over the region's ops in program order. A generic joins the open row
// group if it iterates over the same rows; otherwise the group is flushed and
// the op is tried with the generators in turn: product, transpose, columns,
// reduction or pointwise. Views get their source's buffer, fills are written
// where they are first read. For example, the ops of
//
//   y = x w;  z = y + b;  s = softmax(z);  out = insert s into c
//
// become a product with the epilogue z, one row kernel for s, and one copy.
#include "LaunchPlan.h"
#include "KernelBuilder.h"
#include "Product.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/RegionImport.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

LaunchPlan::LaunchPlan(func::FuncOp region, ModuleOp kernels)
    : region(region), kernels(kernels) {
  // Accumulators, which follow the inputs, are resolved to outputs.
  unsigned inputs = 0;
  for (BlockArgument argument : region.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      buffers[argument] = {BufferRef::Kind::Input, inputs++, 0};
}

/// Returns the result whose buffer tensor argument `index` of `region` is;
/// nullopt for an input.
static std::optional<unsigned> findAccumulated(func::FuncOp region,
                                               unsigned index) {
  auto accumulators = region::getAccumulators(region);
  for (auto [type, accumulator] :
       llvm::zip_equal(region.getArgumentTypes(), accumulators))
    if (isa<RankedTensorType>(type) && index-- == 0)
      return accumulator;
  return std::nullopt;
}

bool sbp::cuda::isReshape(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

bool sbp::cuda::isEmpty(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements() == 0;
}

BufferRef LaunchPlan::allocateTemporary(int64_t bytes) {
  return {BufferRef::Kind::Temporary, scratch.add(bytes), 0};
}

void LaunchPlan::addLaunch(PlannedLaunch launch) {
  for (const BufferRef &buffer : launch.operands)
    if (buffer.kind == BufferRef::Kind::Temporary)
      scratch.markUsed(buffer.index, int64_t(planned.size()));
  planned.push_back(std::move(launch));
}

LogicalResult LaunchPlan::read(Value value) {
  if (buffers.contains(value))
    return success();
  Operation *producer = value.getDefiningOp();
  if (isa_and_nonnull<tensor::EmptyOp>(producer)) {
    assignBuffer(value);
    return success();
  }
  assert(region::isFill(producer) && "tensor is read before it is computed");
  if (failed(readAll(getGatheredTensors(producer))))
    return failure();
  assignBuffer(value);
  return buildPointwise(*this, cast<linalg::GenericOp>(producer));
}

LogicalResult LaunchPlan::readAll(ValueRange values) {
  for (Value value : values)
    if (isa<RankedTensorType>(value.getType()) && failed(read(value)))
      return failure();
  return success();
}

LogicalResult LaunchPlan::copy(Value from, Value to) {
  if (isEmpty(from))
    return success();
  Builder builder(region.getContext());
  auto shape = cast<RankedTensorType>(from.getType()).getShape();
  SmallVector<OpFoldResult> zeros(shape.size(), builder.getIndexAttr(0));
  SmallVector<int64_t> ones(shape.size(), 1);
  return buildSliceCopy(*this, from.getLoc(), {}, from, to, shape, zeros, ones,
                        zeros, ones);
}

LogicalResult LaunchPlan::initialiseFrom(Value from, Value to) {
  Operation *producer = from.getDefiningOp();
  if (buffers.contains(from))
    return buffers.lookup(from) == buffers.lookup(to) ? success()
                                                      : copy(from, to);
  if (isa_and_nonnull<tensor::EmptyOp>(producer))
    return success();
  if (failed(readAll(getGatheredTensors(producer))))
    return failure();
  buffers[from] = buffers.lookup(to);
  LogicalResult result =
      buildPointwise(*this, cast<linalg::GenericOp>(producer));
  buffers.erase(from);
  return result;
}

LogicalResult LaunchPlan::materialiseConstant(Value value) {
  if (buffers.lookup(value).kind != BufferRef::Kind::Constant)
    return success();
  Value copied = createValueIn(value, allocateTemporary(getTensorBytes(value)));
  if (failed(copy(value, copied)))
    return failure();
  buffers[value] = buffers.lookup(copied);
  return success();
}

/// A group without a reduction has no row values to keep: each of its ops
/// becomes its own kernel.
LogicalResult LaunchPlan::flush() {
  RowGroup done = std::move(group);
  group = RowGroup();
  if (!done.reduces) {
    for (linalg::GenericOp op : done.members)
      if (failed(handleAlone(op)))
        return failure();
    return success();
  }
  for (linalg::GenericOp op : done.members) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (isRead(op, *input) && !done.contains(input->get().getDefiningOp()) &&
          failed(read(input->get())))
        return failure();
    if (failed(readAll(getGatheredTensors(op))))
      return failure();
    assignBuffer(op->getResult(0));
  }
  return buildRows(*this, done);
}

LogicalResult LaunchPlan::handleGeneric(linalg::GenericOp op) {
  if (isDeferredToEpilogue(op))
    return success();
  if (linalg::GenericOp product = findProduct(op))
    return failed(flush()) ? failure() : handleAlone(product);
  if (region::isFill(op) || group.join(op))
    return success(); // fills are written where they are read
  if (failed(flush()))
    return failure();
  return group.join(op) ? success() : handleAlone(op);
}

/// Builds one kernel for the op; for a product, together with its epilogue.
LogicalResult LaunchPlan::handleAlone(linalg::GenericOp op) {
  linalg::GenericOp epilogue =
      isDeferredToEpilogue(op) ? findEpilogue(op) : nullptr;
  for (Value result : (epilogue ? epilogue : op)->getResults()) {
    assignBuffer(result);
    if (isEmpty(result))
      return success();
  }
  bool isReduction = op.getNumReductionLoops() != 0;
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable()))
    if (accumulatesInMemory(op, init) &&
        (failed(read(init.get())) ||
         failed(copy(init.get(), op->getResult(i)))))
      return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    bool isStart = op.isDpsInit(&operand) && isReduction &&
                   region::isFill(operand.get().getDefiningOp());
    if (isRead(op, operand) && !isStart && failed(read(operand.get())))
      return failure();
  }
  if (failed(readAll(getGatheredTensors(op))))
    return failure();
  if (epilogue) {
    for (OpOperand *input : epilogue.getDpsInputOperands())
      if (isRead(epilogue, *input) && input->get() != op->getResult(0) &&
          failed(read(input->get())))
        return failure();
    if (failed(readAll(getGatheredTensors(epilogue))))
      return failure();
  }
  // A contraction without a matrix form falls through to the reduction
  // generators.
  if (region::isContraction(op)) {
    if (!op->hasAttr(region::kBetaZeroAttr) &&
        failed(read(op.getDpsInits()[0])))
      return failure();
    if (succeeded(buildProduct(*this, op, epilogue)))
      return success();
    for (Value init : op.getDpsInits())
      if (failed(read(init)))
        return failure();
  }
  if (isIntegerProduct(op) && succeeded(buildProduct(*this, op, epilogue)))
    return success();
  if (succeeded(buildTranspose(*this, op)))
    return success();
  if (isReduction && succeeded(buildColumns(*this, op)))
    return success();
  return isReduction ? buildReduction(*this, op) : buildPointwise(*this, op);
}

/// Turns a dense constant into a global of the kernels' module, named by
/// content.
LogicalResult LaunchPlan::handleConstant(Operation *op) {
  auto get = op->getOperand(0).getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return op->emitOpError("reads a buffer that is not a constant");
  auto global = op->getParentOfType<ModuleOp>().lookupSymbol<memref::GlobalOp>(
      get.getName());
  std::string symbol = get.getName().str();
  auto data = cast<DenseElementsAttr>(*global.getInitialValue());
  if (!kernels.lookupSymbol(symbol)) {
    SmallVector<char> bytes(data.getRawData().begin(), data.getRawData().end());
    if (data.getElementType().isInteger(1)) {
      bytes.clear();
      for (bool value : data.getValues<bool>())
        bytes.push_back(value);
    }
    OpBuilder b = OpBuilder::atBlockBegin(kernels.getBody());
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
    LLVM::GlobalOp::create(
        b, op->getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Internal,
        symbol, b.getStringAttr(StringRef(bytes.data(), bytes.size())),
        kRegisterAlignment, /*addrSpace=*/1);
  }
  buffers[op->getResult(0)] = {BufferRef::Kind::Constant,
                               unsigned(constants.size()), 0};
  constants.push_back(symbol);
  return success();
}

LogicalResult LaunchPlan::flushSerialOps() {
  SmallVector<Operation *> done = std::move(serialOps);
  serialOps.clear();
  return done.empty() ? success() : buildSerial(*this, done);
}

/// Serial ops are collected in one kernel, which keeps their intermediate
/// values. The next one joins unless a fill that depends on them has to be
/// written in front of it.
LogicalResult LaunchPlan::handleSerial(Operation *op) {
  if (isParallelNest(op))
    return failed(flushSerialOps()) ? failure() : buildSerial(*this, op);
  bool waits = llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    return region::isFill(producer) && !buffers.contains(operand) &&
           areResultsReadBy(*this, serialOps, producer);
  });
  if (waits && failed(flushSerialOps()))
    return failure();
  serialOps.push_back(op);
  return success();
}

bool LaunchPlan::readsGroup(Operation *op) const {
  Operation *producer = op->getOperand(0).getDefiningOp();
  if (group.contains(producer) || region::isFill(producer))
    return true; // a fill may have to be written, from what the group makes
  return llvm::any_of(getGatheredTensors(op), [&](Value tensor) {
    return group.contains(tensor.getDefiningOp());
  });
}

LogicalResult LaunchPlan::handle(Operation *op) {
  bool makesTensor = llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<RankedTensorType>(type);
  });
  if (!makesTensor || isa<tensor::EmptyOp>(op))
    return success();
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    bool isLater = region::isFill(op); // written where it is read
    return !isLater && failed(flushSerialOps()) ? failure()
                                                : handleGeneric(generic);
  }
  // A view of a value from outside of the group leaves the group open.
  bool isView = isReshape(op) ||
                isa<tensor::ExtractSliceOp, bufferization::ToTensorOp>(op);
  if ((!isView || readsGroup(op)) && failed(flush()))
    return failure();
  bool isSerial = !isView && !isa<tensor::InsertSliceOp>(op);
  if (!isSerial && areResultsReadBy(*this, serialOps, op) &&
      failed(flushSerialOps()))
    return failure();
  if (isReshape(op)) {
    if (failed(read(op->getOperand(0))))
      return failure();
    buffers[op->getResult(0)] = buffers.lookup(op->getOperand(0));
    return success();
  }
  if (isa<tensor::ExtractSliceOp>(op))
    return handleExtract(op);
  if (isa<tensor::InsertSliceOp>(op))
    return handleInsert(op);
  if (isa<bufferization::ToTensorOp>(op))
    return handleConstant(op);
  return handleSerial(op);
}

DeviceArgument LaunchPlan::resolve(const BufferRef &buffer) const {
  using Kind = DeviceArgument::Kind;
  switch (buffer.kind) {
  case BufferRef::Kind::Input:
    if (auto result = findAccumulated(region, buffer.index))
      return {Kind::Output, *result, buffer.offset};
    return {Kind::Input, buffer.index, buffer.offset};
  case BufferRef::Kind::Output:
    return {Kind::Output, buffer.index, buffer.offset};
  case BufferRef::Kind::Parameter:
    return {Kind::Parameter, buffer.index, 0};
  case BufferRef::Kind::Constant:
    llvm_unreachable("constants are not launch operands");
  case BufferRef::Kind::Temporary:
    return {Kind::Scratch, 0, scratch.getOffset(buffer.index) + buffer.offset};
  }
  llvm_unreachable("all kinds are covered");
}

LogicalResult LaunchPlan::build() {
  findOutputs();
  Block &body = region.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator()))
    if (failed(handle(&op)))
      return failure();
  if (failed(flush()) || failed(flushSerialOps()) || failed(writeOutputs()))
    return failure();
  // Temporaries have offsets only after the last use is known.
  scratchBytes = scratch.pack();
  for (PlannedLaunch &one : planned) {
    for (const BufferRef &buffer : one.operands)
      one.launch.arguments.push_back(resolve(buffer));
    launches.push_back(std::move(one.launch));
  }
  return success();
}
