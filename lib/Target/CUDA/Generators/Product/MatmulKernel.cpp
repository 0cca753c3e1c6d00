// MatmulKernel.cpp: what all kernels of matrix products share
#include "MatmulKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

Value sbp::cuda::getNestOffset(KernelBuilder &b, const Access &access,
                               const Nest &nest, Value index) {
  Value sum = b.constant(0);
  for (auto [loop, value] :
       llvm::zip_equal(nest.loops, b.delinearise(index, nest.extents)))
    if (int64_t stride = access.coefficients[loop])
      sum = b.add(sum, b.mul(value, stride));
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
  KernelBuilder &b = *kernel;
  Value sum = b.constant(access.constant);
  for (auto [nest, id] : indices)
    sum = b.add(sum, getNestOffset(b, access, *nest, id));
  return sum;
}

SmallVector<Value> MatmulKernel::loadEpilogueOperand(OpOperand &operand,
                                                     Value atM, Value atN,
                                                     int64_t width) {
  KernelBuilder &b = *kernel;
  const Access &access = epilogueAccess[operand.getOperandNumber()];
  NestIndex atBatch{&batch, batchId};
  if (getVectorWidth(access, n, width) == width)
    return b.loadVector(operand.get(),
                        offset(access, {{&m, atM}, {&n, atN}, atBatch}), width,
                        /*isAligned=*/true);
  SmallVector<Value> values;
  for (int64_t i = 0; i < width; ++i)
    values.push_back(b.load(
        operand.get(),
        offset(access, {{&m, atM}, {&n, b.add(atN, b.constant(i))}, atBatch})));
  return values;
}

SmallVector<Value> MatmulKernel::applyEpilogue(const SmallVector<Value> &values,
                                               Value atM, Value atN) {
  KernelBuilder &b = *kernel;
  size_t width = values.size() / (partner ? 2 : 1);
  SmallVector<SmallVector<Value>> arguments(width), loops;
  for (size_t i = 0; i < width; ++i) {
    SmallVector<Value> all(op.getNumLoops());
    for (auto [nest, at] :
         {NestIndex{&m, atM}, NestIndex{&n, b.add(atN, b.constant(int64_t(i)))},
          NestIndex{&batch, batchId}})
      for (auto [loop, value] :
           llvm::zip_equal(nest->loops, b.delinearise(at, nest->extents)))
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
    results.push_back(b.inlineBody(epilogue, arguments[i], loops[i])[0]);
  return results;
}

SmallVector<Value> MatmulKernel::finishResults(SmallVector<Value> values,
                                               Value atM, Value atN) {
  KernelBuilder &b = *kernel;
  NestIndex indices[] = {{&m, atM}, {&n, atN}, {&batch, batchId}};
  auto add = [&](Value x, Value y) -> Value {
    return isa<FloatType>(type)
               ? arith::AddFOp::create(b.builder, x, y).getResult()
               : arith::AddIOp::create(b.builder, x, y).getResult();
  };
  if (readsInit)
    for (auto [j, value] : llvm::enumerate(values)) {
      indices[1].second = b.add(atN, b.constant(int64_t(j)));
      value =
          add(b.load(op.getDpsInits()[0], offset(access[2], indices)), value);
    }
  if (fill)
    for (Value &value : values)
      value = add(b.inlineBody(fill, {Value()}, {})[0], value);
  return epilogue ? applyEpilogue(values, atM, atN) : values;
}

void MatmulKernel::storeResults(SmallVector<Value> sums, Value atM, Value atN) {
  NestIndex indices[] = {{&m, atM}, {&n, atN}, {&batch, batchId}};
  kernel->storeVector(finishResults(std::move(sums), atM, atN), getResult(),
                      offset(getTarget(), indices), /*isAligned=*/true);
}
