// LocalEvaluation.cpp: builds and evaluates one op on every rank
//
// `buildLocal` needs a block with arguments of local types; it is created in a
// temporary module per rank, evaluated, and discarded.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interpreter/DistributedInterpreter.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;

namespace sbp {
namespace {

/// A shard with constant offsets; on time, offsets are computed from the number
/// of the micro-batch, as in the cut of an entry.
class FixedShard : public ShardContext {
public:
  FixedShard(const Placement &placement, int64_t position, bool onTime)
      : placement(placement), position(position), onTime(onTime) {}
  const Placement &getPlacement() const override { return placement; }
  RankedTensorType getLocalType(RankedTensorType global,
                                const Distribution &distribution) override {
    Box box = getBoxAt(placement, distribution, global.getShape(), position);
    return RankedTensorType::get(getShape(box), global.getElementType());
  }
  Value getOffset(OpBuilder &builder, Location loc, RankedTensorType global,
                  const Distribution &distribution, int64_t dim) override {
    if (onTime) {
      int64_t extent = global.getDimSize(dim) / placement.getNumRanks();
      Value number = MicroBatchOp::create(builder, loc, builder.getIndexType());
      Value size = arith::ConstantIndexOp::create(builder, loc, extent);
      return arith::MulIOp::create(builder, loc, number, size);
    }
    Box box = getBoxAt(placement, distribution, global.getShape(), position);
    return arith::ConstantIndexOp::create(builder, loc, box[dim].begin);
  }
  int64_t getPosition() const { return position; }

private:
  const Placement &placement;
  int64_t position;
  bool onTime;
};

/// The ops that `buildLocal` created for one rank.
class LocalProgram {
public:
  LocalProgram(Operation *op, const Signature &signature, FixedShard &shard)
      : op(op), signature(signature), shard(shard),
        module(ModuleOp::create(op->getLoc())), block(*module->getBody()) {}

  LogicalResult build(bool verify);
  FailureOr<RuntimeValues> run(ArrayRef<RuntimeValue> operands, Frame &outer);

private:
  void closeOverCaptures();
  LogicalResult verifyAll();

  Operation *op;
  const Signature &signature;
  FixedShard &shard;
  OwningOpRef<ModuleOp> module;
  Block &block;
  SmallVector<Value> locals, results;
  SmallVector<std::pair<Value, Value>> captures; ///< argument, outer value
};

LogicalResult LocalProgram::build(bool verify) {
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    Type type = operand.getType();
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      type = shard.getLocalType(tensor, signature.operands[i]);
    locals.push_back(block.addArgument(type, op->getLoc()));
  }
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  auto built =
      cast<SBPOpInterface>(op).buildLocal(builder, signature, locals, shard);
  if (failed(built))
    return op->emitOpError("cannot be built for one rank with signature ")
           << llvm::to_string(signature);
  results = *built;
  closeOverCaptures();
  return verify ? verifyAll() : success();
}

/// Turns captured scalars into arguments, since the ops stand in another
/// module.
void LocalProgram::closeOverCaptures() {
  DenseMap<Value, Value> arguments;
  module->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      Value value = operand.get();
      if (module->getBodyRegion().isAncestor(value.getParentRegion()))
        continue;
      auto [entry, isNew] = arguments.try_emplace(value);
      if (isNew) {
        entry->second = block.addArgument(value.getType(), value.getLoc());
        captures.emplace_back(entry->second, value);
      }
      operand.set(entry->second);
    }
  });
}

/// Verifies the built ops and the types of the results.
LogicalResult LocalProgram::verifyAll() {
  for (Operation &built : block)
    if (failed(mlir::verify(&built)))
      return op->emitOpError("is built invalid for one rank with signature ")
             << llvm::to_string(signature);
  for (auto [i, result] : llvm::enumerate(results)) {
    auto global = dyn_cast<RankedTensorType>(op->getResult(i).getType());
    if (!global)
      continue;
    Type expected = shard.getLocalType(global, signature.results[i]);
    if (result.getType() != expected)
      return op->emitOpError("result #")
             << i << " is built as " << result.getType() << " but is "
             << expected << " with signature " << llvm::to_string(signature);
  }
  return success();
}

FailureOr<RuntimeValues> LocalProgram::run(ArrayRef<RuntimeValue> operands,
                                           Frame &outer) {
  Frame frame(&outer);
  for (auto [local, operand] : llvm::zip_equal(locals, operands))
    frame.set(local, operand);
  // Scalars of the enclosing function keep their values on every rank.
  for (auto [argument, value] : captures)
    if (const RuntimeValue *known = outer.find(value))
      frame.set(argument, *known);
  for (Operation &built : block) {
    if (auto number = dyn_cast<MicroBatchOp>(&built)) {
      frame.set(number.getResult(), makeInteger(shard.getPosition()));
      continue;
    }
    FailureOr<RuntimeValues> values =
        evaluateOp(&built, frame.get(built.getOperands()), frame);
    if (failed(values))
      return failure();
    for (auto [value, runtime] : llvm::zip_equal(built.getResults(), *values))
      frame.set(value, runtime);
  }
  return frame.get(results);
}

} // namespace

/// Returns the local value of an operand. Shape-only operands may be
/// distributed in any way and are replaced by a poison value of the built
/// shape.
static RuntimeValue getOperand(Operation *op, unsigned i, const Rule &rule,
                               const Signature &signature, FixedShard &shard,
                               ArrayRef<std::vector<TensorValue>> operands,
                               int64_t position, Frame &frame) {
  auto type = dyn_cast<RankedTensorType>(op->getOperand(i).getType());
  if (!type)
    return frame.get(op->getOperand(i));
  if (i < rule.shapeOnly.size() && rule.shapeOnly[i])
    return TensorValue::poison(
        shard.getLocalType(type, signature.operands[i]).getShape(),
        type.getElementType());
  return operands[i][position];
}

FailureOr<std::vector<std::vector<TensorValue>>>
evaluateLocally(Operation *op, const Signature &signature,
                const Placement &placement,
                ArrayRef<std::vector<TensorValue>> operands, Frame &frame,
                bool verify, bool onTime) {
  auto ruled = getRuledOp(op);
  const Rule &rule = ruled->rule;
  std::vector<std::vector<TensorValue>> results(op->getNumResults());
  for (int64_t position = 0; position < placement.getNumRanks(); ++position) {
    FixedShard shard(placement, position, onTime);
    LocalProgram program(op, signature, shard);
    if (failed(program.build(verify)))
      return failure();
    RuntimeValues locals;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      locals.push_back(
          getOperand(op, i, rule, signature, shard, operands, position, frame));
    FailureOr<RuntimeValues> values = program.run(locals, frame);
    if (failed(values))
      return failure();
    for (auto [i, value] : llvm::enumerate(*values))
      results[i].push_back(
          value.tensor ? *value
                       : TensorValue::splat({}, op->getResult(i).getType(),
                                            value.scalar));
  }
  return results;
}

} // namespace sbp
