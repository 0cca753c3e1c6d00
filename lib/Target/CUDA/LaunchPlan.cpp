//===- LaunchPlan.cpp - a region as launches over buffers -----------------===//
#include "LaunchPlan.h"
#include "KernelBuilder.h"
#include "Product.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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

static bool isReshape(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

static bool isEmpty(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements() == 0;
}

/// Whether the insertion may write over its destination: nothing else looks at
/// that, nor at what it is a view of.
static bool updatesInPlace(tensor::InsertSliceOp op) {
  Operation *producer = op.getDest().getDefiningOp();
  return producer && op.getDest().hasOneUse() && !isReshape(producer) &&
         !isa<tensor::ExtractSliceOp, bufferization::ToTensorOp>(producer);
}

/// The product that is made together with `last`, if there is one: the later of
/// two.
static linalg::GenericOp findProduct(linalg::GenericOp last) {
  linalg::GenericOp product;
  for (Value input : last.getDpsInputs()) {
    auto made = input.getDefiningOp<linalg::GenericOp>();
    bool isProduct =
        made && (region::isContraction(made) || isIntegerProduct(made));
    if (isProduct && findLast(made) == last &&
        (!product || product->isBeforeInBlock(made)))
      product = made;
  }
  return product;
}

/// Whether a product is made where the op is that is done on its result.
static bool waitsForLast(linalg::GenericOp op) {
  if (!region::isContraction(op) && !isIntegerProduct(op))
    return false;
  linalg::GenericOp last = findLast(op);
  return last && findProduct(last) == op;
}

/// Whether `value` may be written over `argument` while it is computed: element
/// by element, each from the one in its place, and nothing else reads the
/// argument then or later. Contractions before it have run by then.
static bool mayOverwrite(Value value, BlockArgument argument) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumReductionLoops() != 0)
    return false;
  OpOperand *init =
      op.getTiedOpOperand(cast<OpResult>(value)); // tells where it is written
  AffineMap out = op.getMatchingIndexingMap(init);
  return out.isPermutation() &&
         llvm::all_of(argument.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           if (user == op)
             return op.getMatchingIndexingMap(&use) == out;
           return user->getBlock() == op->getBlock() &&
                  user->isBeforeInBlock(op) && region::isContraction(user) &&
                  !waitsForLast(cast<linalg::GenericOp>(user));
         });
}

/// Results of the region that can be computed where they belong. An output that
/// takes an input's place may have to be copied there at the end, when the
/// input was read.
void LaunchPlan::findOutputs() {
  auto results = region.getBody().front().getTerminator()->getOperands();
  for (auto [i, value] : llvm::enumerate(results)) {
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    if (!value.getDefiningOp())
      continue;
    if (!pair)
      outputs.try_emplace(value, Place{Place::Kind::Output, unsigned(i), 0});
    else if (BlockArgument argument = region.getArgument(pair.getInt());
             mayOverwrite(value, argument))
      outputs.try_emplace(value, places.lookup(argument));
  }
}

std::optional<Place> LaunchPlan::wanted(Value value) {
  if (auto found = outputs.find(value); found != outputs.end())
    return found->second;
  for (Operation *user : value.getUsers()) {
    auto insert = dyn_cast<tensor::InsertSliceOp>(user);
    bool isSame = isReshape(user) || (insert && insert.getDest() == value &&
                                      updatesInPlace(insert));
    if (!isSame)
      continue;
    if (std::optional<Place> place = wanted(user->getResult(0)))
      return place;
  }
  return std::nullopt;
}

Place LaunchPlan::newTemporary(int64_t bytes) {
  temporaries.emplace_back().bytes =
      int64_t(llvm::alignTo(std::max<int64_t>(bytes, 1), 256));
  return {Place::Kind::Temporary, unsigned(temporaries.size() - 1), 0};
}

void LaunchPlan::place(Value value) {
  std::optional<Place> output = wanted(value);
  // One value for each output.
  if (output && output->kind == Place::Kind::Output &&
      llvm::any_of(places,
                   [&](auto &known) { return known.second == *output; }))
    output = std::nullopt;
  places[value] = output ? *output : newTemporary(getTensorBytes(value));
}

void LaunchPlan::use(const Place &place) {
  if (place.kind != Place::Kind::Temporary)
    return;
  Temporary &temporary = temporaries[place.index];
  int64_t now = int64_t(planned.size());
  temporary.first = std::min(temporary.first, now);
  temporary.last = std::max(temporary.last, now);
}

