// WritePhase.cpp: a pass that writes the module of each phase to its own file

#include "WritePhase.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace sbp;

namespace {

struct WritePhasePass : PassWrapper<WritePhasePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WritePhasePass)
  WritePhasePass(Phase phase, StringRef folder)
      : phase(phase), folder(folder) {}
  StringRef getArgument() const override { return "sbp-write-phase"; }
  void runOnOperation() override;

  Phase phase;
  std::string folder;
};

} // namespace

void WritePhasePass::runOnOperation() {
  markAllAnalysesPreserved();
  llvm::SmallString<128> path(folder);
  // The number orders the files of a listing by phase: "1-distributed.mlir".
  std::string name = std::to_string(static_cast<int>(phase)) + "-" +
                     getPhaseName(phase).str() + ".mlir";
  std::error_code error = llvm::sys::fs::create_directories(folder);
  llvm::sys::path::append(path, name);
  if (!error) {
    llvm::raw_fd_ostream os(path, error);
    if (!error) {
      // A full disk appears only when the stream is closed. The error is taken
      // from the stream, which would otherwise end the process.
      os << getOperation();
      os.close();
      error = os.error();
      os.clear_error();
    }
  }
  if (error) {
    emitError(UnknownLoc::get(&getContext()))
        << "cannot write '" << path << "': " << error.message();
    signalPassFailure();
  }
}

std::unique_ptr<Pass> sbp::createWritePhasePass(Phase phase, StringRef folder) {
  return std::make_unique<WritePhasePass>(phase, folder);
}
