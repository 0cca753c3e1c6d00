// HopperBuilder.cpp: instructions of Hopper kernels
#include "HopperBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sbp::cuda;

Value HopperBuilder::constant(int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
}
Value HopperBuilder::add(Value x, Value y) {
  return arith::AddIOp::create(builder, x, y);
}
Value HopperBuilder::sub(Value x, Value y) {
  return arith::SubIOp::create(builder, x, y);
}
Value HopperBuilder::mul(Value x, int64_t y) {
  return arith::MulIOp::create(builder, x, constant(y));
}
Value HopperBuilder::div(Value x, int64_t y) {
  return arith::DivUIOp::create(builder, x, constant(y));
}
Value HopperBuilder::rem(Value x, int64_t y) {
  return arith::RemUIOp::create(builder, x, constant(y));
}
Value HopperBuilder::exclusiveOr(Value x, Value y) {
  return arith::XOrIOp::create(builder, x, y);
}
Value HopperBuilder::isEqual(Value x, int64_t y) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, x,
                               constant(y));
}
Value HopperBuilder::select(Value condition, Value x, Value y) {
  return arith::SelectOp::create(builder, condition, x, y);
}

Value HopperBuilder::emit(Type result, const std::string &text,
                          const std::string &constraints,
                          ArrayRef<Value> operands) {
  auto dialect =
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT);
  auto op = LLVM::InlineAsmOp::create(
      builder, result ? TypeRange(result) : TypeRange(), operands, text,
      constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, dialect, /*operand_attrs=*/ArrayAttr());
  return result ? op.getResult(0) : Value();
}

void HopperBuilder::initialiseBarrier(Value barrier, int64_t count) {
  emit({}, "mbarrier.init.shared.b64 [$0], $1;", "r,r,~{memory}",
       {barrier, constant(count)});
}

void HopperBuilder::fenceBarriers() {
  emit({}, "fence.mbarrier_init.release.cluster;", "~{memory}", {});
}

void HopperBuilder::arriveExpecting(Value barrier, Value bytes) {
  emit({}, "mbarrier.arrive.expect_tx.shared.b64 _, [$0], $1;", "r,r,~{memory}",
       {barrier, bytes});
}

void HopperBuilder::arrive(Value barrier) {
  emit({}, "mbarrier.arrive.shared.b64 _, [$0];", "r,~{memory}", {barrier});
}

// An arrival that states the scope of a cluster would be a fence of all memory.
void HopperBuilder::arriveAt(Value barrier, Value rank) {
  emit({},
       "{ .reg .b32 remote; mapa.shared::cluster.u32 remote, $0, $1; "
       "mbarrier.arrive.shared::cluster.b64 _, [remote]; }",
       "r,r,~{memory}", {barrier, rank});
}

void HopperBuilder::wait(Value barrier, Value parity) {
  emit({},
       "{ .reg .pred done; WAIT: "
       "mbarrier.try_wait.parity.shared.b64 done, [$0], $1; "
       "@!done bra WAIT; }",
       "r,r,~{memory}", {barrier, parity});
}

Value HopperBuilder::getRemote(Value address, Value rank) {
  return emit(builder.getI32Type(), "mapa.shared::cluster.u32 $0, $1, $2;",
              "=r,r,r", {address, rank});
}

void HopperBuilder::storeRemote(Value to, ArrayRef<Value> values,
                                Value barrier) {
  bool isWide = values.front().getType().isInteger(64);
  std::string places, constraints;
  SmallVector<Value> operands(values);
  for (size_t i = 0; i < values.size(); ++i) {
    places += llvm::formatv("{0}${1}", i ? ", " : "", i);
    constraints += isWide ? "l," : "f,";
  }
  std::string vector =
      values.size() > 1 ? llvm::formatv(".v{0}", values.size()) : std::string();
  operands.append({to, barrier});
  emit({},
       llvm::formatv("st.async.weak.shared::cluster.mbarrier::complete_tx::"
                     "bytes{0}.{1} [${2}], {3}, [${4}];",
                     vector, isWide ? "b64" : "f32", values.size(),
                     vector.empty() ? places : "{" + places + "}",
                     values.size() + 1),
       constraints + "r,r,~{memory}", operands);
}

void HopperBuilder::copyBytes(Value to, Value from, Value bytes,
                              Value barrier) {
  emit({},
       "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
       "[$0], [$1], $2, [$3];",
       "r,l,r,r,~{memory}", {to, from, bytes, barrier});
}

