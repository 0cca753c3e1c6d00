// Transfer.cpp: kernels that move values between ranks on one device
//
// A grid-stride loop over the elements of a box: thread i of the blocks with
// index y handles elements i, i + threads, ... of box y. An element's address
// in a piece is the sum of its indices times the piece's strides. A box of
// extents {1, 1, 2, 3} with sources A and B and one destination has 6 elements,
// each of which becomes A + B for the combiner sum.
#include "Transfer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sbp/Dialect/SBP/IR/Identity.h"
#include "sbp/Interfaces/ElementTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

static constexpr unsigned kGlobalMemory = 1;
static constexpr int64_t kTransferThreads = 256, kDims = 4;
/// Sizes of the table's structures in 64-bit words.
static constexpr int64_t kBoxWords = 4 + kDims, kPieceWords = 1 + kDims;

namespace {
/// Emits the combination of two values, bit for bit like the in-process
/// communicator of the host (runtime/transfer/Combine.cpp).
class Combination {
public:
  Combination(ImplicitLocOpBuilder &builder, Combiner combiner, Type type)
      : builder(builder), combiner(combiner), isBool(type.isInteger(1)),
        stored(isBool ? builder.getI8Type() : type),
        wide(type.isF16() || type.isBF16() ? Type(builder.getF32Type())
                                           : stored) {}

  /// Returns whether the combiner is defined for the type.
  bool exists() const;
  Type getStored() const { return stored; }
  Type getWide() const { return wide; }
  /// Narrow floats are combined in f32.
  Value widen(Value x);
  Value narrow(Value x);
  /// Returns the neutral element, the value of an element without sources.
  Value identity();
  Value combine(Value x, Value y);

private:
  bool isFloat() const { return isa<FloatType>(stored); }
  bool isOneOf(std::initializer_list<Combiner> requested) const {
    return llvm::is_contained(requested, combiner);
  }
  Value constant(double value);
  Value choose(Value x, Value y);
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(builder, predicate, x, y);
  }

  ImplicitLocOpBuilder &builder;
  Combiner combiner;
  bool isBool;
  Type stored, wide;
};

class TransferBuilder {
public:
  TransferBuilder(ModuleOp kernels)
      : builder(kernels.getLoc(), kernels.getContext()) {
    builder.setInsertionPointToEnd(kernels.getBody());
  }
  void buildCopy(StringRef symbol, int64_t bytes);
  void buildCombination(StringRef symbol, Combination combination);

  ImplicitLocOpBuilder builder;

private:
  void beginKernel(StringRef symbol);
  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(builder, value, 64);
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(builder, x, y); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(builder, x, y); }
  Value toWord(Value x) {
    return arith::ExtUIOp::create(builder, builder.getI64Type(), x);
  }
  Value toPointer(Value address) {
    return LLVM::IntToPtrOp::create(builder, pointerType(), address);
  }
  Type pointerType() {
    return LLVM::LLVMPointerType::get(builder.getContext(), kGlobalMemory);
  }
  Value loadWord(Value table, int64_t word);
  /// Returns the address of the element with indices `at` in a piece.
  Value locate(Value pieces, Value piece, ArrayRef<Value> at, Type type);
  void forEachElement(llvm::function_ref<void(ArrayRef<Value>)> body);
  /// Emits a loop from `first` to `end` and returns the last value of `body`.
  /// `init` may be null for a loop without a value.
  Value loop(Value first, Value end, Value init,
             llvm::function_ref<Value(Value, Value)> body);
  Value ifElse(Value condition, Type type, llvm::function_ref<Value()> yes,
               llvm::function_ref<Value()> no);
  /// Stores `value` to every destination.
  void storeAll(Value value, ArrayRef<Value> at);

  LLVM::LLVMFuncOp function;
  Value destinations, numDestinations, sources, numSources;
};
} // namespace

