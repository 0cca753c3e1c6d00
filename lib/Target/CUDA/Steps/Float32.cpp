// Float32.cpp: the arithmetic of products of f32
#include "Float32.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Holds the name of an arithmetic.
static constexpr llvm::StringLiteral kFloat32Attr = "cuda.float32";

std::optional<Float32> cuda::parseFloat32(llvm::StringRef name) {
  if (name.empty())
    return Float32::Exact;
  const auto *found = llvm::find(kFloat32Names, name);
  if (found == std::end(kFloat32Names))
    return std::nullopt;
  return Float32(found - kFloat32Names);
}

void cuda::permitFloat32(func::FuncOp region, Float32 arithmetic) {
  if (arithmetic == Float32::Exact)
    return;
  auto name =
      StringAttr::get(region.getContext(), kFloat32Names[size_t(arithmetic)]);
  region.walk([&](linalg::GenericOp op) {
    if (region::isContraction(op) &&
        llvm::all_of(op->getOperandTypes(), [](Type type) {
          return getElementTypeOrSelf(type).isF32();
        }))
      op->setAttr(kFloat32Attr, name);
  });
}

Float32 cuda::getFloat32(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(kFloat32Attr);
  return name ? *parseFloat32(name) : Float32::Exact;
}