void HopperBuilder::loadTile(Value to, Value map, ArrayRef<Value> coordinates,
                             Value barrier, int64_t blocks) {
  std::string places, constraints = "r,l";
  SmallVector<Value> operands{to, map};
  for (Value coordinate : coordinates) {
    places +=
        llvm::formatv("{0}${1}", places.empty() ? "" : ", ", operands.size());
    constraints += ",r";
    operands.push_back(coordinate);
  }
  std::string text = llvm::formatv(
      "cp.async.bulk.tensor.{0}d.shared::cluster.global.tile."
      "mbarrier::complete_tx::bytes{3} [$0], [$1, {{{1}}], "
      "[${2}]{4};",
      coordinates.size(), places, operands.size(),
      blocks > 1 ? ".multicast::cluster" : "",
      blocks > 1 ? ", $" + std::to_string(operands.size() + 1) : std::string());
  operands.push_back(barrier);
  constraints += ",r";
  if (blocks > 1) {
    operands.push_back(arith::ConstantOp::create(
        builder, builder.getI16IntegerAttr(int16_t((1 << blocks) - 1))));
    constraints += ",h";
  }
  emit({}, text, constraints + ",~{memory}", operands);
}

void HopperBuilder::storeTile(Value map, ArrayRef<Value> coordinates,
                              Value from) {
  std::string places, constraints = "l,r";
  SmallVector<Value> operands{map, from};
  for (Value coordinate : coordinates) {
    places +=
        llvm::formatv("{0}${1}", places.empty() ? "" : ", ", operands.size());
    constraints += ",r";
    operands.push_back(coordinate);
  }
  emit({},
       llvm::formatv("cp.async.bulk.tensor.{0}d.global.shared::cta.tile."
                     "bulk_group [$0, {{{1}}], [$1];",
                     coordinates.size(), places),
       constraints + ",~{memory}", operands);
}

void HopperBuilder::commitStores() {
  emit({}, "cp.async.bulk.commit_group;", "~{memory}", {});
}

void HopperBuilder::waitForStores(int64_t count) {
  emit({}, llvm::formatv("cp.async.bulk.wait_group.read {0};", count),
       "~{memory}", {});
}

// Operations of a warp are ops: LLVM may move inline assembly into branches.
void HopperBuilder::storeMatrices(Value address, ArrayRef<Value> words) {
  MLIRContext *context = builder.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context, /*addressSpace=*/3);
  NVVM::StMatrixOp::create(
      builder, LLVM::IntToPtrOp::create(builder, pointer, address), words,
      NVVM::MMALayout::row, NVVM::LdStMatrixShapeAttr::get(context, 8, 8),
      NVVM::LdStMatrixEltType::B16);
}

void HopperBuilder::fenceTensorCopies() {
  emit({}, "fence.proxy.async.shared::cta;", "~{memory}", {});
}

void HopperBuilder::synchronize(Value number, int64_t threads) {
  NVVM::BarrierOp::create(builder, /*res=*/Type(), number, constant(threads),
                          NVVM::BarrierReductionAttr(),
                          /*reductionPredicate=*/Value());
}

void HopperBuilder::synchronizeCluster() {
  auto isAligned = builder.getUnitAttr();
  NVVM::ClusterArriveOp::create(builder, isAligned);
  NVVM::ClusterWaitOp::create(builder, isAligned);
}

// An arrival with the semantics of a release would be a fence of all memory.
void HopperBuilder::awaitCluster() {
  auto isAligned = builder.getUnitAttr();
  NVVM::ClusterArriveRelaxedOp::create(builder, isAligned);
  NVVM::ClusterWaitOp::create(builder, isAligned);
}

// Fields in units of 16 bytes: address, leading offset at bit 16 (between
// blocks of an MN-major tile), stride offset at bit 32 (between groups of 8
// rows, 1024 bytes), swizzle of 128 bytes as 1 at bit 62. In a cluster, bits 24
// and higher of an address are the rank of the block, which is no part of it.
Value HopperBuilder::describeTile(Value address, TileOrder order,
                                  int64_t blockBytes) {
  int64_t leading = order == TileOrder::KMajor ? 1 : blockBytes / 16;
  int64_t fields = int64_t(1) << 62 | int64_t(1024 / 16) << 32 | leading << 16;
  Type wide = builder.getI64Type();
  Value offset = rem(address, int64_t(1) << 18);
  Value start = arith::ExtUIOp::create(builder, wide, div(offset, 16));
  return arith::OrIOp::create(
      builder, start,
      arith::ConstantOp::create(builder, builder.getI64IntegerAttr(fields)));
}