bool Combination::exists() const {
  bool isLogical = isOneOf({Combiner::And, Combiner::Or}),
       isUnsigned = isOneOf({Combiner::UMax, Combiner::UMin});
  if (isBool)
    return isLogical || isUnsigned;
  if (isOneOf({Combiner::MaxNum, Combiner::MinNum}))
    return isFloat();
  return !isLogical && !(isUnsigned && isFloat());
}

/// bf16 is the upper half of an f32. The conversions are explicit, so that NaN
/// keeps its payload.
Value Combination::widen(Value x) {
  if (stored == wide)
    return x;
  if (stored.isF16())
    return arith::ExtFOp::create(builder, wide, x);
  Value bits = arith::ExtUIOp::create(
      builder, builder.getI32Type(),
      arith::BitcastOp::create(builder, builder.getI16Type(), x));
  Value up = arith::ShLIOp::create(
      builder, bits, arith::ConstantIntOp::create(builder, 16, 32));
  return arith::BitcastOp::create(builder, wide, up);
}

Value Combination::narrow(Value x) {
  if (stored == wide)
    return x;
  if (stored.isF16())
    return arith::TruncFOp::create(builder, stored, x);
  auto word = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, value, 32);
  };
  Value bits = arith::BitcastOp::create(builder, builder.getI32Type(), x);
  Value upper = arith::ShRUIOp::create(builder, bits, word(16));
  // Round to nearest, ties to even: adds half an ulp, less one unless the upper
  // half is odd.
  Value odd = arith::AndIOp::create(builder, upper, word(1));
  Value up = arith::AddIOp::create(
      builder, bits, arith::AddIOp::create(builder, odd, word(0x7fff)));
  Value rounded = arith::ShRUIOp::create(builder, up, word(16));
  Value quiet = arith::OrIOp::create(builder, upper, word(0x40));
  Value isNaN = compare(arith::CmpFPredicate::UNO, x, x);
  Value chosen = arith::SelectOp::create(builder, isNaN, quiet, rounded);
  return arith::BitcastOp::create(
      builder, stored,
      arith::TruncIOp::create(builder, builder.getI16Type(), chosen));
}

Value Combination::constant(double value) {
  return arith::ConstantOp::create(builder, builder.getFloatAttr(wide, value));
}

Value Combination::identity() {
  if (isFloat()) {
    double infinity = std::numeric_limits<double>::infinity();
    switch (combiner) {
    case Combiner::Sum:
      return constant(-0.0);
    case Combiner::Prod:
      return constant(1.0);
    case Combiner::Max:
      return constant(-infinity);
    case Combiner::Min:
      return constant(infinity);
    default:
      return constant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  unsigned width = wide.getIntOrFloatBitWidth();
  auto integer = [&](APInt value) -> Value {
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(wide, value));
  };
  switch (combiner) {
  case Combiner::Prod:
  case Combiner::And:
    return integer(APInt(width, 1));
  case Combiner::UMin:
    return integer(isBool ? APInt(width, 1) : APInt::getAllOnes(width));
  case Combiner::Max:
    return integer(APInt::getSignedMinValue(width));
  case Combiner::Min:
    return integer(APInt::getSignedMaxValue(width));
  default:
    return integer(APInt::getZero(width));
  }
}

/// Returns the larger or smaller of two floats; -0.0 is less than +0.0. Max and
/// Min propagate NaN, MaxNum and MinNum ignore it.
Value Combination::choose(Value x, Value y) {
  using P = arith::CmpFPredicate;
  bool isMax = isOneOf({Combiner::Max, Combiner::MaxNum});
  bool keepsNaN = isOneOf({Combiner::Max, Combiner::Min});
  auto select = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, condition, yes, no);
  };
  Type integer = builder.getIntegerType(wide.getIntOrFloatBitWidth());
  Value bits = arith::BitcastOp::create(builder, integer, x);
  Value isNegative = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::slt, bits,
      arith::ConstantOp::create(builder, builder.getIntegerAttr(integer, 0)));
  Value xIsBetter = compare(isMax ? P::OGT : P::OLT, x, y);
  Value ofEqual = isMax ? select(isNegative, y, x) : select(isNegative, x, y);
  Value better =
      select(compare(P::OEQ, x, y), ofEqual, select(xIsBetter, x, y));
  better = select(compare(P::UNO, y, y), keepsNaN ? y : x, better);
  return select(compare(P::UNO, x, x), keepsNaN ? x : y, better);
}

