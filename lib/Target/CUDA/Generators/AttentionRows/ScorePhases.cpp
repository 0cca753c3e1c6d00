// ScorePhases.cpp: scores, their rows and their product within one kernel
#include "ScorePhases.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;
using namespace sbp::cuda::attention_rows;

static Value convertFloat(KernelBuilder &builder, Value x, Type type) {
  if (x.getType() == type)
    return x;
  return x.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth()
             ? arith::ExtFOp::create(builder.builder, type, x).getResult()
             : arith::TruncFOp::create(builder.builder, type, x).getResult();
}

void ScoreTiles::emit(Value firstM, Value firstN, Value tileA, Value tileB,
                      Value scores) {
  KernelBuilder &builder = *kernel;
  Place place = getPlace();
  SmallVector<Value> sums =
      accumulateTile(firstM, firstN, place, tileA, tileB, /*isOnly=*/false);
  Type wide = builder.builder.getF32Type();
  for (int64_t j = 0; j < kThreadTile; ++j) {
    Value column =
        builder.add(builder.add(firstN, place.column), builder.constant(j));
    SmallVector<Value> values;
    for (int64_t i = 0; i < kThreadTile; ++i) {
      Value row =
          builder.add(builder.add(firstM, place.row), builder.constant(i));
      Value inside =
          arith::AndIOp::create(builder.builder, builder.isLess(row, m.size),
                                builder.isLess(column, n.size));
      values.push_back(builder.ifElse(inside, {builder.zero(wide)}, [&] {
        Value score =
            finishResults({sums[i * kThreadTile + j]}, row, column)[0];
        return SmallVector<Value>{convertFloat(builder, score, wide)};
      })[0]);
    }
    builder.ifThen(builder.isLess(column, llvm::alignTo(n.size, kBlockK)), [&] {
      builder.storeShared(values, scores,
                          builder.add(builder.mul(column, kPitch), place.row));
    });
  }
}

ScoreRows::ScoreRows(LaunchPlan &plan, ScoreChain &chain)
    : RegisterRows(plan, chain.rows), chain(chain) {
  llvm::erase(read, chain.getScores());
  llvm::erase_if(written, [&](Value result) {
    return llvm::all_of(result.getUsers(),
                        [&](Operation *user) { return chain.contains(user); });
  });
  vectorWidth = 1;
  threadsPerRow = kWarp;
  threads = kThreads;
  chunks = llvm::divideCeil(group.columns, kWarp);
  isRagged = group.columns % kWarp != 0;
}

void ScoreRows::begin(Value lane) {
  threadInRow = lane;
  setColumns();
}

void ScoreRows::emit(Value local, Value atThread, SmallVector<Value> loops,
                     Value scores) {
  KernelBuilder &builder = *kernel;
  thread = atThread;
  rowLoops = std::move(loops);
  isActive = builder.isLess(builder.constant(0), 1);
  made.clear();
  loaded.clear();
  Type wide = builder.builder.getF32Type(),
       narrow = getElementTypeOrSelf(chain.getScores().getType());
  auto place = [&](int64_t c) {
    return builder.add(builder.mul(columns[c], kPitch), local);
  };
  for (int64_t c = 0; c < chunks; ++c)
    made[chain.getScores()].push_back({convertFloat(
        builder, builder.loadShared(scores, wide, place(c), 1)[0], narrow)});
  for (linalg::GenericOp op : group.members)
    evaluateOp(op);
  writeAll();
  for (int64_t c = 0; c < chunks; ++c) {
    auto store = [&] {
      builder.storeShared(
          convertFloat(builder, made[chain.getWeights()][c][0], wide), scores,
          place(c));
    };
    if (isRagged)
      builder.ifThen(isInside[c], store);
    else
      store();
  }
  for (auto [result, buffer] : held)
    builder.ifThen(builder.isLess(threadInRow, 1), [&] {
      builder.storeShared(made[result][0][0], buffer, local);
    });
}

void WeightTiles::emit(Value firstM, Value firstN, Value scores, Value tileB) {
  KernelBuilder &builder = *kernel;
  Place place = getPlace();
  SmallVector<Value> sums(kThreadTile * kThreadTile, builder.zero(type));
  sums = builder.forLoop(
      builder.constant(0), builder.constant(k.size), kBlockK, sums,
      [&](Value firstK, ValueRange carried) {
        storeSlice(1, n, loadSlice(1, n, firstN, firstK), tileB);
        builder.barrier();
        Value row = builder.add(builder.mul(firstK, kPitch), place.row);
        SmallVector<Value> next = accumulateKSlice(
            scores, tileB, row, place.column, SmallVector<Value>(carried));
        builder.barrier();
        return next;
      });
  storeTile(sums, builder.add(firstM, place.row),
            builder.add(firstN, place.column));
}

SmallVector<Value> WeightTiles::loadEpilogueOperand(OpOperand &operand,
                                                    Value atM, Value atN,
                                                    int64_t width) {
  auto found = held.find(operand.get());
  if (found == held.end())
    return TiledProduct::loadEpilogueOperand(operand, atM, atN, width);
  Value value = kernel->loadShared(
      found->second, getElementTypeOrSelf(operand.get().getType()),
      kernel->rem(atM, kTile), 1)[0];
  return SmallVector<Value>(width, value);
}