void HopperBuilder::fenceProducts() {
  emit({}, "wgmma.fence.sync.aligned;", "~{memory}", {});
}

void HopperBuilder::commitProducts() {
  emit({}, "wgmma.commit_group.sync.aligned;", "~{memory}", {});
}

void HopperBuilder::waitForProducts(int64_t count) {
  emit({}, llvm::formatv("wgmma.wait_group.sync.aligned {0};", count),
       "~{memory}", {});
}

/// Returns `item` of 0 to count - 1, separated by `separator`.
static std::string join(unsigned count, llvm::StringRef separator,
                        llvm::function_ref<std::string(unsigned)> item) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? separator.str() : "") + item(i);
  return text;
}

Value HopperBuilder::multiply(Value sums, Value a, TileOrder orderA, Value b,
                              TileOrder orderB, Value keepsSum, Type element) {
  auto type = cast<LLVM::LLVMStructType>(sums.getType());
  unsigned count = type.getBody().size();
  std::string name = element.isBF16() ? "bf16" : "f16", orders;
  if (element.isF32())
    name = "tf32";
  else
    orders = llvm::formatv(", {0}, {1}", int(orderA == TileOrder::MNMajor),
                           int(orderB == TileOrder::MNMajor));
  std::string text = llvm::formatv(
      "{{ .reg .pred keeps; setp.ne.b32 keeps, ${0}, 0; "
      "wgmma.mma_async.sync.aligned.m64n{1}k{7}.f32.{2}.{2} {{{3}}, ${4}, "
      "${5}, keeps, 1, 1{6}; }",
      count + 2, 2 * count, name,
      join(count, ", ", [](unsigned i) { return "$" + std::to_string(i); }),
      count, count + 1, orders, element.isF32() ? 8 : 16);
  std::string constraints =
      join(count, ",", [](unsigned) { return std::string("=f"); }) + ",l,l,r," +
      join(count, ",", [](unsigned i) { return std::to_string(i); });
  SmallVector<Value> operands{a, b, keepsSum};
  for (unsigned i = 0; i < count; ++i)
    operands.push_back(LLVM::ExtractValueOp::create(builder, sums, i));
  return emit(type, text, constraints, operands);
}

SmallVector<Value> HopperBuilder::finishProducts(Value sums) {
  auto type = cast<LLVM::LLVMStructType>(sums.getType());
  unsigned count = type.getBody().size();
  std::string constraints =
      join(count, ",", [](unsigned) { return std::string("=f"); }) + "," +
      join(count, ",", [](unsigned i) { return std::to_string(i); });
  SmallVector<Value> operands;
  for (unsigned i = 0; i < count; ++i)
    operands.push_back(LLVM::ExtractValueOp::create(builder, sums, i));
  Value finished =
      emit(type, "wgmma.wait_group.sync.aligned 0;", constraints, operands);
  SmallVector<Value> results;
  for (unsigned i = 0; i < count; ++i)
    results.push_back(LLVM::ExtractValueOp::create(builder, finished, i));
  return results;
}

Value HopperBuilder::readThreadInGroup() {
  constexpr int64_t warpgroup = 128;
  return rem(emit(builder.getI32Type(), "mov.u32 $0, %tid.x;", "=r", {}),
             warpgroup);
}

void HopperBuilder::setClusterSize(int64_t size) {
  Operation *body = builder.getInsertionBlock()->getParentOp();
  auto kernel = dyn_cast<LLVM::LLVMFuncOp>(body);
  if (!kernel)
    kernel = body->getParentOfType<LLVM::LLVMFuncOp>();
  kernel->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                  builder.getDenseI32ArrayAttr({int32_t(size), 1, 1}));
}

void HopperBuilder::setRegisters(int64_t count, bool isIncrease) {
  NVVM::SetMaxRegisterOp::create(builder, int32_t(count),
                                 isIncrease
                                     ? NVVM::SetMaxRegisterAction::increase
                                     : NVVM::SetMaxRegisterAction::decrease);
}