Value Combination::combine(Value x, Value y) {
  bool isExtremum = isOneOf(
      {Combiner::Max, Combiner::Min, Combiner::MaxNum, Combiner::MinNum});
  return isFloat() && isExtremum
             ? choose(x, y)
             : buildCombination(builder, builder.getLoc(), combiner, x, y);
}

Value TransferBuilder::loadWord(Value table, int64_t word) {
  Value place =
      LLVM::GEPOp::create(builder, pointerType(), builder.getI64Type(), table,
                          ArrayRef<LLVM::GEPArg>{int32_t(word)});
  return LLVM::LoadOp::create(builder, builder.getI64Type(), place, 8);
}

void TransferBuilder::beginKernel(StringRef symbol) {
  function = LLVM::LLVMFuncOp::create(
      builder, symbol,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {pointerType()}));
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function->setAttr("nvvm.maxntid",
                    builder.getDenseI32ArrayAttr({int32_t(kTransferThreads)}));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
}

Value TransferBuilder::locate(Value pieces, Value piece, ArrayRef<Value> at,
                              Type type) {
  Value word = mul(piece, constant(kPieceWords));
  Value entry =
      LLVM::GEPOp::create(builder, pointerType(), builder.getI64Type(),
                          toPointer(pieces), ArrayRef<LLVM::GEPArg>{word});
  Value offset = constant(0);
  for (int64_t d = 0; d < kDims; ++d)
    offset = add(offset, mul(at[d], loadWord(entry, 1 + d)));
  return LLVM::GEPOp::create(builder, pointerType(), type,
                             toPointer(loadWord(entry, 0)),
                             ArrayRef<LLVM::GEPArg>{offset});
}

/// Distributes the elements of box blockIdx.y over the threads of all blocks
/// with this index.
void TransferBuilder::forEachElement(
    llvm::function_ref<void(ArrayRef<Value>)> body) {
  Type i32 = builder.getI32Type();
  Value box = toWord(NVVM::BlockIdYOp::create(builder, i32));
  Value table = LLVM::GEPOp::create(
      builder, pointerType(), builder.getI64Type(), function.getArgument(0),
      ArrayRef<LLVM::GEPArg>{mul(box, constant(kBoxWords))});
  destinations = loadWord(table, 0);
  numDestinations = loadWord(table, 1);
  sources = loadWord(table, 2);
  numSources = loadWord(table, 3);
  SmallVector<Value> extents;
  Value total = constant(1);
  for (int64_t d = 0; d < kDims; ++d) {
    extents.push_back(loadWord(table, 4 + d));
    total = mul(total, extents.back());
  }
  Value first = add(mul(toWord(NVVM::BlockIdXOp::create(builder, i32)),
                        constant(kTransferThreads)),
                    toWord(NVVM::ThreadIdXOp::create(builder, i32)));
  Value step = mul(toWord(NVVM::GridDimXOp::create(builder, i32)),
                   constant(kTransferThreads));
  auto elements = scf::ForOp::create(builder, first, total, step);
  builder.setInsertionPointToStart(elements.getBody());
  SmallVector<Value> at(kDims);
  Value rest = elements.getInductionVar();
  for (int64_t d = kDims; d-- > 1;) {
    at[d] = arith::RemUIOp::create(builder, rest, extents[d]);
    rest = arith::DivUIOp::create(builder, rest, extents[d]);
  }
  at[0] = rest;
  body(at);
  builder.setInsertionPointAfter(elements);
  LLVM::ReturnOp::create(builder, ValueRange());
  builder.setInsertionPointAfter(function);
}

