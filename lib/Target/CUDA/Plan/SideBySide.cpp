// SideBySide.cpp: independent kernels as one launch
//
// Horizontal fusion (Li et al., "Automatic Horizontal Fusion for GPU Kernels",
// CGO 2022), by blocks. For kernels of 24 and 8 blocks:
//
//   kernel(operands of both) {
//     if (block < 24) first(block);
//     else second(block - 24);
//   }
//
// A block runs one of the kernels, so both may use the same shared memory.
#include "SideBySide.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Attribute of kernels whose blocks work in clusters. All blocks of a launch
/// do so in clusters of one size; those of the second kernel begin where a
/// cluster begins.
static constexpr llvm::StringLiteral kClusterAttr = "nvvm.cluster_dim";

namespace {
/// A kernel and the number of its arguments before its tensor maps.
struct Kernel {
  LLVM::LLVMFuncOp function;
  unsigned numOperands;
};
} // namespace

/// Returns whether both are in the same memory, at least in part.
static bool mayOverlap(const BufferRef &x, const BufferRef &y) {
  return x.kind == y.kind && x.index == y.index;
}

static bool accesses(const PlannedLaunch &launch, const BufferRef &buffer) {
  return llvm::any_of(launch.operands,
                      [&](const BufferRef &operand) {
                        return mayOverlap(operand, buffer);
                      }) ||
         llvm::any_of(launch.tensorMaps, [&](const auto &map) {
           return mayOverlap(map.first, buffer);
         });
}

/// Lets both kernels use the shared memory of the first: buffer i of each
/// becomes one that is large enough for both.
static void unifySharedMemory(ModuleOp kernels, Kernel first, Kernel second) {
  std::string prefix = second.function.getName().str() + "_shared";
  for (unsigned i = 0;; ++i) {
    auto own = kernels.lookupSymbol<LLVM::GlobalOp>(prefix + std::to_string(i));
    if (!own)
      return;
    std::string name =
        first.function.getName().str() + "_shared" + std::to_string(i);
    second.function.walk([&](LLVM::AddressOfOp address) {
      if (address.getGlobalName() == own.getSymName())
        address.setGlobalName(name);
    });
    auto other = kernels.lookupSymbol<LLVM::GlobalOp>(name);
    if (!other) {
      own.setSymName(name);
      continue;
    }
    auto count = [](LLVM::GlobalOp global) {
      return cast<LLVM::LLVMArrayType>(global.getGlobalType()).getNumElements();
    };
    if (count(own) > count(other))
      other.setGlobalType(own.getGlobalType());
    other.setAlignment(std::max(own.getAlignment().value_or(1),
                                other.getAlignment().value_or(1)));
    own.erase();
  }
}

/// Returns the arguments of both kernels: operands of the first and of the
/// second, then tensor maps. Copies their types and attributes to `types` and
/// `attributes`.
static SmallVector<BlockArgument>
collectArguments(ArrayRef<Kernel> both, SmallVectorImpl<Type> &types,
                 SmallVectorImpl<DictionaryAttr> &attributes) {
  SmallVector<BlockArgument> arguments;
  for (bool isMap : {false, true})
    for (Kernel kernel : both)
      for (BlockArgument argument : kernel.function.getArguments()) {
        unsigned number = argument.getArgNumber();
        if ((number >= kernel.numOperands) != isMap)
          continue;
        arguments.push_back(argument);
        types.push_back(argument.getType());
        attributes.push_back(kernel.function.getArgAttrDict(number));
      }
  return arguments;
}

/// Moves the body of a kernel, without its terminator, to the end of `block`,
/// where the number of the block of threads is `number` instead.
static void moveBody(Kernel kernel, Block *block, Value number) {
  Block &body = kernel.function.getBody().front();
  kernel.function.walk([&](NVVM::BlockIdXOp id) {
    id.replaceAllUsesWith(number);
    id.erase();
  });
  body.getTerminator()->erase();
  block->getOperations().splice(block->getTerminator()->getIterator(),
                                body.getOperations());
}

/// Builds a kernel of both and gives it the name of the first. Erases them.
static void joinKernels(ModuleOp kernels, Kernel first, Kernel second,
                        int64_t numFirstBlocks) {
  unifySharedMemory(kernels, first, second);
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  SmallVector<BlockArgument> arguments =
      collectArguments({first, second}, types, attributes);
  ImplicitLocOpBuilder builder(first.function.getLoc(), second.function);
  auto joined = LLVM::LLVMFuncOp::create(
      builder, first.function.getName(),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  types));
  for (Kernel kernel : {second, first})
    for (NamedAttribute attribute : kernel.function->getDiscardableAttrs())
      joined->setAttr(attribute.getName(), attribute.getValue());
  joined.setAllArgAttrs(attributes);
  Block *body = joined.addEntryBlock(builder);
  for (auto [from, to] : llvm::zip_equal(arguments, body->getArguments()))
    from.replaceAllUsesWith(to);
  builder.setInsertionPointToStart(body);
  Value block = NVVM::BlockIdXOp::create(builder, builder.getI32Type());
  Value count = arith::ConstantIntOp::create(builder, numFirstBlocks, 32);
  Value isFirst =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, block, count);
  Value rest = arith::SubIOp::create(builder, block, count);
  auto branch = scf::IfOp::create(builder, isFirst, /*withElseRegion=*/true);
  LLVM::ReturnOp::create(builder, ValueRange());
  moveBody(first, branch.thenBlock(), block);
  moveBody(second, branch.elseBlock(), rest);
  first.function.erase();
  second.function.erase();
}

bool sbp::cuda::joinLastLaunches(Launches &launches, ModuleOp kernels,
                                 Scratch &scratch, const OpenLaunch &open,
                                 const BufferRef &result) {
  PlannedLaunch &first = launches.get(launches.size() - 2),
                &second = launches.get(launches.size() - 1);
  auto isFlat = [](const PlannedLaunch &one) {
    return one.launch.grid[1] == 1 && one.launch.grid[2] == 1 &&
           one.launch.serialElements == 0;
  };
  int64_t numBlocks = first.launch.grid[0] + second.launch.grid[0];
  if (first.launch.generator != second.launch.generator ||
      first.launch.block != second.launch.block || !isFlat(first) ||
      !isFlat(second) || numBlocks > INT32_MAX || accesses(first, result) ||
      llvm::any_of(open.written, [&](const BufferRef &written) {
        return accesses(second, written);
      }))
    return false;
  auto find = [&](const PlannedLaunch &one) -> Kernel {
    return {kernels.lookupSymbol<LLVM::LLVMFuncOp>(one.launch.kernel),
            unsigned(one.operands.size())};
  };
  Kernel both[] = {find(first), find(second)};
  if (llvm::any_of(both,
                   [](Kernel kernel) {
                     return !llvm::hasSingleElement(kernel.function.getBody());
                   }) ||
      both[0].function->getAttr(kClusterAttr) !=
          both[1].function->getAttr(kClusterAttr))
    return false;
  joinKernels(kernels, both[0], both[1], first.launch.grid[0]);
  launches.joinLast(scratch);
  return true;
}
