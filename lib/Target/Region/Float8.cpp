// Float8.cpp: floats of eight bits as bytes
//
// No op computes with such floats, LLVM has no type of them, and GPUs before
// sm_89 do not convert them. So a region stores them as i8, and casts become
// integer arithmetic, which rounds alike on every device. With d digits and a
// bias b, a number of 2^e (1 + f) is stored as (e + b) 2^d + f 2^d; numbers
// below 2^(1 - b) are multiples of 2^(1 - b - d) (OCP 8-bit Floating Point
// Specification 1.0, 2023). Example, f8E4M3FN with d = 3 and b = 7:
//
//   1.75 = 0x3fe00000  ->  (0x3fe00000 + 0x7ffff) >> 20, less 120 << 3: 0x3e
//
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Target/Region/RegionImport.h"

using namespace mlir;
using namespace sbp;

static bool isFloat8(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

namespace {
/// The layout of a float format whose sign is its highest bit.
struct Format {
  explicit Format(Type type)
      : semantics(cast<FloatType>(type).getFloatSemantics()),
        width(type.getIntOrFloatBitWidth()),
        digits(APFloat::semanticsPrecision(semantics) - 1),
        bias(1 - APFloat::semanticsMinExponent(semantics)),
        hasInfinity(APFloat::semanticsHasInf(semantics)) {}

  /// Returns the bits of NaN without its sign.
  int64_t getNaN() const { return bitsOf(APFloat::getQNaN(semantics)); }
  /// Returns the bits of what is beyond the largest number: infinity, or NaN.
  int64_t getOverflow() const {
    return hasInfinity ? bitsOf(APFloat::getInf(semantics)) : getNaN();
  }

  const llvm::fltSemantics &semantics;
  int64_t width, digits, bias;
  bool hasInfinity;

private:
  static int64_t bitsOf(const APFloat &number) {
    APInt bits = number.bitcastToAPInt();
    bits.clearSignBit();
    return bits.getZExtValue();
  }
};

/// Emits the casts of one op, on scalars or on tensors of one shape.
class CastBuilder {
public:
  CastBuilder(Operation *cast)
      : builder(cast->getLoc(), cast), shape(cast->getResult(0).getType()) {}

  /// Returns the bits of a float, rounded to the nearest number of `format`,
  /// ties to even. What is too large becomes infinity, or NaN where the format
  /// has no infinity.
  Value narrow(Value value, const Format &format);
  /// Returns the number whose bits are an i8, in `type`, which has it exactly.
  Value widen(Value bits, const Format &format, Type type);

private:
  Type typeOf(Type element) const {
    auto shaped = dyn_cast<ShapedType>(shape);
    return shaped ? Type(shaped.clone(element)) : element;
  }
  /// Makes a constant of the integers that the cast computes with.
  Value number(int64_t value) {
    return arith::ConstantOp::create(
        builder, getSplat(builder.getIntegerAttr(word, value)));
  }
  TypedAttr getSplat(TypedAttr attribute) const {
    auto shaped = dyn_cast<ShapedType>(typeOf(attribute.getType()));
    if (!shaped)
      return attribute;
    return DenseElementsAttr::get(shaped, Attribute(attribute));
  }
  template <typename Op, typename... Arguments>
  Value make(Arguments... arguments) {
    return Op::create(builder, arguments...);
  }
  Value add(Value x, Value y) { return make<arith::AddIOp>(x, y); }
  Value subtract(Value x, Value y) { return make<arith::SubIOp>(x, y); }
  Value both(Value x, int64_t mask) {
    return make<arith::AndIOp>(x, number(mask));
  }
  Value select(Value condition, Value yes, Value no) {
    return make<arith::SelectOp>(condition, yes, no);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, int64_t y) {
    return make<arith::CmpIOp>(predicate, x, number(y));
  }
  /// Shifts `x` right by one bit more than `less` and rounds to the nearest
  /// integer, ties to even.
  Value shiftAndRound(Value x, Value less);

  ImplicitLocOpBuilder builder;
  Type shape;
  Type word; ///< of the integers that the cast computes with
};
} // namespace

Value CastBuilder::shiftAndRound(Value x, Value less) {
  Value one = number(1), distance = add(less, one);
  Value half = make<arith::ShLIOp>(one, less);
  Value odd = make<arith::AndIOp>(make<arith::ShRUIOp>(x, distance), one);
  Value raised = add(x, add(subtract(half, one), odd));
  return make<arith::ShRUIOp>(raised, distance);
}

Value CastBuilder::narrow(Value value, const Format &format) {
  Type element = getElementTypeOrSelf(value);
  if (!element.isF64() && !element.isF32()) { // exact
    element = builder.getF32Type();
    value = make<arith::ExtFOp>(typeOf(element), value);
  }
  Format from(element);
  word = builder.getIntegerType(from.width);
  Value bits = make<arith::BitcastOp>(typeOf(word), value);
  Value sign = both(make<arith::ShRUIOp>(bits, number(from.width - 8)), 0x80);
  Value size = both(bits, (uint64_t(1) << (from.width - 1)) - 1);
  int64_t dropped = from.digits - format.digits, lowest = 1 - format.bias;
  Value normal = subtract(shiftAndRound(size, number(dropped - 1)),
                          number((from.bias - format.bias) << format.digits));
  // A number below 2^lowest is shifted as far as its exponent is lower. Two
  // bits more than it has leave nothing of it.
  int64_t implicit = int64_t(1) << from.digits;
  Value exponent = make<arith::ShRUIOp>(size, number(from.digits));
  Value fraction =
      make<arith::OrIOp>(both(size, implicit - 1), number(implicit));
  Value less = make<arith::MinUIOp>(
      subtract(number(dropped - 1 + lowest + from.bias), exponent),
      number(from.digits + 1));
  Value small = shiftAndRound(fraction, less);
  Value isSmall = compare(arith::CmpIPredicate::ult, size,
                          (lowest + from.bias) << from.digits);
  Value rounded = make<arith::MinUIOp>(select(isSmall, small, normal),
                                       number(format.getOverflow()));
  Value isNaN = compare(arith::CmpIPredicate::ugt, size, from.getOverflow());
  Value chosen = select(isNaN, number(format.getNaN()), rounded);
  return make<arith::TruncIOp>(typeOf(builder.getI8Type()),
                               make<arith::OrIOp>(sign, chosen));
}

Value CastBuilder::widen(Value bits, const Format &format, Type type) {
  Type f32 = typeOf(builder.getF32Type());
  Format wide(builder.getF32Type());
  word = builder.getI32Type();
  Value all = make<arith::ExtUIOp>(typeOf(word), bits);
  Value sign = make<arith::ShLIOp>(both(all, 0x80), number(24));
  Value size = both(all, 0x7f);
  Value normal =
      add(make<arith::ShLIOp>(size, number(wide.digits - format.digits)),
          number((wide.bias - format.bias) << wide.digits));
  Value unit = arith::ConstantOp::create(
      builder, getSplat(builder.getF32FloatAttr(
                   std::ldexp(1.0f, 1 - format.bias - format.digits))));
  Value small = make<arith::BitcastOp>(
      typeOf(word),
      make<arith::MulFOp>(make<arith::UIToFPOp>(f32, size), unit));
  Value isSmall =
      compare(arith::CmpIPredicate::ult, size, int64_t(1) << format.digits);
  Value chosen = select(isSmall, small, normal);
  if (format.hasInfinity)
    chosen =
        select(compare(arith::CmpIPredicate::eq, size, format.getOverflow()),
               number(wide.getOverflow()), chosen);
  Value isNaN =
      format.hasInfinity
          ? compare(arith::CmpIPredicate::ugt, size, format.getOverflow())
          : compare(arith::CmpIPredicate::eq, size, format.getNaN());
  chosen = select(isNaN, number(wide.getNaN()), chosen);
  bits = make<arith::OrIOp>(sign, chosen);
  if (type.isBF16()) { // the upper half, of NaN too
    Value upper = make<arith::ShRUIOp>(bits, number(16));
    return make<arith::BitcastOp>(
        typeOf(type),
        make<arith::TruncIOp>(typeOf(builder.getI16Type()), upper));
  }
  Value value = make<arith::BitcastOp>(f32, bits);
  if (type.isF32())
    return value;
  return type.isF64() ? make<arith::ExtFOp>(typeOf(type), value)
                      : make<arith::TruncFOp>(typeOf(type), value);
}

/// Gives the casts of the inputs of reductions ops of their own, so that a
/// product of matrices reads f32 as any other does.
static void splitReductionInputs(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument element = op.getMatchingBlockArgument(input);
    if (!isFloat8(element.getType()) || element.use_empty() ||
        !isa<RankedTensorType>(input->get().getType()))
      continue;
    auto cast = dyn_cast<arith::ExtFOp>(*element.user_begin());
    if (!cast || !llvm::all_of(element.getUsers(), [&](Operation *user) {
          return isa<arith::ExtFOp>(user) &&
                 user->getResult(0).getType() == cast.getType();
        }))
      continue;
    auto type = llvm::cast<RankedTensorType>(input->get().getType());
    OpBuilder builder(op);
    Value wide =
        StructuredBuilder(builder, op.getLoc())
            .map(type.clone(cast.getType()), input->get(),
                 builder.getMultiDimIdentityMap(type.getRank()),
                 [&](OpBuilder &builder, ValueRange elements) -> Value {
                   return arith::ExtFOp::create(builder, op.getLoc(),
                                                cast.getType(), elements[0]);
                 });
    input->set(wide);
    SmallVector<Operation *> users(element.getUsers());
    element.setType(cast.getType());
    for (Operation *user : users) {
      user->getResult(0).replaceAllUsesWith(element);
      user->erase();
    }
  }
}

