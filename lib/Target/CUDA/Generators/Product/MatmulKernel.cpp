// MatmulKernel.cpp: the common parts of all kernels of matrix products
#include "MatmulKernel.h"
#include "Choice/Prediction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

Value sbp::cuda::getNestOffset(KernelBuilder &builder, const Access &access,
                               const Nest &nest, Value index) {
  Value sum = builder.constant(0);
  for (auto [loop, value] :
       llvm::zip_equal(nest.loops, builder.delinearise(index, nest.extents)))
    if (int64_t stride = access.coefficients[loop])
      sum = builder.add(sum, builder.mul(value, stride));
  return sum;
}

SmallVector<Value> MatmulKernel::getTensors() {
  SmallVector<Value> values(op.getDpsInputs());
  llvm::append_range(values, getEpilogueTensors());
  return values;
}

bool MatmulKernel::isProduct(Value tensor) {
  return tensor == op->getResult(0) ||
         (partner && tensor == partner->getResult(0));
}

double MatmulKernel::countBytes() {
  double bytes = 0;
  // The sums that an epilogue reads are not stored.
  for (OpOperand &operand : op->getOpOperands().take_front(epilogue ? 2 : 3))
    bytes += getAccessedBytes(op, operand);
  if (epilogue)
    for (OpOperand &operand : epilogue->getOpOperands())
      if (!isProduct(operand.get()))
        bytes += getAccessedBytes(epilogue, operand);
  return bytes;
}

bool MatmulKernel::hidesApproximations() {
  Type element = getElementTypeOrSelf(getResult());
  return element.isBF16() || element.isF16();
}

SmallVector<Value> MatmulKernel::getEpilogueTensors() {
  SmallVector<Value> values;
  values.push_back((epilogue ? epilogue : op)->getResult(0));
  if (readsInit)
    values.push_back(op.getDpsInits()[0]);
  llvm::append_range(values, getGatheredTensors(op));
  if (epilogue) {
    llvm::append_range(values, getGatheredTensors(epilogue));
    for (OpOperand *input : epilogue.getDpsInputOperands())
      if (isRead(epilogue, *input) && !isProduct(input->get()))
        values.push_back(input->get());
  }
  return values;
}

Value MatmulKernel::offset(const Access &access, ArrayRef<NestIndex> indices) {
  KernelBuilder &builder = *kernel;
  Value sum = builder.constant(access.constant);
  for (auto [nest, id] : indices)
    sum = builder.add(sum, getNestOffset(builder, access, *nest, id));
  return sum;
}

SmallVector<Value> MatmulKernel::loadEpilogueOperand(OpOperand &operand,
                                                     Value atM, Value atN,
                                                     int64_t width) {
  KernelBuilder &builder = *kernel;
  const Access &access = epilogueAccess[operand.getOperandNumber()];
  NestIndex atBatch{&batch, batchId};
  if (getVectorWidth(access, n, width) == width)
    return builder.loadVector(
        operand.get(), offset(access, {{&m, atM}, {&n, atN}, atBatch}), width,
        /*isAligned=*/true);
  SmallVector<Value> values;
  for (int64_t i = 0; i < width; ++i)
    values.push_back(builder.load(
        operand.get(),
        offset(access, {{&m, atM},
                        {&n, builder.add(atN, builder.constant(i))},
                        atBatch})));
  return values;
}

SmallVector<Value> MatmulKernel::applyEpilogue(const SmallVector<Value> &values,
                                               Value atM, Value atN) {
  KernelBuilder &builder = *kernel;
  size_t width = values.size() / (partner ? 2 : 1);
  SmallVector<SmallVector<Value>> arguments(width), loops;
  for (size_t i = 0; i < width; ++i) {
    SmallVector<Value> all(op.getNumLoops());
    for (auto [nest, at] :
         {NestIndex{&m, atM},
          NestIndex{&n, builder.add(atN, builder.constant(int64_t(i)))},
          NestIndex{&batch, batchId}})
      for (auto [loop, value] :
           llvm::zip_equal(nest->loops, builder.delinearise(at, nest->extents)))
        all[loop] = value;
    loops.push_back(llvm::map_to_vector(
        epilogueLoops, [&](unsigned loop) { return all[loop]; }));
  }
  for (OpOperand &operand : epilogue->getOpOperands()) {
    SmallVector<Value> given(width);
    if (operand.get() == op->getResult(0))
      given.assign(values.begin(), values.begin() + width);
    else if (isProduct(operand.get()))
      given.assign(values.begin() + width, values.end());
    else if (isRead(epilogue, operand))
      given = loadEpilogueOperand(operand, atM, atN, int64_t(width));
    for (auto [list, value] : llvm::zip_equal(arguments, given))
      list.push_back(value);
  }
  SmallVector<Value> results;
  for (size_t i = 0; i < width; ++i)
    results.push_back(builder.inlineBody(epilogue, arguments[i], loops[i])[0]);
  return results;
}

SmallVector<Value> MatmulKernel::finishResults(SmallVector<Value> values,
                                               Value atM, Value atN) {
  KernelBuilder &builder = *kernel;
  NestIndex indices[] = {{&m, atM}, {&n, atN}, {&batch, batchId}};
  auto add = [&](Value x, Value y) -> Value {
    return isa<FloatType>(type)
               ? arith::AddFOp::create(builder.builder, x, y).getResult()
               : arith::AddIOp::create(builder.builder, x, y).getResult();
  };
  if (readsInit)
    for (auto [j, value] : llvm::enumerate(values)) {
      indices[1].second = builder.add(atN, builder.constant(int64_t(j)));
      value = add(builder.load(op.getDpsInits()[0], offset(access[2], indices)),
                  value);
    }
  if (fill)
    for (Value &value : values)
      value = add(builder.inlineBody(fill, {Value()}, {})[0], value);
  return epilogue ? applyEpilogue(values, atM, atN) : values;
}

Value MatmulKernel::isInside(Value atM, Value atN) {
  return arith::AndIOp::create(kernel->builder, kernel->isLess(atM, m.size),
                               kernel->isLess(atN, n.size));
}

void MatmulKernel::storeFragments(
    Value row, Value column, int64_t groups, bool isWhole,
    llvm::function_ref<SmallVector<Value>(int64_t, int64_t)> getSums,
    bool isTransposed) {
  KernelBuilder &kb = *kernel;
  auto add = [&](Value x, int64_t y) -> Value {
    Value constant = arith::ConstantOp::create(
        kb.builder, kb.builder.getI32IntegerAttr(int32_t(y)));
    return arith::AddIOp::create(kb.builder, x, constant);
  };
  int64_t width =
      isTransposed ? 1 : getVectorWidth(getTarget(), n, /*width=*/2);
  for (int64_t half = 0; half < 2; ++half)
    for (int64_t j = 0; j < groups; ++j)
      for (int64_t e = 0; e < 2; e += width) {
        Value atM = kb.toOffset(add(row, 8 * half)),
              atN = kb.toOffset(add(column, 8 * j + e));
        if (isTransposed)
          std::swap(atM, atN);
        SmallVector<Value> values = getSums(4 * j + 2 * half + e, width);
        auto store = [&] { storeResults(values, atM, atN); };
        if (isWhole)
          store();
        else
          kb.ifThen(isInside(atM, atN), store);
      }
}

void MatmulKernel::storeResults(SmallVector<Value> sums, Value atM, Value atN) {
  NestIndex indices[] = {{&m, atM}, {&n, atN}, {&batch, batchId}};
  kernel->storeVector(finishResults(std::move(sums), atM, atN), getResult(),
                      offset(getTarget(), indices), /*isAligned=*/true);
}