void LaunchPlan::addLaunch(PlannedLaunch launch) {
  for (const Place &place : launch.places)
    use(place);
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
    return copy(from, to);
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

/// A tensor of the type of `like`, which stands at the region's end.
Value LaunchPlan::newValue(Value like, Place place) {
  OpBuilder builder(region.getBody().front().getTerminator());
  auto type = cast<RankedTensorType>(like.getType());
  Value made = tensor::EmptyOp::create(builder, like.getLoc(), type.getShape(),
                                       type.getElementType());
  places[made] = place;
  return made;
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

/// A dense part of a dense tensor: its offset in elements.
static std::optional<int64_t> findDensePart(tensor::ExtractSliceOp op) {
  ArrayRef<int64_t> shape = op.getSourceType().getShape();
  int64_t offset = 0;
  bool isCut = false; // from here on, dims must have one element
  for (size_t d = shape.size(); d-- > 0;) {
    std::optional<int64_t> size = getConstantIntValue(op.getMixedSizes()[d]),
                           step = getConstantIntValue(op.getMixedStrides()[d]),
                           begin = getConstantIntValue(op.getMixedOffsets()[d]);
    if (!size || !step || !begin || (*step != 1 && *size != 1))
      return std::nullopt;
    if (isCut && *size != 1)
      return std::nullopt;
    isCut |= *size != shape[d];
    int64_t stride = 1;
    for (size_t inner = d + 1; inner < shape.size(); ++inner)
      stride *= shape[inner];
    offset += *begin * stride;
  }
  return offset;
}

static std::optional<SmallVector<int64_t>>
getConstants(ArrayRef<OpFoldResult> values) {
  SmallVector<int64_t> constants;
  for (OpFoldResult value : values) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    if (!constant)
      return std::nullopt;
    constants.push_back(*constant);
  }
  return constants;
}

LogicalResult LaunchPlan::handleExtract(Operation *op) {
  auto slice = cast<tensor::ExtractSliceOp>(op);
  SmallVector<Value> gathered = getGathered(op);
  if (failed(read(slice.getSource())) || failed(readAll(gathered)))
    return failure();
  Value result = slice.getResult();
  if (std::optional<int64_t> offset = findDensePart(slice);
      offset && !wanted(result)) {
    Place place = places.lookup(slice.getSource());
    place.offset += *offset * getElementBytes(slice.getType().getElementType());
    places[result] = place;
    return success();
  }
  place(result);
  auto sizes = getConstants(slice.getMixedSizes()),
       steps = getConstants(slice.getMixedStrides());
  if (!sizes || !steps)
    return op->emitOpError("has a size that is not known");
  if (isEmpty(result))
    return success();
  // The result is dense over the slice's dims, dropped ones included.
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> zeros(sizes->size(), builder.getIndexAttr(0));
  SmallVector<int64_t> ones(sizes->size(), 1);
  return buildSliceCopy(*this, op->getLoc(), gathered, slice.getSource(),
                        result, *sizes, slice.getMixedOffsets(), *steps, zeros,
                        ones);
}

LogicalResult LaunchPlan::handleInsert(Operation *op) {
  auto insert = cast<tensor::InsertSliceOp>(op);
  SmallVector<Value> gathered = getGathered(op);
  if (failed(read(insert.getSource())) || failed(readAll(gathered)))
    return failure();
  Place destination = places.lookup(insert.getDest());
  bool isOurs = places.contains(insert.getDest()) &&
                (destination.kind == Place::Kind::Temporary ||
                 destination.kind == Place::Kind::Output);
  if (isOurs && updatesInPlace(insert)) {
    places[insert.getResult()] = destination;
  } else {
    place(insert.getResult());
    if (failed(begin(insert.getDest(), insert.getResult())))
      return failure();
  }
  if (isEmpty(insert.getSource()))
    return success();
  auto sizes = getConstants(insert.getMixedSizes()),
       steps = getConstants(insert.getMixedStrides());
  if (!sizes || !steps)
    return op->emitOpError("has a size that is not known");
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> zeros(sizes->size(), builder.getIndexAttr(0));
  SmallVector<int64_t> ones(sizes->size(), 1);
  return buildSliceCopy(*this, op->getLoc(), gathered, insert.getSource(),
                        insert.getResult(), *sizes, zeros, ones,
                        insert.getMixedOffsets(), *steps);
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

/// What was not computed in its place is copied there; what takes an input's
/// place last, and not from an input that another output may have taken.
LogicalResult LaunchPlan::writeOutputs() {
  Operation *terminator = region.getBody().front().getTerminator();
  SmallVector<std::pair<Value, Value>> late;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (failed(read(value)))
      return failure();
    Place output = {Place::Kind::Output, unsigned(i), 0};
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    bool isThere =
        places.lookup(value) == output ||
        (pair && places.lookup(value) ==
                     places.lookup(region.getArgument(pair.getInt())));
    if (isThere || isEmpty(value))
      continue;
    if (!pair) {
      if (failed(copy(value, newValue(value, output))))
        return failure();
      continue;
    }
    Value source = value;
    if (places.lookup(value).kind == Place::Kind::Input) {
      source = newValue(value, newTemporary(getTensorBytes(value)));
      if (failed(copy(value, source)))
        return failure();
    }
    late.emplace_back(source, newValue(value, output));
  }
  for (auto [from, to] : late)
    if (failed(copy(from, to)))
      return failure();
  return success();
}

/// Largest first, each at the lowest offset free of all that live beside it.
void LaunchPlan::packTemporaries() {
  SmallVector<Temporary *> order;
  for (Temporary &temporary : temporaries)
    if (temporary.last >= 0)
      order.push_back(&temporary);
  llvm::stable_sort(
      order, [](Temporary *x, Temporary *y) { return x->bytes > y->bytes; });
  for (auto [i, next] : llvm::enumerate(order)) {
    SmallVector<std::pair<int64_t, int64_t>> busy;
    for (Temporary *other : ArrayRef(order).take_front(i))
      if (other->first <= next->last && next->first <= other->last)
        busy.push_back({other->offset, other->offset + other->bytes});
    llvm::sort(busy);
    for (auto [low, high] : busy) {
      if (next->offset + next->bytes <= low)
        break;
      next->offset = std::max(next->offset, high);
    }
    scratchBytes = std::max(scratchBytes, next->offset + next->bytes);
  }
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
    return {Kind::Scratch, 0, temporaries[place.index].offset + place.offset};
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
  packTemporaries();
  for (PlannedLaunch &one : planned) {
    for (const Place &place : one.places)
      one.launch.arguments.push_back(resolve(place));
    launches.push_back(std::move(one.launch));
  }
  return success();
}