/// Gives everything of eight-bit floats the type i8.
static void replaceTypes(ModuleOp module) {
  Type byte = IntegerType::get(module.getContext(), 8);
  AttrTypeReplacer replacer;
  replacer.addReplacement([=](FloatType type) -> std::optional<Type> {
    return isFloat8(type) ? byte : Type(type);
  });
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  replacer.addReplacement([=](FloatAttr number) -> Replaced {
    if (!isFloat8(number.getType()))
      return std::nullopt;
    return std::pair(IntegerAttr::get(byte, number.getValue().bitcastToAPInt()),
                     WalkResult::skip());
  });
  replacer.addReplacement([=](DenseFPElementsAttr numbers) -> Replaced {
    if (!isFloat8(numbers.getElementType()))
      return std::nullopt;
    return std::pair(numbers.bitcast(byte), WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

static bool hasFloat8(ModuleOp module) {
  auto isOne = [](Type type) { return isFloat8(getElementTypeOrSelf(type)); };
  auto hasOne = [&](Operation *op) {
    return llvm::any_of(op->getResultTypes(), isOne) ||
           llvm::any_of(op->getRegions(), [&](Region &region) {
             return llvm::any_of(region.getArgumentTypes(), isOne);
           });
  };
  return module
      .walk([&](Operation *op) {
        return hasOne(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void region::storeFloat8AsBytes(ModuleOp module) {
  if (!hasFloat8(module))
    return;
  module.walk([](linalg::GenericOp op) { splitReductionInputs(op); });
  SmallVector<std::pair<Operation *, Format>> casts;
  module.walk([&](Operation *op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      return;
    Value narrow =
        isa<arith::ExtFOp>(op) ? op->getOperand(0) : op->getResult(0);
    if (Type type = getElementTypeOrSelf(narrow); isFloat8(type))
      casts.push_back({op, Format(type)});
  });
  replaceTypes(module);
  for (const auto &[op, format] : casts) {
    CastBuilder builder(op);
    Type type = getElementTypeOrSelf(op->getResult(0));
    op->getResult(0).replaceAllUsesWith(
        isa<arith::ExtFOp>(op) ? builder.widen(op->getOperand(0), format, type)
                               : builder.narrow(op->getOperand(0), format));
    op->erase();
  }
}
