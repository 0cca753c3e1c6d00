// LaunchPlan.cpp: a region as launches over buffers
#include "LaunchPlan.h"
#include "KernelBuilder.h"
#include "Product.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

LaunchPlan::LaunchPlan(func::FuncOp region, ModuleOp kernels)
    : region(region), kernels(kernels) {
  unsigned inputs = 0;
  for (BlockArgument argument : region.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      places[argument] = {Place::Kind::Input, inputs++, 0};
}

bool sbp::cuda::isReshape(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

bool sbp::cuda::isEmpty(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements() == 0;
}

Place LaunchPlan::newTemporary(int64_t bytes) {
  return {Place::Kind::Temporary, scratch.add(bytes), 0};
}

void LaunchPlan::addLaunch(PlannedLaunch launch) {
  for (const Place &place : launch.places)
    if (place.kind == Place::Kind::Temporary)
      scratch.use(place.index, int64_t(planned.size()));
  planned.push_back(std::move(launch));
}

LogicalResult LaunchPlan::read(Value value) {
  if (places.contains(value))
    return success();
  Operation *producer = value.getDefiningOp();
  if (isa_and_nonnull<tensor::EmptyOp>(producer)) {
    place(value);
    return success();
  }
  assert(region::isFill(producer) && "a tensor read before it is made");
  if (failed(readAll(getGathered(producer))))
    return failure();
  place(value);
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

LogicalResult LaunchPlan::begin(Value from, Value to) {
  Operation *producer = from.getDefiningOp();
  if (places.contains(from))
    return places.lookup(from) == places.lookup(to) ? success()
                                                    : copy(from, to);
  if (isa_and_nonnull<tensor::EmptyOp>(producer))
    return success();
  if (failed(readAll(getGathered(producer))))
    return failure();
  places[from] = places.lookup(to);
  LogicalResult result =
      buildPointwise(*this, cast<linalg::GenericOp>(producer));
  places.erase(from);
  return result;
}

LogicalResult LaunchPlan::leaveConstant(Value value) {
  if (places.lookup(value).kind != Place::Kind::Constant)
    return success();
  Value copied = newValue(value, newTemporary(getTensorBytes(value)));
  if (failed(copy(value, copied)))
    return failure();
  places[value] = places.lookup(copied);
  return success();
}

/// A group without a reduction has nothing to keep: its ops go one by one.
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
    if (failed(readAll(getGathered(op))))
      return failure();
    place(op->getResult(0));
  }
  return buildRows(*this, done);
}

LogicalResult LaunchPlan::handleGeneric(linalg::GenericOp op) {
  if (waitsForLast(op))
    return success();
  if (linalg::GenericOp product = findProduct(op))
    return failed(flush()) ? failure() : handleAlone(product);
  if (region::isFill(op) || group.join(op))
    return success(); // fills are written where they are read
  if (failed(flush()))
    return failure();
  return group.join(op) ? success() : handleAlone(op);
}

/// One kernel for the op; of a product, with what is done on its result.
LogicalResult LaunchPlan::handleAlone(linalg::GenericOp op) {
  linalg::GenericOp last = waitsForLast(op) ? findLast(op) : nullptr;
  for (Value result : (last ? last : op)->getResults()) {
    place(result);
    if (isEmpty(result))
      return success();
  }
  bool isReduction = op.getNumReductionLoops() != 0;
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable()))
    if (growsInPlace(op, init) && (failed(read(init.get())) ||
                                   failed(copy(init.get(), op->getResult(i)))))
      return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    bool isStart = op.isDpsInit(&operand) && isReduction &&
                   region::isFill(operand.get().getDefiningOp());
    if (isRead(op, operand) && !isStart && failed(read(operand.get())))
      return failure();
  }
  if (failed(readAll(getGathered(op))))
    return failure();
  if (last) {
    for (OpOperand *input : last.getDpsInputOperands())
      if (isRead(last, *input) && input->get() != op->getResult(0) &&
          failed(read(input->get())))
        return failure();
    if (failed(readAll(getGathered(last))))
      return failure();
  }
  if (region::isContraction(op)) {
    if (!op->hasAttr(region::kBetaZeroAttr) &&
        failed(read(op.getDpsInits()[0])))
      return failure();
    if (succeeded(buildProduct(*this, op, last)))
      return success();
    for (Value init : op.getDpsInits())
      if (failed(read(init)))
        return failure();
  }
  if (isIntegerProduct(op) && succeeded(buildProduct(*this, op, last)))
    return success();
  if (succeeded(buildTranspose(*this, op)))
    return success();
  if (isReduction && succeeded(buildColumns(*this, op)))
    return success();
  return isReduction ? buildReduction(*this, op) : buildPointwise(*this, op);
}

