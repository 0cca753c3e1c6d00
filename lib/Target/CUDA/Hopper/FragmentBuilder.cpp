// FragmentBuilder.cpp: products whose accumulators are separate registers
//
// Registers that a product or a wait uses are operands and results of the same
// inline assembly, so that LLVM moves no access of them across.
#include "FragmentBuilder.h"
#include "Math/InlinePtx.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sbp::cuda;

/// Descriptors count units of this many bytes; rows of tiles have 128 bytes.
static constexpr int64_t kUnitBytes = 16, kRowBytes = 128;

Value FragmentBuilder::constantFloat(float value) {
  return arith::ConstantOp::create(builder, builder.getF32FloatAttr(value));
}
Value FragmentBuilder::constantWide(int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
}
Value FragmentBuilder::step(Value descriptor, int64_t by) {
  return by == 0 ? descriptor
                 : arith::AddIOp::create(builder, descriptor, constantWide(by))
                       .getResult();
}

/// Returns the literal struct of the types of `values`.
static Type getStruct(MLIRContext *context, ArrayRef<Value> values) {
  return LLVM::LLVMStructType::getLiteral(
      context, llvm::map_to_vector(values, [](Value value) -> Type {
        return value.getType();
      }));
}

static Registers unpack(ImplicitLocOpBuilder &builder, Value packed,
                        size_t count) {
  Registers values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(LLVM::ExtractValueOp::create(builder, packed, int64_t(i)));
  return values;
}

/// Returns the constraints of `values` as results, and of as many operands that
/// are tied to them, which follow `between`.
static std::string tieConstraints(ArrayRef<Value> values, StringRef between) {
  std::string results, operands;
  for (auto [i, value] : llvm::enumerate(values)) {
    results += value.getType().isF32() ? "=f," : "=r,";
    operands += (i ? "," : "") + std::to_string(i);
  }
  return results + between.str() + operands;
}

Registers FragmentBuilder::tie(const std::string &text,
                               const Registers &registers) {
  Value tied = emit(getStruct(builder.getContext(), registers), text,
                    tieConstraints(registers, ""), registers);
  return unpack(builder, tied, registers.size());
}

Registers FragmentBuilder::multiply(const Registers &sums, ArrayRef<Value> a,
                                    TileOrder orderA, Value b, TileOrder orderB,
                                    bool isFirst, Type element) {
  size_t count = sums.size(), next = count;
  auto list = [](size_t first, size_t number) {
    std::string text;
    for (size_t i = 0; i < number; ++i)
      text += llvm::formatv("{0}${1}", i ? ", " : "", first + i);
    return text;
  };
  bool isFragment = a.size() == 4;
  std::string placeA = list(next, a.size());
  if (isFragment)
    placeA = "{" + placeA + "}";
  next += a.size();
  std::string transposed = std::to_string(int(orderB == TileOrder::MNMajor));
  if (!isFragment)
    transposed =
        std::to_string(int(orderA == TileOrder::MNMajor)) + ", " + transposed;
  StringRef name = element.isBF16() ? "bf16" : "f16";
  std::string text = llvm::formatv(
      "{{ .reg .pred keeps; setp.ne.b32 keeps, ${0}, 0; "
      "wgmma.mma_async.sync.aligned.m64n{1}k16.f32.{2}.{2} {{{3}}, {4}, "
      "${5}, keeps, 1, 1, {6}; }",
      next + 1, 2 * count, name, list(0, count), placeA, next, transposed);
  SmallVector<Value> operands(a);
  operands.append({b, constant(isFirst ? 0 : 1)});
  llvm::append_range(operands, sums);
  Value product = emit(
      getStruct(builder.getContext(), sums), text,
      tieConstraints(sums, isFragment ? "r,r,r,r,l,r," : "l,l,r,"), operands);
  return unpack(builder, product, count);
}

Registers FragmentBuilder::multiplyRows(Value a, Value b, int64_t columns,
                                        int64_t blocks, Type element) {
  constexpr int64_t kRows = 64, kStepsOfBlock = 4;
  Value rowsA = describeTile(a, TileOrder::KMajor, 0),
        rowsB = describeTile(b, TileOrder::KMajor, 0);
  Registers sums = undefined(columns / 2);
  for (int64_t k = 0; k < blocks * kStepsOfBlock; ++k) {
    int64_t block = k / kStepsOfBlock, inBlock = k % kStepsOfBlock * 2;
    Value stepA = step(rowsA, block * kRows * kRowBytes / kUnitBytes + inBlock),
          stepB =
              step(rowsB, block * columns * kRowBytes / kUnitBytes + inBlock);
    sums = multiply(sums, stepA, TileOrder::KMajor, stepB, TileOrder::KMajor,
                    /*isFirst=*/k == 0, element);
  }
  commitProducts();
  return sums;
}

Registers FragmentBuilder::addProduct(const Registers &sums, ArrayRef<Value> a,
                                      Value b, int64_t rows, Type element) {
  constexpr int64_t kStepRows = 16;
  Value tile = describeTile(b, TileOrder::MNMajor, rows * kRowBytes);
  Registers next = sums;
  for (int64_t k = 0; k < rows / kStepRows; ++k)
    next = multiply(next, a.slice(size_t(4 * k), 4), TileOrder::KMajor,
                    step(tile, k * kStepRows * kRowBytes / kUnitBytes),
                    TileOrder::MNMajor, /*isFirst=*/false, element);
  commitProducts();
  return next;
}

Registers FragmentBuilder::waitFor(int64_t count, const Registers &sums) {
  return tie(llvm::formatv("wgmma.wait_group.sync.aligned {0};", count), sums);
}

Registers FragmentBuilder::fence(const Registers &registers) {
  return tie("wgmma.fence.sync.aligned;", registers);
}

Registers FragmentBuilder::undefined(int64_t count) {
  return Registers(size_t(count),
                   LLVM::UndefOp::create(builder, builder.getF32Type()));
}

Value FragmentBuilder::packPair(Value low, Value high, Type element) {
  return emitPure(builder, builder.getI32Type(),
                  llvm::formatv("cvt.rn.{0}x2.f32 $0, $1, $2;",
                                element.isBF16() ? "bf16" : "f16"),
                  "=r,f,f", {high, low});
}

Registers FragmentBuilder::packPairs(const Registers &values, Type element) {
  Registers pairs;
  for (size_t i = 0; i < values.size(); i += 2)
    pairs.push_back(packPair(values[i], values[i + 1], element));
  return pairs;
}

Value FragmentBuilder::unary(StringRef instruction, Value x) {
  return emitPure(builder, builder.getF32Type(), instruction.str() + " $0, $1;",
                  "=f,f", {x});
}

Value FragmentBuilder::maximum(Value x, Value y) {
  return LLVM::MaxNumOp::create(builder, x, y);
}

Registers FragmentBuilder::forEach(
    Value first, Value end, int64_t step, ArrayRef<Value> carried,
    llvm::function_ref<Registers(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(builder, first, end, constant(step), carried);
  builder.setInsertionPointToStart(loop.getBody());
  Registers next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty())
    scf::YieldOp::create(builder, next);
  builder.setInsertionPointAfter(loop);
  return Registers(loop->result_begin(), loop->result_end());
}

void FragmentBuilder::arriveNamed(Value number, int64_t threads) {
  emit({}, "bar.arrive $0, $1;", "r,r,~{memory}", {number, constant(threads)});
}
