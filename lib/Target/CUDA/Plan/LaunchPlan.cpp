// LaunchPlan.cpp: a region as launches over buffers
//
// One pass over the region's ops in program order. Ops that need a kernel are
// collected in windows (Windows.h), which are computed when they are due. Views
// get their source's buffer, those of results of a window once it is computed.
// Fills are written where they are first read. For example, the ops of
//
//   y = x w;  z = y + b;  s = softmax(z);  out = insert s into c
//
// become a product with the epilogue z, one row kernel for s, and one copy.
#include "LaunchPlan.h"
#include "Kernel/KernelBuilder.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

LogicalResult LaunchPlan::read(Value value) {
  if (buffers.contains(value))
    return success();
  Operation *producer = value.getDefiningOp();
  if (isa_and_nonnull<tensor::EmptyOp>(producer)) {
    buffers.assign(value);
    return success();
  }
  if (isView(producer))
    return handleView(producer);
  assert(region::isFill(producer) && "tensor is read before it is computed");
  if (failed(readAll(getGatheredTensors(producer))))
    return failure();
  buffers.assign(value);
  return writeFill(producer);
}

LogicalResult LaunchPlan::writeFill(Operation *fill) {
  Candidate fastest = findCandidates(fill, chip).front();
  int64_t first = launches.size();
  if (failed(fastest.generator->emit(fastest, fill, *this)))
    return failure();
  launches.label(first, fastest.schedule, fastest.seconds);
  return success();
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
  buffers.set(from, buffers.lookup(to));
  LogicalResult result = writeFill(producer);
  buffers.erase(from);
  return result;
}

LogicalResult LaunchPlan::materialiseConstant(Value value) {
  if (buffers.lookup(value).kind != BufferRef::Kind::Constant)
    return success();
  Value copied = buffers.createValueIn(
      value, buffers.allocateTemporary(getTensorBytes(value)));
  if (failed(copy(value, copied)))
    return failure();
  buffers.set(value, buffers.lookup(copied));
  return success();
}

LogicalResult LaunchPlan::compute(Window all) {
  FailureOr<SmallVector<Candidate>> chosen =
      chooseCandidates(all, chip, tuning, choices);
  if (failed(chosen))
    return failure();
  Window ops = all;
  for (const Candidate &one : *chosen) {
    Window taken = ops.take_front(one.numOps);
    ops = ops.drop_front(one.numOps);
    if (failed(one.generator->prepare(taken, *this)))
      return failure();
    bool needsKernel =
        llvm::none_of(taken.back()->getResults(), [&](Value result) {
          return buffers.contains(result) && isEmpty(result);
        });
    int64_t first = launches.size();
    if (needsKernel && failed(one.generator->emit(one, taken, *this)))
      return failure();
    launches.label(first, one.schedule, one.seconds);
  }
  joinSideBySide(all);
  return success();
}

void LaunchPlan::joinSideBySide(Window ops) {
  SmallVector<Value> inputs = getSharedInputs(ops);
  if (inputs.empty())
    return;
  BufferRef written = buffers.lookup(ops.back()->getResult(0));
  bool isShared = llvm::any_of(llvm::zip(inputs, last.inputs), [](auto pair) {
    return std::get<0>(pair) == std::get<1>(pair);
  });
  if (isShared && launches.size() == last.end + 1 &&
      joinLastLaunches(launches, kernels, buffers.scratch, last, written))
    last.written.push_back(written);
  else
    last = {inputs, {written}, launches.size()};
}

LogicalResult LaunchPlan::flush() {
  Windows::Ops ops = windows.close();
  return ops.empty() ? success() : compute(ops);
}

LogicalResult LaunchPlan::assignFrom(Value start, Value result) {
  if (buffers.contains(start) && isReplaced(start)) {
    BufferRef begun = buffers.lookup(start);
    std::optional<BufferRef> target = buffers.getDestination(result);
    if (target ? begun == *target : begun.kind == BufferRef::Kind::Temporary) {
      buffers.set(result, begun);
      return success();
    }
  }
  buffers.assign(result);
  return initialiseFrom(start, result);
}

/// Operands that results begin with are copied, if at all; all others are read.
LogicalResult LaunchPlan::prepareWhole(Operation *op) {
  SmallVector<OpOperand *> starts;
  for (OpResult result : op->getResults()) {
    OpOperand *start = findStart(result);
    starts.push_back(start);
    if (!start)
      buffers.assign(result);
    else if (failed(assignFrom(start->get(), result)))
      return failure();
    if (isEmpty(result))
      return success();
  }
  for (OpOperand &operand : op->getOpOperands())
    if (!llvm::is_contained(starts, &operand) &&
        isa<RankedTensorType>(operand.get().getType()) &&
        failed(read(operand.get())))
      return failure();
  return success();
}

