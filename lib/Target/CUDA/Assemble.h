//===- Assemble.h - PTX to machine code by ptxas ----------------*- C++ -*-===//
//
// Where the CUDA toolkit is. Without it the driver does the same when it loads
// the PTX.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_CUDA_ASSEMBLE_H
#define SBP_LIB_TARGET_CUDA_ASSEMBLE_H

#include "mlir/Support/LLVM.h"
#include "sbp/Target/Target.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace sbp::cuda {

/// Machine code, and what the assembler said of each kernel.
struct Assembly {
  std::vector<char> cubin;
  llvm::StringMap<KernelFigures> figures;
  std::vector<std::string> warnings; ///< of the assembler, a line each
  unsigned driver = 0;               ///< least version that loads it
};

/// The ptxas of the variable SBP_PTXAS (empty: none), of PATH, of CUDA_HOME or
/// of /usr/local/cuda; empty if there is none.
std::string findAssembler();

/// Assembles `text` for `chip`, or takes what was made of the same text by the
/// same assembler with the same flags before. Nothing, with what it said, where
/// it fails.
std::optional<Assembly> assemble(llvm::StringRef assembler,
                                 llvm::StringRef text, llvm::StringRef chip,
                                 std::string &error);

/// What `ptxas -v` says, in figures by kernel and in warnings.
void parseReport(llvm::StringRef report, Assembly &assembly);

/// The build gate: what spills or takes stack, and what the assembler warns of,
/// is a warning; a launch of more registers or shared memory than a block may
/// have is an error.
mlir::LogicalResult checkMachineCode(const Assembly &assembly,
                                     const CodeBlob &blob, mlir::Location loc);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ASSEMBLE_H