Value TransferBuilder::loop(Value first, Value end, Value init,
                            llvm::function_ref<Value(Value, Value)> body) {
  auto steps = scf::ForOp::create(builder, first, end, constant(1),
                                  init ? ValueRange(init) : ValueRange());
  builder.setInsertionPointToStart(steps.getBody());
  Value next = body(steps.getInductionVar(),
                    init ? Value(steps.getRegionIterArgs()[0]) : Value());
  if (init)
    scf::YieldOp::create(builder, next);
  builder.setInsertionPointAfter(steps);
  return init ? Value(steps.getResult(0)) : Value();
}

Value TransferBuilder::ifElse(Value condition, Type type,
                              llvm::function_ref<Value()> yes,
                              llvm::function_ref<Value()> no) {
  auto branch = scf::IfOp::create(builder, TypeRange{type}, condition,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, yes());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, no());
  builder.setInsertionPointAfter(branch);
  return branch.getResult(0);
}

void TransferBuilder::storeAll(Value value, ArrayRef<Value> at) {
  Type type = value.getType();
  loop(constant(0), numDestinations, Value(), [&](Value piece, Value) {
    LLVM::StoreOp::create(builder, value, locate(destinations, piece, at, type),
                          type.getIntOrFloatBitWidth() / 8);
    return Value();
  });
}

/// An element without a source becomes zero.
void TransferBuilder::buildCopy(StringRef symbol, int64_t bytes) {
  beginKernel(symbol);
  Type type = builder.getIntegerType(8 * bytes);
  forEachElement([&](ArrayRef<Value> at) {
    Value isEmpty = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                          numSources, constant(0));
    Value value = ifElse(
        isEmpty, type,
        [&]() -> Value {
          return arith::ConstantOp::create(builder,
                                           builder.getIntegerAttr(type, 0));
        },
        [&]() -> Value {
          return LLVM::LoadOp::create(
              builder, type, locate(sources, constant(0), at, type), bytes);
        });
    storeAll(value, at);
  });
}

void TransferBuilder::buildCombination(StringRef symbol,
                                       Combination combination) {
  beginKernel(symbol);
  Type type = combination.getStored();
  forEachElement([&](ArrayRef<Value> at) {
    auto load = [&](Value piece) {
      Value value =
          LLVM::LoadOp::create(builder, type, locate(sources, piece, at, type),
                               type.getIntOrFloatBitWidth() / 8);
      return combination.widen(value);
    };
    Value isEmpty = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                          numSources, constant(0));
    Value start = ifElse(
        isEmpty, combination.getWide(), [&] { return combination.identity(); },
        [&] { return load(constant(0)); });
    Value result =
        loop(constant(1), numSources, start, [&](Value piece, Value sum) {
          return combination.combine(sum, load(piece));
        });
    storeAll(combination.narrow(result), at);
  });
}

std::vector<std::string>
sbp::cuda::buildTransfers(ModuleOp kernels,
                          ArrayRef<TransferKernel> requested) {
  TransferBuilder transfers(kernels);
  std::vector<std::string> symbols;
  for (int64_t bytes : {1, 2, 4, 8}) {
    symbols.push_back("sbp_transfer_copy_" + std::to_string(bytes));
    transfers.buildCopy(symbols.back(), bytes);
  }
  for (const TransferKernel &kernel : requested) {
    const ElementType &element = *findElementType(kernel.type);
    if (!element.hasArithmetic)
      continue;
    Type type = getMLIRType(kernels.getContext(), element);
    Combination combination(transfers.builder, kernel.combiner, type);
    if (!combination.exists())
      continue;
    symbols.push_back(kernel.symbol);
    transfers.buildCombination(kernel.symbol, combination);
  }
  return symbols;
}