LogicalResult LaunchPlan::prepareOp(Operation *op, linalg::GenericOp epilogue) {
  if (op->hasAttr(region::kWholeAttr))
    return prepareWhole(op);
  for (Value result : (epilogue ? epilogue.getOperation() : op)->getResults()) {
    buffers.assign(result);
    if (isEmpty(result))
      return success();
  }
  return prepareGeneric(cast<linalg::GenericOp>(op), epilogue);
}

LogicalResult LaunchPlan::prepareGeneric(linalg::GenericOp op,
                                         linalg::GenericOp epilogue) {
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
  if (!epilogue)
    return success();
  for (OpOperand *input : epilogue.getDpsInputOperands())
    if (isRead(epilogue, *input) && input->get() != op->getResult(0) &&
        failed(read(input->get())))
      return failure();
  return readAll(getGatheredTensors(epilogue));
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
    OpBuilder builder = OpBuilder::atBlockBegin(kernels.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    LLVM::GlobalOp::create(
        builder, op->getLoc(), type, /*isConstant=*/true,
        LLVM::Linkage::Internal, symbol,
        builder.getStringAttr(StringRef(bytes.data(), bytes.size())),
        kRegisterAlignment, /*addrSpace=*/1);
  }
  buffers.set(op->getResult(0), buffers.addConstant(symbol));
  return success();
}

LogicalResult LaunchPlan::handleReshape(Operation *op) {
  if (failed(read(op->getOperand(0))))
    return failure();
  buffers.set(op->getResult(0), buffers.lookup(op->getOperand(0)));
  return success();
}

LogicalResult LaunchPlan::handleView(Operation *op) {
  return isReshape(op) ? handleReshape(op) : handleExtract(op);
}

bool LaunchPlan::isViewOfPending(Operation *op) const {
  Value viewed = getViewed(op->getResult(0));
  return isView(op) && !buffers.contains(viewed) &&
         isInWindow(viewed.getDefiningOp());
}

LogicalResult LaunchPlan::handlePendingViews(Window computed) {
  for (Operation *view : std::exchange(pendingViews, {})) {
    if (!buffers.contains(getViewed(view->getResult(0)))) {
      pendingViews.push_back(view);
      continue;
    }
    bool isRead = llvm::any_of(view->getUsers(), [&](Operation *user) {
      return !isView(user) && !llvm::is_contained(computed, user);
    });
    if (isRead && failed(read(view->getResult(0))))
      return failure();
  }
  return success();
}

LogicalResult LaunchPlan::handle(Operation *op) {
  using Handler = LogicalResult (LaunchPlan::*)(Operation *);
  bool makesTensor = llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<RankedTensorType>(type);
  });
  // Fills are written where they are read.
  if (!makesTensor || isa<tensor::EmptyOp>(op) || region::isFill(op))
    return success();
  if (isViewOfPending(op)) {
    pendingViews.push_back(op);
    return success();
  }
  Handler handler =
      isReshape(op)                        ? &LaunchPlan::handleReshape
      : isa<tensor::ExtractSliceOp>(op)    ? &LaunchPlan::handleExtract
      : isa<tensor::InsertSliceOp>(op)     ? &LaunchPlan::handleInsert
      : isa<bufferization::ToTensorOp>(op) ? &LaunchPlan::handleConstant
                                           : Handler();
  if (handler)
    return windows.isDueBefore(op) && failed(flush()) ? failure()
                                                      : (this->*handler)(op);
  for (const Windows::Ops &ops : windows.add(op, *this))
    if (failed(compute(ops)) || failed(handlePendingViews(ops)))
      return failure();
  return success();
}

/// Copies results that were not computed in place. Outputs that take an input's
/// buffer come last, from a temporary if their source is an input, which
/// another output may overwrite.
LogicalResult LaunchPlan::writeOutputs() {
  Operation *terminator = region.getBody().front().getTerminator();
  SmallVector<std::pair<Value, Value>> late;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (failed(read(value)))
      return failure();
    BufferRef output = {BufferRef::Kind::Output, unsigned(i), 0};
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    bool isThere =
        buffers.lookup(value) == output ||
        (pair && buffers.lookup(value) ==
                     buffers.lookup(region.getArgument(pair.getInt())));
    if (isThere || isEmpty(value))
      continue;
    if (!pair) {
      if (failed(copy(value, buffers.createValueIn(value, output))))
        return failure();
      continue;
    }
    Value source = value;
    if (buffers.lookup(value).kind == BufferRef::Kind::Input) {
      source = buffers.createValueIn(
          value, buffers.allocateTemporary(getTensorBytes(value)));
      if (failed(copy(value, source)))
        return failure();
    }
    late.emplace_back(source, buffers.createValueIn(value, output));
  }
  for (auto [from, to] : late)
    if (failed(copy(from, to)))
      return failure();
  return success();
}

FailureOr<std::vector<DeviceLaunch>> LaunchPlan::build() {
  Block &body = region.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator()))
    if (failed(handle(&op)))
      return failure();
  if (failed(flush()) || failed(writeOutputs()))
    return failure();
  // Temporaries have offsets only after the last use is known.
  scratchBytes = buffers.scratch.pack();
  return launches.resolve(buffers);
}
