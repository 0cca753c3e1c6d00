// UpdateBuilder.cpp: builds the ops of an optimizer's update

#include "Updates/UpdateBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

FloatType sbp::nn::getUpdateType(Operation *op) {
  for (Value operand : op->getOperands())
    if (getElementTypeOrSelf(operand.getType()).isF64())
      return Float64Type::get(op->getContext());
  return Float32Type::get(op->getContext());
}

static SmallVector<Value> getTensors(ArrayRef<Read> reads) {
  return llvm::map_to_vector(
      reads, [](const Read &read) -> Value { return read.tensor; });
}

SmallVector<Value> UpdateBuilder::map(ArrayRef<Type> types, ValueRange operands,
                                      Results body) {
  int64_t rank = cast<RankedTensorType>(types.front()).getRank();
  SmallVector<Read> reads;
  for (Value operand : operands)
    reads.push_back(
        {operand, llvm::to_vector(llvm::seq<int64_t>(
                      0, getTensorType(operand).getRank() == 0 ? 0 : rank))});
  return map(types, reads, body);
}

SmallVector<Value> UpdateBuilder::map(ArrayRef<Type> types,
                                      ArrayRef<Read> reads, Results body) {
  auto shape = cast<RankedTensorType>(types.front()).getShape();
  SmallVector<Value> inits;
  SmallVector<AffineMap> maps;
  for (const Read &read : reads)
    maps.push_back(select(shape.size(), read.dims));
  for (Type type : types) {
    inits.push_back(tensor::EmptyOp::create(builder, getLoc(), shape,
                                            getElementTypeOrSelf(type)));
    maps.push_back(identity(shape.size()));
  }
  SmallVector<utils::IteratorType> iterators(shape.size(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, getLoc(), types, getTensors(reads), inits, maps, iterators,
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        SmallVector<Value> wide;
        for (Value argument : arguments.take_front(reads.size()))
          wide.push_back(isa<FloatType>(argument.getType())
                             ? widen(builder, argument)
                             : argument);
        SmallVector<Value> yielded;
        for (auto [value, type] : llvm::zip_equal(body(builder, wide), types))
          yielded.push_back(
              isa<FloatType>(value.getType())
                  ? narrow(builder, value, getElementTypeOrSelf(type))
                  : value);
        linalg::YieldOp::create(builder, getLoc(), yielded);
      });
  run(generic);
  return generic.getResults();
}

Value UpdateBuilder::sum(ArrayRef<int64_t> shape, ArrayRef<int64_t> kept,
                         ArrayRef<Read> reads, Results body) {
  SmallVector<int64_t> left;
  for (int64_t dim : kept)
    left.push_back(shape[dim]);
  SmallVector<AffineMap> maps;
  for (const Read &read : reads)
    maps.push_back(select(shape.size(), read.dims));
  Value total = reduce(
      getType(left), select(shape.size(), kept), getLiteral(0.0),
      getTensors(reads), maps, [&](OpBuilder &builder, ValueRange arguments) {
        SmallVector<Value> wide;
        for (Value argument : arguments.drop_back())
          wide.push_back(widen(builder, argument));
        return add(builder, arguments.back(), body(builder, wide).front());
      });
  run(total.getDefiningOp());
  return total;
}

SmallVector<Value> UpdateBuilder::foldByPlace(ValueRange tensors,
                                              TypedAttr init, Fold fold,
                                              Fold join) {
  auto number = RankedTensorType::get({}, init.getType());
  struct Group {
    unsigned place; ///< the first tensor of this placement
    SmallVector<Value> numbers;
  };
  llvm::MapVector<Attribute, Group> groups;
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    int64_t rank = getTensorType(tensor).getRank();
    Value folded =
        reduce(number, select(rank, {}), init, tensor, identity(rank),
               [&](OpBuilder &builder, ValueRange e) {
                 return fold(builder, widen(builder, e[0]), e[1]);
               });
    Operation *built = folded.getDefiningOp();
    runWhere(built, index);
    Attribute placement = built->getAttr(SBPDialect::kPlacementAttr);
    auto group =
        groups.try_emplace(placement, Group{unsigned(index), {}}).first;
    group->second.numbers.push_back(folded);
  }
  SmallVector<Value> totals;
  for (auto &[placement, group] : groups) {
    setPlace(group.place);
    totals.push_back(joinNumbers(group.numbers, join));
  }
  return totals;
}

Value UpdateBuilder::joinNumbers(ValueRange numbers, Fold join) {
  if (numbers.size() == 1)
    return numbers.front();
  return map(numbers.front().getType(), numbers,
             [&](OpBuilder &builder, ValueRange e) {
               Value total = e[0];
               for (Value term : e.drop_front())
                 total = join(builder, term, total);
               return SmallVector<Value>{total};
             })
      .front();
}

SmallVector<Value>
UpdateBuilder::getNumbers(unsigned count, ValueRange operands, Results body) {
  RankedTensorType number = getType({});
  SmallVector<Value> inits(
      count, tensor::EmptyOp::create(builder, getLoc(), ArrayRef<int64_t>(),
                                     number.getElementType()));
  SmallVector<AffineMap> maps(operands.size() + count, identity(0));
  auto generic = linalg::GenericOp::create(
      builder, getLoc(), SmallVector<Type>(count, number), operands, inits,
      maps, ArrayRef<utils::IteratorType>(),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        SmallVector<Value> yielded;
        for (Value value : body(builder, arguments.take_front(operands.size())))
          yielded.push_back(narrow(builder, value, number.getElementType()));
        linalg::YieldOp::create(builder, getLoc(), yielded);
      });
  run(generic);
  return generic.getResults();
}

Value UpdateBuilder::toDouble(OpBuilder &builder, Value value) {
  FloatType type = builder.getF64Type();
  if (isa<FloatType>(value.getType()))
    return widenFloat(builder, getLoc(), value, type);
  return arith::SIToFPOp::create(builder, getLoc(), type, value);
}

Value UpdateBuilder::getDouble(OpBuilder &builder, double value) {
  return arith::ConstantOp::create(builder, getLoc(),
                                   builder.getF64FloatAttr(value));
}
