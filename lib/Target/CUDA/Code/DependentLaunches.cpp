// DependentLaunches.cpp: launches that start before the one in front has ended
#include "DependentLaunches.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Inserts instructions without operands at the entry of a kernel. They are
/// inline assembly that clobbers memory: LLVM's intrinsics for these
/// instructions do not order accesses of memory.
static void insertAtEntry(FunctionOpInterface kernel,
                          ArrayRef<StringRef> instructions) {
  OpBuilder builder =
      OpBuilder::atBlockBegin(&kernel.getFunctionBody().front());
  auto dialect =
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT);
  for (StringRef instruction : instructions)
    LLVM::InlineAsmOp::create(builder, kernel.getLoc(), TypeRange(),
                              ValueRange(), instruction, "~{memory}",
                              /*has_side_effects=*/true,
                              /*is_align_stack=*/false,
                              LLVM::TailCallKind::None, dialect,
                              /*operand_attrs=*/ArrayAttr());
}

void cuda::overlapLaunches(ModuleOp kernels,
                           MutableArrayRef<DeviceLaunch> launches) {
  launches = launches.drop_while(
      [](const DeviceLaunch &launch) { return launch.isOnce; });
  if (launches.size() < 2)
    return;
  for (DeviceLaunch &launch : launches) {
    SmallVector<StringRef, 2> instructions;
    launch.waits = launch.overlaps = &launch != &launches.front();
    if (launch.waits)
      instructions.push_back("griddepcontrol.wait;");
    if (&launch != &launches.back())
      instructions.push_back("griddepcontrol.launch_dependents;");
    insertAtEntry(kernels.lookupSymbol<FunctionOpInterface>(launch.kernel),
                  instructions);
  }
}

/// Returns whether a line of PTX is an instruction that accesses no memory but
/// parameters and does not branch. A predicated instruction is none.
static bool isHarmless(StringRef line) {
  StringRef opcode = line.take_until(llvm::isSpace);
  return opcode.starts_with("ld.param.") ||
         opcode == "griddepcontrol.launch_dependents;" ||
         llvm::is_contained({"mov", "cvta", "add", "sub", "mul", "mad", "shl",
                             "shr", "and", "or", "xor", "not", "neg", "cvt",
                             "setp", "selp", "min", "max"},
                            opcode.split('.').first);
}

bool cuda::waitsFirst(StringRef ptx, StringRef kernel) {
  size_t begin = ptx.find((".entry " + kernel + "(").str());
  if (begin == StringRef::npos)
    return false;
  StringRef body = ptx.drop_front(begin).split('{').second;
  for (StringRef line : llvm::split(body, '\n')) {
    line = line.trim();
    if (line == "griddepcontrol.wait;")
      return true;
    bool isDeclaration = line.starts_with(".") || line.starts_with("//");
    if (!line.empty() && !isDeclaration && !isHarmless(line))
      return false;
  }
  return false;
}

void cuda::keepProvenOverlaps(StringRef ptx,
                              MutableArrayRef<DeviceLaunch> launches) {
  for (DeviceLaunch &launch : launches)
    if (launch.waits && !waitsFirst(ptx, launch.kernel))
      launch.waits = launch.overlaps = false;
}