/// A dense constant becomes memory of the module.
LogicalResult LaunchPlan::handleConstant(Operation *op) {
  auto get = op->getOperand(0).getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return op->emitOpError("reads a buffer that is no constant");
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
  places[op->getResult(0)] = {Place::Kind::Constant, unsigned(constants.size()),
                              0};
  constants.push_back(symbol);
  return success();
}

LogicalResult LaunchPlan::flushRun() {
  SmallVector<Operation *> done = std::move(run);
  run.clear();
  return done.empty() ? success() : buildSerial(*this, done);
}

/// Ops that one thread runs go into one kernel, with what they hand on: the
/// next one joins unless something has to be written in front of it.
LogicalResult LaunchPlan::handleSerial(Operation *op) {
  if (isParallelNest(op))
    return failed(flushRun()) ? failure() : buildSerial(*this, op);
  bool waits = llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    return region::isFill(producer) && !places.contains(operand) &&
           isNeeded(*this, run, producer);
  });
  if (waits && failed(flushRun()))
    return failure();
  run.push_back(op);
  return success();
}

bool LaunchPlan::readsGroup(Operation *op) const {
  Operation *producer = op->getOperand(0).getDefiningOp();
  if (group.contains(producer) || region::isFill(producer))
    return true; // a fill may have to be written, from what the group makes
  return llvm::any_of(getGathered(op), [&](Value tensor) {
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
    return !isLater && failed(flushRun()) ? failure() : handleGeneric(generic);
  }
  // A view of what the group does not make leaves it open.
  bool isView = isReshape(op) ||
                isa<tensor::ExtractSliceOp, bufferization::ToTensorOp>(op);
  if ((!isView || readsGroup(op)) && failed(flush()))
    return failure();
  bool isSerial = !isView && !isa<tensor::InsertSliceOp>(op);
  if (!isSerial && isNeeded(*this, run, op) && failed(flushRun()))
    return failure();
  if (isReshape(op)) {
    if (failed(read(op->getOperand(0))))
      return failure();
    places[op->getResult(0)] = places.lookup(op->getOperand(0));
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

DeviceArgument LaunchPlan::resolve(const Place &place) const {
  using Kind = DeviceArgument::Kind;
  switch (place.kind) {
  case Place::Kind::Input:
    return {Kind::Input, place.index, place.offset};
  case Place::Kind::Output:
    return {Kind::Output, place.index, place.offset};
  case Place::Kind::Parameter:
    return {Kind::Parameter, place.index, 0};
  case Place::Kind::Constant:
    llvm_unreachable("kernels know the addresses of constants");
  case Place::Kind::Temporary:
    return {Kind::Scratch, 0, scratch.getOffset(place.index) + place.offset};
  }
  llvm_unreachable("all kinds are covered");
}

LogicalResult LaunchPlan::build() {
  findOutputs();
  Block &body = region.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator()))
    if (failed(handle(&op)))
      return failure();
  if (failed(flush()) || failed(flushRun()) || failed(writeOutputs()))
    return failure();
  scratchBytes = scratch.pack();
  for (PlannedLaunch &one : planned) {
    for (const Place &place : one.places)
      one.launch.arguments.push_back(resolve(place));
    launches.push_back(std::move(one.launch));
  }
  return success();
}
